"""A fork of a running game tells nothing that its seats do not know together, not even when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.engine.pint_craft.rules import PintCraftRules
from taphouse.engine.records.text import parse, write
from taphouse.engine.vocabulary import kebab
from taphouse.lab.secrecy.in_process_service import WorldStore
from taphouse.lab.secrecy.random_inputs import editions
from taphouse.schema.values.games import Status
from taphouse.service.games.beginning import forking
from taphouse.service.games.encoding.codec import Codec
from tests.api.conftest import http
from tests.api.server import BOTH, Server
from tests.forks.shared import played, text_of, tokens
from tests.rest.client import Document, Rest, Table, table_of
from tests.rest.test_games import KINDS, SHORT


class Worlds:
    """A service, in whose games that what nobody knows can be changed."""

    def __init__(self, anyone: Rest, store: WorldStore) -> None:
        self.anyone, self.store = anyone, store

    def change(self, table: Table, kind: str, seed: str) -> None:
        """Put another world in place of a game: what no seat knows, drawn anew."""
        record, log = self.store.log(table.id)
        game = BOTH[kebab(kind)]
        codec = Codec(game)
        position, state = codec.position(record.snapshot)
        edition = next(one for one in editions(game).values() if one.digest == codec.terms(record.setup).edition)
        other = game.rules(edition).reshuffled(state, Chance(seed_from(seed)))
        seats, host = position.seats, position.host
        snapshot = codec.snapshot(Status.RUNNING, seats, other, host, position.rules, position.played)
        self.store.rewrite(table.id, replace(record, snapshot=snapshot), log)


@pytest.fixture(scope="module")
def worlds() -> Iterator[Worlds]:
    store = WorldStore()
    with Server(store=store) as server, http(server) as client:
        yield Worlds(Rest(client, Document(client.get("/openapi.json").json())), store)


def forked_to_the_end(worlds: Worlds, kind: str, patch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The records of two forks of one game in two worlds, played to their ends by equal choices."""
    table = played(worlds.anyone, kind, 8, options=SHORT.get(kind))
    found = []
    for seed in ("here", "there"):
        worlds.change(table, kind, seed)
        key = {"idempotency-key": f"the-key-of-a-fork-{seed}-{table.id}"}
        with patch.context() as fixed:
            fixed.setattr(f"{forking.__name__}.secrets.token_bytes", bytes)
            made = worlds.anyone.post(f"{table.path}/forks", {"seatTokens": tokens(table)}, key)
        new = table_of(worlds.anyone, made)
        for _ in new.steps(seed=1):
            pass
        record = replace(parse(text_of(new)).record, game=None, created=None, updated=None, signature=None)
        found.append(write(record))
    return found[0], found[1]


@pytest.mark.parametrize("kind", KINDS)
def test_forks_of_two_worlds_are_the_same_game(worlds: Worlds, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = forked_to_the_end(worlds, kind, monkeypatch)
    assert here == there


def test_a_fork_that_keeps_what_nobody_knows_is_found(worlds: Worlds, monkeypatch: pytest.MonkeyPatch) -> None:
    right = PintCraftRules.reshuffled

    def keeps(self: Rules, state: Any, chance: Chance) -> Any:
        new = right(self, state, chance)  # type: ignore[arg-type]
        return new if type(chance) is Chance else replace(new, stacks=state.stacks)

    with monkeypatch.context() as planted:
        planted.setattr(PintCraftRules, "reshuffled", keeps)
        here, there = forked_to_the_end(worlds, "PINT_CRAFT", monkeypatch)
    assert here != there
