"""Child processes that must not outlive this process, even when it is killed."""

from __future__ import annotations

import os
import sys

# Runs prctl in a separate Python before it execs the command, because Python code between fork and exec can hang in a process
# with threads. If the parent died before prctl, no signal would ever come, so check. Linux sends the signal when the *thread*
# that forked ends, so start a leashed program from a thread that lives as long as the program should.
_LEASH = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)
if os.getppid() == int(sys.argv[1]):
    os.execv(sys.argv[2], sys.argv[2:])
"""


def leashed(command: list[str]) -> list[str]:
    """Wrap `command` (a full path and its arguments) so that it gets SIGTERM when the thread that starts it ends.

    Only Linux supports this; elsewhere, returns the command unchanged.
    """
    if sys.platform != "linux":
        return command
    return [sys.executable, "-I", "-S", "-c", _LEASH, str(os.getpid()), *command]
