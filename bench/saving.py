"""Results that are saved in the repository: only when somebody asks for it with `--save`, whatever was measured."""

import json
from pathlib import Path
from typing import Any, Final

RESULTS: Final = Path(__file__).parent / "results"
SAVE: Final = "--save"


def save(name: str, result: dict[str, Any], arguments: list[str], folder: Path = RESULTS) -> bool:
    """Write a result down if the arguments say so."""
    if SAVE not in arguments:
        return False
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    return True
