"""
Print the shape of the source in numbers.

`python -m tools.house` prints the totals, `python -m tools.house --places` also every file and line behind them.
`tests/architecture/test_house.py` holds the numbers that may not grow.
"""

import sys
from collections.abc import Iterable, Iterator

from tools.house import kinds, running
from tools.house.source import When, any_by_file, cycles, files, folder_sizes, import_graph


def main() -> None:
    """Everything, with a line a number."""
    in_full = "--places" in sys.argv[1:]
    _say("modules", len(files()))
    loaded = cycles(import_graph(when=frozenset({When.LOADED})))
    _say("import cycles", len(loaded), (" ".join(group) for group in loaded))
    _say("  with imports inside functions", len(cycles(import_graph(when=frozenset({When.LOADED, When.CALLED})))))
    _say("  with imports for the type checker", len(cycles(import_graph(when=frozenset(When)))))
    (folder, most), *_ = sizes = folder_sizes().most_common()
    _say("files of the largest folder", f"{most} ({folder})", _lines(sizes) if in_full else ())
    said = any_by_file()
    _say("Any in runtime and room", said.total(), _lines(said.most_common()))
    asking = kinds.places()
    _say("places that ask for a game's kind", len(asking), asking if in_full else ())
    for what, evolved in running.evolve_calls().items():
        told = f"{evolved.per_event:.2f} ({evolved.calls} for {evolved.events})"
        _say(f"evolve calls per event, {what}", told)
    walked = running.raise_walked()
    _say("calls of a raise", f"{walked.calls} over {walked.modules} modules")


def _say(what: str, number: object, places: Iterable[str] = ()) -> None:
    print(f"{what:40} {number}")
    for each in places:
        print(f"    {each}")


def _lines(counted: Iterable[tuple[str, int]]) -> Iterator[str]:
    return (f"{count:4} {name}" for name, count in counted)


main()
