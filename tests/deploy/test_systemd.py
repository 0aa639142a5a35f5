"""The unit for systemd: valid, of settings that there are, and with the directory that systemd gives it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from taphouse.service.runtime.settings import Settings, variable

UNIT = Path(__file__).parents[2] / "deploy" / "taphouse.service"


def value(name: str) -> str:
    (found,) = re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)
    return str(found)


def test_its_settings_are_settings_and_its_games_stay() -> None:
    name, _, folder = value("Environment").partition("=")
    assert name in {variable(field) for field in Settings.model_fields}
    assert folder == f"/var/lib/{value('StateDirectory')}"
    assert int(value("TimeoutStopSec")) > Settings.model_fields["stop_timeout"].default


def test_systemd_takes_it(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing")
    program = tmp_path / ".venv" / "bin" / "taphouse"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "taphouse.service"
    unit.write_text(UNIT.read_text().replace("/opt/taphouse", str(tmp_path)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
