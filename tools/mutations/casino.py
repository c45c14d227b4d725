"""Roulette, baccarat, roads, chat and corrections, broken."""

from typing import Final

from tools.mutations.mutation import HOUSE, Mutation

_BACCARAT: Final = "tests/casino/test_baccarat.py"
_CHAT: Final = "tests/casino/test_chat.py"
_DEALER: Final = "tests/casino/test_dealer.py"
_RECOVERY: Final = "tests/casino/test_recovery.py"
_ROADS: Final = "tests/casino/test_roads.py"
_ROULETTE: Final = "tests/casino/test_roulette.py"

MUTATIONS: Final = (
    Mutation(
        "roads go on with a new shoe",
        "BAC-02",
        "        return changed(self, results=())",
        "        return self",
        (f"{_BACCARAT}::test_the_roads_begin_anew_with_a_new_shoe",),
    ),
    Mutation(
        "a bet missing from whoever left is waited for",
        "BAC-09",
        "        super().leave(facts, draft, player, now)\n        close_if_all_confirmed(facts, draft, now)\n",
        "        super().leave(facts, draft, player, now)\n",
        (f"{_BACCARAT}::test_betting_closes_when_the_last_without_a_bet_leaves",),
    ),
    Mutation(
        "the banker's natural does not end the coup",
        "BAC-13",
        "if self.player_total >= rules.natural or self.banker_total >= rules.natural or not rules.third_cards:",
        "if self.player_total >= rules.natural or not rules.third_cards:",
        (f"{_BACCARAT}::test_a_natural_ends_the_coup",),
    ),
    Mutation(
        "the player stands on five",
        "BAC-14",
        "if self.player_total <= rules.player_draws:",
        "if self.player_total < rules.player_draws:",
        (f"{_BACCARAT}::test_player_draws_up_to_five",),
    ),
    Mutation(
        "the banker does not look at the third card",
        "BAC-16",
        "elif self.due == PLAYER and rules.banker_draws[self.banker_total][value]:",
        "elif self.due == PLAYER and self.banker_total <= rules.banker_stands_above:",
        (f"{_BACCARAT}::test_banker_looks_at_the_players_third_card",),
    ),
    Mutation(
        "the banker stands on five",
        "BAC-17",
        "return BANKER if self.banker_total <= rules.banker_stands_above else NOBODY",
        "return BANKER if self.banker_total < rules.banker_stands_above else NOBODY",
        (f"{_BACCARAT}::test_banker_draws_up_to_five_when_player_stands",),
    ),
    Mutation(
        "a tie loses the other bets",
        "BAC-19",
        "if outcome is Spot.TIE and self.tie_returns:",
        "if False:",
        (f"{_BACCARAT}::test_a_tie_returns_the_bets_on_hands",),
    ),
    Mutation(
        "the banker pays without commission",
        "BAC-20",
        "return win(stake, self.odds[outcome], self.rounding)",
        "return win(stake, self.odds[Spot.PLAYER if outcome is Spot.BANKER else outcome], self.rounding)",
        (f"{_BACCARAT}::test_payouts",),
    ),
    Mutation(
        "a fraction of a cent is the house's",
        "BAC-20",
        "return Cents(divide(stake * odds.pays, odds.per, rounding))",
        "return Cents(stake * odds.pays // odds.per)",
        (f"{_BACCARAT}::test_commission_is_rounded_in_the_players_favour",),
    ),
    Mutation(
        "strangers read the chat",
        "CHAT-01",
        "if player is None or player not in table.guests:\n"
        '        return reject("not_at_table")\n'
        "    return facts.game.may_read(",
        'if False:\n        return reject("not_at_table")\n    return facts.game.may_read(',
        (f"{_CHAT}::test_a_message_reaches_nobody_who_is_not_at_the_table",),
    ),
    Mutation(
        "one message more than the limit passes",
        "CHAT-01",
        "if len(lately) >= rules.messages_max.value:",
        "if len(lately) > rules.messages_max.value:",
        (f"{_CHAT}::test_nobody_floods_the_table",),
    ),
    Mutation(
        "offensive words are sent",
        "CHAT-03",
        "    if offends(text):",
        "    if False:",
        (f"{_CHAT}::test_offensive_words_are_not_sent",),
    ),
    Mutation(
        "whoever is blocked writes on",
        "CHAT-04",
        "if command.barred or command.player in room.blocked:",
        "if False:",
        (f"{_CHAT}::test_staff_blocks_with_a_reason_that_is_kept",),
    ),
    Mutation(
        "after a crash a spin that never was is waited for",
        "RLT-01",
        "if table.phase not in (Phase.BETTING, Phase.CLOSED):",
        "if table.phase is not Phase.BETTING:",
        (f"{_RECOVERY}::test_a_spin_that_never_was_is_void",),
    ),
    Mutation(
        "a round that others play erases the last bet",
        "RLT-06",
        "last={**self.last, **self.bets}",
        "last=self.bets",
        (
            f"{_ROULETTE}::test_rounds_that_others_play_do_not_erase_the_last_bet",
            f"{_BACCARAT}::test_coups_that_others_play_do_not_erase_the_last_bet",
        ),
    ),
    Mutation(
        "chips pass after the time is over",
        "RLT-07",
        "if table.phase is Phase.BETTING and table.hold is None and now >= table.deadline:",
        "if False:",
        (f"{_ROULETTE}::test_no_chip_is_placed_or_confirmed_once_the_time_is_over",),
    ),
    Mutation(
        "one bet out of limits is left out",
        "RLT-08",
        "if refused is not None and (layout.rejects_all or not accepted):",
        "if refused is not None and not accepted:",
        (f"{_ROULETTE}::test_one_bet_out_of_limits_rejects_the_whole_submission",),
    ),
    Mutation(
        "limits forget what was confirmed before",
        "RLT-08",
        "refused = check_amount(limits, there.get(spot, 0) + amount)",
        "refused = check_amount(limits, amount)",
        (f"{_ROULETTE}::test_the_limits_count_what_was_confirmed_before",),
    ),
    Mutation(
        "a round has no limit of its own",
        "RLT-08",
        "    if total > most.value:",
        "    if False:",
        (f"{_ROULETTE}::test_chips_that_are_not_confirmed_have_a_bound",),
    ),
    Mutation(
        "zero stands in splits and corners",
        "RLT-11",
        "    if rules.zero_in_combinations.value:",
        "    if True:",
        (f"{_ROULETTE}::test_there_are_57_splits_and_none_with_zero",),
    ),
    Mutation(
        "splits go over the edge of the layout",
        "RLT-11",
        "        if n % _ROW:",
        "        if n < most:",
        (f"{_ROULETTE}::test_there_are_57_splits_and_none_with_zero",),
    ),
    Mutation(
        "a dozen begins with zero",
        "RLT-16",
        "range(third * (number - 1) + 1, third * number + 1)",
        "range(third * (number - 1), third * number)",
        (f"{_ROULETTE}::test_three_dozens",),
    ),
    Mutation(
        "zero is even",
        "RLT-17",
        '"even", range(2, most + 1, 2)',
        '"even", range(0, most + 1, 2)',
        (f"{_ROULETTE}::test_six_boxes_of_eighteen_in_three_opposite_pairs",),
    ),
    Mutation(
        "half of even bets comes back on zero",
        "RLT-18",
        "if pocket == ZERO and self.half_back and field.bet is RouletteBet.EVEN_MONEY:",
        "if pocket == ZERO and field.bet is RouletteBet.EVEN_MONEY:",
        (f"{_ROULETTE}::test_zero_loses_everything_but_straight_up_zero",),
    ),
    Mutation(
        "one person corrects alone",
        "X-141",
        'if person_key(person) in {"", *map(person_key, proposal.people)}:',
        "if False:",
        (f"{_DEALER}::test_a_card_that_cannot_be_read_is_tried_again_and_then_entered_by_two_people",),
    ),
    Mutation(
        "a derived road compares the wrong columns",
        HOUSE,
        "RED if lengths[column - 1] == lengths[column - 1 - offset] else BLUE",
        "RED if lengths[column - 1] == lengths[column - offset] else BLUE",
        (f"{_ROADS}::test_a_new_column_compares_the_two_before_it",),
    ),
    Mutation(
        "a tie breaks a run on the big road",
        HOUSE,
        "runs = _runs([name for name in names if name != _TIE])",
        "runs = _runs(names)",
        (f"{_ROADS}::test_the_bead_plate_takes_every_coup_down_the_columns",),
    ),
    Mutation(
        "a run that turns is overwritten",
        HOUSE,
        "    while (start, 0) in tails:\n        start += 1\n",
        "",
        (f"{_ROADS}::test_a_tail_in_the_top_row_moves_the_next_column_on",),
    ),
    Mutation(
        "stakes that lost stay in escrow",
        HOUSE,
        "        if each.lost:\n            yield move(bet, house, each.lost, Reason.BET, rule)\n",
        "",
        (f"{_ROULETTE}::test_the_ball_rests_in_one_of_37_pockets",),
    ),
)
