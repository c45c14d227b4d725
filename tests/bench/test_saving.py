"""A measurement changes nothing in the repository unless it is told to."""

import ast
import json
from pathlib import Path

from bench.saving import RESULTS, SAVE, save
from tests.architecture.source import ROOT


def test_results_are_saved_only_when_asked_for(tmp_path: Path) -> None:
    assert not save("engine", {"a": 1}, ["--quick"], tmp_path / "results")
    assert not (tmp_path / "results").exists()

    assert save("engine", {"a": 1}, ["--quick", SAVE], tmp_path / "results")
    assert json.loads((tmp_path / "results" / "engine.json").read_text("utf-8")) == {"a": 1}


def test_no_bench_writes_to_the_repository_by_another_way() -> None:
    guilty = []
    for path in (ROOT / "bench").glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        if path.name != "saving.py" and {"write_text", "write_bytes"} & named:
            guilty.append(path.name)

    assert RESULTS.is_dir()
    assert guilty == []
