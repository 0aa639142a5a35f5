"""An `id` in GraphQL is the identity of one object in the whole service, as the caches of clients take it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from graphql import GraphQLObjectType, GraphQLOutputType, get_named_type

from taphouse.engine import GAMES
from tests.access.issuer import BOB, CID, Issuer
from tests.api.client import CASK, Client, Json, Table, create
from tests.api.conftest import http
from tests.api.selections import SCHEMA, operation
from tests.api.server import BOTH, Server

IDENTIFIED = {
    *(f"{game.about.name}Game" for game in BOTH.values()),
    *("Account", "MarkedPlayer", "Profile", "Proposal", "Webhook", "WebhookDelivery"),
}
OF_OPERATORS = {"FeedEvent", "Report"}
"""Those that only operators see; their ids are random, or digests."""
FIELDS = [game.field for game in GAMES.values()]


def identified(type_: GraphQLOutputType, value: Json) -> Iterator[tuple[str, Json]]:
    """Each object with an `id` in what was answered for a type: the name of its type, and what was shown of it."""
    if isinstance(value, list):
        for one in value:
            yield from identified(type_, one)
    elif isinstance(value, dict):
        named = SCHEMA.type_map[value["__typename"]] if "__typename" in value else get_named_type(type_)
        if not isinstance(named, GraphQLObjectType):
            return  # it is JSON
        if "id" in value:
            yield named.name, {name: one for name, one in value.items() if name != "__typename"}
        for name in value.keys() & named.fields:
            yield from identified(named.fields[name].type, value[name])


class Reader:
    """Asks for everything, and notes what has an id."""

    def __init__(self) -> None:
        self.found: dict[str, list[tuple[str, Json]]] = {}

    def read(self, client: Client, field: str, **given: object) -> None:
        of = SCHEMA.query_type
        assert of is not None
        answer = client.ask(operation("query", field, tuple(given), game=client.game), **given)[field]
        for name, shown in identified(of.fields[field].type, answer):
            self.found.setdefault(shown["id"], []).append((name, shown))


def played(host: Client, kind: str) -> Table:
    """A table with two open proposals, of which one was accepted by a seat meanwhile."""
    table = create(host, 2 if kind == CASK else 3, kind)
    table.play(table.moves()[0]["notation"])
    one, two = table.seats[:2]
    one.done("propose", gameId=table.id, proposal={"unscored": True})
    made = two.done("propose", gameId=table.id, proposal={"draw": True})["game"]["proposals"]
    if kind != CASK:
        two.done("acceptProposal", gameId=table.id, proposalId=made[0]["id"])
    return table


def test_these_types_have_an_id() -> None:
    types = [one for one in SCHEMA.type_map.values() if isinstance(one, GraphQLObjectType)]
    ids = {one.name: str(one.fields["id"].type) for one in types if "id" in one.fields}
    assert ids == dict.fromkeys(IDENTIFIED | OF_OPERATORS, "ID!")


def test_an_id_is_of_one_object(service: Server, issuer: Issuer) -> None:
    """Two tables of each kind, over and running, now and at earlier versions; the catalogue; webhooks; an account."""
    reader = Reader()
    with http(service) as client:
        host = Client(client, issuer.token(CID))
        host.do("saveProfile", handle="cid")
        Client(client, issuer.token(BOB)).do("saveProfile", handle="bob")
        host.do("markPlayer", player="bob", mark="FRIEND")
        hook = {"url": "http://127.0.0.1:9/", "events": ["GAME_OVER"], "secret": "whsec_" + "C" * 32}
        for kind, game in [*zip(FIELDS, GAMES.values(), strict=True), (CASK, BOTH["cask-race"])]:
            host.game = game.about.name
            for table in (played(host, kind), played(host, kind), create(host, 2, kind)):
                if not table.look()["proposals"]:
                    table.seats[1].done("resign", gameId=table.id)
                for at in (None, table.version, table.version - 1):
                    reader.read(table.seats[0], "game", id=table.id, **({} if at is None else {"at": at}))
                made = table.host.do("createWebhook", gameId=table.id, **hook) if kind == CASK else {}
                if "webhook" in made:
                    table.host.do("testWebhook", gameId=table.id, webhookId=made["webhook"]["id"])
                    reader.read(table.host, "webhooks", gameId=table.id)
            reader.read(host, "catalogue", kinds=[game.about.kind.replace("-", "_").upper()])
        for handle in ("cid", "bob"):
            reader.read(host, "player", handle=handle)
        reader.read(host, "account")
    assert {name for shown in reader.found.values() for name, _ in shown} == IDENTIFIED
    for shown in reader.found.values():
        assert all(one == shown[0] for one in shown), shown


@pytest.mark.parametrize("given", ["1", "{id}@3", "{other}"])
def test_a_proposal_is_answered_by_its_id_alone(service: Server, given: str) -> None:
    with http(service) as client:
        table, other = (create(Client(client), 2, CASK) for _ in range(2))
        made, of_other = (
            one.seats[0].done("propose", gameId=one.id, proposal={"draw": True})["game"]["proposals"][0]["id"]
            for one in (table, other)
        )
        sent = given.format(id=table.id, other=of_other)
        assert (
            table.seats[1].refused("acceptProposal", gameId=table.id, proposalId=sent)["code"] == "PROPOSAL_NOT_FOUND"
        )
        (shown,) = table.look(at=table.version)["proposals"]
        assert shown["id"] == f"{made}@{table.version}"
        assert table.seats[1].done("acceptProposal", gameId=table.id, proposalId=shown["id"])["game"]["agreedEnd"]
