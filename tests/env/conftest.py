"""A game that algorithms can solve."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.tiny.installed import install


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Goofspiel with three cards for each of two players, for OpenSpiel."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    import_module("taphouse.env.openspiel")
    kind = install(monkeypatch, import_module("goofspiel.about").GAME)
    edition = tmp_path / "small.toml"
    edition.write_text(
        f'game = "{kind}"\nname = "small"\ntitle = "Three cards"\ntext = "A small suit."\n\n'
        '[figures]\ncards = { value = 3, rule = "GS-01", provenance = "public-source" }\n'
    )
    return pyspiel.load_game(f"python_taphouse(kind={kind},edition={edition},options=tiedRound:LOST)")
