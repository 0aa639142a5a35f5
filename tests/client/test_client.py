"""Both clients against a real service: whole games, refusals, lost connections, and services that are newer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from taphouse.client import (
    OPEN_SEAT,
    AsyncClient,
    BotFailed,
    BotMove,
    Client,
    Created,
    Incompatible,
    LegalMove,
    Refused,
    RequestFailed,
    Table,
    Unavailable,
    UnknownEvent,
)
from taphouse.client import clients as clients_module
from taphouse.engine import GAMES
from taphouse.engine.dank_and_draft.moves import BeersDrafted, DankAndDraftOptions, Draft, EndTurn
from taphouse.engine.dank_and_draft.view import DankAndDraftTable
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.problems.moves import MoveRefused
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import HostPowers, StartOption, Status, Visibility
from taphouse.schema.values.lifecycle import SeatEnded
from taphouse.schema.values.seats import SeatEnder, SeatEndReason
from tests.api.server import Server
from tests.docs.test_guides import blocks
from tests.effort import BOUND
from tests.short_games import SHORT
from tests.store.proxy import proxy_before

SHORTEST = DankAndDraftOptions(turn_cap=2)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore()) as made:
        yield made


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with Client(server.url, patience=BOUND) as made:
        yield made


@pytest.fixture
async def awaiting(server: Server) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(server.url, patience=BOUND) as made:
        yield made


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that a client would have slept."""
    waits: list[float] = []
    monkeypatch.setattr(clients_module, "time", SimpleNamespace(sleep=waits.append))
    return waits


def new(client: Client) -> Created:
    return client.create("dank-and-draft", ["Anna", "Ben"], SHORTEST, seed="1")


def chooser(seed: int = 1) -> Any:
    rng = random.Random(seed)
    return lambda table: rng.choice(table.moves)


# --- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", GAMES)
def test_a_bot_plays_all_seats_to_the_end(client: Client, kind: str) -> None:
    made: list[BotMove] = []
    game = client.create(kind, ["Anna", "Ben"], SHORT[kind], seed="1")
    end = client.play(game, chooser(), made.append)
    assert end.status is Status.OVER
    assert end.outcome
    assert isinstance(end.view, GAMES[kind].about.view)
    assert isinstance(end.options, GAMES[kind].about.options)
    entries = list(client.events(game.game_id))
    assert [entry.version for entry in entries] == list(range(1, end.version + 1))
    played = [(one.before.seat, one.move.notation, one.move.move) for one in made]
    assert [(one.seat, one.notation, one.move) for one in entries if one.move is not None] == played
    assert all(isinstance(one.move, LegalMove) for one in made)
    known = (*GAMES[kind].about.events,)
    assert any(isinstance(event, known) for entry in entries for event in entry.events)
    assert client.record(game.game_id).startswith("[Taphouse")


async def test_both_clients_play_the_same_game(client: Client, awaiting: AsyncClient) -> None:
    game = await awaiting.create("dank-and-draft", ["Anna", "Ben"], SHORTEST, seed="1")
    choose = chooser()

    async def bot(table: Table) -> LegalMove:
        return choose(table)  # type: ignore[no-any-return]

    end = await awaiting.play(game, bot)
    same = client.play(new(client), chooser())
    assert (end.outcome, end.view, end.version) == (same.outcome, same.view, same.version)
    assert [entry.version async for entry in awaiting.events(game.game_id)] == list(range(1, end.version + 1))


def test_the_code_of_client_md_runs(server: Server) -> None:
    page = Path(__file__).parents[2] / "docs" / "client.md"
    (block,) = blocks(page.read_text(), "python")
    names: dict[str, Any] = {}
    exec(compile(block.replace("http://127.0.0.1:8000", server.url), page, "exec"), names)  # noqa: S102 -- our own document
    assert names["end"].status is Status.OVER


def test_a_bot_waits_for_the_others(client: Client) -> None:
    game = client.create("dank-and-draft", ["Anna", BotKind.RANDOM], SHORTEST)
    end = client.play(game.seats[0], lambda table: client.suggestion(game.seats[0], "random"))
    assert end.status is Status.OVER
    assert end.seat == 1


def test_a_host_prepares_a_table_and_starts_it(client: Client) -> None:
    game = client.create(
        "pint-craft", ["Anna", BotKind.RANDOM, OPEN_SEAT], visibility=Visibility.OPEN, start=StartOption.BY_HOST
    )
    client.name_seat(game.host, seat=2, name="Robot", brewery="Tin Pot")
    joined = client.join(game.game_id, "Ben")
    named = client.name_seat(joined, brewery="Hop House")
    assert [(seat.name, seat.brewery) for seat in named.seats] == [
        ("Anna", None),
        ("Robot", "Tin Pot"),
        ("Ben", "Hop House"),
    ]
    (listed,) = [one for one in client.open_games("pint-craft") if one.game_id == game.game_id]
    assert (listed.start, listed.open_seats, listed.status) == (StartOption.BY_HOST, (), Status.WAITING)
    client.choose_first_seat(game.host, 3)
    assert client.choose_first_seat(game.host, None).options.first_seat.seat is None
    client.choose_first_seat(game.host, 3)
    started = client.start(game.host)
    assert (started.status, started.view.seat, started.options.first_seat.seat) == (Status.RUNNING, 3, 3)


def test_a_player_joins_waits_and_resigns(client: Client) -> None:
    game = client.create("pint-craft", ["Anna", OPEN_SEAT], SHORT["pint-craft"], visibility=Visibility.OPEN)
    listed = {one.game_id: one for one in client.open_games("pint-craft")}
    assert listed[game.game_id].open_seats == (2,)
    waiting = client.look(game.seats[0])
    assert (waiting.status, waiting.view, waiting.moves) == (Status.WAITING, None, ())
    seat = client.join(game.game_id, "Ben")
    assert (seat.seat, seat.name) == (2, "Ben")
    assert seat.token
    assert seat.token not in repr(seat)
    assert client.holder(seat.token).seat == 2
    end = client.resign(seat)
    assert end.outcome is not None
    assert (end.status, end.outcome.winners, end.seats[1].resigned) == (Status.OVER, (1,), True)
    assert game.game_id in [one.game_id for one in client.finished_games("pint-craft")]


def test_moves_can_be_written_in_four_ways(client: Client) -> None:
    for way in ("legal", "typed", "notation", "input"):
        game = new(client)
        table = client.look(game.seats[0])
        table = table if table.your_turn else client.look(game.seats[1])
        assert isinstance(table.view, DankAndDraftTable)
        seat, legal = game.seats[(table.seat or 0) - 1], table.moves[0]
        assert isinstance(legal.move, Draft)
        move = {"legal": legal, "typed": legal.move, "notation": legal.notation, "input": legal.input}[way]
        after = client.move(seat, move, version=table.version)
        assert after.version == table.version + 1
        (entry,) = islice(client.events(seat, table.version), 1)
        assert isinstance(entry.events[0], BeersDrafted)
        assert entry.move == legal.move
        with pytest.raises(TypeError, match="is no move"):
            client.move(seat, 3)  # type: ignore[arg-type]


def test_looking_ahead_and_back(client: Client) -> None:
    game = new(client)
    table = next(one for one in map(client.look, game.seats) if one.your_turn)
    seat = game.seats[(table.seat or 0) - 1]
    ahead = client.preview(seat, table.moves[:1])
    assert isinstance(ahead.view, DankAndDraftTable)
    assert client.why_not(seat, table.moves[0]) is None
    refusal = client.why_not(seat, EndTurn())
    assert isinstance(refusal, MoveRefused)
    with pytest.raises(Refused) as refused:
        client.preview(seat, [EndTurn()])
    assert refused.value.problem == refusal
    after = client.move(seat, table.moves[0])
    assert client.look(seat, table.version).view == table.view
    with pytest.raises(Refused, match="UNDO_REFUSED"):
        client.undo(seat)
    assert next(iter(client.tables(seat))) == after
    assert client.catalogue().games[0].rules


def test_powers_and_consent(client: Client) -> None:
    game = client.create("dank-and-draft", ["Anna", OPEN_SEAT], powers=HostPowers.AGREED)
    guest = client.join(game.game_id, "Ben")
    assert client.look(guest).powers is HostPowers.AGREED
    with pytest.raises(Refused, match="CONSENT_NEEDED"):
        client.replace_player(game.host, 2, BotKind.GREEDY)
    replacing = {"replacePlayer": {"seat": 2, "bot": "GREEDY"}}
    (proposal,) = client.propose(game.seats[0], replacing).proposals
    client.accept(guest, proposal.id)
    lost = client.look(guest).viewer.lost
    assert lost is not None
    assert lost.message == "You and the others agreed on a new player for seat 2. You can go on watching."
    with closing(client.events(guest)) as entries:
        ended = next(event for entry in entries for event in entry.events if isinstance(event, SeatEnded))
    assert (ended.seat, ended.ended_by) == (2, SeatEnder.SEATS)


def test_agreements_and_hosting(client: Client) -> None:
    game = new(client)
    (proposal,) = client.propose(game.seats[0], "draw").proposals
    assert client.accept(game.seats[1], proposal.id).agreed_end is not None
    other = new(client)
    (proposal,) = client.propose(other.seats[0], "unscored").proposals
    assert client.decline(other.seats[1], proposal.id).proposals == ()
    (proposal,) = client.propose(other.seats[0], "draw").proposals
    with pytest.raises(Refused):
        client.withdraw(other.seats[1], proposal.id)
    assert client.withdraw(other.seats[0], proposal.id).proposals == ()
    token = client.reissue_token(other.host, 2)
    lost = client.look(other.seats[1]).viewer.lost
    assert lost is not None
    assert (lost.by, lost.reason) == (SeatEnder.HOST, SeatEndReason.TOKEN_REPLACED)
    with pytest.raises(Refused, match="The token of seat 2 was replaced by the host"):
        client.resign(other.seats[1])
    assert client.look(client.narrow_token(token, read_only=True)).viewer.read_only
    assert client.abandon(other.host).status is Status.ABANDONED
    fork = client.fork(client.play(new(client), chooser()).game_id, 3, seats=["Cleo", "Dario"])
    assert client.look(fork.seats[0]).version >= 1


# --- refusals ----------------------------------------------------------------------------------------------------------


def test_a_refusal_has_its_code_rules_and_sentence(client: Client) -> None:
    game = new(client)
    table = next(one for one in map(client.look, game.seats) if one.your_turn)
    with pytest.raises(Refused) as refused:
        client.move(game.seats[(table.seat or 0) - 1], "end-turn")
    assert (refused.value.code, refused.value.rules) == ("MOVE_REFUSED", ("DD-07",))
    assert isinstance(refused.value.problem, MoveRefused)
    assert refused.value.sentence in str(refused.value)
    with pytest.raises(Refused, match="GAME_NOT_FOUND"):
        client.look("a" * 24)
    with pytest.raises(Refused, match="GAME_NOT_FOUND"):
        next(iter(client.events("a" * 24)))
    for ask in (lambda: next(client.events(game.seats[0], 99)), lambda: client.look(game.seats[0], 99)):
        with pytest.raises(Refused) as refused:
            ask()
        assert isinstance(refused.value.problem, VersionNotFound)
        assert refused.value.problem.version == table.latest
    with pytest.raises(RequestFailed):
        client.execute("{ nothing }")
    with pytest.raises(ValueError, match=r"'chess' is no kind of game; the kinds are DANK_AND_DRAFT, .*, CASK_RACE"):
        client.create("chess", ["Anna"])
    with pytest.raises(BotFailed, match="chose no move"):
        client.play(new(client), lambda _: None)
    with pytest.raises(ValueError, match="Only a seat can play"):
        client.play(game.host, chooser())


# --- what breaks -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def line() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False) as made:
        yield made


def bad(server: Server, real: httpx.Client, replies: dict[int, httpx.Response | None]) -> tuple[Client, list[bytes]]:
    """A client to which something happens after some of its requests: another reply, or none."""
    sent: list[bytes] = []

    def handle(request: httpx.Request) -> httpx.Response:
        sent.append(request.content)
        number = len(sent)
        answer = real.post(request.url, content=request.content, headers=request.headers)
        if number not in replies:
            return httpx.Response(
                answer.status_code, content=answer.content, headers={"content-type": answer.headers["content-type"]}
            )
        broken = replies[number]
        if broken is None:
            raise httpx.ReadError("the answer is lost")
        return broken

    return Client(server.url, http=httpx.Client(transport=httpx.MockTransport(handle)), patience=3), sent


def test_a_request_is_sent_again_unchanged_and_takes_effect_once(
    server: Server, line: httpx.Client, slept: list[float]
) -> None:
    limited = httpx.Response(429, headers={"retry-after": "7"}, json={"errors": [{"message": "too much"}]})
    client, sent = bad(server, line, {1: None, 2: httpx.Response(503), 3: limited, 5: None})
    game = new(client)
    assert len(set(sent)) == 1
    assert len(sent) == 4
    assert slept[-1] == 7
    assert client.look(game.game_id).version == 2


def test_a_client_is_patient_but_not_for_ever(server: Server, line: httpx.Client, slept: list[float]) -> None:
    client, sent = bad(server, line, dict.fromkeys(range(1, 99)))
    with pytest.raises(Unavailable, match="the answer is lost"):
        new(client)
    assert sum(slept) == pytest.approx(3)
    assert len(set(sent)) == 1
    client, _ = bad(
        server,
        line,
        {1: httpx.Response(200, text="<p>Welcome</p>"), 2: httpx.Response(200, json={"data": {"result": {}}})},
    )
    with pytest.raises(Incompatible, match="is not Taphouse: status 200"):
        new(client)
    with pytest.raises(Incompatible, match="Update the older"):
        new(client)


def test_an_answer_that_cannot_be_decompressed_is_none(server: Server, line: httpx.Client, slept: list[float]) -> None:
    class Plain(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield b"plain"

    client, _ = bad(server, line, {1: httpx.Response(200, headers={"content-encoding": "gzip"}, stream=Plain())})
    assert client.catalogue().games
    assert slept


async def test_events_go_on_after_the_connection_was_cut(server: Server, client: Client) -> None:
    game, choose = new(client), chooser()

    def move() -> int:
        table = next(one for one in map(client.look, game.seats) if one.your_turn)
        return client.move(game.seats[(table.seat or 0) - 1], choose(table)).version

    newest = client.look(game.game_id).version
    seen: list[int] = []
    async with (
        proxy_before(int(server.url.rsplit(":", 1)[1])) as proxy,
        AsyncClient(f"http://127.0.0.1:{proxy.port}") as far,
    ):
        async for entry in far.events(game.game_id):
            seen.append(entry.version)
            if len(seen) == 6:
                break
            if entry.version == newest:
                proxy.close()
                newest = await asyncio.to_thread(move)
        assert proxy.connections > 1
    assert seen == list(range(1, 7))


def test_a_client_plays_kinds_of_games_that_it_does_not_know(server: Server) -> None:
    with Client(server.url, games={"pint-craft": GAMES["pint-craft"]}) as older:
        made = older.create("dank-and-draft", ["Anna", "Ben"], SHORTEST, seed="1")
        end = older.play(made, chooser())
        assert (end.status, end.kind, end.view) == (Status.OVER, "DANK_AND_DRAFT", None)
        entries = list(older.events(made.game_id))
        assert [entry.version for entry in entries] == list(range(1, end.version + 1))
        assert entries[-1].notation
        assert (entries[-1].move, entries[-1].events) == (None, ())
        with pytest.raises(LookupError, match="does not know this kind"):
            _ = [move.move for seat in made.seats for move in older.look(seat, 3).moves]


def test_events_problems_and_words_that_it_does_not_know(server: Server) -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        if b"subscription" in request.content:
            ended = {"__typename": "SeatEnded", "seat": 1, "endedBy": "RAIN", "reason": "LEFT", "sentence": "Ben left."}
            entry = {
                "__typename": "PintCraftLogEntry",
                "version": 1,
                "epoch": None,
                "at": "2026-01-31T12:00:00Z",
                "seat": None,
                "notation": None,
                "automatic": False,
                "sentence": "It rains.",
                "sentences": ["It rains."],
                "events": [{"__typename": "PintCraftItRains", "sentence": "It rains."}, ended],
            }
            body = httpx.Response(200, json={"data": {"result": entry}}).text
            stream = f"event: next\ndata: {body}\n\nevent: complete\ndata: \n\n"
            return httpx.Response(200, headers={"content-type": "text/event-stream"}, text=stream)
        if b"query Kind" in request.content:
            return httpx.Response(200, json={"data": {"game": {"kind": "PINT_CRAFT"}}})
        problem = {"__typename": "TooThirsty", "code": "TOO_THIRSTY", "message": "Drink first.", "rules": ["X-01"]}
        return httpx.Response(200, json={"data": {"result": problem}})

    client = Client(server.url, http=httpx.Client(transport=httpx.MockTransport(handle)))
    (entry,) = client.events("a" * 24)
    rain, ended = entry.events
    assert rain == UnknownEvent("It rains.")
    assert isinstance(ended, SeatEnded)
    assert (ended.reason, ended.ended_by.value, str(ended.ended_by)) == (SeatEndReason.LEFT, "RAIN", "rain")
    assert ended.ended_by not in {*SeatEnder}
    with pytest.raises(Refused) as refused:
        client.look("a" * 24)
    assert (refused.value.code, refused.value.rules) == ("TOO_THIRSTY", ("X-01",))
