"""What a cancelled tournament pays, broken."""

from typing import Final

from tools.mutations.mutation import HOUSE, Mutation

_CANCELLATION: Final = "tests/tournament/test_cancellation.py"
_CANCELLATION_DIRECTOR: Final = "tests/tournament/test_cancellation_director.py"
_CANCELLATION_FINISHED_HANDS: Final = "tests/tournament/test_cancellation_finished_hands.py"
_CANCELLATION_GAMES: Final = "tests/hexapro/test_cancellation.py"
_CANCELLATION_MONEY: Final = "tests/tournament/test_cancellation_money.py"
_CANCELLATION_PHASES: Final = "tests/tournament/test_cancellation_phases.py"

MUTATIONS: Final = (
    Mutation(
        "fees stay when nothing was played",
        "CANC-52",
        "Part(What.FEE, Cents(sum(payment.fee for payment in money)), refunds.rule),",
        "Part(What.FEE, Cents(0), refunds.rule),",
        (f"{_CANCELLATION}::test_before_the_start_everything_comes_back_in_its_own_means",),
    ),
    Mutation(
        "a bounty nobody played for stays",
        "CANC-52",
        "Part(What.BOUNTY, Cents(sum(payment.bounty for payment in money)), refunds.rule),",
        "Part(What.BOUNTY, Cents(0), refunds.rule),",
        (f"{_CANCELLATION}::test_a_bounty_that_nobody_played_for_comes_back_with_the_buy_in",),
    ),
    Mutation(
        "what those paid who are out before the last phase is the house's",
        "CANC-52",
        "shares = share_of_those_out(case, policy.started, refunds.rule)",
        "shares = share_of_those_out(replace(case, supplied=Cents(0)), policy.started, refunds.rule)",
        (
            f"{_CANCELLATION_PHASES}::test_a_last_phase_that_never_starts_gives_entries_back_and_shares_what_others_paid_in",
        ),
    ),
    Mutation(
        "a ticket comes back without its part of the pool",
        "CANC-52",
        "        yield move(prizes(tender, tournament), ticket, payment.pool, Reason.TICKET, fate.rule)\n",
        "",
        (f"{_CANCELLATION_DIRECTOR}::test_before_the_start_money_and_tickets_go_back",),
    ),
    Mutation(
        "fees of first phases are earned before the last one is over",
        "CANC-53a",
        "draft.emit(PhaseEnded(draft.books, draft.now, qualifiers, funds.pool, phase.next, NOTHING, PHASES, funds.fees))",
        "draft.emit(PhaseEnded(draft.books, draft.now, qualifiers, funds.pool, phase.next, funds.fees, PHASES, NOTHING))",
        (f"{_CANCELLATION_PHASES}::test_in_a_running_last_phase_those_who_remain_get_the_fees_of_their_first_phases",),
    ),
    Mutation(
        "those who remain lose their fees",
        "CANC-53a",
        "        shared.give(What.FEE, [entrant.fees for entrant in shared.remaining], rule)",
        "        pass",
        (f"{_CANCELLATION}::test_those_who_remain_get_all_their_fees_back_and_those_who_are_out_nothing",),
    ),
    Mutation(
        "everything is shared equally",
        "CANC-53b",
        "equal = Fraction(pot * equal_part, PPM_WHOLE)",
        "equal = Fraction(pot)",
        (f"{_CANCELLATION}::test_half_of_the_pot_equally_and_half_by_chips",),
    ),
    Mutation(
        "the smallest stacks get the cents that are left",
        "CANC-53b",
        "(-(entrant.chips or 0), entrant.player)",
        "((entrant.chips or 0), entrant.player)",
        (f"{_CANCELLATION}::test_leftover_cents_go_to_the_largest_stacks",),
    ),
    Mutation(
        "a guarantee is shared before the money",
        "CANC-53b",
        "    elif policy.overlay_is_shared_before_money.value:",
        "    elif True:",
        (f"{_CANCELLATION}::test_a_guarantee_that_players_did_not_supply_is_not_shared_before_the_money",),
    ),
    Mutation(
        "chips bought in a hand are forgotten",
        "CANC-53b",
        "Chips(0) if chair is None else Chips(chair.stack + chair.bought)",
        "Chips(0) if chair is None else chair.stack",
        (f"{_CANCELLATION_DIRECTOR}::test_chips_that_were_bought_in_a_hand_and_wait_for_its_end_count",),
    ),
    Mutation(
        "a freeroll's pool is not shared",
        "CANC-53c",
        "if case.freeroll and policy.freeroll_pool_is_shared.value:",
        "if False:",
        (f"{_CANCELLATION}::test_a_freerolls_pool_is_shared_although_players_paid_nothing",),
    ),
    Mutation(
        "no fees come back at the final table",
        "CANC-54a",
        "    shared.give(What.BY_ICM, to_nearest(equities), rule)\n"
        "    _give_fees_back(shared, policy, FEES_IN_THE_MONEY)\n",
        "    shared.give(What.BY_ICM, to_nearest(equities), rule)\n",
        (f"{_CANCELLATION}::test_fees_come_back_in_the_money_too",),
    ),
    Mutation(
        "in the money chips alone decide",
        "CANC-54b",
        "lowest = min(prizes) if switch.value else Cents(0)",
        "lowest = Cents(0)",
        (f"{_CANCELLATION}::test_in_the_money_the_lowest_prize_for_each_and_the_rest_by_chips",),
    ),
    Mutation(
        "the money begins one player too late",
        "CANC-54b",
        "return 0 < len(self.remaining) <= len(self.prizes)",
        "return 0 < len(self.remaining) < len(self.prizes)",
        (f"{_CANCELLATION}::test_the_money_begins_when_every_next_player_out_is_paid",),
    ),
    Mutation(
        "who lost all chips in a finished hand still shares",
        "CANC-54b",
        "        _take_stock(draft, interrupted=True)",
        "        pass",
        (
            f"{_CANCELLATION_FINISHED_HANDS}::test_who_lost_all_chips_in_a_finished_hand_is_out_though_other_tables_still_play",
        ),
    ),
    Mutation(
        "a final table is paid like any other",
        "CANC-54c",
        "if case.final_table and policy.final_table_by_icm.value:",
        "if False:",
        (f"{_CANCELLATION}::test_the_final_table_is_paid_by_the_independent_chip_model",),
    ),
    Mutation(
        "the smallest fractions are rounded up",
        "CANC-54c",
        "key=lambda place: whole[place] - shares[place]",
        "key=lambda place: shares[place] - whole[place]",
        (f"{_CANCELLATION}::test_the_final_table_is_paid_by_the_independent_chip_model",),
    ),
    Mutation(
        "nobody adds what a cancelled guarantee lacks",
        "CANC-54c",
        "    yield move(house, prizes(tender, tournament), _above_zero(-left.pool), Reason.OVERLAY, plan.rule)\n",
        "",
        (f"{_CANCELLATION_MONEY}::test_the_commit_pays_what_the_dry_run_shows_and_empties_the_accounts",),
    ),
    Mutation(
        "an entry that was to be won is worth nothing",
        "CANC-54d",
        "return [prize.value if converted else prize.money for prize in prizes]",
        "return [prize.money for prize in prizes]",
        (f"{_CANCELLATION}::test_prizes_that_are_not_money_are_shared_as_money",),
    ),
    Mutation(
        "nobody has a tenth of the pool for certain",
        "CANC-55",
        "each = Cents(portion(pool, policy.hexapro_each_percent.value, policy.rounding.value))",
        "each = Cents(0)",
        (f"{_CANCELLATION_GAMES}::test_a_tenth_of_the_pool_for_each_and_the_rest_by_icm",),
    ),
    Mutation(
        "a prize that was paid is shared again",
        "CANC-55",
        "rest = pool - sum(entrant.received for entrant in case.entrants) - count * each",
        "rest = pool - count * each",
        (f"{_CANCELLATION_GAMES}::test_a_prize_already_paid_is_deducted_and_its_place_is_not_open",),
    ),
    Mutation(
        "the fee inside a buy-in stays",
        "CANC-55",
        "fees = [_fee(entrant, policy) for entrant in shared.remaining]",
        "fees = [Cents(0) for entrant in shared.remaining]",
        (f"{_CANCELLATION_GAMES}::test_the_fee_inside_the_buy_in_comes_back_to_those_who_remain",),
    ),
    Mutation(
        "bounties are shared equally",
        "CANC-56",
        "own = [entrant.bounty for entrant in shared.remaining]",
        "own = [Cents(0) for entrant in shared.remaining]",
        (f"{_CANCELLATION}::test_each_remaining_player_gets_the_own_bounty_besides",),
    ),
    Mutation(
        "a bounty that nobody can win is the house's",
        "CANC-56",
        "unwon = share_evenly(max(0, case.funds.bounties - sum(own)), len(own))",
        "unwon = share_evenly(0, len(own))",
        (f"{_CANCELLATION_FINISHED_HANDS}::test_a_bounty_that_nobody_can_win_any_more_is_shared_and_never_the_houses",),
    ),
    Mutation(
        "a ticket comes back where the rulebook keeps it",
        "CANC-60",
        "TicketFate(payment, tickets.value is Tickets.RETURNED, tickets.rule)",
        "TicketFate(payment, True, tickets.rule)",
        (f"{_CANCELLATION}::test_publicwin_refunds_money_before_the_start_and_keeps_tickets",),
    ),
    Mutation(
        "prizes already paid are not deducted",
        "CANC-61",
        "deducted = min(entrant.received, payout.amount)",
        "deducted = Cents(0)",
        (f"{_CANCELLATION}::test_publicwin_prizes_already_credited_are_deducted_from_the_refund",),
    ),
    Mutation(
        "a tournament that should resume is refunded",
        "CANC-61",
        "    if chosen is OnServerFailure.RESUME:",
        "    if False:",
        (f"{_CANCELLATION}::test_publicwin_resume_pays_nothing",),
    ),
    Mutation(
        "the published option holds for every cause",
        "CANC-63",
        "published = case.published if case.cause is Cause.SERVER_FAILURE else None",
        "published = case.published",
        (f"{_CANCELLATION}::test_publicwin_other_causes_and_events_that_published_nothing_are_refunded",),
    ),
    Mutation(
        "who was never there has the fee back",
        "MTT-40",
        "return NOTHING if self.forfeits else Cents(sum(payment.fee for payment in self.payments))",
        "return Cents(sum(payment.fee for payment in self.payments))",
        (f"{_CANCELLATION_FINISHED_HANDS}::test_who_was_never_there_forfeits_the_fee_and_keeps_the_share",),
    ),
    Mutation(
        "who is disqualified in a hand has no place when it is cancelled",
        "MTT-45",
        "done = interrupted or (table.order is None and not table.fallen)",
        "done = table.order is None and not table.fallen",
        (f"{_CANCELLATION_FINISHED_HANDS}::test_who_is_disqualified_in_a_hand_has_a_place_when_it_is_cancelled",),
    ),
    Mutation(
        "a VIP's prize is lost with a cancellation",
        "MTT-70",
        "if interrupted or not _rules(draft).vip_only_final_knock_out.value or _is_final(draft.state, claim):",
        "if not _rules(draft).vip_only_final_knock_out.value or _is_final(draft.state, claim):",
        (f"{_CANCELLATION_FINISHED_HANDS}::test_a_cancellation_makes_the_knock_out_of_a_vip_final",),
    ),
    Mutation(
        "winnings of a cancelled tournament are paid during a review",
        HOUSE,
        "        if payout.player not in held:",
        "        if True:",
        (f"{_CANCELLATION_DIRECTOR}::test_a_review_keeps_back_what_a_cancelled_tournament_gave_but_not_what_was_paid",),
    ),
    Mutation(
        "what is left of fees disappears",
        HOUSE,
        "Cents(self.funds.fees - sum(p.from_fees for p in self.payouts) - sum(b.fee for b in backs)),",
        "Cents(0),",
        (f"{_CANCELLATION_MONEY}::test_the_commit_pays_what_the_dry_run_shows_and_empties_the_accounts",),
    ),
)
