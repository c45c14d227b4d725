"""
Server settings: from a file, the environment and the command line; the later wins.

A file is TOML with these names; the environment has `FAIRDEAL_PORT=8080` for `port`, lists separated by commas. Every setting defines
its type and description here only: values are checked against it, and `serve --help` and the operator's page are generated from it.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

PREFIX: Final = "FAIRDEAL_"
NOT_SETTINGS: Final = frozenset(
    {
        "FAIRDEAL_KEYS",
        "FAIRDEAL_STAFF_TOKEN",
        "FAIRDEAL_STATION_PASSWORD",
        "FAIRDEAL_STATION_SECRET",
        # of builds and tests, which may start a server
        "FAIRDEAL_CHROMIUM",
        "FAIRDEAL_COMPILED",
        "FAIRDEAL_NO_CLIENT",
        "FAIRDEAL_PICTURES",
        "FAIRDEAL_PURE",
    }
)
"""Environment variables with the prefix that are not settings."""

_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off"})
_SITE: Final = r"https?://[^\s/?#@]+"

Text = Annotated[str, Meta(min_length=1)]
Port = Annotated[int, Meta(ge=0, le=65_535)]
Site = Annotated[str, Meta(pattern=f"^{_SITE}$", examples=["https://room.example"])]


class BadSettings(Exception):
    """An unknown setting, or an invalid value."""

    code = "bad_settings"


@dataclass(frozen=True, slots=True)
class Operator:
    """The operator, as shown on the pages."""

    name: Annotated[Text, Meta(description="who runs the room")] = "A Fairdeal room"
    licence: Annotated[str, Meta(description="the licence, in words")] = ""
    contact: Annotated[str, Meta(description="where players reach you")] = ""
    address: Annotated[str, Meta(description="where you are")] = ""
    language: Annotated[Literal["en", "et", "sv", "ro"], Meta(description="of e-mails and pages by themselves")] = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """All settings of a server; an empty text or list means "none"."""

    host: Annotated[Text, Meta(description="where to listen")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="at which port")] = 8000
    database: Annotated[Text, Meta(description="`sqlite:///FILE` or `postgresql://…`")] = "sqlite:///var/fairdeal.db"
    data: Annotated[
        Text,
        Meta(
            description="where the house's keys are kept, `cards.key`, unless `FAIRDEAL_KEYS` holds them, and `anchors.log`"
        ),
    ] = "var"
    rulebooks: Annotated[
        tuple[Text, ...],
        Meta(description="published editions by name, your own by file, see `fairdeal rules`; none: those of the demo"),
    ] = ()
    money: Annotated[
        tuple[Literal["test", "play", "real"], ...],
        Meta(
            min_length=1,
            description="what for; real money has conditions, and a room that does not meet them says which",
        ),
    ] = ("test",)
    real_money: Annotated[bool, Meta(description="the switch for real money, which `money` names as well")] = False
    age_min: Annotated[
        Annotated[int, Meta(ge=16, le=30)], Meta(description="nobody younger registers; as your law says")
    ] = 18
    sign_up_limits: Annotated[
        bool, Meta(description="who registers for real money sets a deposit limit in the same form")
    ] = True
    reality_check_minutes: Annotated[
        Annotated[int, Meta(ge=0, le=240)],
        Meta(description="so often players are told how long they have played and what they won or lost; 0: never"),
    ] = 60
    bots: Annotated[bool, Meta(description="practice partners, only where money is worth nothing")] = True
    schedule: Annotated[
        str,
        Meta(
            description="a file with your tournaments; what you change in it is taken up without a restart; none: the demo's where "
            "practice partners play, otherwise those published last"
        ),
    ] = ""
    casino: Annotated[
        str,
        Meta(
            description="a file with your casino tables; none: a table of each game where practice partners play, for money that is "
            "worth nothing"
        ),
    ] = ""
    public_url: Annotated[
        Annotated[str, Meta(pattern=f"^({_SITE}/?)?$", examples=["https://room.example"])],
        Meta(
            description="how browsers reach the room, and then only pages from there (and from this machine) are answered; with "
            "`https://` cookies are secure and browsers stay with HTTPS"
        ),
    ] = ""
    origins: Annotated[tuple[Site, ...], Meta(description="pages besides your own that may use the room")] = ()
    secure_cookies: Annotated[
        bool, Meta(description="cookies over HTTPS only; a `public_url` with `https://` says so too")
    ] = False
    trusted_proxies: Annotated[
        tuple[Text, ...], Meta(description="addresses or networks (`10.0.0.0/8`) whose `X-Forwarded-For` is believed")
    ] = ()
    connections_per_address: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000)],
        Meta(
            description="pages and game sockets of one address together; a club behind one router needs about seven for each of "
            "its players while all of them load the page"
        ),
    ] = 1000
    drain_seconds: Annotated[
        Annotated[int, Meta(ge=0, le=3_600)],
        Meta(description="how long hands may be played to their end when the server stops"),
    ] = 20
    gateways: Annotated[
        Annotated[int, Meta(ge=0, le=64)],
        Meta(
            description="processes that hold the game sockets, for rooms that are too large for one process (Linux); 0: the room "
            "holds them itself"
        ),
    ] = 0
    messages_per_second: Annotated[
        Annotated[int, Meta(ge=1, le=1_000)],
        Meta(description="of one connection; of one player, half as many again"),
    ] = 20
    fair_dealing: Annotated[
        bool,
        Meta(description="players cut the decks of poker tables, and every hand has a proof they can check (PFP-1)"),
    ] = True
    audit_key: Annotated[
        Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")],
        Meta(
            description="public key that played decks are sealed to, so that only two people can open them; see `fair audit-key`"
        ),
    ] = ""
    dispute_days: Annotated[
        Annotated[int, Meta(ge=1, le=30)],
        Meta(
            description="within so many days the desk answers a dispute about a hand; players are told the day when their device "
            "raises one"
        ),
    ] = 3
    metrics_public: Annotated[bool, Meta(description="numbers to everybody, not only to this machine")] = False
    anchor_minutes: Annotated[
        Annotated[int, Meta(ge=0, le=1_440)],
        Meta(description="how often the heads of the ledger's chains are written to `anchors.log`; 0: never"),
    ] = 60
    anchor_command: Annotated[
        str,
        Meta(description="a program that takes each such line on its standard input, such as `logger -t fairdeal`"),
    ] = ""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="from which on lines are written")
    ] = "info"
    log_json: Annotated[bool, Meta(description="lines as JSON, not as text")] = False
    smtp_host: Annotated[
        str, Meta(description="the mail server for forgotten passwords; none: links appear on this console")
    ] = ""
    smtp_port: Annotated[Port, Meta(description="its port")] = 587
    smtp_starttls: Annotated[
        bool,
        Meta(description="speak to it by TLS, with a certificate this machine trusts (`SSL_CERT_FILE` names others)"),
    ] = True
    smtp_user: Annotated[str, Meta(description="if it asks for one; by TLS only")] = ""
    smtp_password: Annotated[str, Meta(description="best as `FAIRDEAL_SMTP_PASSWORD`")] = field(default="", repr=False)
    smtp_sender: Annotated[
        str, Meta(description="the address e-mails come from, `Club <post@club.example>`; needed with a mail server")
    ] = ""
    payment_provider: Annotated[
        Annotated[str, Meta(pattern="^[a-z0-9-]{0,32}$", examples=["sandbox"])],
        Meta(description="the payment provider's name, as it stands in the books; none: people pay at the till"),
    ] = ""
    payment_url: Annotated[
        Annotated[str, Meta(pattern=f"^({_SITE}(/[^?#\\s]*)?)?$", examples=["https://pay.example/v1"])],
        Meta(description="where orders to the provider go"),
    ] = ""
    payment_secret: Annotated[
        str,
        Meta(
            description="what signs orders and notices, known to you and the provider; sixteen characters or more, best as "
            "`FAIRDEAL_PAYMENT_SECRET`"
        ),
    ] = field(default="", repr=False)
    webhook_urls: Annotated[
        tuple[Annotated[str, Meta(pattern=f"^{_SITE}(/[^#\\s]*)?$", examples=["https://crm.example/fairdeal"])], ...],
        Meta(description="your own systems, which are told of payments, sign-ups and complaints"),
    ] = ()
    webhook_secret: Annotated[
        str,
        Meta(description="what signs those messages; sixteen characters or more, best as `FAIRDEAL_WEBHOOK_SECRET`"),
    ] = field(default="", repr=False)
    operator: Operator = field(default_factory=Operator)

    @property
    def is_secure(self) -> bool:
        """Whether browsers use HTTPS."""
        return self.secure_cookies or self.public_url.startswith("https://")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name, type, default and description."""

    name: str
    kind: Any
    default: Any
    description: str
    is_operators: bool = False

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return f"{PREFIX}{'OPERATOR_' if self.is_operators else ''}{self.name.upper()}"

    @property
    def is_secret(self) -> bool:
        """Whether the value is shown nowhere."""
        return self.name.endswith(("password", "secret"))

    @property
    def expected(self) -> str:
        """The allowed values, in words."""
        return _expected(self.kind)


def _table(of: type[Any], default: Any, *, is_operators: bool) -> dict[str, Setting]:
    kinds = get_type_hints(of, include_extras=True)
    return {
        each.name: Setting(
            each.name, kinds[each.name], getattr(default, each.name), _description(kinds[each.name]), is_operators
        )
        for each in fields(of)
        if each.name != "operator"
    }


def _description(kind: Any) -> str:
    """The outermost description in an annotated type."""
    found = [note.description for note in getattr(kind, "__metadata__", ()) if isinstance(note, Meta)]
    return next((each for each in reversed(found) if each), "")


def _expected(kind: Any) -> str:
    notes = [note for note in getattr(kind, "__metadata__", ()) if isinstance(note, Meta)]
    plain = get_args(kind)[0] if notes else kind
    if get_origin(plain) is Literal:
        return f"one of {', '.join(map(str, get_args(plain)))}"
    if get_origin(plain) is tuple:
        return f"a list, each {_expected(get_args(plain)[0])}"
    if plain is bool:
        return "true or false"
    if plain is int:
        least, most = (
            next((getattr(note, end) for note in notes if getattr(note, end) is not None), None) for end in ("ge", "le")
        )
        return f"a whole number from {least} to {most}"
    example = next((note.examples[0] for note in notes if note.examples), None)
    return "a text" if example is None else f"{'an address' if '://' in example else 'a name'} such as {example}"


def load_settings(
    file: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any
) -> ServerSettings:
    """Load settings from a file, then the environment, then the given values; None counts as not given."""
    settings = ServerSettings()
    if file is not None:
        settings = _from_file(settings, file)
    settings = _from_environment(settings, os.environ if environment is None else environment)
    wanted = {name: value for name, value in given.items() if value is not None}
    return replace(
        settings, **{name: _checked(SETTINGS[name], value, "command line") for name, value in wanted.items()}
    )


def _from_file(settings: ServerSettings, file: Path) -> ServerSettings:
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{file} cannot be read as settings: {error}") from None
    operator = found.pop("operator", {})
    if not isinstance(operator, dict):
        raise BadSettings(f'{file}: operator is {operator!r}; expected a table, [operator] with name = "…" below it')
    changes = {name: _checked(_known(SETTINGS, name, str(file)), value, str(file)) for name, value in found.items()}
    who = {name: _checked(_known(OPERATOR, name, str(file)), value, str(file)) for name, value in operator.items()}
    return replace(settings, operator=replace(settings.operator, **who), **changes)


def _from_environment(settings: ServerSettings, environment: Mapping[str, str]) -> ServerSettings:
    changes: dict[str, Any] = {}
    who: dict[str, Any] = {}
    for variable, text in environment.items():
        if not variable.startswith(PREFIX) or variable in NOT_SETTINGS:
            continue
        setting = _VARIABLES.get(variable)
        if setting is None:
            raise BadSettings(
                f"environment: there is no setting {variable}{_near(variable, [*_VARIABLES, *NOT_SETTINGS])}"
            )
        value = _checked(setting, _parsed(setting, text), "environment")
        (who if setting.is_operators else changes)[setting.name] = value
    return replace(settings, operator=replace(settings.operator, **who), **changes)


def _known(table: Mapping[str, Setting], name: str, source: str) -> Setting:
    """The setting of that name; raises `BadSettings` that suggests similar names."""
    if name in table:
        return table[name]
    other, where = (
        (OPERATOR, "; it belongs into the table [operator]")
        if table is SETTINGS
        else (SETTINGS, "; it belongs before [operator]")
    )
    hint = where if name in other else _near(name, list(table))
    place = "operator." if table is OPERATOR else ""
    raise BadSettings(f"{source}: there is no setting {place}{name}{hint}")


def _near(name: str, names: list[str]) -> str:
    close = get_close_matches(name, names, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _checked(setting: Setting, value: Any, source: str) -> Any:
    """The value if it is valid for the setting; raises `BadSettings`."""
    try:
        return msgspec.convert(list(value) if isinstance(value, tuple) else value, setting.kind, strict=True)
    except msgspec.ValidationError:
        name = setting.variable if source == "environment" else f"{'operator.' * setting.is_operators}{setting.name}"
        shown = "(not shown)" if setting.is_secret else repr(value)
        raise BadSettings(f"{source}: {name} is {shown}; expected {setting.expected}") from None


def _parsed(setting: Setting, text: str) -> Any:
    """Parse an environment value as a file would have it; what cannot be parsed stays text and fails the check."""
    if isinstance(setting.default, tuple):
        return [part.strip() for part in text.split(",") if part.strip()]
    if isinstance(setting.default, bool):
        word = text.lower()
        return word in _TRUE if word in _TRUE | _FALSE else text
    if isinstance(setting.default, int):
        return int(text) if text.isascii() and text.removeprefix("-").isdigit() else text
    return text


SETTINGS: Final = _table(ServerSettings, ServerSettings(), is_operators=False)
OPERATOR: Final = _table(Operator, Operator(), is_operators=True)
_VARIABLES: Final = {each.variable: each for each in (*SETTINGS.values(), *OPERATOR.values())}


@dataclass(frozen=True, slots=True)
class FoundSetting:
    """A setting with the value in force, and where that comes from."""

    setting: Setting
    value: Any
    source: str


def found_settings(file: Path | None = None, environment: Mapping[str, str] | None = None) -> list[FoundSetting]:
    """All settings with their value and its source; raises `BadSettings` as `load_settings` does."""
    given = os.environ if environment is None else environment
    settings = load_settings(file, given)
    written = {} if file is None else tomllib.loads(file.read_text("utf-8"))
    operator = written.pop("operator", {})
    found = []
    for each in (*SETTINGS.values(), *OPERATOR.values()):
        table, owner = (operator, settings.operator) if each.is_operators else (written, settings)
        source = each.variable if each.variable in given else str(file) if each.name in table else "default"
        found.append(FoundSetting(each, getattr(owner, each.name), source))
    return found


def settings_table() -> str:
    """The table of settings for the operator's page, as Markdown."""
    lines = ["| setting | usual | may be | what |", "|---|---|---|---|"]
    for each in (*SETTINGS.values(), *OPERATOR.values()):
        name = f"[operator] {each.name}" if each.is_operators else each.name
        lines.append(f"| `{name}` | {_default_text(each.default)} | {each.expected} | {each.description} |")
    return "\n".join(lines)


def _default_text(default: Any) -> str:
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    text = ", ".join(default) if isinstance(default, tuple) else str(default)
    return f"`{text}`" if text else "none"
