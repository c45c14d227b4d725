"""What a verification says: every check by name with a plain sentence, what is proven by them, and what is not."""

from collections.abc import Callable
from dataclasses import dataclass, field

VerifySignature = Callable[[bytes, bytes, bytes], bool]
"""Whether a key (first) signed a message (second) with that signature (third), by Ed25519; comes from outside the core."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check: a stable name, whether it passed, a sentence for people, and the values it was made with, in hexadecimal digits."""

    name: str
    passed: bool
    sentence: str
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that a verification proves, or leaves open: a stable code and a sentence for people."""

    code: str
    sentence: str


@dataclass(slots=True)
class Verification:
    """The result of verifying one proof, or the log that several of them make."""

    kind: str
    subject: str
    checks: list[Check] = field(default_factory=list)
    proven: list[Statement] = field(default_factory=list)
    not_proven: list[Statement] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that failed."""
        return tuple(check.name for check in self.checks if not check.passed)

    def check(self, name: str, right: str, wrong: str, *shown: bytes | str, passed: bool) -> bool:
        """Add a check with the sentence for its outcome; returns whether it passed."""
        texts = tuple(each.hex() if isinstance(each, bytes) else each for each in shown)
        self.checks.append(Check(name, passed, right if passed else wrong, texts))
        return passed

    def as_json(self) -> dict[str, object]:
        """The result as an object for programs."""
        return {
            "kind": self.kind,
            "subject": self.subject,
            "passed": self.passed,
            "checks": [
                {"name": each.name, "passed": each.passed, "sentence": each.sentence, "shown": list(each.shown)}
                for each in self.checks
            ],
            "proven": [each.code for each in self.proven] if self.passed else [],
            "not_proven": [each.code for each in self.not_proven],
        }
