"""The mapping that shares what does not change."""

from hypothesis import given
from hypothesis import strategies as st

from fairdeal.kernel.persistent_map import PersistentMap


@given(st.lists(st.tuples(st.sampled_from(["put", "drop"]), st.integers(0, 3000), st.integers())))
def test_it_behaves_like_a_dictionary(steps: list[tuple[str, int, int]]) -> None:
    mapping: PersistentMap[int, int] = PersistentMap()
    model: dict[int, int] = {}
    for what, key, value in steps:
        before, kept = mapping, dict(model)
        if what == "put":
            mapping = mapping.put(key, value)
            model[key] = value
        elif key in model:
            mapping = mapping.without(key)
            del model[key]
        assert dict(before.items()) == kept
        assert set(mapping.changed(before)) <= {key}

    assert dict(mapping.items()) == model
    assert len(mapping) == len(model)
    assert mapping == PersistentMap.of(model.items())


def test_changed_values_are_found_and_others_are_shared() -> None:
    before: PersistentMap[str, list[int]] = PersistentMap.of((f"P{number}", [number]) for number in range(5000))

    after = before.put("P77", [0]).without("P78").put("new", [])

    assert set(after.changed(before)) == {"P77", "P78", "new"}
    assert after["P4999"] is before["P4999"]
    assert repr(PersistentMap.of([("a", 1)])) == "PersistentMap({'a': 1})"
