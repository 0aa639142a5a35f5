"""Compares the installed packages with the oldest versions that the service works with, as its own metadata names them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import metadata

from packaging.requirements import Requirement
from packaging.version import Version

_EXTRAS = ("service", "client")


def unmet(installed: Callable[[str], str] = metadata.version) -> tuple[str, ...]:
    """A sentence for each package that is missing or too old. Newer ones than were tried are taken.

    Args:
        installed: Returns the version of a package, or raises `PackageNotFoundError`.
    """
    sentences = []
    for needed in sorted({*map(Requirement, metadata.requires("taphouse") or ())}, key=str):
        if needed.marker is not None and not any(needed.marker.evaluate({"extra": extra}) for extra in _EXTRAS):
            continue
        floors = [Version(one.version) for one in needed.specifier if one.operator in {">=", "~="}]
        named = f"{needed.name}{needed.specifier} is needed"
        try:
            found = installed(needed.name)
        except metadata.PackageNotFoundError:
            sentences.append(f"{needed.name} is not installed, but {named}.")
            continue
        if any(Version(found) < floor for floor in floors):
            sentences.append(f"{needed.name} {found} is installed, but {named}.")
    return tuple(sentences)
