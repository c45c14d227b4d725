"""Betting, showdown and rake, broken."""

from typing import Final

from tools.mutations.mutation import Mutation

_EVALUATE: Final = "tests/cards/test_evaluate.py"
_TABLE_VIEWS: Final = "tests/cash/test_table_views.py"
_BETTING: Final = "tests/poker/test_betting.py"
_COURSE: Final = "tests/poker/test_course.py"
_RAKE: Final = "tests/poker/test_rake.py"
_EVENING: Final = "simulate --seed 2 --players 24 --hours 1 --crashes 2"

MUTATIONS: Final = (
    Mutation(
        "a player acts out of turn",
        "BET-01",
        '    if hand.turn != place:\n        return reject("not_your_turn", RuleId("BET-01"), turn=hand.turn)\n',
        "",
        (f"{_BETTING}::test_acting_out_of_turn_is_refused",),
    ),
    Mutation(
        "after the flop the button's neighbour is passed over",
        "BET-02",
        "self._open_round(rules.big_blind, -1)",
        "self._open_round(rules.big_blind, 0)",
        (f"{_BETTING}::test_who_is_first_before_and_after_the_flop",),
    ),
    Mutation(
        "a bet can be checked away",
        "BET-05",
        'return CALL if options.can_check else reject("cannot_check", RuleId("BET-05"), to_call=options.to_call)',
        "return CALL",
        (f"{_BETTING}::test_checking_needs_a_round_without_a_bet",),
    ),
    Mutation(
        "a short all-in counts as a full raise",
        "BET-09",
        "        if risen >= self.step:",
        "        if risen > 0:",
        (f"{_BETTING}::test_a_short_all_in_does_not_change_what_a_full_raise_adds",),
    ),
    Mutation(
        "a raise may be as small as one likes",
        "BET-09",
        "if amount < options.raise_min:",
        "if amount < 0:",
        (f"{_BETTING}::test_a_raise_that_is_too_small_names_the_rule_that_makes_it_so",),
    ),
    Mutation(
        "a folded post that nobody could match is lost",
        "BET-10",
        "return self._return_to_folded()",
        "return None",
        (f"{_BETTING}::test_a_folded_post_that_nobody_left_could_match_comes_back",),
    ),
    Mutation(
        "an undersized all-in opens betting again",
        "BET-13",
        "if self.short_sum >= self.step or self.rules.foreign:",
        "if self.short_sum > 0:",
        (f"{_BETTING}::test_an_undersized_all_in_does_not_reopen_betting",),
    ),
    Mutation(
        "undersized all-ins in a row never add up",
        "BET-14",
        "if self.short_sum >= self.step or self.rules.foreign:",
        "if self.rules.foreign:",
        (f"{_BETTING}::test_short_all_ins_in_a_row_that_add_up_reopen",),
    ),
    Mutation(
        "a call does not break a row of undersized all-ins",
        "BET-14",
        "        self.short_sum = 0  # a call breaks a row of undersized all-ins",
        "        pass",
        (f"{_BETTING}::test_a_call_breaks_the_row_and_a_fold_does_not",),
    ),
    Mutation(
        "a side pot can be won by whoever did not pay for it",
        "BET-15",
        "eligible.append([place for place in contenders if put[place] >= level])",
        "eligible.append(contenders)",
        (f"{_BETTING}::test_main_pot_and_side_pot",),
    ),
    Mutation(
        "what nobody matched stays in the pot",
        "BET-15",
        "return self._give_back(place, most - max([paid for other, paid in enumerate(put) if other != place]))",
        "return None",
        (f"{_BETTING}::test_what_nobody_matched_comes_back",),
    ),
    Mutation(
        "dead antes lie in the last pot",
        "BET-15",
        "    amounts[0] += dead",
        "    amounts[-1] += dead",
        (f"{_COURSE}::test_dead_antes_lie_in_the_main_pot",),
    ),
    Mutation(
        "a pot-limit raise forgets the call",
        "BET-17",
        "most = current + self.pot + current - bet",
        "most = current + self.pot",
        (f"{_BETTING}::test_pot_limit",),
    ),
    Mutation(
        "the high limit begins on the flop",
        "BET-18",
        "rules.small_bet if self.street < rules.low_rounds else rules.big_bet",
        "rules.small_bet if self.street < rules.low_rounds - 1 else rules.big_bet",
        (f"{_BETTING}::test_fixed_limit_bets_the_low_limit_twice_then_the_high_one",),
    ),
    Mutation(
        "the big blind of fixed limit is the high limit",
        "BET-19",
        "big_blind, small_bet, big_bet = stake.small, stake.small, stake.big",
        "big_blind, small_bet, big_bet = stake.big, stake.small, stake.big",
        (f"{_BETTING}::test_fixed_limit_blinds",),
    ),
    Mutation(
        "the small blind of fixed limit may be nothing",
        "BET-20",
        "Cents(max(half, limits.small_blind_min.value))",
        "Cents(half)",
        (f"{_BETTING}::test_fixed_limit_blinds",),
    ),
    Mutation(
        "fixed limit allows a fifth bet",
        "BET-21",
        "self.bets_made >= self.rules.bets_max and not self.rules.foreign",
        "self.bets_made > self.rules.bets_max and not self.rules.foreign",
        (f"{_BETTING}::test_fixed_limit_allows_four_bets_before_the_flop_the_big_blind_being_the_first",),
    ),
    Mutation(
        "a short big blind lowers the call",
        "CASH-13",
        "self.current = rules.big_blind",
        "self.current = max(self.bets)",
        (f"{_COURSE}::test_a_short_big_blind_does_not_lower_the_call",),
    ),
    Mutation(
        "folded hands are shown",
        "CASH-15",
        "for place in shown:\n                self.listener",
        "for place in range(self.count):\n                self.listener",
        (
            f"{_TABLE_VIEWS}::test_cards_one_has_not_seen_make_no_difference_to_what_one_is_sent",
            _EVENING,
        ),
    ),
    Mutation(
        "suits break ties",
        "HAND-13",
        "    return FLUSH[held]",
        "    return FLUSH[held] - suit",
        (f"{_EVALUATE}::test_suits_never_break_ties",),
    ),
    Mutation(
        "rake has no cap",
        "RAKE-02",
        "return min(max(min(self._share(pot), self._cap(dealt_in)), self.minimum), pot)",
        "return min(max(self._share(pot), self.minimum), pot)",
        (f"{_RAKE}::test_the_printed_vectors",),
    ),
    Mutation(
        "an uncalled bet is raked when everybody folds",
        "RAKE-02",
        "rake = self.rules.rake.take(self.pot, self.count, flop=street > PREFLOP)",
        "rake = self.rules.rake.take(self.pot + (returned[1] if returned else 0), self.count, flop=street > PREFLOP)",
        (f"{_RAKE}::test_a_bet_that_makes_everybody_fold_after_the_flop_is_not_raked",),
    ),
    Mutation(
        "the side pot pays the odd cent of rake",
        "RAKE-02",
        "key=lambda number: -(rake * amounts[number] % total)",
        "key=lambda number: (-(rake * amounts[number] % total), -number)",
        (f"{_RAKE}::test_of_two_pots_with_equal_remainders_the_main_pot_pays_the_odd_cent",),
    ),
    Mutation(
        "the main pot pays all the rake",
        "RAKE-02",
        "shares = [rake * amount // total for amount in amounts]",
        "shares = [rake, *[0 for _ in amounts[1:]]]",
        (f"{_RAKE}::test_of_two_pots_with_equal_remainders_the_main_pot_pays_the_odd_cent",),
    ),
    Mutation(
        "a hand without a flop is raked",
        "RAKE-03",
        "if self.rate == 0 or pot <= 0 or (self.needs_flop and not flop):",
        "if self.rate == 0 or pot <= 0:",
        (f"{_RAKE}::test_no_flop_no_rake",),
    ),
    Mutation(
        "there is no least rake",
        "RAKE-04",
        "return min(max(min(self._share(pot), self._cap(dealt_in)), self.minimum), pot)",
        "return min(self._share(pot), self._cap(dealt_in))",
        (f"{_RAKE}::test_the_printed_vectors",),
    ),
    Mutation(
        "half a cent of rake is rounded up",
        "RAKE-05",
        "(self.rounding == NEAREST and 2 * rest > PPM_WHOLE)",
        "(self.rounding == NEAREST and 2 * rest >= PPM_WHOLE)",
        (f"{_RAKE}::test_the_printed_vectors",),
    ),
    Mutation(
        "half a cap is rounded up",
        "RAKE-06",
        "return self.cap // 2 if self.halved_for >> dealt_in & 1 else self.cap",
        "return -(-self.cap // 2) if self.halved_for >> dealt_in & 1 else self.cap",
        (f"{_RAKE}::test_the_printed_vectors",),
    ),
    Mutation(
        "half the cap is forgotten",
        "RAKE-06",
        "return self.cap // 2 if self.halved_for >> dealt_in & 1 else self.cap",
        "return self.cap",
        (f"{_RAKE}::test_the_printed_vectors",),
    ),
    Mutation(
        "play money is raked",
        "RAKE-13",
        "raked = money is not MoneyKind.PLAY or poker.rake.play_money_is_raked.value",
        "raked = True",
        (f"{_RAKE}::test_play_money_is_not_raked",),
    ),
    Mutation(
        "Omaha plays with one or none of the own cards",
        "SHOW-03",
        "ranks[places[number]] = rank_omaha_with(holes[number], board, triples, suit)",
        "ranks[places[number]] = min(rank_with_board(holes[number][at : at + 2], board, board_key(board)) for at in "
        "(0, 1, 2))",
        (f"{_COURSE}::test_omaha_takes_exactly_two_and_three",),
    ),
    Mutation(
        "Omaha knows no flush",
        "SHOW-03",
        "    if suit >= 0:\n        found = _omaha_flush(hole, board, suit)",
        "    if False:\n        found = _omaha_flush(hole, board, suit)",
        (f"{_EVALUATE}::test_omaha_is_the_best_of_two_and_three_and_another_evaluator_agrees",),
    ),
    Mutation(
        "the worst hand wins",
        "SHOW-04",
        "            if ranks[place] < best:",
        "            if ranks[place] > best:",
        (f"{_COURSE}::test_a_weaker_hand_may_win_more_money",),
    ),
    Mutation(
        "an odd chip goes to the last winner",
        "SHOW-05",
        "stacks[place] += share + 1 if order < odd else share",
        "stacks[place] += share + 1 if order >= len(winners) - odd else share",
        (
            f"{_COURSE}::test_odd_cents_go_one_each_clockwise_from_the_button",
            "simulate --seed 2 --players 40 --hours 2 --crashes 0",
        ),
    ),
    Mutation(
        "the one after the last bettor shows first",
        "SHOW-06",
        "key=lambda place: (place - last_bettor) % count",
        "key=lambda place: (place - last_bettor - 1) % count",
        (f"{_COURSE}::test_the_last_to_bet_on_the_river_shows_first",),
    ),
)
