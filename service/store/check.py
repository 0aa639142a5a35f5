"""What every store asks of a commit before it writes anything."""

from __future__ import annotations

from taphouse.service.store import Commit


def check(commit: Commit) -> None:
    """Raise ValueError where the entries are not the versions `expected + 1` to `record.version`, at least one."""
    numbers = [entry.version for entry in commit.entries]
    if not numbers or numbers != list(range(commit.expected + 1, commit.record.version + 1)):
        raise ValueError(f"A commit from {commit.expected} to {commit.record.version} cannot write versions {numbers}.")
