"""Quotas of one client: games, places in the list of open games, others' seats, and bytes."""

from __future__ import annotations

import hashlib
from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from taphouse.engine.records.text import parse, write
from taphouse.service.access import quotas
from taphouse.service.store.failures import StoreUnavailable
from tests.api.client import Json, in_notation
from tests.limits.build import PLAY, House, house

THERE = "192.0.2.2"
CREATE = (
    "mutation($s: [SeatInput!]!, $v: Visibility!) { createGame(game: {caskRace: {}}, seats: $s, visibility: $v) { __typename "
    "... on GameCreated { game { gameId createdAt expiresAt } hostToken seats { token } } "
    "... on QuotaReached { code message quota limit retryAfter } } }"
)
JOIN = (
    "mutation($g: ID!) { joinGame(gameId: $g) { __typename ... on GameJoined { seat { token } } "
    "... on QuotaReached { quota limit } } }"
)
LEAVE = "mutation($g: ID!) { leaveSeat(gameId: $g) { __typename } }"
ABANDON = "mutation($g: ID!) { abandon(gameId: $g) { __typename } }"
REPLACE = (
    "mutation($g: ID!, $s: Int!, $w: SubstituteInput!) { replacePlayer(gameId: $g, seat: $s, with: $w) { __typename "
    "... on QuotaReached { quota } } }"
)
IMPORT = "mutation($r: String!) { importRecord(record: $r) { __typename ... on QuotaReached { quota } } }"
MINE, OPEN = {"kind": "MINE"}, {"kind": "OPEN"}


async def created(here: House, *seats: Json, visibility: str = "UNLISTED", **given: Any) -> Json:
    made: Json = (await here.ask(CREATE, s=list(seats), v=visibility, **given)).json()["data"]["createGame"]
    return made


async def joined(here: House, game: str, **given: Any) -> Json:
    made: Json = (await here.ask(JOIN, g=game, **given)).json()["data"]["joinGame"]
    return made


@pytest.mark.parametrize(
    ("quota", "seats", "visibility"),
    [("games", (MINE, MINE), "UNLISTED"), ("waiting", (MINE, OPEN), "UNLISTED"), ("listed", (MINE, OPEN), "OPEN")],
)
async def test_games_are_refused_beyond_a_quota_and_nobody_else_is(
    quota: str, seats: tuple[Json, ...], visibility: str
) -> None:
    async with house(**{f"quota_{quota}": 2}) as here:
        for _ in range(2):
            assert (await created(here, *seats, visibility=visibility))["__typename"] == "GameCreated"
        here.reset()
        refused = await created(here, *seats, visibility=visibility)
        assert (refused["code"], refused["quota"], refused["limit"]) == ("QUOTA_REACHED", quota, 2)
        assert 0 < refused["retryAfter"] <= 86_400
        assert here.store.trips["commit"] == 0
        assert (await created(here, *seats, visibility=visibility, address=THERE))["__typename"] == "GameCreated"
        here.store.clock.now += refused["retryAfter"]  # leases end by themselves
        assert (await created(here, *seats, visibility=visibility))["__typename"] == "GameCreated"


async def test_a_game_that_was_refused_counts_nowhere() -> None:
    async with house(quota_listed=1, quota_waiting=2) as here:
        await created(here, MINE, OPEN, visibility="OPEN")
        for _ in range(3):
            assert (await created(here, MINE, OPEN, visibility="OPEN"))["quota"] == "listed"
        assert (await created(here, MINE, OPEN))["__typename"] == "GameCreated"


async def test_a_game_stops_counting_as_waiting_when_it_starts_or_is_abandoned() -> None:
    async with house(quota_listed=1, quota_waiting=1) as here:
        for leave in ("start", "abandon"):
            made = await created(here, MINE, OPEN, visibility="OPEN")
            assert made["__typename"] == "GameCreated"
            game = made["game"]["gameId"]
            if leave == "start":
                assert (await joined(here, game, address=THERE))["__typename"] == "GameJoined"
            else:
                await here.ask(ABANDON, made["hostToken"], g=game)
        assert (await created(here, MINE, OPEN, visibility="OPEN"))["__typename"] == "GameCreated"


async def test_creating_and_abandoning_again_and_again_does_not_get_around_the_quota() -> None:
    async with house(quota_games=2) as here:
        for _ in range(2):
            made = await created(here, MINE, MINE)
            await here.ask(ABANDON, made["hostToken"], g=made["game"]["gameId"])
        assert (await created(here, MINE, MINE))["quota"] == "games"


async def test_an_address_cannot_take_all_open_seats_of_others_but_its_own() -> None:
    async with house(quota_seats=2) as here:
        others = [await created(here, MINE, OPEN, visibility="OPEN", address=THERE) for _ in range(3)]
        names = [(await joined(here, made["game"]["gameId"]))["__typename"] for made in others]
        assert names == ["GameJoined", "GameJoined", "QuotaReached"]
        own = await created(here, OPEN, OPEN)
        assert (await joined(here, own["game"]["gameId"]))["__typename"] == "GameJoined"
        here.store.clock.now += 3600
        assert (await joined(here, others[2]["game"]["gameId"]))["__typename"] == "GameJoined"


async def test_who_gets_up_may_sit_down_elsewhere_but_each_seat_counts() -> None:
    async with house(quota_seats=2) as here:
        made = [await created(here, MINE, OPEN, OPEN, visibility="OPEN", address=THERE) for _ in range(3)]
        first, second, third = (one["game"]["gameId"] for one in made)
        token = (await joined(here, first))["seat"]["token"]
        assert (await joined(here, second))["__typename"] == "GameJoined"
        assert (await joined(here, third))["__typename"] == "QuotaReached"
        left = await here.ask(LEAVE, token, g=first)
        assert left.json()["data"]["leaveSeat"]["__typename"] == "GameChanged"
        assert (await joined(here, third))["__typename"] == "GameJoined"
        assert (await joined(here, third))["__typename"] == "QuotaReached"


async def test_a_running_game_counts_as_listed_while_everyone_can_join_it() -> None:
    async with house(quota_listed=1) as here:
        games = [await created(here, MINE, MINE, visibility="OPEN") for _ in range(2)]

        async def replaced(number: int, seat: int, by: Json) -> Json:
            made, given = games[number], {"s": seat, "w": by}
            answer = await here.ask(REPLACE, made["hostToken"], g=made["game"]["gameId"], **given)
            found: Json = answer.json()["data"]["replacePlayer"]
            return found

        anyone, done = {"open": "ANYONE"}, {"__typename": "GameChanged"}
        assert await replaced(0, 1, anyone) == done
        assert await replaced(0, 2, anyone) == done, "it counts once"
        commits = here.store.trips["commit"]
        assert await replaced(1, 1, anyone) == {"__typename": "QuotaReached", "quota": "listed"}
        assert here.store.trips["commit"] == commits
        assert await replaced(1, 1, {"open": "INVITED"}) == done
        assert (await joined(here, games[0]["game"]["gameId"], address=THERE))["__typename"] == "GameJoined"
        assert (await created(here, MINE, OPEN, visibility="OPEN"))["quota"] == "listed"
        assert await replaced(0, 2, {"bot": "RANDOM"}) == done
        assert await replaced(1, 1, anyone) == done
        await here.ask(ABANDON, games[1]["hostToken"], g=games[1]["game"]["gameId"])
        assert (await created(here, MINE, OPEN, visibility="OPEN"))["__typename"] == "GameCreated"


async def test_bytes_written_by_its_games_stop_an_address_from_creating_but_not_from_playing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(quota_megabytes=1) as here:
        made = await created(here, MINE, MINE)
        monkeypatch.setattr(quotas, "_ENTRY", 3 << 20)
        seat = made["seats"][0]["token"]
        assert (await here.ask(PLAY, seat, g=made["game"]["gameId"], m=in_notation("pass"))).status_code == 200
        refused = await created(here, MINE, MINE)
        assert (refused["quota"], refused["limit"]) == ("megabytes", 1)
        seat = made["seats"][1]["token"]
        answer = await here.ask(PLAY, seat, g=made["game"]["gameId"], m=in_notation("pass"))
        assert answer.json()["data"]["play"]["__typename"] == "GameChanged"
        assert (await created(here, MINE, MINE, address=THERE))["__typename"] == "GameCreated"


async def test_editions_that_records_bring_count_with_the_bytes_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(quota_megabytes=1, import_editions=True, rate_address_burst=100_000) as here:
        made = await created(here, {"kind": "BOT", "bot": "RANDOM"}, MINE)
        answer = await here.get(f"/v1/games/{made['game']['gameId']}/record?withEdition=true", made["hostToken"])
        whole = parse(answer.text).record
        assert whole.edition_file is not None
        ours = whole.edition_file.replace(f'name = "{whole.edition.name}"', 'name = "ours"', 1)

        async def imported(number: int) -> Json:
            file = f"{ours}\n# {number} {'-' * (90_000 - len(ours))}\n"
            digest = hashlib.sha256(file.encode()).hexdigest()
            edition = replace(whole.edition, name="ours", digest=digest)
            sent = write(
                replace(whole, edition=edition, edition_file=file, seed="00" * 32, salt=None, commitment=None, draws=())
            )
            answer: Json = (await here.ask(IMPORT, r=sent)).json()
            return answer

        with monkeypatch.context() as away:
            away.setattr(here.store, "put_edition", AsyncMock(side_effect=StoreUnavailable("its server is away")))
            for _ in range(14):  # nothing is stored, so nothing counts
                assert (await imported(0))["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
        found = [(await imported(number))["data"]["importRecord"] for number in range(14)]
        kinds = [one["__typename"] for one in found]
        assert (kinds.count("GameCreated"), kinds[-1]) == (12, "QuotaReached"), found
        assert found[-1]["quota"] == "megabytes"


async def test_zero_is_no_limit_and_without_rates_there_are_no_quotas() -> None:
    for settings in ({"quota_games": 0}, {"quota_games": 1, "rate_address": 0}):
        async with house(**settings) as here:
            for _ in range(3):
                assert (await created(here, MINE, MINE))["__typename"] == "GameCreated"


async def test_a_repeated_creation_counts_once() -> None:
    key = "k" * 22
    again = CREATE.replace("visibility: $v)", f'visibility: $v, idempotencyKey: "{key}")')
    async with house(quota_games=2) as here:
        for _ in range(4):
            answer = await here.ask(again, s=[MINE, MINE], v="UNLISTED")
            assert answer.json()["data"]["createGame"]["__typename"] == "GameCreated"
        assert (await created(here, MINE, MINE))["__typename"] == "GameCreated"
