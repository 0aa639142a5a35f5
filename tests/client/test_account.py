"""A login in both clients: its games, decisions and events, webhooks and tickets."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from mcp import Client as MCPClient

from taphouse.client import AsyncClient, Client, NewSeat, PlayerMark, Profile, Refused, SeatKind
from taphouse.client.mcp.server import GameServer
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.concepts.webhooks import DeliveryStatus, WebhookEvent
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import Status
from tests.access.issuer import ANN, BOB, Issuer
from tests.api.server import Server, until
from tests.client.models import told
from tests.effort import BOUND
from tests.webhooks.receiver import SECRET, receiver

SHORTEST = DankAndDraftOptions(turn_cap=2)
EVENTS = ["your-turn", WebhookEvent.GAME_OVER]


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture(scope="module")
def server(issuer: Issuer) -> Iterator[Server]:
    with Server(store=MemoryStore(), webhooks="any", **issuer.settings) as made:
        yield made


@pytest.fixture
def ann(server: Server, issuer: Issuer) -> Iterator[Client]:
    with Client(server.url, token=issuer.token(ANN), patience=BOUND) as made:
        yield made


def test_a_bot_of_an_account_plays_what_waits_for_it(ann: Client) -> None:
    game = ann.create("dank-and-draft", [NewSeat(name="Ann"), BotKind.RANDOM], SHORTEST, seed="1").game_id
    assert [one.game_id for one in ann.my_games()] == [game]
    for decided in ann.my_decisions():
        assert decided.table.game_id == game
        if decided.decision is None:
            break
        assert decided.table.your_turn
        assert ann.move(decided.place, decided.table.moves[0], version=decided.version).version > decided.version
        if ann.look(game).ended:
            break
    assert [one.game_id for one in ann.my_finished_games()] == [game]


async def test_a_language_model_finds_the_games_of_its_account(server: Server, issuer: Issuer) -> None:
    async with MCPClient(GameServer(server.url, issuer.token(BOB)).mcp) as model:
        text = await told(model, "create_game", kind="dank-and-draft", others=["OPEN"])
    async with MCPClient(GameServer(server.url, issuer.token(BOB)).mcp) as restarted:
        listed = await told(restarted, "my_games")
        assert text.split("DRAFT ")[1].split(",")[0] in listed
        place = listed.removeprefix("- ").partition(":")[0]
        assert "1 Model (you, program)" in await told(restarted, "look", place=place)
        assert "ended early" in await told(restarted, "host", place=place, action="abandon")


async def test_language_models_challenge_each_other(server: Server, issuer: Issuer) -> None:
    names = "Model-Dora", "Model-Emil"
    tokens = [issuer.token(name) for name in names]
    for name, token in zip(names, tokens, strict=True):
        with Client(server.url, token=token) as client:
            client.save_profile(name)
    servers = [MCPClient(GameServer(server.url, token).mcp) for token in tokens]
    async with servers[0] as dora, servers[1] as emil:
        for decline in (True, False):
            await told(dora, "create_game", kind="dank-and-draft", others=[], challenge=["model-emil"])
            listed = await told(emil, "my_games")
            assert "Model-Dora challenges you to DANK_AND_DRAFT" in listed
            game = listed.splitlines()[-1].split()[-1]
            answer = await told(emil, "join_game", game_id=game, decline=decline)
            assert (answer == "You have declined.") == decline
            assert "challenges you" not in await told(emil, "my_games")
        assert "2 Model-Emil (you, program)" in answer


def test_events_of_an_account_go_on_after_a_cursor(ann: Client) -> None:
    place = ann.create("dank-and-draft", ["Ann", "Ben"], SHORTEST)
    events = ann.account_events()
    first = next(event for event in events if event.game_id == place.game_id)
    assert (first.status, first.version, first.viewer.host) == (
        Status.RUNNING,
        ann.look(place.game_id).version,
        True,
    )
    ann.abandon(place.host)
    later = next(event for event in ann.account_events(after=first.cursor) if event.game_id == place.game_id)
    assert (later.status, later.your_turn) == (Status.ABANDONED, False)


def test_each_list_of_an_account_can_be_asked_for_some_kinds_of_games(server: Server, issuer: Issuer) -> None:
    token = issuer.token("for kinds")
    with Client(server.url, token=token, patience=BOUND) as client:
        draft = client.create("dank-and-draft", [NewSeat(name="Ann"), BotKind.RANDOM], SHORTEST).game_id
        craft = client.create("pint-craft", ["Ann", "Ben"]).game_id
        both = "dank-and-draft", "pint-craft"
        assert (
            [one.game_id for one in client.my_games(*both)]
            == [one.game_id for one in client.my_games()]
            == [craft, draft]
        )
        assert [one.game_id for one in client.my_games("pint-craft")] == [craft]
        assert [*client.my_games("brew-crafters")] == []
        assert next(client.my_decisions("pint-craft")).place.game_id == craft
        news = next(client.account_events("pint-craft"))
        assert news.game_id == craft
        assert next(client.account_events("dank-and-draft")).game_id == draft
        client.abandon(client.create("pint-craft", ["Ann", "Ben"]).host)
        later = client.account_events("pint-craft", after=news.cursor)
        assert next(later).game_id not in (draft, craft)
    headers = {"authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{server.url}/v1/account", headers=headers, timeout=BOUND, trust_env=False) as http:
        for path, found in (("games", "games"), ("decisions", "decisions"), ("events", "events")):
            (one,) = http.get(f"/{path}", params={"kinds": ["DANK_AND_DRAFT", "BREW_CRAFTERS"]}).json()[found]
            assert one.get("gameId", one.get("game", {}).get("gameId")) == draft
        assert http.get("/decisions", params={"kinds": ["PINT_CRAFT", "CHESS"]}).json()["argument"] == "kinds"


def test_webhooks_of_a_game_and_of_an_account(ann: Client) -> None:
    host = ann.create("dank-and-draft", ["Ann", "Ben"], SHORTEST).host
    with receiver() as friend:
        for place in (host, None):
            friend.got.clear()
            made = ann.create_webhook(friend.url, EVENTS, SECRET, place)
            assert [*made.events] == [WebhookEvent.YOUR_TURN, WebhookEvent.GAME_OVER]
            sent = ann.test_webhook(made.id, place)
            friend.wait(1)
            until(lambda: _delivered(ann, place), "the delivery is noted")  # noqa: B023 -- used at once
            (webhook,) = ann.webhooks(place)
            assert [one.id for one in webhook.last_deliveries] == [sent.id] == friend.ids()
            ann.delete_webhook(made.id, place)
            assert ann.webhooks(place) == ()
            with pytest.raises(Refused, match="webhook") as refused:
                ann.delete_webhook("a" * 24, place)
            assert refused.value.code == "WEBHOOK_NOT_FOUND"


def _delivered(client: Client, place: object) -> bool:
    (webhook,) = client.webhooks(place)  # type: ignore[arg-type]
    return [one.status for one in webhook.last_deliveries] == [DeliveryStatus.DELIVERED]


def test_a_ticket_opens_a_stream_once(server: Server, ann: Client) -> None:
    ticket = ann.ticket()
    assert ticket.game_id is None
    url = f"{server.url}/v1/account/events"
    for status in (200, 401):
        headers = {"accept": "text/event-stream"}
        with httpx.stream("GET", url, params={"ticket": ticket.ticket}, headers=headers) as answer:
            assert answer.status_code == status
    place = ann.create("dank-and-draft", ["Ann", "Ben"], SHORTEST).seats[0]
    assert ann.ticket(place).game_id == place.game_id


async def test_the_other_client_does_the_same(server: Server, issuer: Issuer) -> None:
    async with AsyncClient(server.url, token=issuer.token(f"another {BOB}"), patience=BOUND) as bob:
        game = (await bob.create("dank-and-draft", ["Bob", BotKind.RANDOM], SHORTEST)).game_id
        assert [one.game_id async for one in bob.my_games()] == [game]
        assert [one async for one in bob.my_finished_games()] == []
        decisions, events = bob.my_decisions(), bob.account_events()
        assert (await anext(decisions)).table.game_id == (await anext(events)).game_id == game
        await decisions.aclose()
        await events.aclose()
        made = await bob.create_webhook("http://127.0.0.1:9/", ["game-over"], SECRET)
        assert (await bob.test_webhook(made.id)).event is None
        assert [one.id for one in await bob.webhooks()] == [made.id]
        await bob.delete_webhook(made.id)
        assert (await bob.ticket()).game_id is None


def test_without_a_login_there_is_no_account(server: Server) -> None:
    with Client(server.url, patience=BOUND) as client:
        for asked in (
            client.webhooks,
            client.ticket,
            lambda: next(client.my_games()),
            lambda: next(client.my_decisions()),
        ):
            with pytest.raises(Refused):
                asked()


def test_people_befriend_and_challenge_each_other(server: Server, issuer: Issuer, ann: Client) -> None:
    with Client(server.url, token=issuer.token("Bob of the clients"), patience=BOUND) as bob:
        assert ann.my_profile() is None
        handle = ann.save_profile("client-ann", "Ann", avatar="hop-1").handle
        bob.save_profile("client-bob")
        own, shown = ann.my_profile(), bob.profile("CLIENT-ANN")
        assert own is not None
        assert isinstance(shown, Profile)
        assert (own.id, own.name, own.avatar) == (shown.id, shown.name, shown.avatar)
        assert ann.mark_player("client-bob", PlayerMark.FRIEND).mark is PlayerMark.FRIEND
        assert [one.handle for one in ann.my_players()] == ["client-bob"]
        to_bob = [NewSeat(), NewSeat(kind=SeatKind.OPEN, challenge="client-bob")]
        first, second = (ann.create("dank-and-draft", to_bob).game_id for _ in range(2))
        found = list(bob.challenges())
        assert [one.game_id for one in found] == [second, first]
        challenged = found[0].seats[1].challenged
        assert challenged is not None
        assert challenged.handle == "client-bob"
        assert bob.decline_challenge(second).seats[1].challenged is None
        assert bob.join(first).seat == 2
        assert list(bob.challenges()) == []
        met = bob.player_at(first, 1)
        assert (met.handle, bob.mark_player(met.id, "blocked").mark) == (handle, PlayerMark.BLOCKED)
        assert ann.mark_player("client-bob", None).mark is None
        with pytest.raises(Refused) as refused:
            bob.decline_challenge(first)
        assert refused.value.code == "CHALLENGE_NOT_FOUND"
        assert ann.close_profile()
        assert (ann.my_profile(), bob.player_at(first, 1).handle) == (None, None)
