"""`fairdeal hexapro`: the published odds of the wheel, draws to hold against them, and levers for lobbies (`hexapro_levers`)."""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import click

from fairdeal.cli.hexapro_levers import COMMANDS
from fairdeal.cli.options import cents_of_text
from fairdeal.rulebook.clause import USUAL

if TYPE_CHECKING:
    from fairdeal.hexapro.fit import Fit
    from fairdeal.hexapro.odds import Odds
    from fairdeal.hexapro.rules import HexaRules
    from fairdeal.hexapro.wheel import Wheel
    from fairdeal.rulebook.schema.edition import Edition

# Commands import what they need when they run, so that starting stays fast.

_PRODUCTS: Final = ("hexapro", "extreme")
_DRAWS_MAX: Final = 10**9
_DRAWS_AT_ONCE: Final = 100_000
_USUAL_BUY_IN: Final = 10_00
_PLACES: Final = ("1st", "2nd", "3rd")


@click.group()
def hexapro() -> None:
    """HexaPro: the wheel and its odds, and the lobbies of a running server."""


for _command in COMMANDS:
    hexapro.add_command(_command)


@hexapro.command()
@click.option("--edition", default=USUAL, show_default=True, help="A published edition, or a rulebook file.")
@click.option("--product", type=click.Choice(_PRODUCTS), default=_PRODUCTS[0], show_default=True)
@click.option("--buy-in", metavar="AMOUNT", help="Show prizes for this buy-in.")
@click.option("--draws", type=click.IntRange(1, _DRAWS_MAX), help="Draw so often and test the counts.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="What draws come from.")
@click.option("--json", "as_json", is_flag=True, help="The table, and the test of draws, as a JSON object.")
def odds(edition: str, product: str, buy_in: str | None, draws: int | None, seed: int, *, as_json: bool) -> None:
    """
    The multipliers of a game, how often each comes, what is won, and what the house keeps.

    With --draws the wheel is turned so often and the counts are tested against the published chances at 99 %.
    """
    from fairdeal.cli.rules import edition_named
    from fairdeal.hexapro.fit import fit
    from fairdeal.hexapro.odds import odds_of

    rules = _rules(edition_named(edition), product, buy_in)
    table = odds_of(rules)
    counts = None if draws is None else _draw(rules.wheel, draws, seed)
    found = None if counts is None else fit(rules.wheel, counts)
    if as_json:
        click.echo(json.dumps(_as_json(rules, table, counts, found, seed), indent=2))
        return
    for line in _lines(rules, table, counts, found, seed):
        click.echo(line)


def _rules(edition: "Edition", product: str, buy_in: str | None) -> "HexaRules":
    from fairdeal.hexapro.rules import Product, game_of, hexapro_rules
    from fairdeal.kernel import Cents
    from fairdeal.poker import NoSuchGame

    try:
        _, game = game_of(edition, Product(product))
        offered = game.buy_ins.value
        usual = Cents(_USUAL_BUY_IN) if _USUAL_BUY_IN in offered else offered[0]
        return hexapro_rules(edition, Product(product), usual if buy_in is None else Cents(cents_of_text(buy_in)))
    except NoSuchGame as unknown:
        raise click.ClickException(f"{unknown} ({unknown.code})") from None


def _draw(wheel: "Wheel", draws: int, seed: int) -> Counter[int]:
    """Count the multipliers of random draws; shows a progress bar on a terminal."""
    chance = random.Random(seed)  # noqa: S311
    counts: Counter[int] = Counter()
    with click.progressbar(length=draws, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for start in range(0, draws, _DRAWS_AT_ONCE):
            count = min(_DRAWS_AT_ONCE, draws - start)
            counts.update(wheel.spin(chance.randrange(wheel.total)).multiplier for _ in range(count))
            bar.update(count)
    return counts


def _lines(
    rules: "HexaRules", table: "Odds", counts: Mapping[int, int] | None, found: "Fit | None", seed: int
) -> Iterator[str]:
    from fairdeal.hexapro.wheel import multiplier_text

    yield f"{rules.product.value}, {rules.edition}, buy-in {_money(table.buy_in)}, {table.seats} players"
    header = f"{'multiplier':>10}{'chances':>9}{'draws':>15}{'pool':>13}" + "".join(f"{p:>12}" for p in _PLACES)
    yield header if counts is None else f"{header}{'drawn':>14}{'expected':>14}"
    for row in table.rows:
        prizes = "".join(f"{_money(prize):>12}" for prize in row.prizes).ljust(12 * len(_PLACES))
        band = str(row.first_draw) if row.chances == 1 else f"{row.first_draw}-{row.last_draw}"
        line = f"{multiplier_text(row.multiplier):>10}{row.chances:>9}{band:>15}{_money(row.pool):>13}{prizes}"
        if counts is not None and found is not None:
            expected = found.draws * row.chances / table.chances
            line += f"{counts.get(row.multiplier, 0):>14,}{expected:>14,.1f}"
        yield line.rstrip()
    yield f"chances in {table.chances:,} ({table.rule})"
    yield f"{100 * float(table.returned):.5g} % comes back to players, the house keeps {100 * float(table.kept):.5g} %"
    if found is not None:
        yield _verdict(found, seed)


def _verdict(found: "Fit", seed: int) -> str:
    told = f"{found.draws:,} draws from seed {seed}: "
    if found.degrees == 0:
        return told + "too few to tell"
    return (
        f"{told}chi-square {found.statistic:.2f} with {found.degrees} degrees of freedom, at most {found.limit:.2f} "
        f"at 99 %: {'fits' if found.fits else 'does not fit'}; a fair wheel is off this much with chance {found.chance:.3g}"
    )


def _as_json(
    rules: "HexaRules", table: "Odds", counts: Mapping[int, int] | None, found: "Fit | None", seed: int
) -> dict[str, object]:
    rows = [
        {
            "multiplier_hundredths": row.multiplier,
            "chances": row.chances,
            "first_draw": row.first_draw,
            "last_draw": row.last_draw,
            "pool_cents": row.pool,
            "prizes_cents": row.prizes,
        }
        | ({} if counts is None else {"drawn": counts.get(row.multiplier, 0)})
        for row in table.rows
    ]
    told: dict[str, object] = {
        "edition": rules.edition,
        "product": rules.product.value,
        "buy_in_cents": table.buy_in,
        "seats": table.seats,
        "rule": table.rule,
        "chances": table.chances,
        "rows": rows,
        "returned": float(table.returned),
        "kept": float(table.kept),
    }
    if found is not None:
        told["test"] = {
            "draws": found.draws,
            "seed": seed,
            "chi_square": found.statistic,
            "degrees": found.degrees,
            "limit": found.limit,
            "chance": found.chance,
            "fits": found.fits,
        }
    return told


def _money(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"
