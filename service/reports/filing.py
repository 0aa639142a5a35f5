"""The use case that files a report, and what the deletion of an account does to reports.

What finds a report is stored before it: first under the accounts that it names, then the report, then its place in the queue. A
request that was interrupted in between is finished by its repetition, and nobody sees a report that is in no queue.
"""

from __future__ import annotations

from msgspec.structs import replace

from taphouse.schema.concepts.reports import (
    MOST_WORDS,
    ReportCategory,
    ReportFiled,
    ReportsFull,
    ReportsOff,
)
from taphouse.schema.concepts.talk import TalkRoom
from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.versions import epoch_at
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.shown_names import characters, is_visible
from taphouse.service.access.tokens import HOST, Identity
from taphouse.service.games.kernel.checks import account_of, refuse, refuse_read_only
from taphouse.service.games.kernel.committing import checked_key, request_digest
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader, key_reused, owner
from taphouse.service.reports.stored import (
    CLOSED,
    OPEN,
    REPORT,
    QuotedLine,
    StoredReport,
    naming,
    pack,
    report_name,
    unpack,
)
from taphouse.service.store.rooms import MOST_LINES
from taphouse.service.talk.rooms import check_cursor, name_of, place_of, readable
from taphouse.service.webhooks.stored import short_id

MOST_OPEN = 2000
"""The most open reports."""
RETRY = 3600
"""The seconds after which to try again when there are as many."""
_DAY = 86_400_000
_MOST_BYTES = 4 * MOST_WORDS


class Filing:
    """Files reports.

    Args:
        reader: Loads games, and identifies callers.
        quotas: Counts reports; None without limits.
        days: The days for which reports are kept; 0 if there are none.
    """

    def __init__(self, reader: Reader, quotas: Quotas | None, days: int) -> None:
        self._reader, self._store, self._quotas, self._kept = reader, reader.store, quotas, days * _DAY

    async def report(
        self,
        caller: Caller,
        game: str,
        category: ReportCategory,
        text: str | None,
        version: int | None,
        seat: int | None,
        line: str | None,
        room: TalkRoom | None,
        share_view: bool,
        key: str | None,
    ) -> ReportFiled:
        """File a report. Its id derives from the idempotency key, so a repeated request finds it."""
        check_cursor(line, "line")
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        viewer = self._reader.viewer(loaded, identity)
        author, account = _author(loaded, viewer, identity)
        if not self._kept:
            raise Refused(ReportsOff(message="The operator of this service takes no reports."))
        at = _version(loaded, viewer, version, seat)
        id_ = short_id("report", game, owner(identity), key := checked_key(key))
        made = StoredReport(
            game,
            at,
            epoch_at(loaded.record.epochs, at),
            self._reader.now_ms(),
            category.value,
            author,
            account,
            request_digest("report", category.value, text, version, seat, line, room and room.value, share_view),
            _checked(text),
            seat,
            None if line is None else await self._quoted(loaded, viewer, room, line),
            share_view and viewer.seat is not None,
        )
        return await self._file(caller, id_, made)

    async def forget(self, account: str) -> None:
        """Remove the reports of an account, and what others have quoted of it."""
        (named,) = await self._store.items([naming(account)])
        for id_ in named:
            (items,) = await self._store.items([report_name(id_)])
            if REPORT not in items:
                continue
            known = unpack(items[REPORT])
            if known.account == account:
                for queue in (OPEN, CLOSED):
                    await self._store.drop_items(queue, [id_])
                await self._store.drop_items(report_name(id_), [REPORT], told=True)
            elif known.quoted is not None:
                line = replace(known.quoted.line, account=None, body=b"")
                without = pack(replace(known, quoted=replace(known.quoted, line=line)))
                await self._store.put_item(report_name(id_), REPORT, without, items[REPORT], self._kept or _DAY)
        await self._store.drop_items(naming(account), list(named))

    async def _file(self, caller: Caller, id_: str, made: StoredReport) -> ReportFiled:
        known, queue = await self._store.items([report_name(id_), OPEN])
        if REPORT in known:
            earlier = unpack(known[REPORT])
            if earlier.digest != made.digest:
                key_reused()
            made = earlier
        elif len(queue) >= MOST_OPEN and not await self._made_room(queue):
            raise Refused(ReportsFull(retry_after=RETRY))
        elif self._quotas is not None and caller.budget is not None:
            await self._quotas.report(self._quotas.creators(caller.address, made.account), id_)
        quoted = None if made.quoted is None else made.quoted.line.account
        for account in {made.account, quoted} - {None}:
            await self._store.put_item(naming(str(account)), id_, b"1", None, self._kept)
        stored, filed = pack(made), f"{made.filed}".encode()
        await self._store.put_item(report_name(id_), REPORT, stored, known.get(REPORT), self._kept)
        await self._store.put_item(OPEN, id_, filed, queue.get(id_), self._kept)
        return ReportFiled(id_, made.version)

    async def _made_room(self, queue: dict[str, bytes]) -> bool:
        """Remove reports from the queue that have expired. Returns whether there were any."""
        long_ago = self._reader.now_ms() - self._kept
        expired = [id_ for id_, filed in queue.items() if int(filed) < long_ago]
        await self._store.drop_items(OPEN, expired)
        return bool(expired)

    async def _quoted(self, loaded: LoadedGame, viewer: Viewer, room: TalkRoom | None, cursor: str) -> QuotedLine:
        """A line that the author of a report can read."""
        number, epoch = place_of(cursor)
        read = readable(loaded, viewer, room)
        heard = await self._store.heard(loaded.id, (name_of(read),), MOST_LINES)
        found = [one for one in heard.rooms[name_of(read)] if (one.number, one.epoch) == (number, epoch)]
        if not found:
            refuse("line", "The room has no such line any more. Report without it, and say in `text` what it said.")
        return QuotedLine(read.value, found[0])


def _author(loaded: LoadedGame, viewer: Viewer, identity: Identity) -> tuple[str, str | None]:
    """The author of a report, and their account. A player who has lost their seat reports for it."""
    if viewer.read_only:
        refuse_read_only()
    account = account_of(identity)
    seat = viewer.seat if viewer.lost is None else viewer.lost.seat
    if seat is not None:
        return f"seat:{seat}", account or (loaded.seats[seat - 1].player if viewer.lost is None else None)
    if viewer.host:
        return HOST, account or loaded.host.player
    if not isinstance(identity, AccountHolder):
        raise Refused(NoAccount())
    return "player", account


def _version(loaded: LoadedGame, viewer: Viewer, version: int | None, seat: int | None) -> int:
    """The version that a report is about. Refuses versions that its author does not see, and seats that there are not."""
    newest = loaded.newest(viewer)
    at = newest if version is None else version
    if not 1 <= at <= newest:
        raise Refused(VersionNotFound(version=newest))
    if seat is not None and not 1 <= seat <= len(loaded.seats):
        refuse("seat", f"The game has the seats 1 to {len(loaded.seats)}.")
    return at


def _checked(text: str | None) -> str | None:
    """The text of a report, without empty lines around it; None if nothing is left."""
    text = (text or "").strip()
    if not text.isascii() and len(text.encode(errors="replace")) > _MOST_BYTES:
        refuse("text", f"A report has at most {_MOST_BYTES} bytes. Shorten it.")
    if characters(text) > MOST_WORDS:
        refuse("text", f"A report has at most {MOST_WORDS} characters. Shorten it.")
    if not all(not line or is_visible(line) for line in text.splitlines()):
        refuse("text", "A report must be visible, without control characters besides line breaks.")
    return text or None
