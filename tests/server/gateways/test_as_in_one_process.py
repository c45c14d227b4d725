"""What holds at the game socket of one process holds through gateways, too: the same stories, told through two of them."""

import pytest

from tests.server import live
from tests.server.test_limits import (  # noqa: F401 - collected here again
    test_a_connection_follows_so_many_tables_and_no_more,
    test_a_player_has_so_many_sockets_and_no_more,
    test_all_sockets_together_are_bounded,
    test_players_who_are_gone_are_forgotten,
)
from tests.server.test_outbox import (  # noqa: F401 - the same
    test_a_connection_that_never_reads_is_cut_off_and_others_are_not,
    test_a_flood_of_frames_that_are_no_messages_ends_the_connection,
    test_a_ping_is_answered_with_its_own_words_and_at_the_pace_of_messages,
    test_who_goes_on_after_the_last_word_is_not_read_on,
)
from tests.server.test_seams import (  # noqa: F401 - the same
    test_a_message_may_be_as_large_as_we_say_and_no_larger,
    test_who_is_silent_is_asked_and_who_does_not_answer_is_gone,
)
from tests.server.test_socket import *  # noqa: F403 - all of them


@pytest.fixture(autouse=True)
def _through_gateways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "GATEWAYS", 2)
