"""While a game is paused, it is nobody's turn: not in the events and lists of an account, and not for its webhooks."""

from __future__ import annotations

from tests.access.issuer import BOB, Issuer, Json
from tests.access.seats.shared import only, streaming
from tests.api.client import CASK, MINE, OPEN, Client, seats_of
from tests.api.server import until

EVENTS = "subscription { accountEvents { ... on AccountEvent { gameId yourTurn decidingSeat } } }"
DECISIONS = "subscription { decisions { ... on PendingDecision { decision { seat } game { gameId } } } }"
PENDING = "{ account { ... on Account { pendingDecisions(first: 100) { edges { node { game { gameId } } } } } } }"
WEBHOOKS = "{ webhooks { ... on WebhookList { webhooks { id lastDeliveries { event gameId version } } } } }"


def test_nobodys_turn_until_it_is_resumed(anyone: Client, issuer: Issuer) -> None:
    bob = Client(anyone.http, issuer.token(BOB))
    hook = {"url": "http://127.0.0.1:9/", "events": ["YOUR_TURN"], "secret": "whsec_" + "C" * 32}
    id_ = bob.do("createWebhook", **hook)["webhook"]["id"]
    made = bob.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), clock={"bank": 900})
    game = made["game"]["gameId"]
    ben = anyone.with_token(anyone.done("joinGame", gameId=game)["seat"]["token"])

    def told() -> list[int]:
        (found,) = [one for one in only(bob.ask(WEBHOOKS))["webhooks"] if one["id"] == id_]
        return sorted(one["version"] for one in found["lastDeliveries"] if one["gameId"] == game)

    def turn() -> Json:
        with streaming(bob, EVENTS) as events:
            return next(one for one in events if one["gameId"] == game)

    until(lambda: told() == [3], "the first turn is told")
    assert (turn()["yourTurn"], game in str(bob.ask(PENDING))) == (True, True)
    with streaming(bob, DECISIONS) as decisions:
        assert next(one for one in decisions if one["game"]["gameId"] == game)["decision"] == {"seat": 1}
        bob.done("propose", gameId=game, proposal={"pause": True})
        ben.done("propose", gameId=game, proposal={"pause": True})
        assert next(one for one in decisions if one["game"]["gameId"] == game and not one["decision"])
        assert turn() == {"gameId": game, "yourTurn": False, "decidingSeat": 1}
        assert game not in str(bob.ask(PENDING))
        assert told() == [3]
        ben.done("resumeGame", gameId=game)
        assert next(one for one in decisions if one["game"]["gameId"] == game)["decision"] == {"seat": 1}
    assert (turn()["yourTurn"], game in str(bob.ask(PENDING))) == (True, True)
    until(lambda: told() == [3, 6], "the turn after the pause is told")
