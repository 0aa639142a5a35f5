"""The reasons why the store, or one thing in it, cannot be read; and a decorator by which damage is reported as damage."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import msgspec

from taphouse.schema.failures import Busy, Damaged, Unavailable, Unreadable

P = ParamSpec("P")
T = TypeVar("T")
_TEXT, _ARRAY = 0x20, 0x80
"""The first byte that a printed character may have, and that of the first array of MessagePack."""


class StoreUnavailable(Unavailable):
    """The store did not answer in time. It is unknown whether a commit was applied: repeat it with the same key."""


class UnfitStore(Exception):
    """A server of the store is too old for the service, or denies it a command. The message names what is needed."""


class StoreBusy(StoreUnavailable, Busy):
    """Too many calls wait for the store already. Nothing was sent."""


class LogIncomplete(Damaged):
    """The log of a game lacks versions, and no failover explains it."""


class LogShortened(StoreUnavailable):
    """Versions that were read a moment ago were lost with a server of the store. Load the game again, and judge by what it is."""


class WrongType(Damaged, StoreUnavailable):
    """A key has a type that the service does not give it: another application wrote there. The message names the key.

    Callers that continue without the store continue without this key too.
    """


class StoredByOtherRelease(Unreadable, Unavailable):
    """Something is stored in a format that this release cannot read, though nothing is wrong with it."""


class StoredByNewerRelease(StoredByOtherRelease):
    """A newer release wrote something. An instance of that release can read it."""

    why = "A newer release of the service wrote this, and can read it. Send the request again, to an instance of that release."


class NotServed(Unreadable, Unavailable):
    """The store holds a game of a kind that is not served here: its package is missing, or the settings leave it out."""

    why = "This kind of game is not served at the moment. Nothing of the game is lost. Send the request again later."

    def __init__(self, kind: str) -> None:
        super().__init__(
            f"The store holds a game of the kind {kind}, which is not served here: install its package, or name it in "
            "TAPHOUSE_GAMES."
        )


class StoredBeforeFirstRelease(StoredByOtherRelease):
    """Something is of a format that was dropped before the first release.

    Args:
        what: The name of the value, such as `a game`.
        format_: Its format.
    """

    why = "A version of the service from before the first release stored this, and only that version can read it."

    def __init__(self, what: str, format_: int) -> None:
        super().__init__(before_first_release(f"The store holds {what} of format {format_}"))


def before_first_release(what: str) -> str:
    """The sentence with which data from before the first release is refused. Records of games stay readable."""
    return (
        f"{what}, from before the first release: with the commit that wrote it, export the records of its games "
        "(`curl URL/v1/games/ID/record`), or delete the data."
    )


Failure = StoreUnavailable | Unreadable
"""The reason why one of several things was not read."""


def damaged(what: str, error: Exception) -> Damaged:
    """The damage of a value that could not be decoded because of an error.

    Args:
        what: The name of the value, such as `a position`.
        error: The error.
    """
    return Damaged(f"The store holds {what} that is damaged: {error!r}.")


def reads(what: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Make a function that only decodes stored values raise `Damaged`, whatever goes wrong in it.

    What every request reads does the same itself.

    Args:
        what: The name of the value, such as `a position`.
    """

    def around(read: Callable[P, T]) -> Callable[P, T]:
        @wraps(read)
        def reading(*given: P.args, **named: P.kwargs) -> T:
            try:
                return read(*given, **named)
            except Unreadable:
                raise
            except Exception as error:
                raise damaged(what, error) from error

        return reading

    return around


def check_format(source: bytes, known: int, head: int, what: str) -> None:
    """Check that a value begins with the format that is known here.

    All formats begin with a small number, and go on with MessagePack. So text is damage, and not a future format.

    Args:
        source: The value.
        known: The format that is known here.
        head: The bytes before the MessagePack.
        what: The name of the value, such as `a game`.

    Raises:
        StoredByNewerRelease: A newer release wrote it.
        StoredBeforeFirstRelease: It is of an earlier format.
        ValueError: It is damaged.
    """
    format_ = source[0]
    if format_ == known:
        return
    if 0 < format_ < known and _well_formed(source[head:]):
        raise StoredBeforeFirstRelease(what, format_)
    if known < format_ < _ARRAY and (format_ < _TEXT or _well_formed(source[head:])):
        raise StoredByNewerRelease(f"The store holds {what} of format {format_}.")
    raise ValueError(f"there is no format {format_}")


def _well_formed(source: bytes) -> bool:
    try:
        return isinstance(msgspec.msgpack.decode(source), list)
    except msgspec.DecodeError:
        return False
