"""
The game socket: an act and its six echoes, against picows alone in the same run; and a full house at human pace.

`python -m bench.sockets [--quick] [--json] [--crowded] [--tables N]` lets everybody act as fast as possible, on picows alone and on
ours. A run in which the measured server was busy for less than 90 % of a core is refused: it would say how fast the driver is. With
`--crowded`, time for which it waited because others had the cores counts as well, and only processor time is compared. Then a full
house of people who act every three seconds.

`python -m bench.sockets --rate N` sends N acts a second on schedule, whatever the server does, and counts latency from the instant at
which an act was due until the last of the table hears of it: to compare two versions at the same rate.

`--gateways N` measures ours with so many gateway processes, which are told apart: as fast as the drivers go, and at human pace. That is
processor time only, because gateways, drivers and the room share the cores. `--full TABLES` is a full house at human pace alone, with
or without gateways.

Servers and drivers are processes of their own; children of the server are told apart from it.
"""

import argparse
import json
import os
import resource
from typing import Final

from bench.figures import SATURATED, NotSaturated, percentile
from bench.interpreter import introduce
from bench.socket_runs import BARE, OURS, SEATS, Run, kept_up, measure, saturated

SECONDS_BETWEEN_ACTS: Final = 3.0
FAST_TABLES: Final = 40
SOCKETS_A_DRIVER: Final = 9000
RATE_TABLES: Final = 100
HOUSE_TABLES: Final = {True: 50, False: 1000}
SECONDS: Final = {True: 4.0, False: 10.0}


def show(run: Run) -> None:
    """How fast, what it cost, and how busy both sides were."""
    server, seconds = run.server, run.seconds
    drivers = " + ".join(f"{each / seconds:.0%}" for each in run.drivers)
    print(
        f"{run.name:14}{run.acts_per_second:9,.0f} acts/s   CPU an act {run.per_act(server.total):6.1f} µs "
        f"(user {run.per_act(server.user):.1f}, system {run.per_act(server.system):.1f}, "
        f"child processes {run.per_act(server.children):.1f})   {run.acts_per_core:,.0f} acts/s a core"
    )
    print(
        f"{'':14}busy: server {server.main / seconds:.0%} of a core (user {server.user / seconds:.0%}, "
        f"system {server.system / seconds:.0%}; {run.waited:.0%} waited for a core), "
        f"its child processes {server.children / seconds:.0%}, drivers {drivers}"
    )
    if run.gateways:
        busy = " + ".join(f"{each / seconds:.0%}" for each in run.gateways)
        writer = server.children - sum(run.gateways)
        print(
            f"{'':14}CPU an act: room {run.per_act(server.main):.1f} µs, gateways {run.per_act(sum(run.gateways)):.1f} µs "
            f"(busy {busy}), writer {run.per_act(writer):.1f} µs"
        )


def show_latency(run: Run) -> None:
    """Median and 99th percentile, if it kept up."""
    if not kept_up(run):
        print(f"{run.name:14}fell behind: {len(run.waits):,} of {run.due:,} acts were answered in time; no latency")
        return
    p50, p99 = (percentile(run.waits, each) * 1e3 for each in (50, 99))
    print(f"{'':14}act to echo: p50 {p50:.2f} ms  p99 {p99:.2f} ms, of {run.due:,} acts on schedule")


def fast(tables: int, seconds: float, *, crowded: bool) -> list[Run]:
    """Both servers as fast as they can."""
    return [
        saturated(lambda drivers: measure(BARE, tables, seconds, drivers=drivers), crowded=crowded),
        saturated(lambda drivers: measure(OURS, tables, seconds, drivers=drivers), crowded=crowded),
    ]


def at_rate(tables: int, seconds: float, rate: float) -> list[Run]:
    """Both servers at a rate."""
    return [measure(name, tables, seconds, rate=rate) for name in (BARE, OURS)]


def show_house(run: Run) -> None:
    """A full house: costs, latency, and whether everybody is still there."""
    print(f"human pace: {run.tables:,} tables of six who act every {SECONDS_BETWEEN_ACTS:.0f} seconds")
    show(run)
    show_latency(run)
    cut_off = run.tables * SEATS - (run.sockets_left or 0)
    print(f"{'':14}{run.kilobytes_per_socket:.0f} kB a socket in the room, {cut_off} of {run.tables * SEATS:,} cut off")


def full_house(tables: int, seconds: float, gateways: int) -> Run:
    """A full house at human pace, with as many drivers as their file limits ask for."""
    drivers = -(-tables * SEATS // SOCKETS_A_DRIVER)
    rate = tables / SECONDS_BETWEEN_ACTS
    return measure(OURS, tables, seconds, rate=rate, drivers=drivers, gateways=gateways)


def with_gateways(wanted: argparse.Namespace, seconds: float) -> None:
    """Ours with gateway processes, or a full house alone."""
    runs = []
    if not wanted.full:
        runs.append(measure(OURS, FAST_TABLES, seconds, gateways=wanted.gateways))
    tables = wanted.full or wanted.tables or HOUSE_TABLES[wanted.quick]
    house = full_house(tables, 2 * seconds, wanted.gateways)
    load = os.getloadavg()[0]
    if wanted.json:
        told = {name: run.figures() for name, run in zip(("house", "room"), (house, *runs), strict=False)}
        print(json.dumps({**told, "load": load}))
        return
    for run in runs:
        show(run)
    show_house(house)
    print(f"load of the machine {load:.1f}")


def arguments() -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="for a shorter time, with a smaller house")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--crowded", action="store_true", help="others use this machine: compare processor time alone")
    parser.add_argument("--rate", type=float, help="acts a second, on schedule; prints latency")
    parser.add_argument("--tables", type=int, default=0, help="tables of the full house, or of a run at a rate")
    parser.add_argument("--gateways", type=int, default=0, help="gateway processes of ours")
    parser.add_argument(
        "--full", type=int, default=0, help="a full house of so many tables at human pace, and nothing else"
    )
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    wanted = arguments()
    introduce(quiet=wanted.json)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, hard), hard))
    seconds = SECONDS[wanted.quick]
    if wanted.gateways or wanted.full:
        with_gateways(wanted, seconds)
        return
    if wanted.rate:
        runs = at_rate(wanted.tables or RATE_TABLES, seconds, wanted.rate)
        if wanted.json:
            print(json.dumps({run.name: {**run.figures(), "kept_up": kept_up(run)} for run in runs}))
            return
        for run in runs:
            show(run)
            show_latency(run)
        return
    try:
        bare, ours = fast(FAST_TABLES, seconds, crowded=wanted.crowded)
    except NotSaturated as reason:
        raise SystemExit(f"refused: {reason}; load of the machine {os.getloadavg()[0]:.1f}") from None
    tables = wanted.tables or HOUSE_TABLES[wanted.quick]
    house = measure(OURS, tables, 2 * seconds, rate=tables / SECONDS_BETWEEN_ACTS)
    shares = {"ratio_by_cpu": ours.acts_per_core / bare.acts_per_core}
    if min(bare.busy, ours.busy) >= SATURATED:
        shares["ratio"] = ours.acts_per_second / bare.acts_per_second
    if wanted.json:
        told = {"bare": bare.figures(), "room": ours.figures(), "house": house.figures()}
        print(json.dumps({**told, **{name: round(share, 4) for name, share in shares.items()}}))
        return
    show(bare)
    show(ours)
    by_clock = f"{shares['ratio']:.1%} by the clock" if "ratio" in shares else "not known by the clock"
    print(f"{'share of bare':14}{by_clock}, {shares['ratio_by_cpu']:.1%} by processor time")
    show_house(house)


if __name__ == "__main__":
    main()
