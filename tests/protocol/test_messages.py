"""The wire: what clients may say is read strictly, and what is generated from it is up to date."""

import json

import msgspec
import pytest

from fairdeal.protocol import client, server
from fairdeal.protocol.base import CHAT_MAX, PROTOCOL, PROTOCOL_OLDEST
from fairdeal.protocol.codec import BadMessage, decode, encode
from tools import web_types


def test_generated_files_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert web_types.main(["--check"]) == 0, capsys.readouterr().err


def test_an_act_is_read_with_its_choice() -> None:
    data = b'{"type":"act","id":"a-1","table":"T","hand":"H","turn":3,"choice":{"kind":"raise","to":600}}'

    assert decode(data) == client.Act(id="a-1", table="T", hand="H", turn=3, choice=client.Choice(kind="raise", to=600))


@pytest.mark.parametrize(
    ("data", "code", "message_id"),
    [
        (b"", "not_a_message", None),
        (b"[]", "not_a_message", None),
        (b"\xff\xfe", "not_a_message", None),
        (b"[" * 3000, "not_a_message", None),
        (b'{"id":"x"}', "unknown_message", "x"),
        (b'{"type":"shuffle","id":"x"}', "unknown_message", "x"),
        (b'{"type":5,"id":"x"}', "unknown_message", "x"),
        (b'{"type":"leave","id":"x"}', "malformed_message", "x"),
        (b'{"type":"leave","id":"x","table":7}', "malformed_message", "x"),
        (b'{"type":"leave","id":7,"table":"T"}', "malformed_message", None),
        (b'{"type":"topUp","id":"x","table":"T","amount":0}', "malformed_message", "x"),
        (b'{"type":"topUp","id":"x","table":"T","amount":1.5}', "malformed_message", "x"),
        (b'{"type":"topUp","id":"x","table":"T","amount":-100}', "malformed_message", "x"),
        (b'{"type":"topUp","id":"x","table":"T","amount":1e3}', "malformed_message", "x"),
        (b'{"type":"leave","id":"x","table":"T","now":true}', "unknown_field", "x"),
        (
            b'{"type":"act","id":"x","table":"T","hand":"H","turn":1,"choice":{"kind":"fold","x":1}}',
            "unknown_field",
            "x",
        ),
        (b'{"type":"hello","id":"x","positions":[{"table":"T","epoch":1,"number":1,"x":1}]}', "unknown_field", "x"),
    ],
)
def test_what_cannot_be_read_has_a_code_and_its_id_if_there_is_one(
    data: bytes, code: str, message_id: str | None
) -> None:
    with pytest.raises(BadMessage) as bad:
        decode(data)

    assert (bad.value.code, bad.value.message_id) == (code, message_id)


def test_texts_have_a_length() -> None:
    longest = {"type": "say", "id": "x", "table": "T", "text": "x" * CHAT_MAX}
    assert isinstance(decode(msgspec.json.encode(longest)), client.Say)

    with pytest.raises(BadMessage):
        decode(msgspec.json.encode({**longest, "text": "x" * (CHAT_MAX + 1)}))


def test_names_are_camel_case_and_every_field_is_there() -> None:
    mine = server.MineChanged(mine=server.Mine(stake="s"))

    assert json.loads(encode(mine)) == {
        "type": "mine",
        "mine": {"stake": "s", "position": None, "offer": None, "seated": []},
        "told": None,
    }


def test_every_message_has_a_name_of_its_own() -> None:
    for union in (client.AnyClientMessage, server.AnyServerMessage):
        tags = [kind.__struct_config__.tag for kind in union.__args__]
        assert len(set(tags)) == len(tags)


def test_nothing_a_client_says_has_room_for_fields_nobody_knows() -> None:
    """Parts of messages too: a new one must say so itself."""
    loose = [
        kind.cls.__name__
        for kind in web_types._structs([client.AnyClientMessage])
        if not kind.cls.__struct_config__.forbid_unknown_fields
    ]

    assert loose == []


def test_who_never_said_a_version_is_of_the_first() -> None:
    hello = decode(b'{"type":"hello","id":"x"}')

    assert isinstance(hello, client.Hello)
    assert (hello.protocol, PROTOCOL_OLDEST) == (1, 1)
    assert PROTOCOL >= PROTOCOL_OLDEST
