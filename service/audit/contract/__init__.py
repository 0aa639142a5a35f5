"""How the public contract has changed since the last release.

`schema/released/` holds the contract as it was released last, under the same file names as the one that is in `schema/` now.
What would break a client that was written for it must be declared in CHANGELOG.md: by its name in backquotes, in the section
`### Breaking` of the unreleased version. That works in a checkout only; an installed Taphouse has no released contract.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from taphouse import schema
from taphouse.service.audit.contract import openapi, sdl
from taphouse.service.audit.contract.change import Change

SDL, OPENAPI = "taphouse.graphql", "openapi.json"
CHANGELOG = "CHANGELOG.md"


@dataclass(frozen=True)
class Checkout:
    """A working tree of the project, with the contract in it."""

    root: Path

    @staticmethod
    def here() -> Checkout:
        """The one that this code lies in."""
        return Checkout(Path(schema.__file__).resolve().parents[1])

    def changes(self) -> list[Change]:
        """All that could concern a client."""
        found = []
        for name, compare in ((SDL, sdl.changes), (OPENAPI, _openapi_changes)):
            released, now = self._released(name), self._now(name)
            if not released.exists():
                continue  # nobody relies on what was not there
            if not now.exists():
                found.append(Change(f"schema/{name}", f"schema/{name} was removed."))
            elif (before := released.read_text(encoding="utf-8")) != (after := now.read_text(encoding="utf-8")):
                found += compare(before, after)
        return found

    def declared(self) -> set[str]:
        """What CHANGELOG.md declares to break clients.

        Raises:
            FileNotFoundError: this is no checkout.
        """
        return declared((self.root / CHANGELOG).read_text(encoding="utf-8"))

    def release(self) -> None:
        """Make the contract as it is now the released one."""
        self._released("").mkdir(exist_ok=True)
        for name in (SDL, OPENAPI):
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
    # A name may have spaces, and so be broken into two lines.
    return {" ".join(name.split()) for name in re.findall(r"`([^`]+)`", breaking[1])} if breaking else set()


def _openapi_changes(old: str, new: str) -> list[Change]:
    return openapi.changes(json.loads(old), json.loads(new))
