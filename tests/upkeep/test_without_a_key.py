"""Tools work on a store without the key that signs players' tokens."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.runtime.settings import BadSettings, load


def test_no_tool_needs_the_signing_key(store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPHOUSE_REDIS_URL", store)
    monkeypatch.delenv("TAPHOUSE_SIGNING_KEY", raising=False)
    file = str(tmp_path / "export")
    for command in (["store", "check"], ["store", "export", file], ["store", "import", file], ["shadow"]):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
    with pytest.raises(BadSettings, match="SIGNING_KEY is required"):
        load()
    assert CliRunner().invoke(main, ["serve"]).exit_code == 2
    monkeypatch.setenv("TAPHOUSE_WORKERS", "many")
    assert CliRunner().invoke(main, ["store", "check"]).exit_code == 2
