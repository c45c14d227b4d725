"""
What an operator decides about a server: by file, by environment, by command line; the later wins.

A file is TOML with these names; the environment has `FAIRDEAL_PORT=8080` for `port`, lists parted by commas.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

_PREFIX: Final = "FAIRDEAL_"
_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off"})


class BadSettings(Exception):
    """A setting that is not one, or has no such value."""

    code = "bad_settings"


@dataclass(frozen=True, slots=True)
class Operator:
    """Who runs the room, as its pages say."""

    name: str = "A Fairdeal room"
    licence: str = ""
    contact: str = ""
    address: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Where a server listens, what it hosts, and how it behaves."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "sqlite:///var/fairdeal.db"
    data: str = "var"  # where keys are kept
    rulebooks: tuple[str, ...] = ()  # nothing: those of the demo
    money: tuple[str, ...] = ("test",)
    bots: bool = True  # practice partners, where money is worth nothing
    public_url: str = ""  # as browsers see it; nothing: whatever they ask for
    origins: tuple[str, ...] = ()  # pages besides our own that may open the game socket
    secure_cookies: bool = False  # over HTTPS only; a public_url with https says so too
    trusted_proxies: tuple[str, ...] = ()
    connections_per_address: int = 1000  # pages and game sockets together; a club behind one router fits
    drain_seconds: int = 20  # how long hands may still be played to their end when the server stops
    messages_per_second: int = 20  # of one connection; of one player, half as many again
    metrics_public: bool = False  # to everybody, not only to this machine
    log_level: str = "info"
    log_json: bool = False
    smtp_host: str = ""  # the mail server; nothing: links go to the operator's console
    smtp_port: int = 587
    smtp_starttls: bool = True
    smtp_user: str = ""  # nothing: the mail server asks for none
    smtp_password: str = field(default="", repr=False)
    smtp_sender: str = ""  # the address that letters come from
    operator: Operator = field(default_factory=Operator)

    @property
    def is_secure(self) -> bool:
        """Whether browsers come by HTTPS."""
        return self.secure_cookies or self.public_url.startswith("https://")


_FLAT: Final = tuple(each.name for each in fields(ServerSettings) if each.name != "operator")
_OPERATOR: Final = tuple(each.name for each in fields(Operator))


def load_settings(
    file: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any
) -> ServerSettings:
    """Settings of a file, then of the environment, then those given; None counts as not given."""
    settings = ServerSettings()
    if file is not None:
        settings = _from_file(settings, file)
    settings = _from_environment(settings, os.environ if environment is None else environment)
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def _from_file(settings: ServerSettings, file: Path) -> ServerSettings:
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{file} cannot be read as settings: {error}") from None
    operator = found.pop("operator", {})
    for name in (*found, *operator):
        if name not in (_OPERATOR if name in operator else _FLAT):
            raise BadSettings(f"{file}: there is no setting {name!r}")
    changes = {name: _typed(settings, name, value) for name, value in found.items()}
    who = replace(settings.operator, **{name: _text(name, value) for name, value in operator.items()})
    return replace(settings, operator=who, **changes)


def _from_environment(settings: ServerSettings, environment: Mapping[str, str]) -> ServerSettings:
    changes = {
        name: _parsed(settings, name, environment[_PREFIX + name.upper()])
        for name in _FLAT
        if _PREFIX + name.upper() in environment
    }
    who = {
        name: environment[f"{_PREFIX}OPERATOR_{name.upper()}"]
        for name in _OPERATOR
        if f"{_PREFIX}OPERATOR_{name.upper()}" in environment
    }
    return replace(settings, operator=replace(settings.operator, **who), **changes)


def _typed(settings: ServerSettings, name: str, value: Any) -> Any:
    """A value of a file, if it is of the setting's kind."""
    usual = getattr(settings, name)
    if isinstance(usual, tuple) and isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    if type(value) is not type(usual):
        raise BadSettings(f"{name} is {value!r}, which is no {type(usual).__name__}")
    return value


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadSettings(f"operator.{name} is {value!r}, which is no text")
    return value


def _parsed(settings: ServerSettings, name: str, text: str) -> Any:
    """A value of the environment."""
    usual = getattr(settings, name)
    if isinstance(usual, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(usual, bool):
        if text.lower() not in _TRUE | _FALSE:
            raise BadSettings(f"{_PREFIX}{name.upper()} is {text!r}; write true or false")
        return text.lower() in _TRUE
    if isinstance(usual, int):
        if not text.isascii() or not text.isdigit():
            raise BadSettings(f"{_PREFIX}{name.upper()} is {text!r}, which is no number")
        return int(text)
    return text
