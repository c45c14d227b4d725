"""Fair dealing, broken: streams, decks, cuts, messages, the casino, and every check of a verifier."""

from typing import Final

from tools.mutations.mutation import HOUSE, Mutation

_CASINO: Final = "tests/fair/test_casino.py"
_MUTANTS: Final = "tests/fair/test_mutants.py"
_PROPERTIES: Final = "tests/fair/test_properties.py"
_PUBLISHED: Final = "tests/fair/test_published.py"
_VECTORS: Final = "tests/fair/test_vectors.py"
_VERIFY: Final = "tests/fair/test_verify.py"

MUTATIONS: Final = (
    Mutation(
        "small numbers come more often from a stream",
        "CASH-08",
        "while (word := self.u32()) >= fair:",
        "while (word := self.u32()) < 0:",
        (f"{_VECTORS}::test_numbers_that_would_come_more_often_are_passed_over",),
    ),
    Mutation(
        "a shuffle leaves the first card where it is",
        "CASH-08",
        "        for place in range(n - 1):\n",
        "        for place in range(1, n - 1):\n",
        (f"{_VECTORS}::test_the_cut_and_the_cards_in_dealing_order",),
    ),
    Mutation(
        "leaves have no salt",
        HOUSE,
        "leaf.update(place + _CARDS[card] + salted)",
        "leaf.update(place + _CARDS[card])",
        (f"{_VECTORS}::test_both_roots",),
    ),
    Mutation(
        "both decks of a hand may have one key",
        HOUSE,
        "    if keys[0] == keys[1]:\n",
        "    if keys[0] != keys[0]:\n",
        (f"{_PROPERTIES}::test_one_key_is_never_good_for_two_decks",),
    ),
    Mutation(
        "a deck tells its key when it is printed",
        HOUSE,
        'return f"Deck({self.number}, root={self.root.hex()})"',
        'return f"Deck({self.number}, key={self.key.hex()})"',
        (f"{_PROPERTIES}::test_a_deck_tells_no_log_its_key_or_cards",),
    ),
    Mutation(
        "the first deck is always played",
        "CASH-08",
        "deck = stream.u32() & 1",
        "deck = stream.u32() & 0",
        (f"{_MUTANTS}::test_a_deck_that_is_not_its_keys_is_caught_in_every_second_hand",),
    ),
    Mutation(
        "any seed is taken for the promised one",
        HOUSE,
        "elif seed is not None and locked.accepts(each.seat, seed):",
        "elif seed is not None:",
        (f"{_PROPERTIES}::test_a_seed_that_is_missing_or_wrong_is_dealt_to_all_the_same",),
    ),
    Mutation(
        "a withheld seed is not marked",
        HOUSE,
        "seats.append(each._replace(flag=UNREVEALED))",
        "seats.append(each)",
        (f"{_PROPERTIES}::test_a_seed_that_is_missing_or_wrong_is_dealt_to_all_the_same",),
    ),
    Mutation(
        "hole cards are dealt side by side",
        "CASH-08",
        "return range(place, players * hole, players)",
        "return range(place * hole, place * hole + hole)",
        (f"{_PROPERTIES}::test_every_dealt_card_belongs_to_one_place",),
    ),
    Mutation(
        "any order of dealing is locked",
        HOUSE,
        "return all(one < other for one, other in pairwise(turned))",
        "return len(turned) > 0",
        (
            f"{_PROPERTIES}::test_only_a_clockwise_order_of_all_players_can_be_locked",
            f"{_MUTANTS}::test_an_order_that_is_not_clockwise_is_caught",
        ),
    ),
    Mutation(
        "cards that were never dealt are opened",
        HOUSE,
        "    if any(not 0 <= k < most for k in shown):\n",
        "    if any(k < 0 for k in shown):\n",
        (f"{_PROPERTIES}::test_only_dealt_cards_can_be_opened",),
    ),
    Mutation(
        "the deck that was not played is not looked at",
        HOUSE,
        "passed=root == hand.roots[number],",
        "passed=True,",
        (f"{_MUTANTS}::test_a_deck_that_is_not_its_keys_is_caught_in_every_second_hand",),
    ),
    Mutation(
        "opened cards need not come from the locked deck",
        HOUSE,
        "or root_of_opening(hand.table, hand.hand, hand.deck, each) != hand.roots[hand.deck]",
        "or not hand.roots[hand.deck]",
        (f"{_MUTANTS}::test_swapped_leaves_are_caught",),
    ),
    Mutation(
        "opened cards need not be where the cut took them",
        HOUSE,
        "or each.i != places[each.k]",
        "or each.i >= len(places)",
        (f"{_MUTANTS}::test_a_card_dealt_to_another_than_the_order_says_is_caught",),
    ),
    Mutation(
        "the house chooses the default",
        HOUSE,
        "return each.commitment == NOTHING and each.seed == default\n\n\ndef _check_cut",
        "return each.commitment == NOTHING or each.seed == default\n\n\ndef _check_cut",
        (f"{_MUTANTS}::test_a_default_that_the_house_chose_is_caught",),
    ),
    Mutation(
        "a copy may hold the cards of anybody",
        HOUSE,
        "        if end_digest(hand.table, hand.hand, hand.deal, hand.unused_key, cards) == hand.end:\n",
        "        if hand.end:\n",
        (f"{_VERIFY}::test_a_copy_with_the_cards_of_two_players_was_never_given_out",),
    ),
    Mutation(
        "a signature is not compared with its message",
        HOUSE,
        "passed=all(signature(hand.key, message, each) for message, each in signed),",
        "passed=all(signature(hand.key, message, each) or each for message, each in signed),",
        (f"{_VERIFY}::test_the_check_that_fails_says_what_is_wrong",),
    ),
    Mutation(
        "any key is the room's",
        HOUSE,
        "passed=hand.key == room_key,",
        "passed=len(hand.key) == len(room_key),",
        (f"{_VERIFY}::test_another_key_is_told_and_none_is_told_too",),
    ),
    Mutation(
        "a hand that nobody cut is not marked",
        HOUSE,
        "counted = sum(each.flag == OWN for each in hand.seats)",
        "counted = len(hand.seats)",
        (f"{_VERIFY}::test_a_hand_without_an_own_seed_is_not_cut_by_a_player",),
    ),
    Mutation(
        "a deck may be dealt again",
        "CASH-08",
        "if not salts.isdisjoint(self._salts):",
        "if not salts:",
        (f"{_MUTANTS}::test_a_deck_that_is_dealt_again_is_caught_by_its_key_or_its_salts",),
    ),
    Mutation(
        "a log may be rewritten",
        HOUSE,
        "            if hand.before != log:\n",
        "            if not hand.before:\n",
        (f"{_VERIFY}::test_a_log_that_was_rewritten_does_not_go_on",),
    ),
    Mutation(
        "a proof may say more than the whitelist",
        HOUSE,
        "        if name not in allowed:\n",
        "        if not name:\n",
        (f"{_PUBLISHED}::test_a_field_too_many_or_too_few_is_refused_wherever_it_is",),
    ),
    Mutation(
        "a field may be there twice",
        HOUSE,
        "    if len(found) < len(pairs):\n",
        "    if len(found) > len(pairs):\n",
        (f"{_PUBLISHED}::test_what_is_no_proof_is_refused_with_a_code",),
    ),
    Mutation(
        "a casino's secret need not be of its chain",
        HOUSE,
        "passed=fixed == found.fixed,",
        "passed=len(fixed) == len(found.fixed),",
        (f"{_CASINO}::test_a_result_of_the_houses_own_is_caught",),
    ),
    Mutation(
        "rounds of a table may be of several chains",
        HOUSE,
        "elif chain_back(revealed, at - number) != secret:",
        "elif not secret:",
        (f"{_CASINO}::test_rounds_of_a_table_belong_to_one_chain_and_use_each_secret_once",),
    ),
    Mutation(
        "lots do not hang on the hands that were played",
        HOUSE,
        "self._heads = heads_after(chain.heads, chain.logs)",
        "self._heads = chain.heads",
        (
            "tests/tournament/test_proven_lots.py::test_ties_and_moves_name_the_logs_of_the_tables_that_played_and_every_place_is_used_once",
        ),
    ),
    Mutation(
        "a draw of lots need not follow from its stream",
        HOUSE,
        "if drawn_again(stream, draw) != draw.drawn]",
        "if drawn_again(stream, draw) == ()]",
        ("tests/sim/test_tournament_proofs.py::test_lots_that_were_drawn_otherwise_are_caught",),
    ),
    Mutation(
        "what a scanner read need not be what is shown",
        HOUSE,
        "entry.face == face_of(entry.card, entry.salt)",
        "entry.face != entry.salt",
        (f"{_VERIFY}::test_any_changed_value_is_noticed_by_both_verifiers",),
    ),
)
