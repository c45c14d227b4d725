"""
The rules of one tournament, taken from its edition.

Where an edition has a value for a rule, rulings cite the value's rule; the ids here are of rules that have none.
"""

from dataclasses import dataclass, replace
from typing import Final

from fairdeal.bank.accounts import Tender, parse_account
from fairdeal.bank.wallet import table_wallet
from fairdeal.kernel import HOUR, MINUTE, AccountId, Duration, MoneyKind, PlayerId, RuleId, TournamentId
from fairdeal.play.time_bank import BankRules, bank_for
from fairdeal.poker import FIXED_LIMIT, HOLDEM, NO_LIMIT, OMAHA, POT_LIMIT, HandRules, NoSuchGame
from fairdeal.rulebook.clause import EditionId
from fairdeal.rulebook.export import content_hash
from fairdeal.rulebook.schema.choices import (
    BustOrder,
    FirstButton,
    ShowOrder,
    Structure,
    Variant,
)
from fairdeal.rulebook.schema.edition import Edition, Poker
from fairdeal.tournament.books import Books, ticket_account
from fairdeal.tournament.setup import TournamentSetup
from fairdeal.tournament.structure import Level

PROMPT_START: Final = RuleId("MTT-26a")
DELAY_OR_CANCEL: Final = RuleId("MTT-26b")
CHANGE_PARAMETERS: Final = RuleId("MTT-27b")
CHANGE_REGISTRATION: Final = RuleId("MTT-34b")
CHANGE_SCHEDULE: Final = RuleId("MTT-39b")
RANDOM_SEATS: Final = RuleId("MTT-28a")
PRIZES_FINAL: Final = RuleId("MTT-31b")
LATE_REGISTRATION: Final = RuleId("MTT-32a")
ONE_ENTRY: Final = RuleId("MTT-32c")
UNREGISTER_WINDOW: Final = RuleId("MTT-33a")
ENTRY_PRICE: Final = RuleId("MTT-35")
NO_UNREGISTRATION: Final = RuleId("MTT-36")
ENTRY_CONDITIONS: Final = RuleId("MTT-38b")
LOT_DECIDES: Final = RuleId("MTT-41c")
TOGETHER: Final = RuleId("MTT-41d")
BALANCE: Final = RuleId("MTT-42a")
WHO_MOVES: Final = RuleId("MTT-42b")
NEW_SEAT: Final = RuleId("MTT-42c")
HOUSE_POWERS: Final = RuleId("MTT-45")
BUTTON: Final = RuleId("MTT-46a")
HEADS_UP: Final = RuleId("MTT-46b")
BREAK_WAITS: Final = RuleId("MTT-47b")
CRASH: Final = RuleId("MTT-50")
SIT_AND_GO: Final = RuleId("MTT-61")
FREEZEOUT: Final = RuleId("MTT-62")
MULTI_BUY_IN: Final = RuleId("MTT-65")
RE_BUY: Final = RuleId("MTT-66")
ADD_ON: Final = RuleId("MTT-67")
BOUNTY: Final = RuleId("MTT-68")
PHASES: Final = RuleId("MTT-71a")

_STRUCTURES: Final = {
    Structure.NO_LIMIT: NO_LIMIT,
    Structure.POT_LIMIT: POT_LIMIT,
    Structure.FIXED_LIMIT: FIXED_LIMIT,
}
_HOLE_CARDS: Final = {Variant.HOLDEM: HOLDEM, Variant.OMAHA: OMAHA}


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """The values of an edition that one tournament is run by."""

    edition: EditionId
    digest: str  # content hash of the edition
    poker: Poker
    bank: BankRules | None
    tender: Tender

    @property
    def bank_start(self) -> Duration:
        """The time bank of a player who sits down."""
        return Duration(0) if self.bank is None else self.bank.start

    def wallet(self, player: PlayerId) -> AccountId:
        """The wallet that pays a player's entries and receives the prizes."""
        return table_wallet(self.poker.wallet, self.tender.money, player)

    def ticket(self, player: PlayerId, ticket: str) -> AccountId:
        """The account of a player's ticket."""
        return ticket_account(self.tender, player, ticket)

    def books(self, tournament: TournamentId, product: str) -> Books:
        """The accounts of a tournament."""
        wallet = parse_account(self.wallet(PlayerId("")))
        assert wallet is not None, "a wallet's id says which one it is"
        return Books(tournament, self.edition, self.tender, wallet.purpose, product)


def tournament_rules(edition: Edition, setup: TournamentSetup) -> TournamentRules:
    """The rules of a tournament; raises `NoSuchGame` where the edition wants what no director does."""
    poker = edition.poker
    if poker is None:
        raise NoSuchGame("no_poker", f"{edition.id} has no poker")
    _check_supported(poker)
    game = "sit-and-go" if setup.sit_and_go else "tournament"
    bank = bank_for(poker.time_bank, (game, "any"))
    if bank is not None and setup.bank is not None:
        bank = replace(bank, start=setup.bank.start, most=setup.bank.most)
    tender = Tender(poker.wallet.currency.value, setup.money)
    return TournamentRules(edition.id, content_hash(edition), poker, bank, tender)


def _check_supported(poker: Poker) -> None:
    """Refuse what no published edition has and the director does not do, rather than do it wrong."""
    rules = poker.tournament
    supported = (
        rules.first_button.value is FirstButton.HIGHEST_SEAT,
        rules.absent_players_are_seated.value,
        rules.sitting_out_is_dealt_in.value,
        rules.bust_order.value is BustOrder.CHIPS_AT_HAND_START,
        rules.paid_at_elimination.value,
        rules.guarantee_overlay_by_house.value,
        rules.break_minute.value < HOUR // MINUTE,
        rules.bounties is None or rules.bounties.champion_keeps_own.value,
        rules.phases is None or not rules.phases.direct_entry_to_last.value,
    )
    if not all(supported):
        raise NoSuchGame("unsupported_tournament", "directors seat, rank and pay players as the published editions do")


def rollback_rule(poker: Poker) -> RuleId:
    """The rule by which a hand that a failure interrupted is played again."""
    policy = poker.cancellation.on_failure
    return CRASH if policy is None else policy.hands_are_annulled.rule


def hand_rules(poker: Poker, family: str, level: Level) -> HandRules:
    """The rules of a hand at one level: those of the game's cash hands, without rake (FEE-06)."""
    game = next(row for row in poker.games.families.value if row.id == family)
    fixed = poker.betting.fixed_limit if game.structure is Structure.FIXED_LIMIT else None
    return HandRules(
        big_blind=level.big_blind,
        hole_cards=_HOLE_CARDS[game.variant],
        structure=_STRUCTURES[game.structure],
        small_bet=level.big_blind if fixed else 0,
        big_bet=2 * level.big_blind if fixed else 0,
        low_rounds=fixed.low_limit_rounds.value if fixed else 2,
        bets_max=fixed.bets_per_round_max.value if fixed else 4,
        show_in_order=poker.showdown.order.value is ShowOrder.LAST_RIVER_AGGRESSOR,
    )


def is_for_money(setup: TournamentSetup) -> bool:
    """Whether rules for real-money tournaments hold; test money behaves like real money."""
    return setup.money is not MoneyKind.PLAY


def ticket_name(tournament: TournamentId, place: int) -> str:
    """The name of the ticket that a place wins."""
    return f"{tournament}.{place}"
