"""The operators' queue of reports, which `schema.concepts.reports` declares."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from taphouse.schema.concepts.operators import OperatorScope
from taphouse.schema.concepts.reports import MOST_WORD, REPORT_ID, Report, ReportCategory, ReportClosed, ReportNotFound
from taphouse.schema.concepts.talk import TalkRoom
from taphouse.schema.failures import Busy, Refused, Unreadable
from taphouse.schema.game_view import GameView
from taphouse.schema.paging import Connection, Edge, PageInfo, bad_cursor
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.values.games import Status
from taphouse.schema.values.seats import SPECTATOR, Role, Viewer
from taphouse.schema.values.versions import moment
from taphouse.service.access.tokens import HOST
from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.committing import MOST_TRIES
from taphouse.service.games.kernel.game_lists import stamp
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.operating.admitting import Operators
from taphouse.service.operating.finding import is_apart
from taphouse.service.reports.stored import CLOSED, OPEN, REPORT, StoredReport, pack, report_name, unpack
from taphouse.service.runtime import telemetry
from taphouse.service.talk.rooms import shown

MOST_CLOSED = 2000
"""The most closed reports that are listed."""
_DAY = 86_400_000
_CURSOR, _ID = re.compile(rf"[0-9]{{13}}-{REPORT_ID}"), re.compile(REPORT_ID)


class Queue:
    """The reports, for operators.

    Args:
        reader: Loads games.
        operators: Admits operators.
        days: The days for which reports are kept.
    """

    def __init__(self, reader: Reader, operators: Operators, days: int) -> None:
        self._reader, self._store, self._operators, self._kept = reader, reader.store, operators, max(1, days) * _DAY

    async def reports(self, caller: Caller, closed: bool, first: int, after: str | None) -> Connection:
        """A page of reports. Those that do not belong there go; one whose closing was interrupted is listed as closed."""
        if after is not None and not _CURSOR.fullmatch(after):
            raise Refused(bad_cursor())
        await self._operators.admit(caller, OperatorScope.REPORTS, "reports")
        name = CLOSED if closed else OPEN
        (queue,) = await self._store.items([name])
        listed = sorted([f"{stamp(int(at))}-{id_}" for id_, at in queue.items()], reverse=closed)
        if after is not None:
            listed = [one for one in listed if (one < after if closed else one > after)]
        page, edges, gone = listed[:first], list[Edge](), list[str]()
        ids = [one.partition("-")[2] for one in page]
        for cursor, id_, items in zip(page, ids, await self._store.items([*map(report_name, ids)]), strict=True):
            found = _readable(id_, items)
            if REPORT not in items or (found is not None and (found.closed is not None) is not closed):
                gone.append(id_)
                if not closed and found is not None:
                    await self._list_closed(id_, found)
            elif found is not None:
                edges.append(Edge(cursor, _shown(id_, found, caller.language)))
        await self._store.drop_items(name, gone)
        end, start = page[-1] if page else after, edges[0].cursor if edges else None
        return Connection(tuple(edges), PageInfo(len(listed) > first, end, after is not None, start))

    async def reported_game(self, caller: Caller, report: str) -> GameView:
        """The game of a report at its version."""
        operator = await self._operators.admit(caller, OperatorScope.REPORTS, "reportedGame", report)
        found = unpack(await self._found(report))
        loaded = await self._reader.now(found.game)
        if found.version > loaded.version:
            raise Refused(VersionNotFound(version=loaded.version))
        seat = seat_of(found.author) if found.shares else None
        viewer = SPECTATOR
        if seat is not None and OperatorScope.SEATS in operator.scopes and is_apart(operator, loaded):
            await self._operators.admit(caller, OperatorScope.SEATS, "reportedGame", report)
            viewer = Viewer(Role.SEAT, seat, read_only=True)
        over, latest = loaded.status is Status.OVER, loaded.version
        version = min(found.version, loaded.newest(viewer))  # operators see a running game as spectators do
        then = loaded if version == latest else await self._reader.as_of(loaded, version)
        return self._reader.game_view(then, viewer, caller.language, latest=latest, open_to_all=over, pinned=True)

    async def close_report(self, caller: Caller, report: str, word: str | None) -> ReportClosed:
        """Close a report. It is closed before it is listed as that: who reads the list takes others out of it."""
        if word is not None and len(word) > MOST_WORD:
            refuse("word", f"A word has at most {MOST_WORD} characters.")
        await self._operators.admit(caller, OperatorScope.REPORTS, "closeReport", report, word)
        for _ in range(MOST_TRIES):
            stored = await self._found(report)
            found = unpack(stored)
            if found.closed is None:
                found = replace(found, closed=self._reader.now_ms(), word=word)
            if await self._store.put_item(report_name(report), REPORT, pack(found), stored, self._kept):
                break
        else:
            raise Busy
        await self._list_closed(report, found)
        await self._store.drop_items(OPEN, [report])
        return ReportClosed(_shown(report, found, caller.language))

    async def _list_closed(self, report: str, found: StoredReport) -> None:
        (listed,) = await self._store.items([CLOSED])
        await self._store.put_item(CLOSED, report, f"{found.closed}".encode(), listed.get(report), self._kept)
        if len(listed) > MOST_CLOSED:
            oldest = sorted(listed, key=lambda id_: int(listed[id_]))
            await self._store.drop_items(CLOSED, oldest[: len(listed) - MOST_CLOSED])

    async def _found(self, report: str) -> bytes:
        """The stored report with an id."""
        (items,) = await self._store.items([report_name(report)]) if _ID.fullmatch(report) else ({},)
        if REPORT not in items:
            raise Refused(ReportNotFound(message="There is no report with this id, or it has expired."))
        return items[REPORT]


def _readable(id_: str, items: Mapping[str, bytes]) -> StoredReport | None:
    """The report among its items; None if there is none that can be read here."""
    try:
        return unpack(items[REPORT]) if REPORT in items else None
    except Unreadable as error:
        telemetry.left_out(f"report {id_}", error)
        return None


def _shown(id_: str, report: StoredReport, language: str) -> Report:
    """A report for the API."""
    quoted = report.quoted
    return Report(
        id_,
        moment(report.filed),
        report.game,
        report.version,
        report.epoch,
        ReportCategory.__members__.get(report.category, ReportCategory.OTHER),
        report.text,
        seat_of(report.author),
        report.author == HOST,
        report.seat,
        None if quoted is None else shown(TalkRoom[quoted.room], quoted.line, language),
        report.shares,
        None if report.closed is None else moment(report.closed),
        report.word,
    )
