"""The Python client of an operator."""

from __future__ import annotations

import datetime

import pytest

from taphouse.client import Client, Refused
from taphouse.schema.concepts.talk import TalkMode
from taphouse.schema.values.games import Status
from tests.access.issuer import ANN, BOB
from tests.api.server import Server
from tests.effort import BOUND
from tests.operating.shared import TOKENS, Office


def test_an_operator_has_methods(operated: Server, office: Office) -> None:
    ann, bob = office.player(ANN, "Ann"), office.player(BOB)
    rated, other = office.table(ann, bob, rated=True, undo="CONSENT"), office.table(ann, bob)
    until = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
    with Client(operated.url, token=TOKENS["all"], patience=BOUND) as client:
        assert client.operator_game(rated).host == ann.id
        assert client.operator_end_talk(other, "Insults") is TalkMode.OFF
        assert client.operator_end(other, "A bug").status is Status.ABANDONED
        bob.done("resign", gameId=rated)
        with pytest.raises(Refused, match="GAME_OVER"):
            client.operator_end(rated)
        assert client.operator_annul(rated).status is Status.OVER
        muted = client.operator_mute(ann.handle, until=until, note="Spam").muted
        assert muted is not None
        assert muted.until is not None
        assert abs((muted.until - until).total_seconds()) < 1
        assert client.operator_mute(ann.id, False).muted is None
        assert client.operator_ban(ann.id).banned is not None
        assert client.operator_ban(ann.id, banned=False).banned is None
        assert client.operator_account(ann.id).handle == ann.handle
        assert [one.game_id for one in client.operator_games("cask-race", account=ann.handle)] == [other, rated]
        assert [one.status for one in client.operator_games(begins=other)] == [Status.ABANDONED]
        assert [one.game_id for one in client.operator_games(account=ann.id, status=Status.OVER)] == [rated]
        assert [one.id for one in client.operator_accounts(ann.handle)] == [ann.id]
        assert next(iter(client.operator_log())).action == "operatorLog"
        data = client.operator_export(ann.id)
        assert {one.game_id for one in data.games} == {rated, other}
        ((kind, points),) = [(one.kind, one.points) for one in data.histories]
        assert (kind, [(one.game_id, one.annulled) for one in points]) == (
            "CASK_RACE",
            [(rated, False), (rated, True)],
        )
        page = client.operator_export(ann.id, first=1)
        assert client.operator_export(ann.id, after=page.next).histories == ()
        assert client.operator_delete(ann.id)
        assert client.operator_account(ann.id).handle is None
    with Client(operated.url, token=TOKENS["log"], patience=BOUND) as client, pytest.raises(Refused, match="SCOPE"):
        client.operator_account(ann.id)
