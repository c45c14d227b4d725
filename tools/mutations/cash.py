"""Tables, blinds, buy-ins and queues of cash games, broken."""

from typing import Final

from tools.mutations.mutation import Mutation

_BUY_IN: Final = "tests/cash/test_buy_in.py"
_BUY_IN_BANZAI: Final = "tests/cash/test_buy_in_banzai.py"
_BUY_IN_RATHOLING: Final = "tests/cash/test_buy_in_ratholing.py"
_FLOOR_DRAW: Final = "tests/cash/test_floor_draw.py"
_FLOOR_QUEUE: Final = "tests/cash/test_floor_queue.py"
_FLOOR_TABLES: Final = "tests/cash/test_floor_tables.py"
_TABLE_BLINDS: Final = "tests/cash/test_table_blinds.py"
_TABLE_FAILURES: Final = "tests/cash/test_table_failures.py"
_TABLE_HANDS: Final = "tests/cash/test_table_hands.py"
_TABLE_MONEY: Final = "tests/cash/test_table_money.py"
_TABLE_VIEWS: Final = "tests/cash/test_table_views.py"
_EVENING: Final = "simulate --seed 2 --players 24 --hours 1 --crashes 2"

MUTATIONS: Final = (
    Mutation(
        "a stack may be topped up beyond the maximum",
        "BUY-01",
        "room = Cents(max(0, target.value - stack))",
        "room = target.value",
        (f"{_BUY_IN}::test_a_stack_may_be_topped_up_to_the_tables_maximum_and_no_further",),
    ),
    Mutation(
        "who lost everything may buy one cent",
        "BUY-01",
        "rules.buy_in_min.value if enters else Cents(1)",
        "Cents(1)",
        (f"{_BUY_IN}::test_who_lost_everything_brings_the_minimum_again",),
    ),
    Mutation(
        "a top-up plays in the hand it was asked for in",
        "BUY-01",
        "draft.emit(ToppedUp(seat, chair.player, command.amount, in_hand, rules.top_up_limit.rule))",
        "draft.emit(ToppedUp(seat, chair.player, command.amount, False, rules.top_up_limit.rule))",
        (f"{_TABLE_MONEY}::test_only_chips_on_the_table_play",),
    ),
    Mutation(
        "a top-up that waited goes beyond the maximum",
        "BUY-01",
        "applied = min(waiting, room)",
        "applied = waiting",
        (f"{_TABLE_MONEY}::test_only_chips_on_the_table_play",),
    ),
    Mutation(
        "a top-up that waits is lost with its player",
        "BUY-01",
        "return Left(seat, chair.player, now, chair.stack, chair.pending_top_up, rule)",
        "return Left(seat, chair.player, now, chair.stack, Cents(0), rule)",
        (f"{_TABLE_MONEY}::test_a_pending_top_up_goes_home_with_its_player",),
    ),
    Mutation(
        "a top-up that waits is booked as chips in play",
        "BUY-01",
        "to = _pending(facts, event.player) if event.pending else _seat(facts, event.player)",
        "to = _seat(facts, event.player)",
        (f"{_TABLE_MONEY}::test_only_chips_on_the_table_play",),
    ),
    Mutation(
        "auto top-up does nothing when the wallet is short",
        "BUY-05",
        "return available if auto.takes_what_the_wallet_has.value else Cents(0)",
        "return Cents(0)",
        (f"{_BUY_IN}::test_auto_top_up_refills_to_the_initial_buy_in",),
    ),
    Mutation(
        "a refill comes for a hand long gone",
        "BUY-05",
        "if not chair.refill_due or command.number != table.hands_opened or rules.auto_top_up is None:",
        "if not chair.refill_due or rules.auto_top_up is None:",
        (f"{_TABLE_MONEY}::test_a_refill_is_for_the_hand_it_follows",),
    ),
    Mutation(
        "auto top-up goes beyond the initial buy-in",
        "BUY-05",
        "wanted = Cents(max(0, initial - stack))",
        "wanted = top_up_limits(rules, stack).maximum",
        (f"{_BUY_IN}::test_auto_top_up_refills_to_the_initial_buy_in",),
    ),
    Mutation(
        "a Banzai stack that is not whole is played with",
        "BZ-03",
        "        applied = 0  # a stack that would not be whole stays as it is (BZ-03)",
        "        pass",
        (f"{_TABLE_MONEY}::test_a_banzai_top_up_that_no_longer_fits_after_the_hand_goes_home",),
    ),
    Mutation(
        "a Banzai stack may be topped up by anything",
        "BZ-03",
        "least = room if rules.banzai is not None else rules.buy_in_min.value if enters else Cents(1)",
        "least = rules.buy_in_min.value if enters else Cents(1)",
        (f"{_BUY_IN}::test_banzai_stacks_are_topped_up_to_exactly_ten_big_blinds",),
    ),
    Mutation(
        "one table more of a stake",
        "BZ-04",
        "if guest.tables_at_stake < most.value:",
        "if guest.tables_at_stake <= most.value:",
        (f"{_BUY_IN_BANZAI}::test_tables_per_stake",),
    ),
    Mutation(
        "the window of Banzai is a moment too short",
        "BZ-06",
        "if now - left.at <= banzai.return_window_seconds.value",
        "if now - left.at < banzai.return_window_seconds.value",
        (f"{_BUY_IN_BANZAI}::test_edition_2_2_always_wants_the_stack_back_within_thirty_minutes",),
    ),
    Mutation(
        "the oldest obligation comes first",
        "BZ-06",
        "return max(binding, key=lambda left: left.stack) if banzai.largest_obligation_first.value else binding[0]",
        "return binding[0]",
        (f"{_BUY_IN_BANZAI}::test_several_obligations_are_met_largest_first_each_once",),
    ),
    Mutation(
        "ten big blinds must come back too",
        "BZ-06",
        "command.stack > start_stack(rules, banzai)",
        "command.stack >= start_stack(rules, banzai)",
        (f"{_BUY_IN_BANZAI}::test_only_more_than_ten_big_blinds_must_come_back",),
    ),
    Mutation(
        "one choice more a day",
        "BZ-07",
        "    if used < allowed.value:",
        "    if used <= allowed.value:",
        (f"{_BUY_IN_BANZAI}::test_five_choices_a_day_then_only_resume",),
    ),
    Mutation(
        "whoever is excluded from Banzai plays nothing",
        "BZ-08",
        "if rules.banzai is not None and FORMAT in guest.excluded_from:",
        "if FORMAT in guest.excluded_from:",
        (f"{_BUY_IN_BANZAI}::test_staff_may_exclude_a_player_from_banzai_and_nothing_else",),
    ),
    Mutation(
        "everybody gets the first free chair",
        "CASH-02",
        "free[command.draw % len(free)]",
        "free[0]",
        (f"{_TABLE_BLINDS}::test_chance_picks_a_free_chair",),
    ),
    Mutation(
        "a table without seats enough to deal is drawn",
        "CASH-02",
        "    if lacking > table.free:\n        return False",
        "",
        (f"{_FLOOR_DRAW}::test_a_table_without_seats_enough_to_deal_is_never_drawn",),
    ),
    Mutation(
        "empty and almost full tables are drawn alike",
        "CASH-02",
        "return [favour * free if table in visited else free for table, free in tables]",
        "return [favour if table in visited else 1 for table, _ in tables]",
        (f"{_FLOOR_DRAW}::test_weights_are_free_seats_times_three_where_one_has_played",),
    ),
    Mutation(
        "the first button is not drawn",
        "CASH-03",
        "drawn = rules.first_button.value is FirstButton.RANDOM",
        "drawn = False",
        (f"{_TABLE_BLINDS}::test_the_first_button_of_a_new_table_is_drawn_among_those_dealt_in",),
    ),
    Mutation(
        "a newcomer gets the button",
        "CASH-04",
        "return Positions(next((seat for seat in before if seat in veterans), before[0]), small, big)",
        "return Positions(before[0], small, big)",
        (f"{_TABLE_BLINDS}::test_a_newcomer_who_posts_before_the_blinds_is_passed_by_the_button",),
    ),
    Mutation(
        "a big blind is skipped",
        "CASH-04",
        "return next(seat for seat in clockwise(last_big_blind, seats) if seat in present)",
        "return next(seat for seat in clockwise((last_big_blind + 1) % seats, seats) if seat in present)",
        (
            f"{_TABLE_BLINDS}::test_the_big_blind_moves_forward_and_the_rest_follows",
            _EVENING,
        ),
    ),
    Mutation(
        "a small blind is posted for a big blind who left",
        "CASH-04",
        "small: int | None = None",
        "small: int | None = next(seat for seat in counter_clockwise(big, seats) if seat in dealt)",
        (
            f"{_TABLE_BLINDS}::test_the_big_blind_moves_forward_and_the_rest_follows",
            _EVENING,
        ),
    ),
    Mutation(
        "heads-up the big blind has the button",
        "CASH-05",
        "return Positions(other, other, big)",
        "return Positions(big, other, big)",
        (
            f"{_TABLE_BLINDS}::test_the_big_blind_moves_forward_and_the_rest_follows",
            _EVENING,
        ),
    ),
    Mutation(
        "the last who waits gets the free seat",
        "CASH-10",
        "(waiting for waiting in pool.queue if any(True for _ in _possible(pool, waiting.player)))",
        "(waiting for waiting in reversed(pool.queue) if any(True for _ in _possible(pool, waiting.player)))",
        (f"{_FLOOR_QUEUE}::test_players_wait_until_enough_are_there_to_open_the_first_table",),
    ),
    Mutation(
        "one player more is needed to open a table",
        "CASH-10",
        "return len(pool.queue) >= players_min and next_to_seat(pool) is None",
        "return len(pool.queue) > players_min and next_to_seat(pool) is None",
        (f"{_FLOOR_QUEUE}::test_players_wait_until_enough_are_there_to_open_the_first_table",),
    ),
    Mutation(
        "two players go on hand after hand",
        "CASH-12",
        "if rules.one_hand_with_two_after_more.value and last is not None and len(last.seats) > 2:\n"
        "        return 2\n"
        "    return rules",
        "if rules.one_hand_with_two_after_more.value and last is not None and len(last.seats) >= 2:\n"
        "        return 2\n"
        "    return rules",
        (
            f"{_TABLE_BLINDS}::test_one_hand_with_two_players_is_played_after_one_with_more",
            "simulate --seed 3 --players 10 --hours 1 --crashes 0 --edition unibet-2.7",
        ),
    ),
    Mutation(
        "everybody sees the cards that are dealt",
        "CASH-15",
        "return CardsDealt(tuple([each for each in event.told if not isinstance(each, HoleCardsDealt)]), event.turn)",
        "return CardsDealt(event.told, event.turn)",
        (
            f"{_TABLE_VIEWS}::test_cards_one_has_not_seen_make_no_difference_to_what_one_is_sent",
            _EVENING,
        ),
    ),
    Mutation(
        "whoever waits for the big blind is dealt in before",
        "CASH-16",
        "dealt = [seat for seat, chair in ready.items() if seat == big or chair.entry is not Entry.WAITING]",
        "dealt = list(ready)",
        (f"{_TABLE_BLINDS}::test_a_new_player_who_waits_gets_cards_with_the_big_blind",),
    ),
    Mutation(
        "a newcomer who asked to post is dealt in for nothing",
        "CASH-16",
        "posts = tuple([seat for seat in dealt if seat not in paying and ready[seat].entry is Entry.POSTING])",
        "posts: tuple[int, ...] = ()",
        (
            f"{_TABLE_BLINDS}::test_a_new_player_may_post_a_live_big_blind_and_check",
            _EVENING,
        ),
    ),
    Mutation(
        "a big blind is missed for nothing",
        "CASH-17",
        "        if _sits_out(chairs, seat):",
        "        if False:",
        (f"{_TABLE_BLINDS}::test_who_misses_the_big_blind_waits_again_or_is_as_a_new_player",),
    ),
    Mutation(
        "a small blind is missed for nothing",
        "CASH-17",
        "if _sits_out(chairs, last.big_blind) and _was_in(chairs, last.big_blind):",
        "if False:",
        (f"{_TABLE_BLINDS}::test_the_small_blind_is_missed_too",),
    ),
    Mutation(
        "another text of the rulebook holds in mid-hand",
        "CASH-22",
        "return self.rules[table.edition if table.open is None else table.open.edition]",
        "return self.rules[table.edition]",
        (f"{_TABLE_HANDS}::test_another_text_of_the_rulebook_never_holds_in_mid_hand",),
    ),
    Mutation(
        "rake is taken and goes nowhere",
        "RAKE-02",
        "    moves.append(move(middle, house, event.rake, Reason.RAKE, event.rake_rule))\n",
        "",
        (f"{_TABLE_MONEY}::test_only_chips_on_the_table_play",),
    ),
    Mutation(
        "rakeback goes by stacks instead of what was put in",
        "RAKE-11",
        "earned = rakeback_of_hand(rules.rakeback, event.rake, event.contributed)",
        "earned = rakeback_of_hand(rules.rakeback, event.rake, event.before)",
        (f"{_TABLE_MONEY}::test_rakeback_goes_by_what_each_put_in_and_not_by_stacks",),
    ),
    Mutation(
        "any table of the stake binds",
        "RAT-02",
        "if now - left.at <= ratholing.window_seconds.value\n"
        "        and (ratholing.scope.value is ReturnScope.SAME_STAKE or left.table == table)",
        "if now - left.at <= ratholing.window_seconds.value",
        (f"{_BUY_IN_RATHOLING}::test_only_exactly_the_same_table_counts",),
    ),
    Mutation(
        "the window of ratholing is a moment too short",
        "RAT-02",
        "if now - left.at <= ratholing.window_seconds.value",
        "if now - left.at < ratholing.window_seconds.value",
        (f"{_BUY_IN_RATHOLING}::test_the_window_is_thirty_minutes_its_last_instant_included",),
    ),
    Mutation(
        "the first departure decides",
        "RAT-03",
        "return max(binding, key=lambda left: left.at, default=None)",
        "return min(binding, key=lambda left: left.at, default=None)",
        (f"{_BUY_IN_RATHOLING}::test_where_the_whole_stake_counts_the_last_departure_from_any_table_decides",),
    ),
    Mutation(
        "a short wallet may bring back less",
        "RAT-03",
        "    if not ratholing.short_wallet_is_refused.value:",
        "    if True:",
        (f"{_BUY_IN_RATHOLING}::test_a_wallet_below_the_forced_amount_is_refused",),
    ),
    Mutation(
        "a return with exactly a hundred big blinds does not count",
        "RAT-04",
        "left.stack >= _counted_from(returns, rules)",
        "left.stack > _counted_from(returns, rules)",
        (f"{_BUY_IN_RATHOLING}::test_what_may_be_brought_back",),
    ),
    Mutation(
        "one more return a day is free",
        "RAT-04",
        "and (tier.counter_at_most is None or returns <= tier.counter_at_most)",
        "and (tier.counter_at_most is None or returns <= tier.counter_at_most + 1)",
        (f"{_BUY_IN_RATHOLING}::test_five_returns_a_day_are_free_and_the_sixth_brings_everything",),
    ),
    Mutation(
        "the counter of returns never starts again",
        "RAT-05",
        "        count = state.returns.get(scope, nothing).on(day) + 1",
        "        count = state.returns.get(scope, nothing).count + 1",
        (f"{_BUY_IN_RATHOLING}::test_the_counter_starts_again_at_midnight_utc",),
    ),
    Mutation(
        "a deep stack may come back as a short one",
        "RAT-06",
        "minimum, maximum = max(left.stack, rules.buy_in_min.value), max(left.stack, rules.buy_in_max.value)",
        "minimum, maximum = rules.buy_in_min.value, max(left.stack, rules.buy_in_max.value)",
        (f"{_BUY_IN_RATHOLING}::test_deepstack_always_takes_back_what_was_left",),
    ),
    Mutation(
        "a table is broken while somebody sits out",
        "TIME-01",
        "return bool(table.players) and not table.away and not table.held",
        "return bool(table.players) and not table.held",
        (f"{_FLOOR_TABLES}::test_a_table_where_somebody_sits_out_is_not_broken",),
    ),
    Mutation(
        "whoever sits out stays where everybody should be paid out",
        "TIME-17",
        "            if chair is not None:\n                draft.emit(gone(chair, seat, now, rules.failure.rule))",
        "            if chair is not None and chair.sit_out is None:\n"
        "                draft.emit(gone(chair, seat, now, rules.failure.rule))",
        (f"{_TABLE_FAILURES}::test_publicwin_sends_those_home_who_sit_out",),
    ),
    Mutation(
        "practice partners play for real money",
        "X-144",
        "    if bot and rules.money is MoneyKind.REAL:",
        "    if False:",
        (f"{_FLOOR_QUEUE}::test_refusals_by_descending_precedence",),
    ),
)
