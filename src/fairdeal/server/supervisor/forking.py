"""Forking processes that end with the one that forked them, and hear no signal that was meant for it."""

import ctypes
import os
import signal
import sys
from typing import Final

STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_SET_DEATH_SIGNAL: Final = 1
_libc: Final = ctypes.CDLL(None) if sys.platform == "linux" else None
"""Loaded before there is anything to fork: a child that first had to look for it could be orphaned meanwhile."""


def fork() -> int:
    """
    Fork this process, which must have one thread; 0 in the child, as `os.fork`.

    The child ignores `STOP_SIGNALS`: a terminal and a service manager send them to all processes of a program, and only the
    supervisor counts them. Where the system can do so, it kills the child when the parent is gone.
    """
    parent = os.getpid()
    # A signal in between would be taken by the handlers of the parent, in the child.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        child = os.fork()
        if child == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for number in STOP_SIGNALS:
                signal.signal(number, _pass_over)  # and not SIG_IGN, which programs started by the child would inherit
            _end_with(parent)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return child


def _pass_over(_number: int, _frame: object) -> None:
    """Do nothing about a signal."""


def _end_with(parent: int) -> None:
    if _libc is not None:
        _libc.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it was gone before it could have been noticed
        os._exit(1)
