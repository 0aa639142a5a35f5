"""Validation of commits, shared by all stores."""

from __future__ import annotations

from taphouse.service.store import Commit


def check(commit: Commit) -> None:
    """Check that the entries are the versions `expected + 1` to `record.version`, at least one.

    Raises:
        ValueError: They are not.
    """
    numbers = [entry.version for entry in commit.entries]
    if not numbers or numbers != list(range(commit.expected + 1, commit.record.version + 1)):
        raise ValueError(f"A commit from {commit.expected} to {commit.record.version} cannot write versions {numbers}.")
