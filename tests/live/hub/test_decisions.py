"""The stream of the decisions that a seat owes."""

from __future__ import annotations

import pytest

from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.results import PendingDecision
from tests.live.build import Follower, House, Table, settled, take


class TestDecisions:
    async def test_are_told_when_they_begin_and_end_and_at_the_end(self, house: House, table: Table) -> None:
        followers = [Follower(house.accounts.decisions(Caller(token))) for token in table.seats]
        await settled()
        for move in ("pass", "look", "keep 1,2", "pass"):
            await table.play(move)
            await settled()
        await table.abandon()
        one, two = [await follower.all() for follower in followers]
        assert {pending.game.id for pending in (*one, *two)} == {table.id}
        assert self.told(one) == [(2, "act"), (3, None), (5, "act"), (6, None), (7, None)]
        assert self.told(two) == [(2, None), (3, "act"), (4, "keep"), (5, None), (6, "act"), (7, None)]
        await house.check_nothing_is_left()

    async def test_end_with_the_game(self, house: House) -> None:
        table = await house.table(turnCap=2)
        followers = [Follower(house.accounts.decisions(Caller(token))) for token in table.seats]
        await settled()
        for _ in range(2):
            await table.play("pass")
            await settled()
        assert [self.told(await follower.all()) for follower in followers] == [
            [(2, "act"), (3, None), (4, None)],
            [(2, None), (3, "act"), (4, None)],
        ]
        assert self.told(await Follower(house.accounts.decisions(Caller(table.seats[0]))).all()) == [(4, None)]
        await house.check_nothing_is_left()

    async def test_of_a_slow_bot_are_the_newest(self, house: House, table: Table) -> None:
        stream = await house.accounts.decisions(Caller(table.seats[0]))
        await take(stream, 1)
        await table.passes(4)
        await settled()
        assert self.told(await take(stream, 1)) == [(6, "act")]
        await stream.aclose()
        await house.check_nothing_is_left()

    async def test_are_a_seats_only(self, house: House, table: Table) -> None:
        for token in (None, table.host):
            with pytest.raises(Refused) as caught:
                await house.accounts.decisions(Caller(token))
            assert isinstance(caught.value.problem, NotSeated)
        await house.check_nothing_is_left()

    @staticmethod
    def told(values: list[PendingDecision]) -> list[tuple[int, str | None]]:
        return [(one.version, one.decision and one.decision.task) for one in values]
