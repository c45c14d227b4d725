"""A measurement changes nothing in the repository unless it is told to."""

import ast
import json
from pathlib import Path

from bench.keeping import KEEP, RESULTS, keep
from tests.architecture.source import ROOT


def test_results_are_kept_only_when_asked_for(tmp_path: Path) -> None:
    assert not keep("engine", {"a": 1}, ["--quick"], tmp_path / "results")
    assert not (tmp_path / "results").exists()

    assert keep("engine", {"a": 1}, ["--quick", KEEP], tmp_path / "results")
    assert json.loads((tmp_path / "results" / "engine.json").read_text("utf-8")) == {"a": 1}


def test_no_bench_writes_to_the_repository_by_another_way() -> None:
    guilty = []
    for path in (ROOT / "bench").glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        if path.name != "keeping.py" and {"write_text", "write_bytes"} & named:
            guilty.append(path.name)

    assert RESULTS.is_dir()
    assert guilty == []
