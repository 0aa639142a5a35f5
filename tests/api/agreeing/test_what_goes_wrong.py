"""Proposals that expire, seats that answer at once, and instances that die between two games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.kernel.committing import wall_clock
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit
from tests.api.agreeing.shared import answer, propose, table
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server


def test_a_proposal_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    late = 0
    with Server(store=MemoryStore()) as server, http(server) as client:
        monkeypatch.setattr(server.app.state.services.reader, "now_ms", lambda: wall_clock() + late)
        game = table(Client(client), 2)
        one, two = game.seats
        propose(one, game, seconds=60, draw=True)
        (made,) = game.look()["proposals"]
        late = 61_000
        assert game.look()["proposals"] == []
        assert two.refused("acceptProposal", gameId=game.id, proposalId=made["id"])["code"] == "PROPOSAL_NOT_FOUND"
        (again,) = propose(two, game, draw=True)["proposals"]
        assert (again["seat"], again["id"]) == (2, f"{game.id}-{game.version}")
        (then,) = game.look(at=game.version - 1)["proposals"]
        assert then == made | {"id": f"{made['id']}@{game.version - 1}"}, "it was open then"
        assert answer("accept", one, game)["agreedEnd"] == "DRAW"


def test_two_seats_that_accept_at_once_make_one_rematch(two_instances: tuple[Client, Client]) -> None:
    game = table(two_instances[0], 3)
    first, second = (one.with_token(None, game.spectator.game) for one in two_instances)
    game.host.done("abandon", gameId=game.id)
    made = propose(game.seat(1), game, rematch=True)["proposals"][0]["id"]

    def accept(client: Client) -> Any:
        return client.done("acceptProposal", gameId=game.id, proposalId=made)["game"]["rematch"]

    with ThreadPoolExecutor(2) as both:
        seats = (first.with_token(game.seat(2).token), second.with_token(game.seat(3).token))
        found = list(both.map(accept, seats))
    next_game = game.look()["rematch"]
    assert next_game in found
    assert {None, next_game} == {None, *found}
    assert second.look(next_game)["status"] == "RUNNING"
    entries = game.spectator.events(gameId=game.id, after=0)["entries"]
    agreed = [event for entry in entries for event in entry["events"] if event["__typename"] == "RematchAgreed"]
    assert len(agreed) == 1


class Failing(MemoryStore):
    """A store that goes away for one game."""

    without: str | None = None

    async def commit(self, commit: Commit) -> Any:
        if commit.game == self.without:
            raise StoreUnavailable("away")
        return await super().commit(commit)


def test_a_rematch_that_was_created_but_not_announced_is_found_again() -> None:
    store = Failing()
    with Server(store=store) as server, http(server) as client:
        game = table(Client(client), 2)
        game.host.done("abandon", gameId=game.id)
        made = propose(game.seat(1), game, rematch=True)["proposals"][0]["id"]
        store.without = game.id
        assert game.seat(2).send("acceptProposal", gameId=game.id, proposalId=made).status_code == 503
        store.without = None
        assert game.look()["rematch"] is None
        (created,) = [id_ for id_ in store._games if id_ != game.id]
        rematch = answer("accept", game.seat(2), game)["rematch"]
        assert created == rematch
        assert Client(client).look(rematch)["version"] == 2, "it is created once"


def test_a_finished_game_stays_in_its_place_in_the_lists(on_memory: Client) -> None:
    ended = []
    for _ in range(2):
        game = table(on_memory, 2, visibility="OPEN")
        game.seat(1).done("resign", gameId=game.id)
        ended.append(game)
    first, last = ended
    query = "{ finishedGames(kinds: CASK_RACE, first: 50) { ... on GameConnection { edges { node { gameId } } } } }"

    def listed() -> list[str]:
        nodes = [edge["node"]["gameId"] for edge in on_memory.ask(query)["finishedGames"]["edges"]]
        return [id_ for id_ in nodes if id_ in (first.id, last.id)]

    assert listed() == [last.id, first.id]
    propose(first.seat(1), first, rematch=True)
    answer("decline", first.seat(2), first)
    assert listed() == [last.id, first.id]


def test_an_undo_is_judged_again_if_another_seat_was_faster(two_instances: tuple[Client, Client]) -> None:
    first, second = two_instances
    game = table(first, 2)
    one, two = game.seats
    for _ in range(6):
        game.play("pass")
        mover, other = (one, two) if game.to_move == 2 else (two, one)
        with ThreadPoolExecutor(2) as both:
            undone = both.submit(mover.do, "undo", gameId=game.id)
            played = both.submit(
                second.with_token(other.token).do, "play", gameId=game.id, moves=[{"notation": "pass"}]
            )
        results = undone.result()["__typename"], played.result()["__typename"]
        assert results in {("GameChanged", "NotYourTurn"), ("UndoRefused", "GameChanged")}
