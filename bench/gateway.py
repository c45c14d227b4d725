"""
A gateway process for benches: `python -m bench.gateway NUMBER LISTENER LINKS PAGES`, which ends when its input does.

A server's supervisor forks its gateways; a bench has threads and a loop already, so it starts programs.
"""

import os
import signal
import socket
import subprocess
import sys
import threading

from fairdeal.server.gateways.meeting import Meeting
from fairdeal.server.gateways.process import run_gateway
from fairdeal.server.settings import ServerSettings


def start_gateways(meeting: Meeting) -> list["subprocess.Popen[bytes]"]:
    """One process for each listening socket."""
    found = []
    for number, listener in enumerate(meeting.public):
        arguments = [str(number), str(listener.fileno()), meeting.links_path, meeting.pages_path]
        command = [sys.executable, "-m", "bench.gateway", *arguments]
        found.append(subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[listener.fileno()]))
    meeting.close_public()
    return found


def end_with_input() -> None:
    """End this process when whoever started it is gone."""
    while os.read(0, 1):
        pass
    os._exit(0)


if __name__ == "__main__":
    from bench.socket_servers import PACE
    from fairdeal.server.serve import settle_process

    number, listener, links, pages = sys.argv[1:]
    threading.Thread(target=end_with_input, daemon=True).start()
    settle_process()
    wanted = ServerSettings(port=0, **PACE)
    run_gateway(wanted, int(number), socket.socket(fileno=int(listener)), links, pages, (signal.SIGTERM,))
