"""All ways out of the service: the requests that a viewer can send about a game, and their answers.

GraphQL requests are derived from the schema, and REST requests from the list of operations. A route, field or argument that the
audit does not cover is an error, so that none can be forgotten.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus, urlencode

import msgspec
from graphql import GraphQLSchema
from starlette.routing import BaseRoute

from taphouse.engine.contract import Move, sealed
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.vocabulary import constant, lower_first
from taphouse.lab.secrecy import rest_questions
from taphouse.lab.secrecy.documents import ALONE, OPERATIONS, documents_of, inner
from taphouse.lab.secrecy.in_process_service import (
    HOOK,
    Headers,
    InProcessConnection,
    InProcessRequest,
    InProcessService,
    Received,
    settle,
)
from taphouse.lab.secrecy.question import NotCovered, Question, bearer, in_turn
from taphouse.lab.secrecy.random_inputs import NONSENSE, any_move, any_of, names_of, sent, usual_values
from taphouse.schema.move_inputs import NOTATION, move_input
from taphouse.service.http import server_sent_events
from taphouse.service.http.negotiation import GRAPHQL, JSON

PATH = "/graphql"
EXEMPT: Mapping[str, str] = {
    **dict.fromkeys(("/healthz", "/readyz"), "independent of games"),
    **dict.fromkeys(("/", "/docs", "/offline"), "a page, independent of games, and the same for everyone"),
    **dict.fromkeys(("/manifest.webmanifest", "/service-worker.js", "/assets/{name}"), "a file of those pages"),
    "/.well-known/taphouse-record-keys": "independent of games, and the same for everyone",
    "/openapi.json": "independent of games, and the same for everyone",
    "query catalogue": "independent of games, and the same for everyone",
    "query phrases": "independent of games, and the same for everyone",
    "query _service": "independent of games, and the same for everyone",
    "mutation createGame": "its refusals do not depend on hidden information; it is repeated with its key",
    "query player": "a profile, which no game changes",
    "query playerAt": "names the account of a seat, whatever the position",
    "mutation saveProfile": "changes a profile, and no game",
    "mutation closeProfile": "changes who is shown at seats, and no position",
    "mutation markPlayer": "changes what an account knows of others, and no game",
    "query ratingHistory": "games that have ended, which everybody who had a part in them knows",
    "query leaderboard": "ratings, which change only when games have ended",
    **dict.fromkeys(("/email/verify", "/email/unsubscribe"), "a page about an address, which no game changes"),
    "query emailReminders": "an address, which no game changes",
    **dict.fromkeys(
        ("mutation remindByEmail", "mutation verifyEmail", "mutation testEmail", "mutation stopEmail"),
        "change an address, and no game; the emails are audited",
    ),
    "mutation deleteAccount": "answers whether the account has games left, which its owner knows",
    "mutation quickPlay": "it knows of no hidden information; it is repeated with its key",
    "query operatorLog": "what operators have done, and nothing of a position",
    **dict.fromkeys(
        (
            *("query operatorAccounts", "query operatorAccount", "query operatorExport"),
            *("mutation operatorMute", "mutation operatorBan", "mutation operatorDelete"),
        ),
        "of accounts: what is stored of them, and nothing of a position",
    ),
    "query feed": "games that have begun and ended, which spectators know",
    "query reports": "reports, which their authors file, and nothing of a game",
    "mutation closeReport": "changes a report, and no game",
    "mutation importRecord": "independent of other games: what it knows, its client sends",
}
"""Ways out that are not audited like the others, and why."""
FORMS = (*[("POST", JSON)] * 5, ("POST", GRAPHQL), ("POST", server_sent_events.MEDIA), ("GET", JSON))
"""The methods and media types of queries, mostly the fastest; GET is the slowest."""
STALE, REFUSED = 3, 1
"""The numbers of mutations with a wrong expected version, and of those refused for other reasons, for each world."""
TELLING = ("report",)
"""The mutations that tell the newest version that the viewer sees, which all viewers with a delay ask."""
SELDOM, RARELY = 0.4, 0.15
"""The shares of worlds in which requests that resemble others are sent, to save time."""
OF_NO_GAME = ("accountEvents", "openGames", "feed")
"""The subscriptions that are not of one game."""
TALK = "talk"
"""The query and the subscription of what is said, whose cursors are no versions."""
BACK = 3
"""The number of versions that a proposed undo goes back."""
BY_ANOTHER = "by another seat"
"""The name of requests whose answers the viewer does not get."""
PAGE = 24
"""The items of a page."""
ALL_OPEN: dict[str, Any] = {
    "peopleOnly": False,
    "pace": None,
    "freeSeats": 0,
    "rated": None,
    "friends": False,
    "language": None,
}
"""The arguments with which a list of open games has all of them."""
INNER: dict[str, Any] = {
    ALONE: True,
    inner("legalMoves", "first"): PAGE,
    inner("legalMoves", "after"): None,
    inner("history", "first"): PAGE,
    inner("history", "after"): None,
    inner("suggestion", "bot"): "GREEDY",
    inner("botLine", "bot"): "GREEDY",
    inner("analysis", "bot"): "GREEDY",
    inner("sampleWorld", "seed"): "audit",
    inner("whyNot", "move"): NONSENSE,
    inner("preview", "moves"): [NONSENSE],
    inner("preview", "allSeats"): False,
    inner("openGames", "kinds"): None,
    **{inner("openGames", name): value for name, value in ALL_OPEN.items()},
    inner("openGames", "first"): 1,
    inner("openGames", "after"): None,
    inner("games", "kinds"): None,
    inner("games", "first"): 1,
    inner("games", "after"): None,
    inner("finishedGames", "kinds"): None,
    inner("finishedGames", "since"): None,
    inner("finishedGames", "until"): None,
    inner("finishedGames", "first"): 1,
    inner("finishedGames", "after"): None,
    inner("pendingDecisions", "kinds"): None,
    inner("pendingDecisions", "first"): 1,
    inner("pendingDecisions", "after"): None,
}
"""The default values of nested arguments."""
ALWAYS: dict[str, Any] = {
    **ALL_OPEN,
    "at": None,
    "first": PAGE,
    "bot": "GREEDY",
    "iterations": 2,
    "seed": "audit",
    "name": "Zoe",
    "brewery": "Zoe's",
    "seat": 1,
    "seconds": 60,
    "with": {"open": "INVITED"},
    "readOnly": True,
    "url": "https://receiver.invalid/",
    "events": ["YOUR_TURN", "GAME_OVER"],
    "secret": "whsec_" + "A" * 32,
    "webhook": HOOK,
    "webhookId": HOOK,
    "proposalKind": "UNSCORED",
    "replacement": None,
    "time": None,
    "ticket": None,
    "room": None,
    "text": None,
    "phrase": "GOOD_LUCK",
    "mode": "PHRASES",
    "muted": True,
    "begins": "",
    "account": None,
    "status": None,
    "note": "an audit",
    "category": "OTHER",
    "shareView": True,
    "report": HOOK,
    "reportId": HOOK,
    "orders": [{"after": ["nothing"], "play": ["nothing"]}],
}
"""The values of arguments that are the same in every question."""
OF_TWO = INNER | {ALONE: False, inner("legalMoves", "first"): PAGE // 3, inner("history", "first"): PAGE // 3}
"""Those of queries that show two games."""


_QUOTED = lru_cache(maxsize=256)(quote_plus)
"""Documents are long, and asked again and again."""
_PLAIN = "{}():$!,@\"'[]"
"""The characters of documents and variables that are left as they are: to read an escaped document takes four times as long."""


def check_covered(routes: Iterable[BaseRoute]) -> None:
    """Check that all routes are covered.

    Raises:
        NotCovered: A route is not.
    """
    for route in routes:
        path = getattr(route, "path", str(route))
        if path != PATH and path not in EXEMPT and path not in rest_questions.PATHS:
            raise NotCovered(
                f"{path} is not audited; add requests for it, or a reason in EXEMPT, in lab/secrecy/audited_requests.py."
            )


class AuditedRequests:
    """The ways out for one kind of game.

    Args:
        schema: The service's schema.
        game: The kind of game.
        games: All kinds of games that the service has.
    """

    def __init__(self, schema: GraphQLSchema, game: Game, games: Mapping[str, Game]) -> None:
        self.game, self.field = game, lower_first(game.about.name)
        self._names, self._rest = names_of(game), rest_questions.RestQuestions(game)
        documents = documents_of(schema, game.about.name, tuple([other.about.name for other in games.values()]))
        self._documents, self.key = documents.of, documents.key
        self._fields = {operation: documents.root(operation) for operation in OPERATIONS}

    async def read(self, house: InProcessService) -> None:
        """Have the service cache every document: parsing costs points once, and answers show the points that are left."""
        for document in self._documents.values():
            body = msgspec.json.encode({"query": document.text, "operationName": document.operation})
            await house.ask(InProcessRequest("POST", PATH, "", ((b"content-type", b"application/json"),), body))

    async def answers(self, house: InProcessService, question: Question) -> dict[str, Received]:
        """All answers that the viewer gets, by the name of the request. The requests change the game at the end."""
        rng = random.Random(question.luck)
        house.bot_runner.given.clear()
        house.receiver.got.clear()
        house.receiver.emails.clear()
        got = {}
        if question.account or rng.random() < RARELY:
            # First, so that the issuer's keys are cached before streams begin.
            got["query account"] = await house.ask(self.graphql("query", "account", OF_TWO, question.headers))
        if question.last is not None:
            got |= await self._live(house, question, question.last, rng)
        for name, request in self._questions(question, rng):
            got[name] = await house.ask(request)
        for name, request in self._changes(question, rng) if rng.random() < SELDOM else ():
            answer = await house.ask(request)
            if name != BY_ANOTHER:
                got[name] = answer
        got["positions given to bots"] = Received(
            0, (), tuple([state for seat, state in house.bot_runner.given if seat == question.seat])
        )
        got["deliveries to webhooks"] = Received(0, (), tuple(sorted(house.receiver.got)))
        if not question.delayed:  # they are for a player, who sees more
            got["emails"] = Received(0, (), tuple(sorted(house.receiver.emails)))
        return got

    # --- while the game goes on ---

    async def _live(
        self, house: InProcessService, question: Question, last: Move, rng: random.Random
    ) -> dict[str, Received]:
        """The answers that followers get when the last move is made, while another seat follows the game too."""
        values = {
            field: self._values("subscription", field, question, rng)
            | {"after": None if field in (*OF_NO_GAME, TALK) else question.follows, ALONE: False}
            for field in self._fields["subscription"]
        }
        followed = ["events", rng.choice([field for field in values if field not in (*OF_NO_GAME, "events")])]
        followed += ["openGames"] if rng.random() < RARELY else []
        alone = rng.choice(list(values))
        # Where the worlds have different numbers of versions, other seats ask for nothing that has a price for each version: they
        # have the viewer's address, whose answers show what is left.
        uneven = question.delayed and question.changes is None
        # Equal subscriptions share answers, so another seat subscribes before the viewer.
        other = await self.socket(house, question.other, {one: values[one] for one in followed if not uneven})
        followed += ["accountEvents"] if question.account else []
        lines = {"WebSocket": await self.socket(house, question.token, {one: values[one] for one in followed})}
        if rng.random() < SELDOM:
            request = self.graphql("subscription", alone, values[alone], question.headers, server_sent_events.MEDIA)
            lines[f"subscription {alone} as events"] = house.begin(request)
        variables = self._values("query", "events", question, rng) | {
            "after": question.before,
            "wait": rest_questions.WAIT,
        }
        lines["query events, waiting"] = house.begin(self.graphql("query", "events", variables, question.headers))
        for name, request in self._rest.following(question):
            lines[name] = house.begin(request)
        if question.token is not None:
            made = self.graphql("mutation", "createTicket", {"gameId": question.id}, question.headers)
            ticket = msgspec.json.decode((await house.ask(made)).frames[0])["data"]["createTicket"]
            for name, request in self._rest.by_ticket(question, ticket[self.key("TicketCreated", "ticket")]):
                lines[name] = house.begin(request)
        await settle(other, *lines.values())
        got = dict[str, Received]()
        # Left for a seat that does not decide, and never made: a move of an order may show what the viewer did not know before.
        tried = [one for one in (any_move(self.game, self._names, rng) for _ in range(20)) if question.refused(one)]
        expects = rng.choice((write(sealed(last)), *map(write, tried[:1])))
        orders = [{"after": [expects], "play": [write(one)]} for one in tried[:2]]
        variables = {"gameId": question.id, "orders": orders}
        got["mutation leaveOrders, before"] = await house.ask(
            self.graphql("mutation", "leaveOrders", variables, question.headers)
        )
        key = f"the-last-move-of-{question.luck:012}"
        if rng.random() < SELDOM or uneven:
            name, made = self._rest.play(question, last, key)
        else:
            variables = self._values("mutation", "play", question, rng) | {
                "moves": [{NOTATION: write(last)}],
                "idempotencyKey": key,
            }
            name, made = "mutation play", self.graphql("mutation", "play", variables, bearer(question.mover))
        first = await house.ask(made)
        if b'"entries":' not in b"".join(first.frames) and b'{"game":' not in b"".join(first.frames):
            raise RuntimeError(f"{write(last)} was not made: {first}")
        for by in (question.other, question.token):
            variables = self._values("mutation", "say", question, rng)
            said = await house.ask(self.graphql("mutation", "say", variables, () if by is None else bearer(by)))
            got |= {"mutation say, made": said} if by == question.token else {}
        if question.mover == question.token:
            got[f"{name}, made"] = first
            got[f"{name}, repeated"] = await house.ask(made)
        await settle(other, *lines.values())
        asked = self.graphql("query", "standingOrders", {"gameId": question.id}, question.headers)
        got["query standingOrders, after"] = await house.ask(asked)
        for line in (*lines.values(), other):
            await line.leave()
        return got | {name: line.answer() for name, line in lines.items()}

    async def socket(
        self, house: InProcessService, token: str | None, values: Mapping[str, Mapping[str, Any]]
    ) -> InProcessConnection:
        """Open a WebSocket with some subscriptions."""
        line = house.connect(PATH, ())
        payload = {} if token is None else {"authorization": f"Bearer {token}"}
        line.tell(msgspec.json.encode({"type": "connection_init", "payload": payload}))
        for field, variables in values.items():
            parameters = self._parameters("subscription", field, variables)
            line.tell(msgspec.json.encode({"type": "subscribe", "id": field, "payload": parameters}))
        await settle(line)
        return line

    # --- requests ---

    def _questions(self, question: Question, rng: random.Random) -> Iterator[tuple[str, InProcessRequest]]:
        """Requests that change nothing: queries, and mutations that are refused."""
        for field in self._fields["query"]:
            often = {"game": 1.0, "account": 0.0, "openGames": RARELY, "finishedGames": RARELY, "viewer": RARELY}.get(
                field, SELDOM
            )
            if f"query {field}" in EXEMPT or rng.random() >= often:
                continue
            method, media = rng.choice(FORMS)
            variables = self._values("query", field, question, rng)
            headers = question.operating if field in rest_questions.OF_OPERATORS else question.headers
            yield f"query {field}", self.graphql("query", field, variables, headers, media, method)
        if rng.random() < SELDOM:
            at = rng.choice((*question.earlier, *question.earlier, question.never))
            variables = self._values("query", "game", question, rng) | {"at": at}
            yield f"query game at {at}", self.graphql("query", "game", variables, question.headers)
        yield from self._rest.questions(question, self._common(question, rng), rng)
        yield from self._mutations(question, rng)
        if question.begun is not None:
            yield question.begun

    def _mutations(self, question: Question, rng: random.Random) -> Iterator[tuple[str, InProcessRequest]]:
        """Some mutations that are refused, or expect no version because they change no game that is there."""
        fields = [field for field in self._fields["mutation"] if f"mutation {field}" not in EXEMPT]
        telling = TELLING if question.delayed else ()
        for field in dict.fromkeys((*in_turn(fields, question.number, STALE), *telling)):
            expected = {"expectedVersion": question.stale}
            variables = self._values("mutation", field, question, rng) | expected
            named = f"mutation {field}, expecting another version"
            yield named, self.graphql("mutation", field, variables, question.headers)
        for field in in_turn(fields, question.number, REFUSED):
            refused = self._refused(field, question, rng)
            if refused is not None:
                variables = self._values("mutation", field, question, rng) | refused
                yield f"mutation {field}, refused", self.graphql("mutation", field, variables, question.headers)

    def _refused(self, field: str, question: Question, rng: random.Random) -> dict[str, Any] | None:
        """Arguments that a mutation refuses at any version; None if none are known."""
        if field == "joinGame":
            return {}
        if field == "play":
            tried = [any_move(self.game, self._names, rng), *question.legal[:8]]
            return {
                "moves": [*(sent(move, self.game, rng) for move in rng.choices(tried, k=rng.randint(1, 2))), NONSENSE]
            }
        verb = self._move_of(field)
        if verb is not None:
            inputs = (any_of(verb, self._names, rng) for _ in range(20))
            return next((self._arguments(move) for move in inputs if question.refused(move)), None)
        return None

    def _move_of(self, field: str) -> type[Move] | None:
        """The type of the moves that a mutation makes. None if it makes moves of all types, or none."""
        verb = lower_first(field.removeprefix(self.field))
        return self.game.inputs.get(verb) if field.startswith(self.field) else None

    def _changes(self, question: Question, rng: random.Random) -> Iterator[tuple[str, InProcessRequest]]:
        """Changes by the viewer that reveal nothing new, and the game after them."""
        if question.viewer == "host":
            allowed = ["addTime", "upgradeRules", "reissueToken", "replacePlayer", "revokeInvites", "abandon"]
            if question.delayed:  # an end shows all
                allowed = rng.sample(allowed[:-1], len(allowed) - 1)[: question.changes]
        elif question.seat is not None and not question.decides:
            if rng.random() < SELDOM:
                yield from self._undo_by_agreement(question, rng)
                return
            # After an undo the viewer may decide. Resigning makes moves, but in a game of two it shows everything.
            allowed = ["undo" if question.seats == 2 else rng.choice(("undo", "resign"))]
        elif question.viewer == "spectator" and not question.delayed:
            for field in ("operatorEndTalk", "operatorEnd"):
                variables = self._values("mutation", field, question, rng)
                yield f"mutation {field}, made", self.graphql("mutation", field, variables, question.operating)
            allowed = []
        else:
            return
        for field in allowed:
            if rng.random() < SELDOM:
                yield self._rest.change(field, question, self._common(question, rng))
            else:
                variables = self._values("mutation", field, question, rng)
                yield f"mutation {field}, made", self.graphql("mutation", field, variables, question.headers)
        variables = self._values("query", "game", question, rng)
        yield "query game after a change", self.graphql("query", "game", variables, question.headers)

    def _undo_by_agreement(self, question: Question, rng: random.Random) -> Iterator[tuple[str, InProcessRequest]]:
        """An undo that the viewer proposes and another seat accepts, in games of two, and the game after it."""
        made = self._values("mutation", "propose", question, rng)
        yield "mutation propose, made", self.graphql("mutation", "propose", made, question.headers)
        one = {"proposalId": f"{question.id}-{question.version + 1}"}
        accepted = self._values("mutation", "acceptProposal", question, rng) | one
        yield BY_ANOTHER, self.graphql("mutation", "acceptProposal", accepted, bearer(question.other))
        variables = self._values("query", "game", question, rng)
        yield "query game after an undo", self.graphql("query", "game", variables, question.headers)

    def graphql(
        self,
        operation: str,
        field: str,
        variables: Mapping[str, Any],
        headers: Headers = (),
        media: str = JSON,
        method: str = "POST",
    ) -> InProcessRequest:
        """A request for a root field and everything below it."""
        parameters = self._parameters(operation, field, variables)
        accept = (b"accept", media.encode())
        if method == "GET":
            parameters["variables"] = msgspec.json.encode(parameters["variables"]).decode()
            return InProcessRequest(
                "GET", PATH, urlencode(parameters, safe=_PLAIN, quote_via=_QUOTED), (accept, *headers)
            )
        typed = (b"content-type", b"application/json")
        return InProcessRequest("POST", PATH, "", (typed, accept, *headers), msgspec.json.encode(parameters))

    def _parameters(self, operation: str, field: str, variables: Mapping[str, Any]) -> dict[str, Any]:
        document = self._documents[f"{operation} {field}"]
        given = {name: variables[name] for name in sorted(document.variables) if variables.get(name) is not None}
        return {"query": document.text, "operationName": document.operation, "variables": given}

    def _common(self, question: Question, rng: random.Random) -> dict[str, Any]:
        """Values of arguments by name, for any operation."""
        tried = [any_move(self.game, self._names, rng) for _ in range(2)]
        tried += rng.sample(question.legal, min(2, len(question.legal)))
        rng.shuffle(tried)
        return {
            **usual_values(),
            **ALWAYS,
            "id": question.id,
            "gameId": question.id,
            "begins": question.id,
            "kinds": [constant(self.game.about.kind)],
            "after": question.after,
            "move": tried[0],
            "moves": tried[1 : rng.randint(2, 3)],
            "seats": [] if 1 in self.game.about.seats else None,  # its only player could fork the game
            "proposal": {"undo": max(1, question.version - BACK)},
            "proposalId": f"{question.id}-1",
            "representations": [{"__typename": "Game", "gameId": question.id}],
            "idempotencyKey": f"some-key-of-a-viewer-{rng.randrange(10**9)}",
        }

    def _values(self, operation: str, field: str, question: Question, rng: random.Random) -> dict[str, Any]:
        """Values of all variables of a document."""
        common = self._common(question, rng)
        values: dict[str, Any] = {
            **(OF_TWO if field in ("node", "viewer", "_entities") else INNER),
            inner("legalMoves", "after"): rng.choice((None, "0", "1")),
            inner("history", "after"): rng.choice((None, str(max(0, question.version - PAGE)))),
            inner("whyNot", "move"): sent(common["move"], self.game, rng),
            inner("preview", "moves"): [sent(move, self.game, rng) for move in common["moves"]],
            inner("preview", "allSeats"): question.version % 2 == 0,
            **common,
            "moves": [NONSENSE],
            "fields": rng.choice((None, ["table", "decision", "version"])),
        }
        if field in (TALK, "operatorGames"):
            values["after"] = None
        if field in ("openGames", "finishedGames"):
            values |= {"first": 1 if operation == "subscription" else 2, "after": None}  # an event may cost less
        if field == "node":
            values["id"] = rng.choice((question.id, f"{question.id}@{rng.choice((*question.earlier, question.never))}"))
        verb = self._move_of(field) if operation == "mutation" else None
        if verb:
            values |= self._arguments(any_of(verb, self._names, rng))
        for argument in {*self._fields[operation][field].args, *self._documents[f"{operation} {field}"].variables}:
            if argument not in values:
                raise NotCovered(
                    f"{operation} {field} has the argument {argument}; define its value in lab/secrecy/audited_requests.py."
                )
        return values

    def _arguments(self, move: Move) -> dict[str, Any]:
        """The arguments of a move's own mutation."""
        ((_, fields),) = move_input(move, self.game)[self.field].items()
        return {} if fields is True else dict.fromkeys(move.__struct_encode_fields__) | fields
