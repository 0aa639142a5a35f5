"""The steps of `make serve`: what is seen of them on a terminal and elsewhere."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

from tests.tutorials.reader import ROOT

STEP = (sys.executable, str(ROOT / "deploy" / "step.py"), "Installing ...")


def test_a_step_is_a_line_and_what_its_command_prints() -> None:
    done = subprocess.run(
        [*STEP, "sh", "-c", "echo 'no space' >&2; exit 3"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "Installing ...\nno space\n")


def test_on_a_terminal_the_seconds_count_on_one_line() -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as seen:
        done = subprocess.run([*STEP, "sh", "-c", "sleep 1.2; echo done"], stderr=theirs, check=True)
        os.close(theirs)
        shown = seen.read(10_000).decode()
    assert done.returncode == 0
    assert shown.startswith("\r\033[KInstalling ... 0 s\r\033[KInstalling ... ")
    assert shown.count("\n") == 2
    assert shown.endswith(" s\r\ndone\r\n")
