"""Nobody plays by a rulebook they have not accepted, and a changed one is another."""

import asyncio
from dataclasses import replace

import pytest

from fairdeal.kernel import PlayerId, Rejection, RuleId
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.schema.edition import Edition
from fairdeal.server.auth.acceptance import TOURNAMENT_ACCEPTANCE
from tests.server.api.house import editions, open_world, told


@pytest.mark.rule("CASH-21")
@pytest.mark.parametrize("book", editions(), ids=lambda book: book.id)
def test_without_acceptance_nobody_comes_in(address: str, book: Edition) -> None:
    async def play() -> None:
        async with open_world(address, books=(book,)) as world:
            ann = world.browser()
            answer = await ann.http.post("/api/guest", json={"name": "Ann"})
            assert told(answer) == (409, "acceptance_needed")
            assert answer.json()["rule"] == "CASH-21"
            shown = (await ann.get("/session"))["toAccept"]
            assert [text["digest"] for text in shown] == [content_hash(book)]
            player = PlayerId(await ann.guest("Ann"))
            assert world.house.auth.check_acceptance(player, content_hash(book)) is None

    asyncio.run(play())


@pytest.mark.rule("CASH-21")
@pytest.mark.rule("MTT-51a")
def test_a_changed_rulebook_must_be_accepted_anew(address: str) -> None:
    old = editions()[0]
    new = replace(old, version="2.8")

    async def play() -> None:
        async with open_world(address, books=(old,)) as world:
            ann = world.browser()
            player = PlayerId(await ann.guest("Ann"))
            auth, digest = world.house.auth, content_hash(new)
            assert (await ann.get("/session"))["toAccept"] == []

            auth.offer([new])

            (wanted,) = (await ann.get("/session"))["toAccept"]
            assert (wanted["version"], wanted["digest"]) == ("2.8", digest)
            assert auth.check_acceptance(player, digest) == Rejection("acceptance_needed", RuleId("CASH-21"))
            refused = auth.check_acceptance(player, digest, TOURNAMENT_ACCEPTANCE)
            assert refused == Rejection("acceptance_needed", RuleId("MTT-51a"))
            assert await ann.post("/acceptance", digests=["nothing"]) == {"toAccept": [wanted]}
            assert await ann.post("/acceptance", digests=[digest]) == {"toAccept": []}
            assert auth.check_acceptance(player, digest) is None
            assert set(world.house.people.accepted(player)) == {content_hash(old), digest}

    asyncio.run(play())
