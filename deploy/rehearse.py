#!/usr/bin/env python3
"""Run the Dockerfile without a container engine, and check that its service is healthy.

Executes COPY and RUN of the first stage in a temporary directory with this machine's Python. Then starts the service with ENV and
CMD of the second stage, with nothing else in its environment, and runs its HEALTHCHECK. Does not cover the base image, the
user, the volume and networks. Needs Linux and Python 3.11.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def instructions() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, as name and text."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    stages: list[list[tuple[str, str]]] = []
    for line in filter(None, lines):
        name, _, rest = line.partition(" ")
        if name == "FROM":
            stages.append([])
        stages[-1].append((name, rest.strip()))
    return stages


def build(stage: list[tuple[str, str]], work: Path, image: Path) -> None:
    """Execute the first stage, with `image` in place of /opt/taphouse."""
    for name, rest in stage:
        if name == "COPY":
            *sources, target = rest.split()
            for source in sources:
                to = work / target
                if (ROOT / source).is_dir():
                    shutil.copytree(
                        ROOT / source, to, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
                    )
                else:
                    shutil.copy(ROOT / source, to)
        elif name == "RUN":
            print("RUN", rest, flush=True)
            command = rest.replace("/opt/taphouse", str(image)).replace("python -m venv", f"{sys.executable} -m venv")
            subprocess.run(["/bin/sh", "-ec", command], cwd=work, check=True)


def serve(stage: list[tuple[str, str]], image: Path, data: Path) -> None:
    """Start the service of the second stage on a free port, and run its health check."""
    settings = dict(stage)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = dict(word.split("=", 1) for word in shlex.split(settings["ENV"]))
    env |= {"PATH": f"{image}/bin:/usr/bin:/bin", "TAPHOUSE_DATA_DIR": str(data), "TAPHOUSE_PORT": str(port)}
    env["TAPHOUSE_HOST"] = "127.0.0.1"
    command = json.loads(settings["CMD"])
    check = json.loads(settings["HEALTHCHECK"].partition("CMD ")[2])
    print("CMD", command, flush=True)
    service = subprocess.Popen([shutil.which(command[0], path=env["PATH"]), *command[1:]], cwd=data, env=env)
    try:
        for _ in range(100):
            healthy = subprocess.run([image / "bin" / check[0], *check[1:]], env=env, check=False)
            if healthy.returncode == 0:
                break
            time.sleep(0.1)
        else:
            raise SystemExit("the health check never passed")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            print("HEALTHCHECK passed; /readyz says", answer.read().decode())
    finally:
        service.terminate()
        code = service.wait(30)
    print("stopped with exit status", code)
    if code:
        raise SystemExit(code)


def main() -> None:
    """Run both stages."""
    os.environ["no_proxy"] = "*"
    with tempfile.TemporaryDirectory() as name:
        work, image, data = (Path(name) / part for part in ("build", "image", "data"))
        work.mkdir()
        data.mkdir()
        first, second = instructions()
        build(first, work, image)
        serve(second, image, data)


if __name__ == "__main__":
    main()
