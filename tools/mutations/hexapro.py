"""Lobby, wheel, prizes and deadlines of HexaPro, broken."""

from typing import Final

from tools.mutations.mutation import Mutation

_GAMES: Final = "tests/hexapro/test_games.py"
_LOBBY: Final = "tests/hexapro/test_lobby.py"
_WHEEL: Final = "tests/hexapro/test_wheel.py"
_TICKETS: Final = "tests/room/test_tickets.py"

MUTATIONS: Final = (
    Mutation(
        "closing a lobby refunds full games too",
        "CANC-52",
        "(game.number, player) for game in lobby.filling if game.filled_at is None for player in game.players",
        "(game.number, player) for game in lobby.filling for player in game.players",
        (f"{_LOBBY}::test_closing_a_lobby_refunds_games_that_are_not_full",),
    ),
    Mutation(
        "a void game refunds whoever has no ticket any more",
        "CANC-52",
        "refunded=tuple(player for player in game.players if player in command.paid),",
        "refunded=game.players,",
        (f"{_LOBBY}::test_a_registration_that_the_build_before_let_pay_for_something_else_is_not_refunded_twice",),
    ),
    Mutation(
        "the fee inside a buy-in is forgotten",
        "CANC-55",
        "return Ruled(Cents(portion(buy_in, rate.value, rounding.value)), rate.rule, rate.origin, rate.see)",
        "return Ruled(Cents(0), rate.rule, rate.origin, rate.see)",
        (f"{_GAMES}::test_every_game_balances_to_the_cent",),
    ),
    Mutation(
        "a game starts with two",
        "HEXA-01",
        "if len(game.waiting) + 1 == seats",
        "if len(game.waiting) + 2 == seats",
        (f"{_LOBBY}::test_a_game_starts_as_soon_as_three_players_are_there",),
    ),
    Mutation(
        "players meet themselves",
        "HEXA-03",
        "if game.filled_at is None and player not in game.players][:count]",
        "if game.filled_at is None][:count]",
        (f"{_LOBBY}::test_nobody_plays_against_themselves",),
    ),
    Mutation(
        "the price shown need not be the price paid",
        "HEXA-03",
        "    if command.cost != cost:",
        "    if False:",
        (f"{_LOBBY}::test_refusals_to_register_by_descending_precedence",),
    ),
    Mutation(
        "a full game can be left",
        "HEXA-03",
        "open_games = tuple(game.number for game in games if game.filled_at is None)",
        "open_games = tuple(game.number for game in games)",
        (f"{_LOBBY}::test_a_full_game_cannot_be_left",),
    ),
    Mutation(
        "one registration fewer than is allowed",
        "HEXA-03",
        "if waiting + command.games > most:",
        "if waiting + command.games >= most:",
        (f"{_LOBBY}::test_refusals_to_register_by_descending_precedence",),
    ),
    Mutation(
        "a registration pays for any tournament of its price",
        "HEXA-03",
        "return ticket.kind is TicketKind.ENTRY and ticket.target in (None, state.id)",
        "return True",
        (f"{_TICKETS}::test_a_registration_for_a_hexapro_game_is_no_ticket_for_an_event_of_the_same_price",),
    ),
    Mutation(
        "the draw is one off at every edge of the wheel",
        "HEXA-04",
        "return self.slots[bisect_right(self.ends, draw)]",
        "return self.slots[bisect_right(self.ends, draw - 1)]",
        (f"{_WHEEL}::test_every_draw_means_a_multiplier_exactly_as_often_as_published",),
    ),
    Mutation(
        "what a small multiplier leaves over goes nowhere",
        "HEXA-04",
        "(pool, house, event.surplus, Reason.ENTRY, event.rule)",
        "(pool, house, Cents(0), Reason.ENTRY, event.rule)",
        (f"{_GAMES}::test_every_game_balances_to_the_cent",),
    ),
    Mutation(
        "a game that is not full is drawn",
        "HEXA-04",
        '    if game is None or game.filled_at is None:\n        return reject("stale_game")',
        '    if game is None:\n        return reject("stale_game")',
        (f"{_LOBBY}::test_a_game_that_is_not_full_is_not_drawn",),
    ),
    Mutation(
        "the winner takes every pool",
        "HEXA-06",
        "prizes = tuple(map(Cents, share_out(pool, split.percents)))",
        "prizes = (pool,)",
        (f"{_GAMES}::test_the_pool_is_split_as_the_edition_says",),
    ),
    Mutation(
        "an end that is told twice is refused",
        "HEXA-07",
        "        return ()  # told before",
        '        return reject("stale_game")',
        (f"{_LOBBY}::test_a_finished_game_stands_in_its_players_history",),
    ),
    Mutation(
        "blinds rise beyond the last level",
        "HEXA-09",
        "        after_last_level=game.after_last_level,\n",
        "",
        (f"{_GAMES}::test_blinds_and_antes_rise_as_printed_and_stay_at_the_last_level",),
    ),
    Mutation(
        "levels of all multipliers last alike",
        "HEXA-10",
        "time, time_rule = _row(game.level_times, multiplier)",
        "time, time_rule = game.level_times.value[0], game.level_times.rule",
        (f"{_GAMES}::test_levels_last_longer_for_larger_multipliers",),
    ),
    Mutation(
        "no extra time before the final table",
        "HEXA-15",
        "        return rules.poker.tournament.extra_time_seconds.value\n",
        "        return Duration(0)\n",
        (f"{_GAMES}::test_a_disconnected_player_has_twenty_seconds_more_from_the_first_hand_on",),
    ),
    Mutation(
        "an undecided game has a day more",
        "HEXA-17",
        "return Instant(game.started_at + self.rules.undecided_days_max.value * DAY)",
        "return Instant(game.started_at + (self.rules.undecided_days_max.value + 1) * DAY)",
        (f"{_LOBBY}::test_an_undecided_game_is_reported_and_then_settled_before_its_ninety_days_are_over",),
    ),
    Mutation(
        "a game is settled only when its time is over",
        "HEXA-17",
        "yield Timer(Instant(due - settings.settle_before), Settle(game.tournament), game.number)",
        "yield Timer(Instant(due), Settle(game.tournament), game.number)",
        (f"{_LOBBY}::test_an_undecided_game_is_reported_and_then_settled_before_its_ninety_days_are_over",),
    ),
    Mutation(
        "large multipliers have the bank of small ones",
        "HEXA-18",
        "row = max(fitting, key=lambda row: row.multiplier_min)",
        "row = min(fitting, key=lambda row: row.multiplier_min)",
        (f"{_GAMES}::test_the_time_bank_follows_the_multiplier",),
    ),
    Mutation(
        "a pool is drawn and the house adds nothing",
        "HEXT-02",
        "added = move(house, pool, event.overlay, Reason.OVERLAY, event.rule)",
        "added = move(house, pool, Cents(0), Reason.OVERLAY, event.rule)",
        (f"{_GAMES}::test_the_pool_is_split_as_the_edition_says",),
    ),
    Mutation(
        "stacks of all multipliers are alike",
        "HEXT-07",
        "stack, stack_rule = _row(game.stacks, multiplier)",
        "stack, stack_rule = game.stacks.value[0], game.stacks.rule",
        (f"{_GAMES}::test_extremes_stacks_follow_the_multiplier",),
    ),
)
