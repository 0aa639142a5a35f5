"""Reads games from a store for `taphouse shadow`: a page of a log at a time, while the service runs. Nothing is written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence

from taphouse.engine.game import Game
from taphouse.schema.concepts.agreements import MovesUndone
from taphouse.schema.failures import Damaged
from taphouse.service.cli.shadow.compare import Difference, LoggedStep, NotReplayable, Shadow
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.replaying import Versions
from taphouse.service.store.failures import StoredByOtherRelease, StoreUnavailable
from taphouse.service.store.protocol import Store, StoredEntry, StoredGame
from taphouse.service.store.redis import RedisStore

PAGE = 100
"""The entries that are read at once."""


class Stored:
    """The games in a store.

    Args:
        store: The store.
        games: The kinds of games that are known here.
    """

    def __init__(self, store: RedisStore, games: Mapping[str, Game]) -> None:
        self._store, self._games, self._editions = store, games, Editions(games, None)
        self._codecs = {kind: Codec(game) for kind, game in games.items()}

    def ids(self) -> AsyncIterator[str]:
        """The ids of all games, in no order. One that is created or expires meanwhile may be missing."""
        return self._store.games()

    async def compare(self, id_: str) -> tuple[StoredGame | None, Difference | None]:
        """The record of a game, None if it has expired, and the first difference from its shadow.

        Raises:
            Unreadable: The game cannot be replayed.
        """
        try:
            news = await self._store.news(id_, 0, PAGE)
            if news.record is None:
                return None, None
            return news.record, await self._compared(id_, news.record, news.entries)
        except (Damaged, StoredByOtherRelease) as error:
            raise NotReplayable(str(error)) from error
        except (NotReplayable, StoreUnavailable):
            raise
        except Exception as error:  # the rules of today may fail in any way on a game of an earlier commit
            raise NotReplayable(f"{type(error).__name__}: {error}") from error

    async def _compared(self, id_: str, record: StoredGame, entries: tuple[StoredEntry, ...]) -> Difference | None:
        if record.kind not in self._games:
            raise NotReplayable(f"There is no kind of game {record.kind!r} here.")
        game, codec = self._games[record.kind], self._codecs[record.kind]
        terms = codec.terms(record.setup)
        edition = await self._editions.by_digest(record.kind, terms.edition, self._store)
        position, _ = codec.position(record.snapshot)
        options, seats = codec.options(position, record.snapshot) or terms.options, len(position.seats)
        shadow = Shadow(Versions(game, edition), game.newest, options, seats, terms.chance, terms.begins)
        return await compared(self._store, id_, record, entries, codec, shadow)


async def compared(
    store: Store, id_: str, record: StoredGame, entries: tuple[StoredEntry, ...], codec: Codec, shadow: Shadow
) -> Difference | None:
    """The first difference of a stored game from its shadow.

    Args:
        store: The store.
        id_: The game's id.
        record: The game.
        entries: The first entries of its log; the others are read here.
        codec: Decodes it.
        shadow: Its shadow, at the beginning.

    Raises:
        Unreadable: A part of the log is lost.
    """
    last = 0
    while last < record.version:
        if lost := missing([entry.version for entry in entries], last + 1, min(last + PAGE, record.version)):
            raise NotReplayable(f"A part of its log after version {last} is lost: {spans(lost)}.")
        difference = shadow.compare(logged_step(codec, entry) for entry in entries)
        if difference is not None:
            return difference
        last = entries[-1].version
        entries = await store.entries(id_, last, min(PAGE, record.version - last))
    return None


def logged_step(codec: Codec, entry: StoredEntry) -> LoggedStep:
    """The step of an entry of a log."""
    move, _, events = codec.body(entry.body)
    position, state = (None, None) if entry.snapshot is None else codec.position(entry.snapshot)
    rules = None if position is None else position.rules
    back = [(event.moves_undone, event.drawn_anew) for event in events or () if isinstance(event, MovesUndone)]
    return LoggedStep(entry.version, seat_of(entry.who), move, events, state, rules, back[0] if back else None)


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
