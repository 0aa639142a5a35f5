"""A change of the contract."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ContractChange:
    """A change that a client or a game could notice.

    Args:
        thing: Its name, by which CHANGELOG.md declares it.
        what: A sentence that describes it.
        breaking: Whether a valid request is refused now, an answer lacks something it had, or a game must be changed. Other
            changes may still surprise clients that do not expect anything new.
    """

    thing: str
    what: str
    breaking: bool = True
