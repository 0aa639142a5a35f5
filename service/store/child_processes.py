"""Programs that must not outlive this process, even when it is killed."""

from __future__ import annotations

import os
import sys

# Runs between fork and exec, in a Python of its own: code in the forked child of a process with threads can hang.
# The parent may have died before prctl: then nobody would send the signal. Linux sends it when the *thread* that forked
# ends, so start a leashed program from a thread that lives as long as the program should.
_LEASH = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)
if os.getppid() == int(sys.argv[1]):
    os.execv(sys.argv[2], sys.argv[2:])
"""


def leashed(command: list[str]) -> list[str]:
    """The command that runs `command` (a full path and its arguments) and gets SIGTERM when the calling thread ends.

    Only Linux has this; elsewhere it is the command itself.
    """
    if sys.platform != "linux":
        return command
    return [sys.executable, "-I", "-S", "-c", _LEASH, str(os.getpid()), *command]
