"""The notices on a blackjack table: what its rules say, as the table has them (BJ-08, BJ-09)."""

from fairdeal.kernel import Ruling, rule_on
from fairdeal.rulebook.ruled import Odds, Ruled
from fairdeal.rulebook.schema.casino import Blackjack


def notices_of(rules: Blackjack) -> tuple[Ruling, ...]:
    """The rulings that a client shows as notices on the felt."""
    soft = rules.dealer_hits_soft_17
    return (
        rule_on("dealer_draws_on_soft_17" if soft.value else "dealer_stands_on_all_17s", soft.rule),
        _pays("blackjack_pays", rules.blackjack_pays),
        _pays("insurance_pays", rules.insurance_pays),
        rule_on(
            "double_on_first_two_cards" if rules.double_allowed.value else "no_doubles",
            rules.double_allowed.rule,
            after_split=int(rules.double_after_split.value),
        ),
        rule_on("splits_allowed", rules.splits_max.rule, most=rules.splits_max.value),
        rule_on("cards_on_split_aces", rules.split_ace_cards.rule, cards=rules.split_ace_cards.value),
    )


def _pays(code: str, odds: Ruled[Odds]) -> Ruling:
    return rule_on(code, odds.rule, pays=odds.value.pays, per=odds.value.per)
