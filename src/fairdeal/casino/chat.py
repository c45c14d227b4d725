"""
Chat at a casino table: who may write, how much, and what staff can do about it.

The table decides who may chat (CHAT-06); this module has the limits, the word filter, muting, reports and blocks. Messages are
kept in memory only; reports and blocks are durable, with who made them and why.
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
"""How many past messages are kept, and shown to newcomers."""
REASON_LENGTH_MAX: Final = 500

SEND: Final = RuleId("CHAT-01")
OFFENSIVE: Final = RuleId("CHAT-03")
SANCTION: Final = RuleId("CHAT-04")
REPORT: Final = RuleId("CHAT-05")

WordFilter = Callable[[str], bool]
"""Returns whether a text must not be sent."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One chat message, with its author and instant."""

    number: int
    player: PlayerId
    text: str
    at: Instant


@dataclass(frozen=True, slots=True)
class ChatRoom:
    """The state of one table's chat."""

    said: int = 0
    messages: tuple[ChatMessage, ...] = ()  # the latest
    sent: Mapping[PlayerId, tuple[Instant, ...]] = field(default_factory=dict)  # instants of recent messages, by author
    muted: frozenset[tuple[PlayerId, PlayerId]] = frozenset()  # pairs of reader and muted author
    blocked: Mapping[PlayerId, str] = field(default_factory=dict)  # reason of the block, by player
    reports: int = 0


# ---- commands


@dataclass(frozen=True, slots=True)
class Say:
    """Write a message to the others at the table; whether staff blocked the player everywhere is supplied as a fact."""

    player: PlayerId
    text: str
    barred: bool | None = None


@dataclass(frozen=True, slots=True)
class Mute:
    """Mute or unmute a player's messages for oneself."""

    player: PlayerId
    other: PlayerId
    on: bool = True


@dataclass(frozen=True, slots=True)
class ReportMessage:
    """Report a message to staff."""

    player: PlayerId
    message: int
    reason: str


@dataclass(frozen=True, slots=True)
class BlockChat:
    """Block a player from the chat or end the block, for staff; the reason is stored."""

    staff: str
    player: PlayerId
    reason: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class RemoveMessage:
    """Take a message out of the chat, for staff; the reason is stored with a copy."""

    staff: str
    message: int
    reason: str


ChatCommand = Say | Mute | ReportMessage | BlockChat | RemoveMessage

# ---- events


@dataclass(frozen=True, slots=True)
class Said:
    """A player wrote a message."""

    durable: ClassVar[bool] = False

    message: ChatMessage
    forget_before: Instant  # earlier messages no longer count against the limit


@dataclass(frozen=True, slots=True)
class Muted:
    """A player muted or unmuted another."""

    durable: ClassVar[bool] = False

    player: PlayerId
    other: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class MessageReported:
    """A player reported a message to staff; the event holds a copy of it."""

    durable: ClassVar[bool] = True

    number: int
    by: PlayerId
    message: ChatMessage
    reason: str
    at: Instant
    rule: RuleId = REPORT


@dataclass(frozen=True, slots=True)
class ChatBlocked:
    """Staff blocked a player from the chat, or ended the block."""

    durable: ClassVar[bool] = True

    player: PlayerId
    staff: str
    reason: str
    on: bool
    at: Instant
    rule: RuleId = SANCTION


@dataclass(frozen=True, slots=True)
class MessageRemoved:
    """Staff took a message out of the chat; the event holds a copy of it."""

    durable: ClassVar[bool] = True

    message: ChatMessage
    staff: str
    reason: str
    at: Instant
    rule: RuleId = SANCTION


ChatEvent = Said | Muted | MessageReported | ChatBlocked | MessageRemoved


def decide_chat(
    room: ChatRoom, command: ChatCommand, now: Instant, rules: Chat, offends: WordFilter
) -> ChatEvent | Rejection:
    """The events of a chat command or its rejection; the table has already decided that the player may chat."""
    match command:
        case Say():
            return _say(room, command, now, rules, offends)
        case Mute(player, other, on):
            return Muted(player, other, on) if player != other else reject("own_message", REPORT)
        case ReportMessage():
            return _report(room, command, now)
        case BlockChat():
            return decide_block(command, now)
        case RemoveMessage():
            return _remove(room, command, now)


def decide_block(command: BlockChat, now: Instant) -> ChatBlocked | Rejection:
    """The event of a block, or the rejection if staff member or reason is missing."""
    reason = command.reason.strip()
    refused = _check_staff(command.staff, reason)
    return refused or ChatBlocked(command.player, command.staff, reason, command.on, now)


def _check_staff(staff: str, reason: str) -> Rejection | None:
    """The rejection of what staff do without a name or a reason, or None."""
    if not staff.strip():
        return reject("staff_missing", SANCTION)
    if not 0 < len(reason) <= REASON_LENGTH_MAX:
        return reject("reason_missing", SANCTION, most=REASON_LENGTH_MAX)
    return None


def _remove(room: ChatRoom, command: RemoveMessage, now: Instant) -> ChatEvent | Rejection:
    reason = command.reason.strip()
    message = _find(room, command.message)
    if message is None:
        return reject("no_such_message", SANCTION)
    return _check_staff(command.staff, reason) or MessageRemoved(message, command.staff, reason, now)


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
    message = _find(room, command.message)
    if message is None:
        return reject("no_such_message", REPORT)
    if message.player == command.player:
        return reject("own_message", REPORT)
    reason = command.reason.strip()[:REASON_LENGTH_MAX]
    return MessageReported(room.reports + 1, command.player, message, reason, now)


def _find(room: ChatRoom, number: int) -> ChatMessage | None:
    return next((each for each in room.messages if each.number == number), None)


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
        case MessageRemoved(message):
            return replace(room, messages=tuple(each for each in room.messages if each.number != message.number))


def messages_for(room: ChatRoom, reader: PlayerId | None) -> tuple[ChatMessage, ...]:
    """The messages a reader sees: all but those of muted players."""
    return tuple(each for each in room.messages if reads(room, reader, each))


def reads(room: ChatRoom, reader: PlayerId | None, message: ChatMessage) -> bool:
    """Whether a reader sees a message, that is, has not muted its author."""
    return (reader, message.player) not in room.muted


def word_filter(lists: Iterable[Iterable[str]] = BLOCKED.values()) -> WordFilter:
    """A filter for the words of these lists, which also catches digits and accents used instead of letters."""
    words = {word for each in lists for word in each}
    exact = {word for word in words if not word.endswith("*")}
    starts = tuple(word[:-1] for word in words if word.endswith("*"))

    def offends(text: str) -> bool:
        return any(word in exact or word.startswith(starts) for word in _words(text))

    return offends


def _plain_line(text: str) -> str:
    """The text in one line without invisible characters, which could reverse the text of others."""
    spaced = " ".join(text.split())
    return "".join(letter for letter in spaced if not unicodedata.category(letter).startswith("C"))


_LOOKALIKES: Final = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"})


def _words(text: str) -> Iterator[str]:
    """The words of a text in lower case with digits read as letters, each with and without its accents."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_LOOKALIKES)
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))
    for each in (plain, bare):
        yield from re.findall(r"[^\W\d_]+", each)
