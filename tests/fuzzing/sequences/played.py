"""A game at the service beside its model."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from taphouse.engine.contract import Move
from taphouse.engine.notation import write
from taphouse.engine.vocabulary import constant
from taphouse.schema.game_view import MOST_MOVES
from taphouse.schema.move_inputs import move_input
from taphouse.schema.values.games import Status, shown_decision
from tests.api.client import MINE, Client, Json, Table, in_notation, new_key, nodes, table_of
from tests.api.selections import operation
from tests.conformance.tables import GAMES
from tests.fuzzing.model import Entry, Model, Refusal
from tests.fuzzing.sequences.shown import ENTRIES_SHOWN, SHOWN, documents, page, plain, seen

ENTRIES = "entries { version seat notation automatic }"
ANSWERED = f"""__typename
    ... on GameChanged {{ {ENTRIES} game {{ version status decision {{ seat }} }} }}
    ... on Problem {{ code message rules }}"""
CHANGED = f"""{ANSWERED}
    ... on MoveRefused {{ index notation }} ... on MoveNotUnderstood {{ index }} ... on BatchTellsNews {{ index }}
    ... on NotYourTurn {{ index seat }} ... on VersionConflict {{ version {ENTRIES} }}"""
UNDONE = f"{ANSWERED} ... on UndoRefused {{ undoReason }}"
NONSENSE = ("", "pass pass", "draft", "look at-me", "\N{BEER MUG}", "give barley rye", "brew " + "x" * 300, "42")


@cache
def met(kind: str) -> tuple[Move, ...]:
    """Moves of the kind, each legal in some position of a game by chance."""
    model, rng = Model(kind, GAMES[kind].about.seats[0], "met"), random.Random(kind)
    found: dict[Move, None] = {}
    for _ in range(120):
        legal = model.legal(200)
        if not legal or model.decision is None:
            break
        found |= dict.fromkeys(rng.sample(legal, min(4, len(legal))))
        model.play(model.decision.seat, [rng.choice(legal)])
    return tuple(found)


class Played:
    """A game at the service, and its model; `number` decides what a step leaves open."""

    def __init__(self, client: Client, kind: str, seats: int, seed: str) -> None:
        self.kind, self.game = kind, GAMES[kind]
        self.field = self.game.field
        made = client.done("createGame", game={self.field: {}}, seats=[{"kind": MINE}] * seats, seed=seed)
        self.table: Table = table_of(client, made)
        self.model = Model(kind, seats, seed)
        self.ways: tuple[Callable[..., Json], ...] = (self.by_notation, self.by_input, self.typed, self.by_rest)

    # --- sending ---------------------------------------------------------------------------------------------------------------

    def by_notation(self, player: Client, moves: Sequence[Move], **more: Any) -> Json:
        return self.change(player, "play", moves=in_notation(*map(write, moves)), **more)

    def by_input(self, player: Client, moves: Sequence[Move], **more: Any) -> Json:
        return self.change(player, "play", moves=[move_input(move, self.game) for move in moves], **more)

    def typed(self, player: Client, moves: Sequence[Move], **more: Any) -> Json:
        if len(moves) != 1:
            return self.by_input(player, moves, **more)
        ((_, fields),) = move_input(moves[0], self.game)[self.field].items()
        arguments = {} if fields is True else fields
        return self.change(player, f"{self.field}{type(moves[0]).__name__}", **arguments, **more)

    def by_rest(self, player: Client, moves: Sequence[Move], **more: Any) -> Json:
        """Without an expected version, which is an ETag there."""
        if "expectedVersion" in more:
            return self.by_input(player, moves, **more)
        return self.post(player, [move_input(move, self.game) for move in moves], **more)

    def post(self, player: Client, moves: Sequence[Json], **more: Any) -> Json:
        """The answer of REST, in the form of GraphQL."""
        headers = {} if player.token is None else {"authorization": f"Bearer {player.token}"}
        if "idempotencyKey" in more:
            headers["idempotency-key"] = more["idempotencyKey"]
        answer = player.http.post(f"/v1/games/{self.table.id}/moves", json={"moves": moves}, headers=headers)
        body: Json = answer.json()
        if answer.status_code == 200:
            entries = [
                {name: entry[name] for name in ("version", "seat", "notation", "automatic")}
                for entry in body["entries"]
            ]
            decision = body["game"]["decision"]
            game = {"version": body["game"]["version"], "status": body["game"]["status"]}
            game["decision"] = decision and {"seat": decision["seat"]}
            return {"__typename": "GameChanged", "entries": entries, "game": game}
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        return {"__typename": "", "message": body["detail"], **body}

    def change(self, player: Client, field: str, **arguments: Any) -> Json:
        given = {"gameId": self.table.id, **arguments}
        result: Json = player.ask(
            operation("mutation", field, tuple(given), UNDONE if field == "undo" else CHANGED), **given
        )[field]
        return result

    # --- what is answered ------------------------------------------------------------------------------------------------------

    def check(self, answer: Json, wanted: Refusal | list[Entry], seat: int | None = None) -> None:
        if isinstance(wanted, Refusal):
            assert answer.get("code") == wanted.code, (answer, wanted)
            assert answer["message"].endswith((".", "!", "?"))
            assert tuple(answer["rules"]) == wanted.rules
            for name in ("message", "index", "seat", "undoReason"):
                value = getattr(wanted, name)
                assert value is None or answer[name] == value, (answer, wanted)
            return
        assert answer["__typename"] == "GameChanged", (answer, wanted)
        entries = [tuple(entry.values()) for entry in answer["entries"]]
        assert entries == [self.model.line(entry, seat) for entry in wanted[:MOST_MOVES]]
        decision = self.model.decision
        game = {"version": self.model.version, "status": self.model.status.name}
        assert answer["game"] == {**game, "decision": decision and {"seat": decision.seat}}

    def look(self, seat: int, at: int | None = None) -> None:
        """A seat, or a spectator for 0, sees what the model says."""
        model, version = self.model, at or self.model.version
        player = self.table.seat(seat) if seat else self.table.spectator
        found = player.ask(documents(self.kind)["look"], id=self.table.id, at=at)["game"]
        state, status = model.past[version - 1]
        known = model.known(version, seat or None)
        runs = status is Status.RUNNING
        names = model.wording.names([None] * model.seats)
        decision = shown_decision(model.rules, known, model.wording, names) if runs else None
        decides = decision is not None and decision.seat == seat
        legal = list(model.rules.moves(state)) if decides else []
        wanted = {
            "id": self.table.id if at is None else f"{self.table.id}@{version}",
            "gameId": self.table.id,
            "kind": constant(self.kind),
            "version": version,
            "latest": model.version,
            "status": status.name,
            "viewer": {"role": "SEAT" if seat else "SPECTATOR", "seat": seat or None},
            "decision": seen(decision),
            "outcome": seen(model.outcome(known)) if status is Status.OVER else None,
            "table": None if known is None else seen(model.rules.view(known)),
            "legalMoves": page(
                [
                    (number, {"notation": write(move), "input": seen(move_input(move, self.game))})
                    for number, move in enumerate(legal[:SHOWN], 1)
                ],
                None,
                more=len(legal) > SHOWN,
            ),
        }
        if at is None:
            assert [one["resigned"] for one in found["seats"]] == [
                n in model.resigned for n in range(1, model.seats + 1)
            ]
        shown = plain(found)
        for name, value in wanted.items():
            assert shown[name] == value, name

    def read(self, seat: int, after: int, at: int | None) -> None:
        """A seat is told what happened, as far as it may know. Without a cursor for 0."""
        model, cursor = self.model, str(after) if after else None
        player = self.table.seat(seat) if seat else self.table.spectator
        found = player.ask(documents(self.kind)["log"], id=self.table.id, at=at, after=cursor)["game"]["history"]
        wanted = model.log[after : at or model.version]
        shown = wanted[:ENTRIES_SHOWN]
        assert [(e["version"], e["seat"], e["notation"], e["automatic"]) for e in nodes(found)] == [
            model.line(one, seat or None) for one in shown
        ]
        numbered = zip([one.version for one in shown], nodes(found), strict=True)
        assert found == page([*numbered], cursor, more=len(wanted) > len(shown))
        for entry, one in zip(nodes(found), shown, strict=True):
            if one.version > 1:
                events = model.events(one, seat or None)
                assert [event["__typename"] for event in entry["events"]] == [self.type_of(e) for e in events]
                names = model.wording.names([None] * model.seats)
                said = [{"sentence": model.wording.sentence(e, names)} for e in events]
                assert [plain(event) for event in entry["events"]] == [
                    seen(e) | more for e, more in zip(events, said, strict=True)
                ]

    def type_of(self, event: Any) -> str:
        own = self.game.about
        return f"{own.name}{type(event).__name__}" if isinstance(event, own.events) else type(event).__name__

    # --- steps -----------------------------------------------------------------------------------------------------------------

    def deciding(self) -> int:
        decision = self.model.decision
        return 1 if decision is None else decision.seat

    def a_legal_one(self, number: int) -> Move:
        legal = self.model.legal(400)
        return legal[number % len(legal)] if legal else met(self.kind)[number % len(met(self.kind))]

    def move(self, number: int) -> None:
        seat, move = self.deciding(), self.a_legal_one(number)
        way = self.ways[number % len(self.ways)]
        more = {"expectedVersion": self.model.version} if number % 3 == 0 else {}
        self.check(way(self.table.seat(seat), [move], **more), self.model.play(seat, [move]), seat)

    def move_twice_with_a_key(self, number: int) -> None:
        """The second time the answer is the first one, also when the game has moved on; another request is refused."""
        seat, move, key = self.deciding(), self.a_legal_one(number), new_key()
        player, way = self.table.seat(seat), self.ways[number % len(self.ways)]
        first = way(player, [move], idempotencyKey=key)
        wanted = self.model.play(seat, [move])
        self.check(first, wanted, seat)
        if isinstance(wanted, Refusal):
            return
        if number % 2:
            self.move(number // 2)
        assert way(player, [move], idempotencyKey=key) == first
        again = self.change(player, "play", moves=in_notation("another request"), idempotencyKey=key)
        self.check(again, Refusal("KEY_REUSED"))

    def not_legal(self, number: int) -> None:
        """A move that is legal in other positions, sent by who decides; where it is legal here too it is made."""
        seat, move = self.deciding(), met(self.kind)[number % len(met(self.kind))]
        way = self.ways[number % len(self.ways)]
        self.check(way(self.table.seat(seat), [move]), self.model.play(seat, [move]), seat)

    def not_their_turn(self, number: int) -> None:
        seat, move = self.deciding() % self.model.seats + 1, self.a_legal_one(number)
        way = self.ways[number % len(self.ways)]
        self.check(way(self.table.seat(seat), [move]), self.model.play(seat, [move]), seat)

    def nobody(self, number: int) -> None:
        """The host and spectators make no moves."""
        player = self.table.host if number % 2 else self.table.spectator
        self.check(self.by_input(player, [self.a_legal_one(number)]), self.model.play(None, []))

    def forged(self, number: int) -> None:
        player = self.table.seat(1)
        token = [f"{player.token}x", "forged", "W10.x", "-"][number % 4]
        self.check(self.by_notation(player.with_token(token), [self.a_legal_one(number)]), Refusal("TOKEN_REJECTED"))

    def nonsense(self, number: int) -> None:
        seat, text = self.deciding(), NONSENSE[number % len(NONSENSE)]
        answer = self.change(self.table.seat(seat), "play", moves=in_notation(text))
        self.check(answer, self.model.play(seat, [None]))

    def of_another_game(self, number: int) -> None:
        kinds = [kind for kind in GAMES if kind != self.kind]
        kind = kinds[number % len(kinds)]
        move, seat = met(kind)[number % len(met(kind))], self.deciding()
        player, sent = self.table.seat(seat), [move_input(move, GAMES[kind])]
        answer = self.post(player, sent) if number % 2 else self.change(player, "play", moves=sent)
        self.check(answer, Refusal("GAME_OVER") if self.model.ended else Refusal("WRONG_GAME"))

    def stale(self, number: int) -> None:
        expected = max(0, self.model.version - 1 - number % 4) if number % 5 else self.model.version + 1
        seat, move = self.deciding(), self.a_legal_one(number)
        way = self.ways[number % len(self.ways)]
        answer = way(self.table.seat(seat), [move], expectedVersion=expected)
        self.check(answer, Refusal("VERSION_CONFLICT"))
        assert answer["version"] == self.model.version
        entries = [tuple(entry.values()) for entry in answer["entries"]]
        assert entries == [self.model.line(entry, seat) for entry in self.model.log[expected:]]

    def a_batch(self, number: int) -> list[Move]:
        """Moves one after another, each legal after those before it, at last perhaps one that is not."""
        rng = random.Random(number)
        state, moves = self.model.state, list[Move]()
        rules, seat = self.model.rules, self.deciding()
        for _ in range(rng.randint(1, 4)):
            decision = rules.decision(state)
            if decision is None or decision.seat != seat:
                break
            legal = list(rules.moves(state))
            moves.append(rng.choice(legal[:400]))
            state = rules.apply(state, moves[-1], self.model.chance).state
        return [*moves, rng.choice(met(self.kind))] if rng.random() < 0.3 or not moves else moves

    def batch(self, number: int) -> None:
        seat, moves = self.deciding(), self.a_batch(number)
        way = self.ways[number % len(self.ways)]
        self.check(way(self.table.seat(seat), moves), self.model.play(seat, moves), seat)

    def preview(self, number: int) -> None:
        seat, moves = self.deciding(), self.a_batch(number)
        sent = [{"notation": write(move)} if number % 2 else move_input(move, self.game) for move in moves]
        document, refusal = documents(self.kind)["preview"], self.model.refused(seat, moves)
        found = self.table.seat(seat).ask(document, id=self.table.id, moves=sent)["game"]["preview"]
        if refusal is not None:
            assert found == {"code": refusal.code}
        else:
            assert plain(found["table"]) == seen(self.model.preview(seat, moves))

    def why_not(self, number: int) -> None:
        seat = 1 + number % self.model.seats
        move = self.a_legal_one(number) if number % 2 else met(self.kind)[number % len(met(self.kind))]
        asked = {"notation": write(move)} if number % 3 else move_input(move, self.game)
        found = self.table.seat(seat).ask(documents(self.kind)["why"], id=self.table.id, move=asked)["game"]["whyNot"]
        refusal = self.model.refused(seat, [move])
        if refusal is None:
            assert found is None
        else:
            self.check(found, Refusal(refusal.code, refusal.rules, refusal.message))

    def earlier(self, number: int) -> None:
        self.look(number % (self.model.seats + 1), 1 + number % self.model.version)

    def log(self, number: int) -> None:
        at = 1 + number % self.model.version if number % 2 else None
        self.read(number % (self.model.seats + 1), number % (self.model.version + 1), at)

    def resign(self, number: int) -> None:
        seat = number % (self.model.seats + 1) if number % 4 == 0 else 0
        player = self.table.seat(seat) if seat else self.table.spectator
        self.check(self.change(player, "resign"), self.model.resign(seat or None), seat or None)

    def undo(self, number: int) -> None:
        """Mostly by who may have moved last."""
        deciding = self.deciding()
        seat = (deciding, deciding, deciding % self.model.seats + 1, 0)[number % 4]
        player = self.table.seat(seat) if seat else self.table.spectator
        self.check(self.change(player, "undo"), self.model.undo(seat or None), seat or None)

    def abandon(self, number: int) -> None:
        by_host = number % 6 == 0
        player = self.table.host if by_host else self.table.seat(1 + number % self.model.seats)
        self.check(self.change(player, "abandon"), self.model.abandon(by_host))
