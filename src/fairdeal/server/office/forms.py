"""
What staff can ask for, as the API takes it and the command line writes it down: forms become deeds.

A form names players by id, wallets by their money, and amounts in cents. What a deed needs besides, such as the balance of an account
that is closed, is read now; the dry run that is signed holds it fast. Tags and fields are for ever, and new fields have defaults.
"""

# ruff: noqa: ARG002 - few forms need the house or the rulebook

from typing import Annotated, Final, Literal

import msgspec

from fairdeal.bank.accounts import Purpose, Tender, poker_wallet, site_wallet
from fairdeal.bank.bars import Scope
from fairdeal.bank.fx import into_site
from fairdeal.bank.holds.state import Grounds, HoldKind, Holds
from fairdeal.bank.house import StaffId, tender_of
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.purse.state import Withdrawal
from fairdeal.bank.streams import holds_stream
from fairdeal.kernel import AccountId, Cents, Currency, HandId, Instant, MoneyKind, PlayerId, Rejection, Units, units_of
from fairdeal.office.deed import Deed
from fairdeal.office.deeds import holds, money, people, play
from fairdeal.office.deeds import house as house_deeds
from fairdeal.office.roles import Member, Role
from fairdeal.rulebook.clause import EditionId
from fairdeal.server.api.purse import balances_of, exchange_terms, purse_of, rate_of_today
from fairdeal.server.auth.refused import Refused
from fairdeal.server.house import ServerHouse, playing_kind
from fairdeal.server.levers.acts import Number
from fairdeal.server.office.places import cash_table_of, lobby_of, table_of, tournament_of

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]
Words = Annotated[str, msgspec.Meta(max_length=2000)]
MoneyName = Literal["real", "play", "test"]
CurrencyName = Literal["EUR", "RON", "SEK", "USD"]
_SHARES_MAX: Final = 50
_CENT: Final = units_of(Cents(1))


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel", tag_field="kind", kw_only=True):
    """Base of all forms."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for; raises `Refused` for what this house does not have."""
        raise NotImplementedError

    def edition(self, house: ServerHouse) -> EditionId | None:
        """The rulebook of the place that the deed is about; None: of whoever asks to choose."""
        return None


class WalletForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A wallet of a player."""

    currency: CurrencyName
    money: MoneyName
    side: Literal["site", "poker"] = "site"

    def account(self, player: str) -> AccountId:
        """Its account."""
        tender = Tender(Currency(self.currency), MoneyKind(self.money))
        return tender.account(Purpose.SITE if self.side == "site" else Purpose.POKER, player)


class ShareForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A player's part."""

    player: Name
    wallet: WalletForm
    amount: Number

    def share(self) -> money.Share:
        """The part, in units."""
        return money.Share(PlayerId(self.player), self.wallet.account(self.player), _units(self.amount))


Shares = Annotated[list[ShareForm], msgspec.Meta(max_length=_SHARES_MAX)]


# ---- money


class CreditForm(Form, frozen=True, tag="credit", kw_only=True):
    """Give a player money of the house."""

    player: Name
    wallet: WalletForm
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.Credit(PlayerId(self.player), self.wallet.account(self.player), _units(self.amount))


class DebitForm(Form, frozen=True, tag="debit", kw_only=True):
    """Take money from a player that was not the player's."""

    player: Name
    wallet: WalletForm
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.Debit(PlayerId(self.player), self.wallet.account(self.player), _units(self.amount))


class AnnulForm(Form, frozen=True, tag="annul", kw_only=True):
    """Take winnings back; what the wallet is short of becomes a claim."""

    player: Name
    wallet: WalletForm
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        account, wanted = self.wallet.account(self.player), _units(self.amount)
        held = balances_of(house, [account])[account]
        taken = Units(max(0, min(held - held % _CENT, wanted)))
        return money.Annul(PlayerId(self.player), account, taken, Units(wanted - taken))


class SettleForm(Form, frozen=True, tag="settle_claim", kw_only=True):
    """Take what a player owes out of the site wallet, or a part of it."""

    player: Name
    wallet: WalletForm
    amount: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.Settle(PlayerId(self.player), self.wallet.account(self.player), _units(self.amount))


class ReverseForm(Form, frozen=True, tag="reverse", kw_only=True):
    """Move money that was won back to those who lost it."""

    takes: Shares
    gives: Shares
    about: Annotated[str, msgspec.Meta(max_length=128)] = ""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        takes, gives = (tuple(each.share() for each in side) for side in (self.takes, self.gives))
        return money.Reverse(takes, gives, self.about)


class _WithdrawalForm(Form, frozen=True, kw_only=True):
    player: Name
    withdrawal: Name

    def found(self, house: ServerHouse) -> Withdrawal:
        found = purse_of(house, PlayerId(self.player)).find_withdrawal(self.withdrawal)
        if found is None:
            raise Refused("no_such_withdrawal")
        return found

    def named(self, house: ServerHouse) -> tuple[PlayerId, str, MoneyKind]:
        """What every deed about a withdrawal begins with."""
        return PlayerId(self.player), self.withdrawal, tender_of(self.found(house).account).money


class ApprovePayoutForm(_WithdrawalForm, frozen=True, tag="approve_withdrawal", kw_only=True):
    """Let a withdrawal go out."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.ApprovePayout(*self.named(house))


class RefusePayoutForm(_WithdrawalForm, frozen=True, tag="refuse_withdrawal", kw_only=True):
    """Refuse a withdrawal; the money returns to the wallet."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.RefusePayout(*self.named(house))


class PayoutSentForm(_WithdrawalForm, frozen=True, tag="withdrawal_sent", kw_only=True):
    """Note that an approved withdrawal was paid."""

    reference: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return money.PayoutSent(*self.named(house), self.reference)


# ---- holds


class HoldForm(Form, frozen=True, tag="hold", kw_only=True):
    """Keep winnings or funds back while something is looked into."""

    player: Name
    wallet: WalletForm
    amount: Number
    why: Literal["review", "investigation", "complaint"]

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        account = self.wallet.account(self.player)
        return holds.Hold(PlayerId(self.player), account, _units(self.amount), HoldKind(self.why))


class _HeldForm(Form, frozen=True, kw_only=True):
    player: Name
    hold: Name

    def named(self, house: ServerHouse, edition: EditionId) -> tuple[PlayerId, str, MoneyKind]:
        """What every deed about held money begins with."""
        player = PlayerId(self.player)
        state: Holds = house.room.registry.state_of(holds_stream(edition, player))
        hold = state.find(self.hold)
        if hold is None:
            raise Refused("no_such_hold")
        return player, self.hold, tender_of(hold.parts[0].home).money


class ReleaseForm(_HeldForm, frozen=True, tag="release", kw_only=True):
    """Give held money back: all of it, or an amount to one wallet."""

    wallet: WalletForm | None = None
    amount: Number | None = None

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        home = None if self.wallet is None else self.wallet.account(self.player)
        amount = None if self.amount is None else _units(self.amount)
        return holds.Release(*self.named(house, edition), home, amount)


class ExtendForm(_HeldForm, frozen=True, tag="extend_hold", kw_only=True):
    """Give the answer to a complaint more working days."""

    working_days: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return holds.Extend(*self.named(house, edition), self.working_days)


class SeizeForm(_HeldForm, frozen=True, tag="seize", kw_only=True):
    """Forfeit held money, and give parts of it to those who were harmed."""

    grounds: Literal["fraud", "unethical_play"]
    gives: Shares = []

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        gives = tuple(each.share() for each in self.gives)
        return holds.Seize(*self.named(house, edition), Grounds(self.grounds), gives)


class AnswerComplaintForm(Form, frozen=True, tag="answer_complaint", kw_only=True):
    """Answer a complaint; what was held for it is released."""

    player: Name
    complaint: Name
    answer: Words
    hold: Annotated[str, msgspec.Meta(max_length=128)] = ""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return holds.AnswerComplaint(PlayerId(self.player), self.complaint, self.answer, self.hold)


# ---- people


class _PersonForm(Form, frozen=True, kw_only=True):
    player: Name

    @property
    def who(self) -> PlayerId:
        """The player."""
        return PlayerId(self.player)


class SuspendForm(_PersonForm, frozen=True, tag="suspend", kw_only=True):
    """Keep a player from play and deposits."""

    until: Number | None = None

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.Suspend(self.who, _instant(self.until))


class LiftSuspensionForm(_PersonForm, frozen=True, tag="lift_suspension", kw_only=True):
    """End a suspension before its time."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.LiftSuspension(self.who)


class BanGameForm(_PersonForm, frozen=True, tag="ban_game", kw_only=True):
    """Keep a player from one kind of game, or let them in again."""

    game: Literal["cash", "tournaments", "casino"]
    until: Number | None = None
    lifted: bool = False

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.BanFromGame(self.who, Scope(self.game), _instant(self.until), self.lifted)


class BanFormatForm(_PersonForm, frozen=True, tag="ban_format", kw_only=True):
    """Exclude a player from a format of cash games, or let them in again."""

    format: Name
    on: bool = True

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.BanFromFormat(self.who, self.format, self.on)


class BlockChatForm(_PersonForm, frozen=True, tag="block_chat", kw_only=True):
    """Block a player from all chats, or end the block."""

    on: bool = True

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.BlockFromChat(self.who, self.on)


class CloseReturningForm(_PersonForm, frozen=True, tag="close_returning", kw_only=True):
    """Close an account and pay its whole balance out."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.CloseReturning(self.who, *_payable(house, self.who))


class CloseForfeitingForm(_PersonForm, frozen=True, tag="close_forfeiting", kw_only=True):
    """Close an account and forfeit its balance."""

    grounds: Literal["fraud", "unethical_play"]

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.CloseForfeiting(self.who, Grounds(self.grounds), _balances(house, self.who))


class RefuseRegistrationForm(_PersonForm, frozen=True, tag="refuse_registration", kw_only=True):
    """Refuse somebody who registered, before any money came in."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        if purse_of(house, self.who).deposits or _balances(house, self.who):
            raise Refused("money_came_in")
        return people.RefuseRegistration(self.who)


class LimitForm(_PersonForm, frozen=True, tag="limit", kw_only=True):
    """Set a limit of the house on a player's deposits or losses, or remove it."""

    limit: Literal["deposit", "loss"]
    period: Literal["day", "week", "month"]
    currency: CurrencyName
    money: MoneyName
    amount: Number | None

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        tender = Tender(Currency(self.currency), MoneyKind(self.money))
        amount = None if self.amount is None else _units(self.amount)
        return people.SetHouseLimit(self.who, LimitKind(self.limit), Period(self.period), tender, amount)


class DemandForm(_PersonForm, frozen=True, tag="demand_recording", kw_only=True):
    """Demand a video recording by a deadline."""

    deadline: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        if self.deadline <= house.clock.now():
            raise Refused("not_in_the_future")
        return people.DemandRecording(self.who, Instant(self.deadline))


class DiscloseForm(_PersonForm, frozen=True, tag="disclose", kw_only=True):
    """Tell an authority, a bank or a partner about a player."""

    recipient: Name
    what: Words

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        return people.Disclose(self.who, self.recipient, self.what)


class RolesForm(Form, frozen=True, tag="give_roles", kw_only=True):
    """Make somebody staff, change their roles, or take all of them."""

    staff: Name
    roles: list[Literal["admin", "floor", "support", "finance", "security", "auditor", "dealer", "pit"]]

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        roles = tuple(role for role in Role if role.value in self.roles)
        return house_deeds.GiveRoles(Member(StaffId(self.staff), roles))


# ---- play


class VoidHandForm(Form, frozen=True, tag="void_hand", kw_only=True):
    """Make the hand that is being played at a table void."""

    table: Name
    hand: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place, _ = table_of(house, self.table)
        return play.MakeHandVoid(place.stream, place.money, HandId(self.hand))

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the table."""
        return table_of(house, self.table)[0].edition


class CloseTableForm(Form, frozen=True, tag="close_table", kw_only=True):
    """Close a cash table; everybody leaves with their stack."""

    table: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = cash_table_of(house, self.table)
        return play.CloseTable(place.stream, place.money)

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the table."""
        return cash_table_of(house, self.table).edition


class _TournamentForm(Form, frozen=True, kw_only=True):
    tournament: Name

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the tournament."""
        return tournament_of(house, self.tournament).edition


class PauseTournamentForm(_TournamentForm, frozen=True, tag="pause_tournament", kw_only=True):
    """Pause a tournament."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        return play.PauseTournament(place.stream, place.money)


class ResumeTournamentForm(_TournamentForm, frozen=True, tag="resume_tournament", kw_only=True):
    """Let a paused tournament go on."""

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        return play.ResumeTournament(place.stream, place.money)


class CancelTournamentForm(_TournamentForm, frozen=True, tag="cancel_tournament", kw_only=True):
    """Cancel a tournament and pay everybody by the edition's policy."""

    tickets: Literal["returned", "lost"] | None = None

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        return play.CancelTournament(place.stream, place.money, self.tickets)


class DisqualifyForm(_TournamentForm, frozen=True, tag="disqualify", kw_only=True):
    """Take a player out of a tournament."""

    player: Name
    forfeit: bool = True

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = tournament_of(house, self.tournament)
        return play.DisqualifyPlayer(place.stream, place.money, PlayerId(self.player), self.forfeit)


class CloseLobbyForm(Form, frozen=True, tag="close_lobby", kw_only=True):
    """Take no more registrations for a HexaPro lobby."""

    lobby: Name

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = lobby_of(house, self.lobby)
        return play.CloseLobby(place.stream, place.money)

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the lobby."""
        return lobby_of(house, self.lobby).edition


class VoidGameForm(Form, frozen=True, tag="void_game", kw_only=True):
    """Give up a full HexaPro game that was not drawn."""

    lobby: Name
    game: Number

    def deed(self, house: ServerHouse, edition: EditionId) -> Deed:
        """The deed that is asked for."""
        place = lobby_of(house, self.lobby)
        return play.MakeGameVoid(place.stream, place.money, self.game)

    def edition(self, house: ServerHouse) -> EditionId | None:
        """That of the lobby."""
        return lobby_of(house, self.lobby).edition


MoneyForm = (
    CreditForm
    | DebitForm
    | AnnulForm
    | SettleForm
    | ReverseForm
    | ApprovePayoutForm
    | RefusePayoutForm
    | PayoutSentForm
    | HoldForm
    | ReleaseForm
    | ExtendForm
    | SeizeForm
)
PeopleForm = (
    AnswerComplaintForm
    | SuspendForm
    | LiftSuspensionForm
    | BanGameForm
    | BanFormatForm
    | BlockChatForm
    | CloseReturningForm
    | CloseForfeitingForm
    | RefuseRegistrationForm
    | LimitForm
    | DemandForm
    | DiscloseForm
    | RolesForm
)
PlayForm = (
    VoidHandForm
    | CloseTableForm
    | PauseTournamentForm
    | ResumeTournamentForm
    | CancelTournamentForm
    | DisqualifyForm
    | CloseLobbyForm
    | VoidGameForm
)
DeedForm = MoneyForm | PeopleForm | PlayForm


def _units(cents: int) -> Units:
    return units_of(Cents(cents))


def _instant(at: int | None) -> Instant | None:
    return None if at is None else Instant(at)


def _balances(house: ServerHouse, player: PlayerId) -> tuple[people.Balance, ...]:
    """What the wallets of a player hold of the money this house plays for, in whole cents."""
    kind = playing_kind(house)
    accounts = [each for each in purse_of(house, player).accounts if tender_of(each).money is kind]
    held = balances_of(house, accounts)
    cents = {account: Units(amount - amount % _CENT) for account, amount in held.items()}
    return tuple(people.Balance(account, amount) for account, amount in cents.items() if amount > 0)


def _payable(house: ServerHouse, player: PlayerId) -> tuple[tuple[people.Balance, ...], tuple[people.MovedToSite, ...]]:
    """What would be paid out of a player's site wallets, after poker wallets were emptied into them."""
    found = {each.account: each.amount for each in _balances(house, player)}
    terms, kind = exchange_terms(house), playing_kind(house)
    if terms is None or kind is MoneyKind.PLAY:
        return tuple(people.Balance(*each) for each in found.items()), ()
    moved = []
    poker = poker_wallet(Tender(terms.poker, kind), player)
    all_of_it = balances_of(house, [poker])[poker]
    found.pop(poker, None)
    rate = rate_of_today(house, terms)
    quote = into_site(terms, all_of_it, rate) if all_of_it else None
    if quote is not None and not isinstance(quote, Rejection):
        site = site_wallet(Tender(terms.site, kind), player)
        found[site] = Units(found.get(site, 0) + quote.received)
        moved.append(people.MovedToSite(kind, all_of_it, rate))
    return tuple(people.Balance(*each) for each in found.items()), tuple(moved)
