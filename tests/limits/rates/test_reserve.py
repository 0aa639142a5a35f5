"""A seat that must decide may move although nothing is left."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine import GAMES
from taphouse.schema.prices import LOOK as LOOKED
from taphouse.service.access.rate_limits import OF_ADDRESS, OF_SEAT, RESERVED
from tests.api.client import in_notation
from tests.api.selections import everything, operation
from tests.limits.build import CREATE, LOOK, PLAY, House
from tests.limits.rates.shared import ADDRESS_BURST, NOBODY, code, cost


class TestReserve:
    @pytest.fixture
    async def table(self, here: House) -> tuple[str, list[str]]:
        """A game whose players, and whose address, have nothing left; the first seat must decide."""
        game, tokens = await here.table()
        for token in tokens:
            await here.ask(LOOK, token, g=game)
        here.store.empty()
        here.reset()
        return game, tokens

    async def test_who_must_decide_may_move_although_nothing_is_left(self, here: House, table: Any) -> None:
        game, (ada, ben) = table
        for token in (ada, ben, ada, ben):
            answer = await here.ask(PLAY, token, g=game, m=in_notation("pass"))
            assert answer.json()["data"]["play"]["__typename"] == "GameChanged"
        assert code(await here.ask(LOOK, ada, g=game)) == "RATE_LIMITED"
        # From the reserves. The first commit lacked its points; from then on, they are asked for first.
        assert here.store.trips == {"load": 5, "commit": 1 + 4, "take": 8}

    @pytest.mark.parametrize("move", ["no move", "pass"])
    async def test_there_is_no_reserve_for_what_is_no_move(self, here: House, table: Any, move: str) -> None:
        game, (ada, ben) = table
        refused = await here.ask(PLAY, ben if move == "pass" else ada, g=game, m=in_notation(move))
        assert (refused.status_code, code(refused)) == (429, "RATE_LIMITED")
        here.store.fill()
        answer = await here.ask(PLAY, ben if move == "pass" else ada, g=game, m=in_notation(move))
        assert answer.json()["data"]["play"]["code"] in ("NOT_YOUR_TURN", "MOVE_NOT_UNDERSTOOD")

    async def test_the_reserve_has_an_end_and_comes_back(self, here: House, table: Any) -> None:
        game, (ada, _) = table
        for _ in range(OF_SEAT.capacity):
            assert (await here.ask(PLAY, ada, g=game, m=in_notation("no move"))).status_code == 429
        assert code(await here.ask(PLAY, ada, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
        here.store.clock.now += 1
        assert (await here.ask(PLAY, ada, g=game, m=in_notation("pass"))).status_code == 200

    async def test_a_move_is_made_by_the_reserve_in_a_document_that_is_not_known_and_nothing_else_is(
        self, here: House, table: Any
    ) -> None:
        game, (ada, _) = table
        assert code(await here.ask(LOOK + " # anew", ada, g=game)) == "RATE_LIMITED"
        answer = await here.ask(PLAY + " # anew", ada, g=game, m=in_notation("pass"))
        assert answer.json()["data"]["play"]["__typename"] == "GameChanged"
        long = PLAY + " #" + " anew" * 2 * RESERVED
        before = len(here.documents)
        assert code(await here.ask(long, ada, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
        assert len(here.documents) == before

    async def test_the_seats_of_one_address_share_a_reserve_too_however_many_they_are(
        self, here: House, table: Any
    ) -> None:
        game, (ada, ben) = table
        here.store.fill()
        others = [await here.table() for _ in range(OF_ADDRESS.capacity // OF_SEAT.capacity)]
        while (await here.ask(LOOK, g=game)).status_code == 200:
            pass
        for other, (token, _) in others:
            for _ in range(OF_SEAT.capacity + 1):
                assert code(await here.ask(PLAY, token, g=other, m=in_notation("no move"))) == "RATE_LIMITED"
        assert code(await here.ask(PLAY, ada, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
        assert (await here.ask(PLAY, ada, "198.51.100.7", g=game, m=in_notation("pass"))).status_code == 200
        here.store.clock.now += 1
        assert (await here.ask(PLAY, ben, g=game, m=in_notation("pass"))).status_code == 200

    async def test_one_seat_takes_no_more_from_the_reserve_of_its_address_than_it_has(
        self, here: House, table: Any
    ) -> None:
        game, (ada, ben) = table
        for number in range(OF_ADDRESS.capacity + 10):
            assert code(await here.ask(f"{LOOK} # {number}", ben, g=game)) == "RATE_LIMITED"
            assert code(await here.ask(PLAY, ben, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
        assert (await here.ask(PLAY, ada, g=game, m=in_notation("pass"))).json()["data"]
        assert code(await here.ask(PLAY, ben, g=game, m=in_notation("pass"))) == "RATE_LIMITED"

    async def test_who_reads_documents_has_their_moves_all_the_same(self, here: House) -> None:
        game, (ada, _) = await here.table()
        for number in range(OF_SEAT.capacity + 1):
            assert (await here.ask(f"{{ a{number}: __typename }}", ada)).status_code == 200
        while (await here.ask(LOOK, ada, g=game)).status_code == 200:
            pass
        assert (await here.ask(PLAY, ada, g=game, m=in_notation("pass"))).json()["data"]

    async def test_a_move_that_was_made_is_answered_whatever_comes_of_another_in_the_request(
        self, here: House, table: Any
    ) -> None:
        game, (ada, _) = table
        two = "mutation($g: ID!, $m: [MoveInput!]!, $n: [MoveInput!]!) { play(gameId: $g, moves: $m) { __typename } "
        two += "again: play(gameId: $g, moves: $n) { __typename } }"
        answer = await here.ask(two, ada, g=game, m=in_notation("pass"), n=in_notation("no move"))
        assert answer.json()["data"] == {
            "play": {"__typename": "GameChanged"},
            "again": {"__typename": "NotYourTurn"},
        }
        assert code(await here.ask(two, ada, g=game, m=in_notation("no move"), n=in_notation("pass"))) == "RATE_LIMITED"

    async def test_who_only_looks_on_or_lost_their_token_takes_nothing_from_who_plays(self, here: House) -> None:
        await here.table()
        made = (await here.ask(CREATE)).json()["data"]["createGame"]
        game, ada = made["game"]["gameId"], made["seats"][0]["token"]
        narrow = "mutation($g: ID!) { narrowToken(gameId: $g, readOnly: true) { ... on NarrowToken { token } } }"
        reader = (await here.ask(narrow, ada, g=game)).json()["data"]["narrowToken"]["token"]
        renew = "mutation($g: ID!) { reissueToken(gameId: $g, seat: 1) { ... on TokenReissued { token } } }"
        newer = (await here.ask(renew, made["hostToken"], g=game)).json()["data"]["reissueToken"]["token"]
        here.reset()
        await here.ask(PLAY, newer, g=game, m=in_notation("no move"))
        here.store.empty()
        await here.ask(PLAY, newer, g=game, m=in_notation("no move"))
        here.store.fill()
        hers = {take.bucket for take in here.store.taken if take.capacity not in (ADDRESS_BURST, OF_ADDRESS.capacity)}
        assert len(hers) == 2
        here.reset()
        for other, why in ((reader, "TOKEN_REJECTED"), (ada, "TOKEN_REJECTED")):
            assert (await here.ask(PLAY, other, g=game, m=in_notation("pass"))).json()["data"]["play"]["code"] == why
        reader = (await here.ask(narrow, newer, g=game)).json()["data"]["narrowToken"]["token"]
        here.reset()
        assert (await here.ask(PLAY, reader, g=game, m=in_notation("pass"))).json()["data"]["play"][
            "code"
        ] == "TOKEN_READ_ONLY"
        assert not hers & {take.bucket for take in here.store.taken}
        assert OF_SEAT.capacity not in {take.capacity for take in here.store.taken}

    async def test_what_costs_more_than_a_move_and_the_table_does_not_pass_by_the_reserve(
        self, here: House, table: Any
    ) -> None:
        """Neither with the move nor by sending one again that was made."""
        game, (ada, _) = table
        dear = (
            "mutation($g: ID!, $m: [MoveInput!]!, $k: String!) { play(gameId: $g, moves: $m, idempotencyKey: $k) "
            "{ ... on GameChanged { game { suggestion(bot: RANDOM) { __typename } } } } }"
        )
        key = {"k": "a-key-that-is-long-enough"}
        assert code(await here.ask(dear, ada, g=game, m=in_notation("pass"), **key)) == "RATE_LIMITED"
        here.store.fill()
        assert (await here.ask(dear, ada, g=game, m=in_notation("pass"), **key)).json()["data"]["play"]["game"]
        here.store.empty()
        assert code(await here.ask(dear, ada, g=game, m=in_notation("pass"), **key)) == "RATE_LIMITED"

    @pytest.mark.parametrize("kind", [game.about.name for game in GAMES.values()])
    async def test_a_move_with_the_whole_table_passes_by_the_reserve(self, here: House, kind: str) -> None:
        name = f"{kind}Game"
        body = f"... on GameChanged {{ game {{ ...All_{name} }} entries {{ version notation }} }}"
        query = operation("mutation", "play", ("gameId", "moves"), body) + everything(name)
        first, second = [await here.ask(query, gameId=NOBODY, moves=in_notation("pass")) for _ in range(2)]
        assert second.json().get("data"), second.text
        assert LOOKED < cost(second) <= RESERVED
        assert 0 < cost(first) - cost(second) <= RESERVED

    async def test_a_spectator_a_host_and_a_seat_of_another_game_have_none(self, here: House, table: Any) -> None:
        game, _ = table
        here.store.fill()
        _, (stranger, _) = await here.table()
        await here.ask(LOOK, stranger, g=game)
        here.store.empty()
        for token in (None, "forged", stranger):
            assert code(await here.ask(PLAY, token, g=game, m=in_notation("pass"))) == "RATE_LIMITED"
