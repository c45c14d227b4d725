"""Results that are kept in the repository: only when somebody asks for it with `--keep`, whatever was measured."""

import json
from pathlib import Path
from typing import Any, Final

RESULTS: Final = Path(__file__).parent / "results"
KEEP: Final = "--keep"


def keep(name: str, result: dict[str, Any], arguments: list[str], folder: Path = RESULTS) -> bool:
    """Write a result down if the arguments say so."""
    if KEEP not in arguments:
        return False
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    return True
