"""One change of the contract."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """Something that a client could notice.

    Args:
        thing: its name, by which CHANGELOG.md declares it.
        what: a sentence.
        breaking: whether a request that was right is refused now, or an answer lacks what it had. Otherwise it may still
            surprise a client that did not reckon with anything new.
    """

    thing: str
    what: str
    breaking: bool = True
