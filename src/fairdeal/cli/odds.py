"""`fairdeal equity`, `fairdeal icm` and `fairdeal eval`: what hands and stacks are worth."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

import click

from fairdeal.cli.jsonl import lines_of

if TYPE_CHECKING:
    from fairdeal.cards import Card
    from fairdeal.odds import Equity

# Commands import what they need when they run: the tables of ranks take longer to load than all commands together.

Answer = dict[str, object]
_SAMPLES_MAX: Final = 10**9
_GAMES: Final = ("holdem", "omaha")
_JSONL_HELP: Final = 'One JSON object a line, from a file or "-"; each is answered by a line.'


@click.command()
@click.argument("hands", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="Board so far: 3, 4 or 5 cards.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that cannot come.")
@click.option("--game", type=click.Choice(_GAMES), help="By default told by the number of cards in a hand.")
@click.option("--samples", type=click.IntRange(1, _SAMPLES_MAX), help="Draw so many boards instead of counting all.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="What they are drawn from."
)
@click.option("--json", "as_json", is_flag=True, help="Boards, and for each hand boards won, boards tied, equity.")
def equity(
    hands: tuple[str, ...], board: str, dead: str, game: str | None, samples: int | None, seed: int, *, as_json: bool
) -> None:
    """
    How often each of two to ten hands wins, over every board that can come.

    Hands are written without blanks: fairdeal equity AsAh KdKc, or AsAhKdKc 9s8s7h6h for Omaha.
    """
    from fairdeal.cards import BadCards, parse_cards
    from fairdeal.odds import Game, NumpyMissing, exact, sample

    named = None if game is None else Game(game)
    try:
        holes = [parse_cards(hand) for hand in hands]
        seen, gone = parse_cards(board), parse_cards(dead)
        if samples is None:
            found = exact(holes, seen, dead=gone, game=named)
        else:
            with _progress_bar(samples) as show:
                found = sample(holes, seen, boards=samples, seed=seed, dead=gone, game=named, progress=show)
    except BadCards as bad:
        raise click.ClickException(f"{bad} ({bad.code})") from None
    except NumpyMissing as missing:
        raise click.ClickException(str(missing)) from None
    if as_json:
        click.echo(json.dumps(_equity_as_json(found)))
        return
    _echo(_equity_lines(found, holes, None if samples is None else seed))


def _equity_as_json(found: "Equity") -> Answer:
    return {
        "boards": found.boards,
        "hands": [{"win": hand.won, "tie": hand.tied, "equity": float(hand.equity)} for hand in found.hands],
    }


def _equity_lines(found: "Equity", holes: "Sequence[Sequence[Card]]", seed: int | None) -> Iterable[str]:
    from fairdeal.cards import pretty

    names = [pretty(hole) for hole in holes]
    width = max(map(len, names)) + 2
    yield f"{'':{width}}{'wins':>12}{'ties':>12}{'losses':>12}{'equity':>9}"
    for name, hand in zip(names, found.hands, strict=True):
        counts = (hand.won, hand.tied, found.boards - hand.won - hand.tied)
        yield f"{name:{width}}" + "".join(f"{count:>12,}" for count in counts) + f"{100 * float(hand.equity):>8.2f}%"
    if seed is None:
        yield f"all {found.boards:,} boards"
    else:
        off = max(float(hand.equity * (1 - hand.equity) / found.boards) ** 0.5 for hand in found.hands)
        yield f"{found.boards:,} boards drawn from seed {seed}, standard error {100 * off:.2f}%"


@contextmanager
def _progress_bar(length: int) -> Iterator[Callable[[int, int], None]]:
    """A progress callback: a bar on a terminal, nothing elsewhere."""
    with click.progressbar(length=length, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield lambda done, _: bar.update(done - bar.pos)


@click.command()
@click.option("--stacks", metavar="CHIPS,...", help="Chips of each player.")
@click.option("--prizes", metavar="PRIZE,...", help="Prizes, the first first.")
@click.option("--jsonl", metavar="FILE", help=f"{_JSONL_HELP} stacks and payouts give equity.")
@click.option("--json", "as_json", is_flag=True, help="The equity of each player as a JSON object.")
def icm(stacks: str | None, prizes: str | None, jsonl: str | None, *, as_json: bool) -> None:
    """What stacks are worth by the Independent Chip Model: fairdeal icm --stacks 5000,3000,2000 --prizes 50,30,20."""
    from fairdeal.tournament import BadIcm, prize_equities

    if jsonl is not None:
        if stacks is not None or prizes is not None or as_json:
            raise click.UsageError("--jsonl goes alone")
        _answer_lines(jsonl, _answer_icm)
        return
    if stacks is None or prizes is None:
        raise click.UsageError("give --stacks and --prizes, or --jsonl")
    chips = _numbers(stacks, "--stacks")
    try:
        found = prize_equities(chips, _numbers(prizes, "--prizes"))
    except BadIcm as bad:
        raise click.ClickException(f"{bad} ({bad.code})") from None
    if as_json:
        click.echo(json.dumps({"equity": found}))
        return
    click.echo(f"{'stack':>15}{'equity':>15}")
    _echo(f"{stack:>15,.15g}{worth:>15,.2f}" for stack, worth in zip(chips, found, strict=True))


def _numbers(text: str, option: str) -> list[float]:
    try:
        return [float(number) for number in text.split(",")]
    except ValueError:
        raise click.BadParameter(f'"{text}" is not a row of numbers such as 50,30,20', param_hint=option) from None


def _answer_icm(asked: Mapping[str, object]) -> Answer:
    from fairdeal.tournament import BadIcm, prize_equities

    try:
        return {"equity": prize_equities(_number_field(asked, "stacks"), _number_field(asked, "payouts"))}
    except BadIcm as bad:
        raise _BadLine(bad.code) from None


@click.command("eval")
@click.argument("cards", nargs=-1)
@click.option("--jsonl", metavar="FILE", help=f"{_JSONL_HELP} cards give rank and category; board and hands, winners.")
@click.option("--json", "as_json", is_flag=True, help="Rank and category as a JSON object.")
def evaluate(cards: tuple[str, ...], jsonl: str | None, *, as_json: bool) -> None:
    """
    The rank of the best five among five to seven cards: 1 is a royal flush, 7462 the worst hand.

    With --jsonl, {"cards": "As Kd ..."} is answered by rank and category, and {"game": "holdem" or "omaha", "board":
    "...", "hands": ["...", ...]} by the places of the winners, counted from 0.
    """
    from fairdeal.cards import BadCards, describe

    if jsonl is not None:
        if cards or as_json:
            raise click.UsageError("--jsonl goes alone")
        _answer_lines(jsonl, _answer_eval)
        return
    if not cards:
        raise click.UsageError("give five to seven cards, or --jsonl")
    try:
        found = _rank("".join(cards))
    except BadCards as bad:
        raise click.ClickException(f"{bad} ({bad.code})") from None
    click.echo(json.dumps(_rank_as_json(found)) if as_json else f"{found}  {describe(found)}")


def _rank(text: str) -> int:
    from fairdeal.cards import BadCards, parse_cards, rank

    cards = parse_cards(text)
    if not 5 <= len(cards) <= 7:
        raise BadCards("bad_card_count", f"a hand is made of five to seven cards, not {len(cards)}")
    return rank(cards)


def _rank_as_json(rank: int) -> Answer:
    from fairdeal.cards import describe

    return {"rank": rank, "category": describe(rank).category}


def _answer_eval(asked: Mapping[str, object]) -> Answer:
    from fairdeal.cards import BadCards

    try:
        if "cards" in asked:
            return _rank_as_json(_rank(_text_field(asked, "cards")))
        return {"winners": _winners(asked)}
    except BadCards as bad:
        raise _BadLine(bad.code) from None


def _winners(asked: Mapping[str, object]) -> tuple[int, ...]:
    from fairdeal.cards import parse_cards
    from fairdeal.odds import Game, winners

    game = _text_field(asked, "game")
    if game not in _GAMES:
        raise _BadLine("unknown_game")
    board = parse_cards(_text_field(asked, "board"))
    hands = [parse_cards(hand) for hand in _texts_field(asked, "hands")]
    return winners(hands, board, game=Game(game))


# ---- a JSON object a line


class _BadLine(Exception):
    """An input line is invalid; `code` is stable."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def _answer_lines(file: str, answer: Callable[[Mapping[str, object]], Answer]) -> None:
    """Answer every non-blank line; invalid lines are answered with an error code."""
    try:
        stream: IO[bytes] = click.open_file(file, "rb")
    except (OSError, ValueError) as error:
        raise _unreadable(file, error) from None
    with stream:
        try:
            for line in lines_of(stream):
                click.echo(json.dumps(_answered(line, answer)))
        except BrokenPipeError:  # whoever read the answers has gone: not a fault of the file
            raise
        except OSError as error:
            raise _unreadable(file, error) from None


def _unreadable(file: str, error: Exception) -> click.ClickException:
    return click.ClickException(f"cannot read {file}: {getattr(error, 'strerror', None) or error}")


def _answered(line: bytes | None, answer: Callable[[Mapping[str, object]], Answer]) -> Answer:
    """The answer to one line, with its `id` if it has one."""
    if line is None:
        return {"error": "too_large"}
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        return {"error": "bad_json"}
    if not isinstance(asked, dict):
        return {"error": "bad_line"}
    name = asked.get("id")
    named: Answer = {"id": name} if isinstance(name, str | int) else {}
    try:
        return named | answer(asked)
    except _BadLine as bad:
        return named | {"error": bad.code}


def _field(asked: Mapping[str, object], name: str) -> object:
    if name not in asked:
        raise _BadLine("missing_field")
    return asked[name]


def _text_field(asked: Mapping[str, object], name: str) -> str:
    value = _field(asked, name)
    if not isinstance(value, str):
        raise _BadLine("bad_field")
    return value


def _texts_field(asked: Mapping[str, object], name: str) -> list[str]:
    value = _field(asked, name)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _BadLine("bad_field")
    return value


def _number_field(asked: Mapping[str, object], name: str) -> list[float]:
    value = _field(asked, name)
    if not isinstance(value, list) or not all(type(each) in (int, float) for each in value):
        raise _BadLine("bad_field")
    return value


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
