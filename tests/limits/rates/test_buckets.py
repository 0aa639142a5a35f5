"""The clients that have a bucket of their own, and when there is none."""

from __future__ import annotations

import re

import pytest

from taphouse.schema.ports import AccountHolder
from taphouse.service.access.rate_limits import UNPRICED
from tests.api.client import in_notation
from tests.limits.build import HERE, LOOK, PLAY, House, house
from tests.limits.rates.shared import ADDRESS_BURST, BURST, FLOW, left


async def test_each_address_has_its_own_bucket_and_one_of_ipv6_is_a_network(here: House) -> None:
    game, _ = await here.table()
    for address in (HERE, "::ffff:192.0.2.1", "2001:db8:1:2::3", "2001:db8:1:2:ffff::4", "2001:db8:1:3::3", "::1", ""):
        await here.ask(LOOK, address=address, g=game)
    buckets = [take.bucket for take in here.store.taken]
    assert buckets[0] == buckets[1]
    assert buckets[2] == buckets[3]
    assert len(set(buckets)) == 5


async def test_a_token_has_its_own_bucket_at_any_address_and_one_that_was_made_up_has_none(here: House) -> None:
    game, (ada, ben) = await here.table()
    for token in (ada, ben, ada):
        await here.ask(LOOK, token, f"198.51.100.{len(here.store.taken)}", g=game)
    tokens = [take.bucket for take in here.store.taken if take.capacity == BURST]
    assert tokens[0] == tokens[2] != tokens[1]
    here.reset()
    narrow = "mutation($g: ID!) { narrowToken(gameId: $g, readOnly: true) { ... on NarrowToken { token } } }"
    made = (await here.ask(narrow, ada, g=game)).json()["data"]["narrowToken"]["token"]
    here.reset()
    await here.ask(LOOK, made, g=game)
    assert not {take.bucket for take in here.store.taken if take.capacity == BURST} & set(tokens)
    here.reset()
    for forged in ("CANARY", ada[:-1], "", "x" * 5000):
        await here.ask(LOOK, forged, g=game)
    assert len({take.bucket for take in here.store.taken}) == 1


async def test_a_player_with_a_login_has_their_own_bucket_and_one_reserve_for_all_their_games(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Logins:
        async def read(self, token: str) -> AccountHolder | None:
            return AccountHolder(token, 0) if token.startswith("a.valid.") else None

    rates = here.app.state.services.rates
    monkeypatch.setattr(rates, "_accounts", Logins())
    for _ in range(2):
        await (await rates.budget("a.valid.login", HERE)).admit()
    policies = [(take.capacity, take.cost) for take in here.store.taken]
    assert policies == [(BURST, UNPRICED), (ADDRESS_BURST, UNPRICED)] * 2
    assert len({take.bucket for take in here.store.taken}) == 2
    here.reset()
    for token in ("a.wrong.login", "a.valid.login"):  # before the request is parsed, whatever it is
        await here.ask("{ __schema { __typename } }", token)
    assert [take.capacity for take in here.store.taken] == [
        *[ADDRESS_BURST] * 2,
        *(BURST, ADDRESS_BURST),
    ]


async def test_a_bucket_is_not_named_after_what_it_is_of(here: House) -> None:
    game, (ada, _) = await here.table()
    await here.ask(PLAY, ada, g=game, m=in_notation("pass"))
    names = " ".join(take.bucket for take in here.store.taken)
    assert re.fullmatch(r"[0-9a-f]{32}( [0-9a-f]{32})", names)
    for secret in (ada, HERE, game):
        assert secret not in names


async def test_while_the_store_is_away_nothing_is_refused_for_the_rate(here: House) -> None:
    game, _ = await here.table()
    here.store.away = True
    assert (await here.ask("{ catalogue { games { kind } } }")).status_code == 200
    gone = await here.ask(LOOK, g=game)
    assert (gone.status_code, gone.json()["errors"][0]["extensions"]["code"]) == (503, "UNAVAILABLE")
    assert "ratelimit" not in gone.headers


async def test_without_rates_nothing_is_taken_or_told() -> None:
    async with house(rate_token=0, rate_address=0) as free:
        game, (ada, _) = await free.table()
        answer = await free.ask(LOOK, ada, g=game)
        assert answer.json() == {"data": {"game": {"version": 2}}}
        assert "ratelimit" not in answer.headers
        assert free.store.taken == []


async def test_only_a_tokens_rate_does_not_limit_who_has_none() -> None:
    async with house(rate_address=0, rate_token=FLOW, rate_token_burst=BURST) as free:
        game, (ada, _) = await free.table()
        assert list(left(await free.ask(LOOK, ada, g=game))) == ["token"]
        assert "ratelimit" not in (await free.ask(LOOK, g=game)).headers
