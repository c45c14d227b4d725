"""The terms of a tournament: the part of its page that only a change of the setup changes (MTT-27a, MTT-39a, MTT-47d, CANC-61)."""

from collections.abc import Callable
from typing import Final

from fairdeal.hexapro.game import is_hexapro, lobby_of
from fairdeal.kernel import RuleId, TournamentId
from fairdeal.present.table import wallet_id
from fairdeal.present.tournament import Names, PlayerNames, level_to_wire, money_unit, named, price_to_wire
from fairdeal.protocol import tournament as wire
from fairdeal.rulebook.catalogue import holds_in
from fairdeal.rulebook.schema.choices import TournamentType
from fairdeal.tournament import rules as cited
from fairdeal.tournament.rules import TournamentRules
from fairdeal.tournament.setup import FirstPhase, LastPhase, TournamentSetup, types_of


def terms_to_wire(
    tournament: TournamentId, setup: TournamentSetup, rules: TournamentRules, names: Names, players: PlayerNames
) -> wire.TournamentTerms:
    """The terms of a tournament; the digest of its password is not among them."""
    choice, bank = setup.multi_buy_in, rules.bank
    return wire.TournamentTerms(
        id=tournament,
        edition=rules.edition,
        edition_hash=setup.edition,
        name=setup.name,
        types=tuple(each.value for each in types_of(setup)),
        unit=money_unit(rules.tender),
        wallet=wallet_id(rules.poker.wallet, rules.tender.money),
        family=setup.family,
        seats=setup.seats,
        price=price_to_wire(setup.price, setup.bounty),
        stack=setup.stack,
        levels=tuple(level_to_wire(number, level) for number, level in enumerate(setup.blinds.levels, 1)),
        level_time=setup.blinds.level_time,
        after_last_level=rules.poker.tournament.after_last_level.value.value,
        entries_min=setup.entries_min,
        entries_max=setup.full_at,
        registration_opens=setup.registration_opens,
        unregister_before=setup.unregister_before,
        late_levels=setup.late_levels,
        re_entries=setup.re_entries,
        guarantee=setup.guarantee,
        added=setup.added,
        hand_for_hand_places=setup.hand_for_hand_places,
        failure=_failure(setup, rules),
        rules=rules_in_force(setup, rules),
        sit_and_go=setup.sit_and_go,
        conditions=setup.conditions,
        password=bool(setup.password),
        buy_in_min=None if choice is None else choice.least,
        buy_in_max=None if choice is None else choice.most,
        re_buy=_re_buy(setup),
        add_on=_add_on(setup),
        bounties=_bounties(setup, players),
        satellite=_satellite(setup, names),
        phase=_phase(setup, names),
        breaks=_breaks(setup, rules),
        time_bank=None if bank is None else wire.TimeBankTerms(start=bank.start, most=bank.most),
        hexapro=lobby_of(rules, setup) if is_hexapro(setup) else None,
    )


def _re_buy(setup: TournamentSetup) -> wire.ReBuyTerms | None:
    terms = setup.re_buy
    if terms is None:
        return None
    return wire.ReBuyTerms(
        price=price_to_wire(terms.price, terms.bounty),
        chips=terms.chips,
        until_level=terms.until_level,
        below=terms.below,
        times=terms.times,
        window=terms.window,
    )


def _add_on(setup: TournamentSetup) -> wire.AddOnTerms | None:
    terms = setup.add_on
    if terms is None:
        return None
    return wire.AddOnTerms(
        price=price_to_wire(terms.price), chips=terms.chips, after_level=terms.after_level, window=terms.window
    )


def _bounties(setup: TournamentSetup, players: PlayerNames) -> wire.Bounties | None:
    if not setup.bounty and not setup.vips:
        return None
    vips = tuple(wire.Vip(player=player, name=players(player), prize=prize) for player, prize in setup.vips)
    return wire.Bounties(head=setup.bounty, progressive=setup.progressive, vips=vips)


def _satellite(setup: TournamentSetup, names: Names) -> wire.SatelliteTerms | None:
    terms = setup.satellite
    if terms is None:
        return None
    return wire.SatelliteTerms(ticket=terms.ticket, target=named(terms.target, names), label=terms.label)


def _phase(setup: TournamentSetup, names: Names) -> wire.PhaseTerms | None:
    match setup.phase:
        case FirstPhase(until_level=level, next=next_phase):
            return wire.PhaseTerms(until_level=level, next=named(next_phase, names))
        case LastPhase(sources=sources):
            return wire.PhaseTerms(
                until_level=None, sources=tuple(wire.Named(id=each, name=names(each)) for each in sources)
            )
    return None


def _breaks(setup: TournamentSetup, rules: TournamentRules) -> wire.BreakTerms | None:
    if not setup.synchronised_breaks:
        return None
    values = rules.poker.tournament
    return wire.BreakTerms(
        minute=values.break_minute.value,
        length=values.break_seconds.value,
        in_first_level=values.break_in_first_level.value,
        rule=values.break_minute.rule,
    )


def _failure(setup: TournamentSetup, rules: TournamentRules) -> wire.FailureTerms:
    policy = rules.poker.cancellation.on_failure
    if policy is None:
        return wire.FailureTerms(on_failure="by_stage", rule=cited.CRASH)
    if setup.on_failure is not None:
        return wire.FailureTerms(on_failure=setup.on_failure.value, rule=policy.options.rule)
    return wire.FailureTerms(on_failure=policy.otherwise.value.value, rule=policy.otherwise.rule)


# ---- the clauses it is played by

Applies = Callable[[TournamentSetup], bool]


def _always(_setup: TournamentSetup) -> bool:
    return True


_CLAUSES: Final[tuple[tuple[Applies, str], ...]] = (
    (lambda setup: not setup.sit_and_go, "MTT-26a"),
    (lambda setup: setup.sit_and_go, "MTT-61"),
    (_always, "MTT-27b MTT-28a MTT-28b MTT-29 MTT-30 MTT-31b"),
    (lambda setup: setup.late_levels > 0, "MTT-32a MTT-32b"),
    (lambda setup: setup.re_entries > 0, "MTT-32c"),
    (lambda setup: setup.unregister_before is not None, "MTT-33a MTT-33b"),
    (_always, "MTT-36 MTT-37"),
    (lambda setup: setup.freeroll, "MTT-38b"),
    (lambda setup: not setup.freeroll, "MTT-35"),
    (_always, "MTT-40 MTT-41a MTT-41b MTT-41c MTT-41d MTT-42a MTT-42b MTT-42c MTT-43 MTT-46a MTT-46b"),
    (lambda setup: setup.synchronised_breaks, "MTT-47a MTT-47b MTT-47c"),
    (_always, "MTT-48b MTT-48c MTT-48d MTT-50"),
    (lambda setup: setup.guarantee > 0, "MTT-60"),
    (lambda setup: TournamentType.FREEZEOUT in types_of(setup), "MTT-62"),
    (lambda setup: setup.satellite is not None, "MTT-63 MTT-33c MTT-33d CANC-54d"),
    (lambda setup: setup.multi_buy_in is not None, "MTT-65"),
    (lambda setup: setup.re_buy is not None, "MTT-66"),
    (lambda setup: setup.add_on is not None, "MTT-67"),
    (lambda setup: setup.bounty > 0 and not setup.progressive, "MTT-68"),
    (lambda setup: setup.bounty > 0 and setup.progressive, "MTT-69"),
    (lambda setup: bool(setup.vips), "MTT-70"),
    (lambda setup: setup.phase is not None, "MTT-71a MTT-71b MTT-71c"),
    (_always, "CANC-52 CANC-53a CANC-53b CANC-53c CANC-54a CANC-54b CANC-54c CANC-60 CANC-61 CANC-62"),
    (lambda setup: setup.bounty > 0, "CANC-56"),
)
"""Which clauses a tournament page lists, by what the tournament has."""

_HEXAPRO_CLAUSES: Final = {
    "hexapro": "HEXA-01 HEXA-04 HEXA-06 HEXA-08 HEXA-09 HEXA-10 HEXA-13 HEXA-15 HEXA-16 HEXA-17 HEXA-18 CANC-55",
    "extreme": "HEXT-01 HEXT-04 HEXT-06 HEXT-07 HEXT-08 HEXT-09 HEXT-10 CANC-55",
}


def rules_in_force(setup: TournamentSetup, rules: TournamentRules) -> tuple[RuleId, ...]:
    """The clauses a tournament is played by, in the order of the rulebook; only those that its edition has."""
    named_rules = _HEXAPRO_CLAUSES.get(setup.product)
    if named_rules is None:
        named_rules = " ".join(clauses for applies, clauses in _CLAUSES if applies(setup))
    return tuple(RuleId(rule) for rule in named_rules.split() if holds_in(rule, rules.edition))
