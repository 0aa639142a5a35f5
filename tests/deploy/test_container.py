"""The Dockerfile and the simple compose file, as they are written. `make image` builds the image and tests it as it runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from taphouse.service.runtime.settings import PREFIX, Settings, variable

ROOT = Path(__file__).parents[2]


FILES = [
    ROOT / "Dockerfile",
    *sorted(path for path in (ROOT / "deploy").rglob("*.*") if path.suffix in (".yaml", ".json")),
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_that_a_file_names_exists(path):
    """In its comments and texts too."""
    named = set(re.findall(rf"\b{PREFIX}[A-Z_]+", path.read_text()))
    assert named <= {variable(field) for field in Settings.model_fields}


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
