"""What can be checked of the container files without an engine; `deploy/rehearse.py` checks more, and slowly."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
FLOORS = ("engine", "schema", "service")
SHIPPED = {".py", ".toml", ".md", ".lua", ".graphql"}


def test_the_wheel_holds_everything_and_runs_without_the_sources(tmp_path):
    source, installed = tmp_path / "source", tmp_path / "installed"
    for name in (*FLOORS, "taphouse"):
        shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    made = subprocess.run([*build, "--wheel-dir", tmp_path, source], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    (wheel,) = tmp_path.glob("taphouse-*.whl")
    with zipfile.ZipFile(wheel) as content:
        names = set(content.namelist())
        content.extractall(installed)
    wanted = {
        f"taphouse/{file.relative_to(source)}"
        for name in FLOORS
        for file in (source / name).rglob("*")
        if (file.suffix in SHIPPED or file.name == "py.typed") and file.parent.name != "released"
    }
    assert wanted <= names
    assert "taphouse/service/store/commit.lua" in names
    assert not [name for name in names if name.startswith("tests")]
    env = {name: value for name, value in os.environ.items() if not name.startswith("TAPHOUSE_")}
    ran = subprocess.run(
        [sys.executable, "-m", "taphouse", "settings", "--json"],
        cwd=tmp_path,
        env=env | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout)[0]["variable"] == "TAPHOUSE_HOST"


def test_the_compose_file_keeps_every_game_and_shows_nobody_the_store():
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    house, store = services["taphouse"], services["valkey"]
    command = " ".join(store["command"])
    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command
    assert "ports" not in store
    assert store["volumes"] == ["games:/data"]
    assert house["environment"]["TAPHOUSE_SIGNING_KEY"].startswith("${TAPHOUSE_SIGNING_KEY:?")
    assert "valkey" in house["environment"]["TAPHOUSE_REDIS_URL"]
    assert set(house["networks"]) & set(store["networks"])
    assert house["read_only"] is store["read_only"] is True
    assert house["depends_on"]["valkey"]["condition"] == "service_healthy"
    assert "healthcheck" in store


def test_the_image_runs_as_nobody_in_particular_and_copies_only_what_is_sent():
    text = (ROOT / "Dockerfile").read_text()
    last = text[text.rindex("\nFROM ") :]
    assert re.search(r"^USER (\d+):\1$", last, re.MULTILINE)
    assert "USER 0" not in last
    assert json.loads(last[last.rindex("\nCMD ") + 5 :]) == ["taphouse", "serve"]
    assert "HEALTHCHECK" in last
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        name for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE) for name in line.split()[:-1] if name
    }
    assert copied == sent
    assert all((ROOT / name).exists() for name in copied)
