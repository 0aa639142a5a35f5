"""Admits operators: checks the token and its scope, and logs the use before anything is done or shown.

The log has an item for each use, in a hash for each day. An operator can use their tokens 5,000 times in a day, which bounds it.
"""

from __future__ import annotations

import math
import re
import secrets

from taphouse.schema.concepts.operators import OperatorScope, OperatorUse, ScopeMissing
from taphouse.schema.failures import RateLimited, Refused, Unreadable
from taphouse.schema.paging import Connection, Edge, PageInfo, bad_cursor
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotOperator
from taphouse.schema.values.versions import moment
from taphouse.service.access.operators import Operator, OperatorTokens
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.game_lists import stamp
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.operating.stored import Use, pack, unpack
from taphouse.service.runtime import telemetry
from taphouse.service.store.protocol import Hold

DAY = 86_400_000
DAYS_KEPT = 90
"""The days for which uses are kept."""
MOST_A_DAY = 5000
"""The most uses of an operator in a day."""
MOST_NOTE = 280
"""The most characters of a note."""
_READ_AT_ONCE = 10
"""The days that are read at once."""
_CURSOR = re.compile(r"([0-9]{13})-[0-9a-f]{16}")


class Operators:
    """Admits operators, and keeps the log of what they do.

    Args:
        reader: Knows the store and the time.
        tokens: Verifies operators' tokens.
    """

    def __init__(self, reader: Reader, tokens: OperatorTokens) -> None:
        self._store, self._now, self._tokens = reader.store, reader.now_ms, tokens
        self._last = 0

    async def admit(
        self, caller: Caller, scope: OperatorScope, action: str, subject: str = "", note: str | None = None
    ) -> Operator:
        """The operator who is the caller, once the use is in the log. Takes the cost of the request.

        Args:
            caller: The client.
            scope: The scope that the operation needs.
            action: The name of the operation in the API.
            subject: The id or handle that it is about.
            note: The note that the operator gives, if any.

        Raises:
            Refused: The caller is no operator, or the token lacks the scope.
            RateLimited: The operator has used their tokens too often.
            StoreUnavailable: The use could not be logged: then do nothing.
        """
        await caller.admit()
        operator = None if caller.token is None else self._tokens.read(caller.token)
        if operator is None:
            raise Refused(NotOperator(message="Only an operator can do this. Send an operator's token."))
        if missing := scope not in operator.scopes:
            action, note = f"{action}, refused", note and note[:MOST_NOTE]
        if note is not None and len(note) > MOST_NOTE:
            refuse("note", f"A note has at most {MOST_NOTE} characters.")
        # Each use has a later time than the one before, which orders the log.
        now, nonce = max(self._now(), self._last + 1), secrets.token_hex(8)
        self._last = now
        (wait,) = await self._store.hold([Hold(f"operator:{operator.name}", nonce, MOST_A_DAY, DAY)])
        if wait:
            raise RateLimited(("operator",), math.ceil(wait))
        use = Use(operator.name, scope.name, action, subject[:64], note)
        await self._store.put_item(_day_name(now // DAY), f"{stamp(now)}-{nonce}", pack(use), None, DAYS_KEPT * DAY)
        if missing:
            message = f"This needs the scope {scope.name}, which the token of {operator.name} does not have."
            raise Refused(ScopeMissing(message=message, scope=scope))
        telemetry.note(operator=operator.name, scope=scope.name)
        return operator

    async def operator_log(self, caller: Caller, first: int, after: str | None) -> Connection:
        """The uses before a cursor, newest first."""
        found = None if after is None else _CURSOR.fullmatch(after)
        if after is not None and found is None:
            raise Refused(bad_cursor())
        await self.admit(caller, OperatorScope.LOG, "operatorLog")
        today = self._now() // DAY
        newest = today if found is None else min(today, int(found[1]) // DAY)
        edges = list[Edge]()
        for day in range(newest, today - DAYS_KEPT, -_READ_AT_ONCE):
            names = [_day_name(one) for one in range(day, max(today - DAYS_KEPT, day - _READ_AT_ONCE), -1)]
            for items in await self._store.items(names):
                for name in sorted(items, reverse=True):
                    if after is None or name < after:
                        edges += _shown(name, items[name])
            if len(edges) > first:
                break
        page = tuple(edges[:first])
        end, start = (page[-1].cursor, page[0].cursor) if page else (after, None)
        return Connection(page, PageInfo(len(edges) > first, end, after is not None, start))


def _day_name(day: int) -> str:
    """The name of the items with the uses of a day, counted from the epoch."""
    return f"operators:{day}"


def _shown(name: str, value: bytes) -> list[Edge]:
    """A use for the API; none if it cannot be read here."""
    try:
        use = unpack(Use, value)
    except Unreadable as error:
        telemetry.left_out(f"use {name}", error)
        return []
    at = moment(int(name.partition("-")[0]))
    return [Edge(name, OperatorUse(at, use.operator, use.scope, use.action, use.subject, use.note))]
