"""
Values that are made at every act.

`@dataclass(frozen=True, slots=True)` from here is frozen for the type checker, which reads all of our code, and not once more at
run time: there, frozen means to set each field by a function, and a value takes three times as long to make.
"""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - the type checker sees the real one
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type[T]], type[T]]:
        """A value: compared and hashed by its fields."""
        assert (frozen, slots) == (True, True), "values are frozen and have slots"

        def make(kind: type[T]) -> type[T]:
            return dataclasses.dataclass(slots=True, unsafe_hash="__hash__" not in vars(kind))(kind)

        return make
