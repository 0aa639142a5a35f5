"""Compares the public contract with that of the last release: the API for clients, and what games may use of the engine.

`schema/released/` holds the contract of the last release, with the same file names as the current one in `schema/`. Changes
that break clients or games must be declared in CHANGELOG.md, by name in backquotes, in the section `### Breaking` of the
unreleased version. This only works in a checkout; an installed Taphouse has no released contract.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from taphouse import schema
from taphouse.lab.contract import games, openapi, sdl
from taphouse.lab.contract.change import ContractChange

SDL, OPENAPI, GAMES = "taphouse.graphql", "openapi.json", "games.txt"
CHANGELOG = "CHANGELOG.md"


@dataclass(frozen=True)
class Checkout:
    """A working tree of the project."""

    root: Path

    @staticmethod
    def here() -> Checkout:
        """The checkout that contains this code."""
        return Checkout(Path(schema.__file__).resolve().parents[1])

    def changes(self) -> list[ContractChange]:
        """All changes that clients or games could notice."""
        found = []
        for name, compare in ((SDL, sdl.changes), (OPENAPI, _openapi_changes), (GAMES, games.changes)):
            released, now = self._released(name), self._now(name)
            if not released.exists():
                continue  # new documents break nothing
            if not now.exists():
                found.append(ContractChange(f"schema/{name}", f"schema/{name} was removed."))
            elif (before := released.read_text(encoding="utf-8")) != (after := now.read_text(encoding="utf-8")):
                found += compare(before, after)
        return found

    def declared(self) -> set[str]:
        """The names of the breaking changes that CHANGELOG.md declares.

        Raises:
            FileNotFoundError: There is no CHANGELOG.md, so this is not a checkout.
        """
        return declared((self.root / CHANGELOG).read_text(encoding="utf-8"))

    def release(self) -> None:
        """Store the current contract as the released one."""
        self._released("").mkdir(exist_ok=True)
        for name in (SDL, OPENAPI, GAMES):
            if self._now(name).exists():
                shutil.copyfile(self._now(name), self._released(name))
            else:
                self._released(name).unlink(missing_ok=True)

    def _now(self, name: str) -> Path:
        return self.root / "schema" / name

    def _released(self, name: str) -> Path:
        return self.root / "schema" / "released" / name


def declared(changelog: str) -> set[str]:
    """The names in backquotes in the section `### Breaking` of the unreleased version."""
    unreleased = re.search(r"^## [^\n]*unreleased[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.I | re.M | re.S)
    breaking = unreleased and re.search(r"^### Breaking *\n(.*?)(?=^### |\Z)", unreleased[1], re.M | re.S)
    # Names may contain spaces, and may thus be wrapped.
    return {" ".join(name.split()) for name in re.findall(r"`([^`]+)`", breaking[1])} if breaking else set()


def _openapi_changes(old: str, new: str) -> list[ContractChange]:
    return openapi.changes(json.loads(old), json.loads(new))
