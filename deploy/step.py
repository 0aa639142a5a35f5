"""Runs a step of `make`, and shows how long it takes: `python deploy/step.py "Installing ..." COMMAND ...`.

On a terminal, the seconds count on one line; elsewhere, a line is printed when the step begins. What the command prints comes
after it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time

CLEAR = "\r\033[K"


def main(label: str, *command: str) -> int:
    """Run the command. Its exit status."""
    terminal, began = sys.stderr.isatty(), time.monotonic()
    if not terminal:
        print(label, file=sys.stderr, flush=True)
    with tempfile.TemporaryFile() as output, subprocess.Popen(command, stdout=output, stderr=output) as process:
        status = None
        while status is None:
            if terminal:
                print(f"{CLEAR}{label} {time.monotonic() - began:.0f} s", end="", file=sys.stderr, flush=True)
            try:
                status = process.wait(1 if terminal else None)
            except subprocess.TimeoutExpired:
                continue
            except KeyboardInterrupt:
                process.wait()
                status = 130
        if terminal:
            print(f"{CLEAR}{label} {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        output.seek(0)
        sys.stderr.buffer.write(output.read())
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
