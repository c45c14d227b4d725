"""The page of the protocol shows messages as they are."""

import json
import re

import msgspec

from fairdeal.protocol import server, table
from fairdeal.protocol.codec import decode
from tests.architecture.source import ROOT
from tools.wire_examples import CLIENT, EXAMPLES

PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
BLOCKS = re.findall(r"^\*\*(client|room)\*\* .*?\n\n```json\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_example_is_a_message_that_its_reader_understands() -> None:
    room = msgspec.json.Decoder(server.AnyServerMessage)
    read = [decode(text) if who == CLIENT else room.decode(text) for who, text in BLOCKS]

    assert read == [message for _, _, message in EXAMPLES]
    assert len(read) >= 8


def test_messages_have_a_type_and_changes_a_kind_and_the_page_says_so() -> None:
    shown = [json.loads(text) for _, text in BLOCKS]
    changes = [change for each in shown for change in (*each.get("changes", ()), *each.get("own", ()))]

    assert all("type" in each for each in shown)
    assert changes
    assert all("kind" in change for change in changes)
    assert {kind.__struct_config__.tag_field for kind in server.AnyServerMessage.__args__} == {"type"}
    assert {kind.__struct_config__.tag_field for kind in (*table.PublicChange.__args__, *table.OwnChange.__args__)} == {
        "kind"
    }
    assert "an object whose `type` names it" in PAGE
    assert "named by its `kind`" in PAGE
