"""
Chat at a casino table: who may write, how much, and what staff can do about it.

The table says who may chat (CHAT-06); here stand the limits, the word filter, muting, reports and blocks. Messages live as
long as the table runs; reports and blocks are kept, with who did it and why.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from fairdeal.casino.chat_words import BLOCKED
from fairdeal.kernel import Instant, PlayerId, Rejection, RuleId, reject
from fairdeal.rulebook.schema.casino import Chat

KEPT: Final = 50
"""How many messages a newcomer still sees."""
REASON_LENGTH_MAX: Final = 500

SEND: Final = RuleId("CHAT-01")
OFFENSIVE: Final = RuleId("CHAT-03")
SANCTION: Final = RuleId("CHAT-04")
REPORT: Final = RuleId("CHAT-05")

WordFilter = Callable[[str], bool]
"""Whether a text may not be sent."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """Something a player wrote."""

    number: int
    player: PlayerId
    text: str
    at: Instant


@dataclass(frozen=True, slots=True)
class ChatRoom:
    """The chat of one table."""

    said: int = 0
    messages: tuple[ChatMessage, ...] = ()  # the latest
    sent: Mapping[PlayerId, tuple[Instant, ...]] = field(default_factory=dict)  # when a player wrote lately
    muted: frozenset[tuple[PlayerId, PlayerId]] = frozenset()  # who does not want to read whom
    blocked: Mapping[PlayerId, str] = field(default_factory=dict)  # why staff closed the chat to somebody
    reports: int = 0


# ---- commands


@dataclass(frozen=True, slots=True)
class Say:
    """Send a text to the others at the table; whether the account is blocked everywhere is a fact."""

    player: PlayerId
    text: str
    barred: bool | None = None


@dataclass(frozen=True, slots=True)
class Mute:
    """Stop or start reading somebody; concerns nobody else."""

    player: PlayerId
    other: PlayerId
    on: bool = True


@dataclass(frozen=True, slots=True)
class ReportMessage:
    """Tell staff about a message."""

    player: PlayerId
    message: int
    reason: str


@dataclass(frozen=True, slots=True)
class BlockChat:
    """Staff closes the chat to a player, or opens it again; the reason is kept."""

    staff: str
    player: PlayerId
    reason: str
    on: bool = True


ChatCommand = Say | Mute | ReportMessage | BlockChat

# ---- events


@dataclass(frozen=True, slots=True)
class Said:
    """A text reached the table."""

    durable: ClassVar[bool] = False

    message: ChatMessage
    forget_before: Instant  # what was sent earlier counts no longer against the limit


@dataclass(frozen=True, slots=True)
class Muted:
    """Somebody reads, or no longer reads, somebody."""

    durable: ClassVar[bool] = False

    player: PlayerId
    other: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class MessageReported:
    """Staff is to look at a message; it is kept with the report."""

    durable: ClassVar[bool] = True

    number: int
    by: PlayerId
    message: ChatMessage
    reason: str
    at: Instant
    rule: RuleId = REPORT


@dataclass(frozen=True, slots=True)
class ChatBlocked:
    """Staff closed the chat to a player, or opened it again."""

    durable: ClassVar[bool] = True

    player: PlayerId
    staff: str
    reason: str
    on: bool
    at: Instant
    rule: RuleId = SANCTION


ChatEvent = Said | Muted | MessageReported | ChatBlocked


def decide_chat(
    room: ChatRoom, command: ChatCommand, now: Instant, rules: Chat, offends: WordFilter
) -> ChatEvent | Rejection:
    """What becomes of a command; the table has already said that the player may chat."""
    match command:
        case Say():
            return _say(room, command, now, rules, offends)
        case Mute(player, other, on):
            return Muted(player, other, on) if player != other else reject("own_message", REPORT)
        case ReportMessage():
            return _report(room, command, now)
        case BlockChat():
            return decide_block(command, now)


def decide_block(command: BlockChat, now: Instant) -> ChatBlocked | Rejection:
    """Staff says who and why, or nothing happens."""
    reason = command.reason.strip()
    if not command.staff.strip():
        return reject("staff_missing", SANCTION)
    if not 0 < len(reason) <= REASON_LENGTH_MAX:
        return reject("reason_missing", SANCTION, most=REASON_LENGTH_MAX)
    return ChatBlocked(command.player, command.staff, reason, command.on, now)


def _say(room: ChatRoom, command: Say, now: Instant, rules: Chat, offends: WordFilter) -> ChatEvent | Rejection:
    text = _plain_line(command.text)
    if command.barred or command.player in room.blocked:
        return reject("chat_blocked", SANCTION)
    if not text:
        return reject("text_missing", SEND)
    if len(text) > rules.message_length_max.value:
        return reject("message_too_long", rules.message_length_max.rule, most=rules.message_length_max.value)
    since = Instant(now - rules.period_seconds.value)
    lately = [at for at in room.sent.get(command.player, ()) if at > since]
    if len(lately) >= rules.messages_max.value:
        again = lately[-rules.messages_max.value] + rules.period_seconds.value - now
        return reject("too_many_messages", rules.messages_max.rule, most=rules.messages_max.value, again_ms=again)
    if offends(text):
        return reject("offensive_language", OFFENSIVE)
    return Said(ChatMessage(room.said + 1, command.player, text, now), since)


def _report(room: ChatRoom, command: ReportMessage, now: Instant) -> ChatEvent | Rejection:
    message = next((each for each in room.messages if each.number == command.message), None)
    if message is None:
        return reject("no_such_message", REPORT)
    if message.player == command.player:
        return reject("own_message", REPORT)
    reason = command.reason.strip()[:REASON_LENGTH_MAX]
    return MessageReported(room.reports + 1, command.player, message, reason, now)


def evolve_chat(room: ChatRoom, event: ChatEvent) -> ChatRoom:
    """The chat after the event."""
    match event:
        case Said(message, since):
            lately = [at for at in room.sent.get(message.player, ()) if at > since]
            return replace(
                room,
                said=message.number,
                messages=(*room.messages, message)[-KEPT:],
                sent={**room.sent, message.player: (*lately, message.at)},
            )
        case Muted(player, other, on):
            pair = {(player, other)}
            return replace(room, muted=room.muted | pair if on else room.muted - pair)
        case MessageReported(number):
            return replace(room, reports=number)
        case ChatBlocked(player, _, reason, on):
            others = {each: why for each, why in room.blocked.items() if each != player}
            return replace(room, blocked={**others, player: reason} if on else others)


def messages_for(room: ChatRoom, reader: PlayerId | None) -> tuple[ChatMessage, ...]:
    """What somebody reads: everything but those they muted."""
    return tuple(each for each in room.messages if reads(room, reader, each))


def reads(room: ChatRoom, reader: PlayerId | None, message: ChatMessage) -> bool:
    """Whether somebody wants to read a message."""
    return (reader, message.player) not in room.muted


def word_filter(lists: Iterable[Iterable[str]] = BLOCKED.values()) -> WordFilter:
    """A filter of word lists; letters that imitate others do not get past it."""
    words = {word for each in lists for word in each}
    exact = {word for word in words if not word.endswith("*")}
    starts = tuple(word[:-1] for word in words if word.endswith("*"))

    def offends(text: str) -> bool:
        return any(word in exact or word.startswith(starts) for word in _words(text))

    return offends


def _plain_line(text: str) -> str:
    """The text in one line, without characters nobody sees: they could turn the writing of others around."""
    spaced = " ".join(text.split())
    return "".join(letter for letter in spaced if not unicodedata.category(letter).startswith("C"))


_LOOKALIKES: Final = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"})


def _words(text: str) -> Iterator[str]:
    """The words of a text in small letters, digits read as letters; each as it is written and without accents."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_LOOKALIKES)
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))
    for each in (plain, bare):
        yield from re.findall(r"[^\W\d_]+", each)
