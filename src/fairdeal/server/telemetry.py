"""
Metrics and logging of the server.

Neither contains cards, decks, tokens or passwords: log lines pass a filter for such fields and values, exceptions are logged without
local values, and metrics have no labels of players.
"""

import logging
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any, Final

from prometheus_client import CollectorRegistry, Gauge, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.registry import Collector

from fairdeal.cash.table.events import HandEnded, HandVoided
from fairdeal.kernel import Instant
from fairdeal.runtime.actor import Actor
from fairdeal.server.gateway import Gateway
from fairdeal.server.gateways.gateway_link import GatewayLinks
from fairdeal.server.house import ServerHouse
from fairdeal.server.http.connections import ConnectionCounter
from fairdeal.server.logger import structlog
from fairdeal.server.payments.money_log import MoneyLog
from fairdeal.server.readiness import reason
from fairdeal.server.redaction import HIDDEN, CleanFormatter, Redactor
from fairdeal.server.schedules import Schedules
from fairdeal.storage.commit_queue import CommitQueue

_SECRET: Final = ("card", "cookie", "csrf", "deck", "hole", "password", "salt", "secret", "seed", "token")


def without_secrets(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove log fields whose name says they are secret."""
    for name in line:
        if name != "event" and any(word in name.lower() for word in _SECRET):
            line[name] = HIDDEN
    return line


def configure_logging(level: str, *, as_json: bool, secrets: Iterable[str] = ()) -> Redactor:
    """Configure logging to standard error in one format; returns the redactor, which can learn secrets later."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    # By default failures are told with all local variables, and passwords are among them.
    plain = structlog.dev.plain_traceback
    last: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    lines = structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last], foreign_pre_chain=shared
    )
    redactor = Redactor(*secrets)
    handler.setFormatter(CleanFormatter(lines, redactor))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Its warnings are about what clients send, a line for each; whoever sends rubbish would fill the log.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    logging.getLogger("uvicorn.access").setLevel(logging.ERROR)
    return redactor


class Metrics:
    """Metrics of one server, for Prometheus."""

    connections: ConnectionCounter  # once the server listens

    def __init__(self, house: ServerHouse, gateway: Gateway) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        room = house.room
        ready = self._gauge("fairdeal_ready", "Whether players can be sent here")
        ready.set_function(lambda: float(reason(house) is None))
        there = self._gauge("fairdeal_database_answers", "Whether the database heard the last sign of life in time")
        there.set_function(lambda: float(room.heartbeat.is_heard))
        self._gauge("fairdeal_sockets", "Open game sockets").set_function(lambda: gateway.connected)
        players = self._gauge("fairdeal_players_connected", "Players with a connection")
        players.set_function(lambda: room.presence.connected_count)
        self._gauge("fairdeal_streams", "Streams in memory").set_function(lambda: len(room.registry))
        stopped = self._gauge("fairdeal_streams_stopped", "Streams that failed and stand still")
        stopped.set_function(lambda: len(room.fail_stop_report()))
        returning = self._gauge("fairdeal_streams_returning", "Of these, streams that come back by themselves")
        returning.set_function(lambda: sum(each.returns for each in room.revival.stopped()))
        revived = self._gauge("fairdeal_streams_revived", "Streams that came back after an outage, since the start")
        revived.set_function(lambda: room.revival.count)
        self._counts = _Counts()
        registry.register(self._counts)
        gateway.on_outcome = self._counts.count_message
        gateway.desks.on_sent = self._counts.count_frames
        room.registry.watches_of_written.append(self._watch)
        registry.register(house.fair)
        room.registry.watches_of_written.append(house.fair.watch)

    def watch_connections(self, connections: ConnectionCounter) -> None:
        """Publish the number of open and refused connections."""
        self.connections = connections
        self._gauge("fairdeal_connections", "Open connections of every kind").set_function(lambda: connections.total)
        refused = self._gauge("fairdeal_connections_refused", "Connections refused since the start")
        refused.set_function(lambda: connections.refused)

    def watch_gateways(self, links: GatewayLinks) -> None:
        """Publish what the gateway processes hold and use, each by its number."""
        self._gauge("fairdeal_gateways", "Gateway processes that are connected").set_function(lambda: len(links.links))
        lost = self._gauge("fairdeal_gateways_lost", "Gateway processes that went away, since the start")
        lost.set_function(lambda: links.lost)
        self._registry.register(_GatewayNumbers(links))

    def watch_commits(self, commits: CommitQueue) -> None:
        """Publish how many units wait to be written, and how often what writes them was started again."""
        waiting = self._gauge("fairdeal_commits_waiting", "Units that wait to be written")
        waiting.set_function(lambda: commits.waiting)
        restarts = self._gauge("fairdeal_writer_restarts", "Writers that were started again, since the start")
        restarts.set_function(lambda: commits.restarts)
        answers = self._gauge("fairdeal_writer_answers", "Whether what is submitted is answered")
        answers.set_function(lambda: float(commits.is_answering))

    def watch_schedule(self, schedules: Schedules) -> None:
        """Publish how many faults keep the schedule file from being taken up."""
        faults = self._gauge(
            "fairdeal_schedule_faults", "Faults in the schedule file, which is not taken up while it has any"
        )
        faults.set_function(lambda: len(schedules.faults))

    def watch_money(self, log: MoneyLog) -> None:
        """Publish how many payments, corrections and limits there were, by what happened."""
        self._registry.register(_MoneyCounts(log))

    def _gauge(self, name: str, says: str) -> Gauge:
        return Gauge(name, says, registry=self._registry)

    def _watch(self, _actor: Actor, events: tuple[Any, ...], _now: Instant) -> None:
        for event in events:
            if isinstance(event, HandEnded):
                self._counts.hands["played"] += 1
            elif isinstance(event, HandVoided):
                self._counts.hands["void"] += 1

    def text(self) -> bytes:
        """All metrics in the Prometheus text format."""
        return generate_latest(self._registry)


class _MoneyCounts(Collector):
    """Counters of what happened to purses."""

    def __init__(self, log: MoneyLog) -> None:
        self._log = log

    def collect(self) -> Iterator[Metric]:
        """All counts, for Prometheus."""
        money = CounterMetricFamily(
            "fairdeal_money", "Payments, corrections and limits, by what happened", labels=["code"]
        )
        for code, count in self._log.counts.items():
            money.add_metric([code], count)
        yield money


class _Counts(Collector):
    """Counters of messages and frames; plain numbers, because the library's counters are slower than handling a message."""

    def __init__(self) -> None:
        self.hands: Counter[str] = Counter()
        self._messages: Counter[tuple[str, str]] = Counter()
        self._frames = 0

    def count_message(self, kind: str, outcome: str) -> None:
        """Count a client message by kind and outcome."""
        self._messages[kind, outcome] += 1

    def count_frames(self, frames: int) -> None:
        """Count frames sent to followers."""
        self._frames += frames

    def collect(self) -> Iterator[Metric]:
        """All counts, for Prometheus."""
        hands = CounterMetricFamily("fairdeal_hands", "Hands by how they ended", labels=["end"])
        for end, count in self.hands.items():
            hands.add_metric([end], count)
        messages = CounterMetricFamily("fairdeal_messages", "Messages of clients", labels=["kind", "outcome"])
        for (kind, outcome), count in self._messages.items():
            messages.add_metric([kind, outcome], count)
        yield from (hands, messages)
        yield CounterMetricFamily("fairdeal_frames_sent", "Steps of tables sent to clients", value=self._frames)


class _GatewayNumbers(Collector):
    """The last reports of the gateway processes."""

    def __init__(self, links: GatewayLinks) -> None:
        self._links = links

    def collect(self) -> Iterator[Metric]:
        """All numbers, for Prometheus."""
        sockets = GaugeMetricFamily("fairdeal_gateway_sockets", "Game sockets of a gateway", labels=["gateway"])
        relayed = GaugeMetricFamily(
            "fairdeal_gateway_relayed", "Connections that a gateway passes on to the room", labels=["gateway"]
        )
        cpu = CounterMetricFamily(
            "fairdeal_gateway_cpu_seconds", "Processor time that a gateway has used", labels=["gateway"]
        )
        memory = GaugeMetricFamily("fairdeal_gateway_memory_bytes", "Memory of a gateway", labels=["gateway"])
        unsent = GaugeMetricFamily(
            "fairdeal_gateway_unsent_bytes", "What a gateway has not yet taken from the room", labels=["gateway"]
        )
        for link in self._links.links:
            name, report = [str(link.gateway)], link.report
            sockets.add_metric(name, report.sockets)
            relayed.add_metric(name, report.relayed)
            cpu.add_metric(name, report.cpu_seconds)
            memory.add_metric(name, report.memory_bytes)
            unsent.add_metric(name, link.unsent_bytes)
        yield from (sockets, relayed, cpu, memory, unsent)
