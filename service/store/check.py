"""Validation of commits, shared by all stores, and of logs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from taphouse.service.store.protocol import Commit


def check(commit: Commit) -> None:
    """Check that the entries are the versions `expected + 1` to `record.version`, at least one.

    Raises:
        ValueError: They are not.
    """
    numbers = [entry.version for entry in commit.entries]
    if not numbers or numbers != list(range(commit.expected + 1, commit.record.version + 1)):
        raise ValueError(f"A commit from {commit.expected} to {commit.record.version} cannot write versions {numbers}.")


def missing(versions: Iterable[int], first: int, last: int) -> list[int]:
    """The versions from `first` to `last` that are not among these: a log has each version once, without gaps."""
    found = set(versions)
    return [version for version in range(first, last + 1) if version not in found]


def spans(versions: Sequence[int]) -> str:
    """Ascending versions as text, such as `3-5, 9`."""
    said: list[list[int]] = []
    for version in versions:
        if said and said[-1][1] == version - 1:
            said[-1][1] = version
        else:
            said.append([version, version])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in said)
