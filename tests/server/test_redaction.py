"""No secret in a log line, whatever fails, and no line that somebody else has written."""

import json
import logging
import re
import sys
import threading
from pathlib import Path

import pytest

from fairdeal.server.redaction import HIDDEN, Redactor, log_failures, secrets_of
from fairdeal.server.settings import ServerSettings
from fairdeal.server.telemetry import configure_logging
from tests.leaks import DATABASE_PASSWORD, KEY, MAIL_PASSWORD, SECRETS, assert_no_secret, assert_no_secret_in_logs

STAMP = re.compile(r"^\d{4}-\d\d-\d\dT")


def fail_with(password: str) -> None:
    """A failure with a secret in its variables and its text."""
    address = f"postgresql://room:{password}@db.example/room"
    raise ValueError(f"no connection to {address}")


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.usefixtures("logging_as_it_was")
def test_a_failure_is_told_without_the_values_it_met(capsys: pytest.CaptureFixture[str], *, as_json: bool) -> None:
    configure_logging("debug", as_json=as_json, secrets=SECRETS)
    try:
        fail_with(DATABASE_PASSWORD)
    except ValueError as error:
        logging.getLogger("asyncio").error("Future exception was never retrieved", exc_info=error)

    said = capsys.readouterr().err
    assert "fail_with" in said
    assert "password" not in said.replace("def fail_with(password", "").replace("{password}", "").replace(
        "(password)", ""
    )
    assert_no_secret(said, "the log")


@pytest.mark.usefixtures("logging_as_it_was")
def test_secrets_are_taken_out_by_value_and_by_form(capsys: pytest.CaptureFixture[str]) -> None:
    redactor = configure_logging("info", as_json=False, secrets=(MAIL_PASSWORD, "p@ss/word"))
    redactor.learn(KEY)
    token = f"01J{'A' * 23}.{'x' * 43}"
    for text in (
        f"smtp said 535 for {MAIL_PASSWORD}",
        "connecting to postgresql://room:p%40ss%2Fword@db/room",
        "connecting to postgresql://room:another-one@db/room",
        "conninfo: host=db password='another-one with-spaces' user=room",
        f"Cookie: fairdeal_session={token}; other=1",
        f"link https://club.example/reset?token={'y' * 43}",
        f"key 1:{KEY}",
    ):
        logging.getLogger("test").warning(text)

    said = capsys.readouterr().err
    assert_no_secret(
        said, "the log", (MAIL_PASSWORD, "p@ss", "p%40ss", "another-one", "with-spaces", "x" * 43, "y" * 43, KEY)
    )
    assert said.count(HIDDEN) >= 7
    assert "db/room" in said


@pytest.mark.usefixtures("logging_as_it_was")
def test_no_value_begins_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=False)
    forged = "x\n2026-01-01T00:00:00Z [info] paid out 1,000,000\r\n\x1b[2J\u2028\u202egnp"

    logging.getLogger("test").warning("path %s", forged)
    try:
        raise ValueError(forged)
    except ValueError as error:
        logging.getLogger("test").error("failed", exc_info=error)

    said = capsys.readouterr().err
    assert len([line for line in said.splitlines() if STAMP.match(line)]) == 2
    assert not set("\r\x1b\u2028\u202e") & set(said)
    assert all(STAMP.match(line) or line.startswith("    ") for line in said.splitlines())


@pytest.mark.usefixtures("logging_as_it_was")
def test_lines_for_machines_stay_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True, secrets=(MAIL_PASSWORD,))

    logging.getLogger("test").warning("a\nb %s", MAIL_PASSWORD)

    assert json.loads(capsys.readouterr().err)["event"] == f"a\nb {HIDDEN}"


@pytest.mark.usefixtures("logging_as_it_was")
def test_what_python_prints_by_itself_goes_the_same_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    configure_logging("info", as_json=False, secrets=SECRETS)
    log_failures()
    try:
        thread = threading.Thread(target=fail_with, args=(DATABASE_PASSWORD,), name="worker")
        thread.start()
        thread.join()
        try:
            fail_with(DATABASE_PASSWORD)
        except ValueError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    finally:
        logging.captureWarnings(capture=False)

    said = capsys.readouterr().err
    assert "a thread failed: worker" in said
    assert "the program failed" in said
    assert_no_secret(said, "the log")


def test_every_secret_of_the_settings_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cards.key").write_text(f"1:{'ab' * 32}\n2:{'cd' * 32}\n")
    monkeypatch.setenv("FAIRDEAL_KEYS", f"1:{KEY},2:{'ef' * 32}")
    settings = ServerSettings(
        database=f"postgresql://room:{DATABASE_PASSWORD}@db/room", smtp_password=MAIL_PASSWORD, data=str(tmp_path)
    )

    found = set(secrets_of(settings))

    assert found == {DATABASE_PASSWORD, MAIL_PASSWORD, KEY, "ef" * 32, "ab" * 32, "cd" * 32}


def test_short_values_are_left_alone() -> None:
    assert Redactor("", "abc").clean("abc and nothing") == "abc and nothing"


def test_the_look_through_logs_finds_what_is_there(tmp_path: Path) -> None:
    """The control: if it found nothing here, it would prove nothing elsewhere."""
    (tmp_path / "deep").mkdir()
    log = tmp_path / "deep" / "errors"
    log.write_text("all is well")
    assert_no_secret_in_logs(tmp_path)
    log.write_text(f"connecting with {DATABASE_PASSWORD}")
    with pytest.raises(AssertionError, match="a secret is in errors") as found:
        assert_no_secret_in_logs(tmp_path)

    assert DATABASE_PASSWORD not in str(found.value)
