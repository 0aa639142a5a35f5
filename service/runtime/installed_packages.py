"""Compares the installed packages with the oldest versions that the service works with, as its own metadata names them."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import metadata

_EXTRAS = ("service", "client")
_OF_AN_EXTRA = re.compile("extra == [\"'](.*?)[\"']")
_PLAIN = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?(?:[~>]=(\d+(?:\.\d+)*))?(?:;.*)?")
"""A line of the metadata without other bounds: a name, and perhaps the oldest version."""
_NUMBERS = re.compile(r"(\d+(?:\.\d+)*)(?:\.post\d+)?")
"""A version of numbers alone, and perhaps of a later build."""


def unmet(installed: Callable[[str], str] = metadata.version) -> tuple[str, ...]:
    """A sentence for each package that is missing or too old. Newer ones than were tried are taken.

    Args:
        installed: Returns the version of a package, or raises `PackageNotFoundError`.
    """
    lines = [line for line in metadata.requires("taphouse") or () if {*_OF_AN_EXTRA.findall(line)} <= {*_EXTRAS}]
    if all(_plainly_met(line, installed) for line in lines):
        return ()
    from packaging.requirements import Requirement  # to judge by the rules of PEP 440 and PEP 508, in 0.8 MB
    from packaging.version import Version

    sentences = []
    for needed in sorted({*map(Requirement, lines)}, key=str):
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


def _plainly_met(line: str, installed: Callable[[str], str]) -> bool:
    """True if a package is installed in a version of numbers alone that is new enough. If not, its line may still be met."""
    found = _PLAIN.fullmatch(line)
    if found is None:
        return False
    try:
        has = installed(found[1])
    except metadata.PackageNotFoundError:
        return False
    numbers = _NUMBERS.fullmatch(has)
    return found[2] is None or (numbers is not None and _parts(numbers[1]) >= _parts(found[2]))


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
