"""Generates pairs of worlds that look alike to one viewer, in their stored form, and the questions to ask in both.

A game is created and joined through the API. Then its log is written directly, as the service would have written it, which
saves hundreds of requests per pair.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.chance import SEED_BYTES, Chance
from taphouse.engine.contract import IllegalMove, Move, Rules, Transition
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.worlds import NoWorlds, OtherWorld, PlayedWorld, Playout, SeatMove, other_world
from taphouse.lab.secrecy.audited_requests import INNER, AuditedRequests
from taphouse.lab.secrecy.deals import check_dealt
from taphouse.lab.secrecy.hidden import Hidden, as_it_went
from taphouse.lab.secrecy.in_process_service import NOW, STARTED, InProcessRequest, InProcessService
from taphouse.lab.secrecy.question import Question, bearer
from taphouse.lab.secrecy.random_inputs import editions, option_sets
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.games import StartOption, Status, Visibility
from taphouse.schema.values.seats import SeatKind
from taphouse.service.games.encoding.agreements import NONE, Agreements
from taphouse.service.games.encoding.codec import SNAPSHOT_EVERY, Codec
from taphouse.service.games.standing.stored import Order, SeatOrders, pack
from taphouse.service.store.protocol import StoredEntry, StoredGame

VIEWS = 4
"""The number of viewers per playout, each at a random version."""
VERSIONS = 4
"""The most versions tried for a viewer, until something differs that never did."""
WORLDS = 6
"""The number of other worlds tried per viewer and version, unless fewer are asked for."""
EARLIER = 1
"""The number of earlier versions that a viewer looks at."""
FOLLOWED = (1, 1, 2, 3, 5, 40)
"""The number of versions back at which a stream may begin; 40 is beyond the buffer, so it is read from the store."""
FRUITLESS = 200
"""The number of playouts in a row without another world after which the search ends."""
LIVE = 0.4
"""The share of questions in which the last move is made while the viewer follows the game."""
ACCOUNTS = 0.5
"""The share of questions in which the player of the last seat sends the account's token, not the seat's."""
DELAYED = 0.25
"""The share of playouts that viewers without a seat see later. Their other worlds have other moves that they do not see yet, and
in half of them, where the delay has minutes, more or fewer."""
MINUTES = 5
"""These minutes. All versions that are not shown yet were made now, and the others longer ago."""
NO_DELAY = {"spectatorDelay": 0, "spectatorDelayMinutes": 0}
"""The arguments of a game without a delay."""
SHOWN = 4
"""The versions that changes by the viewer show, if the delay has versions: in these, the worlds do not differ."""
CLOCKED, PER_MOVE = 3, 3600
"""One game in this number has clocks, with this number of seconds for each move, unless it has a delay by minutes. Time stands
still, so they never differ."""
HOST, SPECTATOR = "host", "spectator"


class Written(Struct, frozen=True):
    """A world in its stored form."""

    record: StoredGame
    log: tuple[StoredEntry, ...]
    last: Move | None
    """The move to make through the API; None if all have been made."""


class WorldPair(Struct, frozen=True):
    """Two worlds, and the question to ask in both; the last move of each world is its own."""

    table: str
    """The set-up of the game, for people: edition, rules, seats, options and seed."""
    question: Question
    rules: Rules
    played: tuple[PlayedWorld, PlayedWorld]
    """Both worlds as they were played."""
    here: Written
    there: Written
    fresh: bool
    """True if `here` and the question differ from those of the previous pair."""


class StartedGame(Struct, frozen=True):
    """A game that has started."""

    id: str
    host: str
    """The host's token."""
    seats: tuple[str, ...]
    """The seats' tokens."""
    account: str
    """The token of the account that holds the last seat."""
    created: InProcessRequest
    joined: InProcessRequest


async def pairs(
    game: Game,
    ways: AuditedRequests,
    one: InProcessService,
    two: InProcessService,
    seed: str,
    hidden: Hidden,
    most: int = WORLDS,
) -> AsyncIterator[WorldPair]:
    """Endless pairs: several viewers and versions per playout, and at most so many worlds for each. `hidden` has those before.

    Raises:
        NoWorlds: No pairs were found.
        Undealt: A world is none that the game can begin with.
    """
    find, codec, fruitless = other_world(game), Codec(game), 0
    tables = [
        (edition, version, seats, options)
        for edition in editions(game).values()
        for version in range(1, game.newest + 1)
        for seats in game.about.seats
        for options in option_sets(game.about.options)
        if game.rules(edition, version).why_not_new(options, seats) is None
    ]
    number = questions = 0
    while fruitless < FRUITLESS:
        own, number, fruitless = f"{seed}/{number}", number + 1, fruitless + 1
        rng = random.Random(own)
        edition, version, seats, options = rng.choice(tables)
        playout = Playout(game.rules(edition, version), options, seats, own, rng.choice)
        delay = rng.randint(1, len(playout.moves) // 2) if len(playout.moves) > 3 and rng.random() < DELAYED else 0
        by_minutes = delay > 0 and rng.random() < 0.5
        delays = {**NO_DELAY, **({"spectatorDelayMinutes": MINUTES} if by_minutes else {"spectatorDelay": delay})}
        begun = await begin(ways, one, playout, edition, delays)
        if await begin(ways, two, playout, edition, delays) != begun:
            raise RuntimeError("the same request created different games in two services")
        writer = WorldWriter(codec, *one.store.log(begun.id), playout)
        for viewer in rng.sample([*range(1, seats + 1), SPECTATOR, HOST], min(VIEWS, seats + 2)):
            seat = viewer if isinstance(viewer, int) else None
            delayed, changes = bool(delay) and seat is None, None
            for _ in range(VERSIONS):
                k = rng.randrange(len(playout.moves))
                shown = max(0, k - delay)
                if delayed:
                    changes = None if by_minutes else rng.randint(0, min(SHOWN, delay))
                    worlds = _with_other_moves(playout, k, shown + (changes or 0), rng, most, counts=by_minutes)
                    if worlds:
                        break
                    continue
                mine, worlds = as_it_went(playout, k), list(_worlds(find, playout, k, seat, rng, most))
                if not hidden.unproven() or any(hidden.is_news(playout.rules, seat, mine, world) for world in worlds):
                    break
            if worlds:
                fruitless = 0
                question = question_of(questions, begun, playout, viewer, k, rng)
                question = replace(question, delayed=delayed, changes=changes)
                questions, mine = questions + 1, as_it_went(playout, k)
                live = question.last is not None
                others = [one for one in range(1, seats + 1) if one != seat]
                hides = shown if by_minutes else None
                here = writer.write(mine, live, others, "one", hides)
                table = f"{edition.name}, rules {version}, {seats} seats, {options}, seed {own!r}"
                for i, world in enumerate(worlds):
                    there = writer.write(world, live, others, "two", hides)
                    yield WorldPair(table, question, playout.rules, (mine, world), here, there, fresh=not i)
    raise NoWorlds(f"No other world of {game.about.title} was found in {FRUITLESS} games.")


def _worlds(
    find: OtherWorld, playout: Playout, k: int, seat: int | None, rng: random.Random, most: int
) -> Iterator[PlayedWorld]:
    """Distinct other worlds, each with another seed if that draws the same."""
    found = {_identity(as_it_went(playout, k))}
    for _ in range(most):
        world = find(playout, k, seat, rng)
        if world is not None and _identity(world) not in found:
            found.add(_identity(world))
            check_dealt(playout.rules, playout.options, playout.seats, playout.states[0], world.steps[0].state)
            yield _with_another_seed(playout, world, rng)


def _with_other_moves(
    playout: Playout, k: int, kept: int, rng: random.Random, most: int, *, counts: bool
) -> list[PlayedWorld]:
    """Worlds with other moves after the first ones, the last one by the same seat; with `counts` as many as they like."""
    rules, mine = playout.rules, as_it_went(playout, k)
    chance, found = Chance(mine.seed), dict[tuple[bytes, bytes], PlayedWorld]()
    for _ in range(most):
        steps, made = [*mine.steps[: kept + 1]], [*mine.made[:kept]]
        length = rng.randint(kept + 1, k + 3) if counts else k
        while len(made) < length and (decision := rules.decision(steps[-1].state)) is not None:
            state = steps[-1].state
            move = rng.choice([*rules.moves(rules.known(state, decision.seat))])
            steps.append(rules.apply(rules.with_decider(state, decision.seat), move, chance))
            made.append(SeatMove(decision.seat, move))
        same = k > 0 and len(made) == length and made[-1].seat == mine.made[-1].seat
        if same and rules.decision(steps[-1].state) is not None and made != [*mine.made]:
            world = replace(mine, steps=tuple(steps), made=tuple(made))
            found[_identity(world)] = world
    return [*found.values()]


def _identity(world: PlayedWorld) -> tuple[bytes, bytes]:
    return world.seed, msgspec.msgpack.encode((world.steps[0].state, world.made))


def _with_another_seed(playout: Playout, world: PlayedWorld, rng: random.Random) -> PlayedWorld:
    """The same world with another seed; with its own seed if the other would draw something different."""
    seed = rng.randbytes(SEED_BYTES)
    chance = Chance(seed)
    for before, (seat, move), step in zip(world.steps, world.made, world.steps[1:], strict=False):
        try:
            if playout.rules.apply(playout.rules.with_decider(before.state, seat), move, chance) != step:
                return world
        except IllegalMove:
            return world
    return replace(world, seed=seed)


class WorldWriter:
    """Writes worlds of one playout as the service would.

    Args:
        codec: The codec of the kind of game.
        record: The record of the game when it started.
        log: The log of the game when it started.
        playout: The game's moves and positions.
    """

    def __init__(self, codec: Codec, record: StoredGame, log: tuple[StoredEntry, ...], playout: Playout) -> None:
        if len(log) != STARTED or record.status != Status.RUNNING.value:
            raise RuntimeError(f"a game starts at version {STARTED}, not at {len(log)}")
        self._codec, self._record, self._log, self._playout = codec, record, log, playout
        self._setup, _ = codec.setup(record.setup)
        self._start = codec.position(record.snapshot)[0]

    def write(
        self,
        world: PlayedWorld,
        live: bool,
        others: Sequence[int] = (),
        expected: str = "",
        hides: int | None = None,
    ) -> Written:
        """The stored form of a world; if `live`, before its last move, which is then made through the API.

        Args:
            world: The world.
            live: True if its last move is made later.
            others: The seats that have standing orders.
            expected: The move that these expect, which nobody makes.
            hides: The number of moves after which those follow that spectators do not see for minutes; None if there are none.
        """
        codec, long_ago, agreed = self._codec, NOW - (MINUTES + 2) * 60_000, self._start.agreements or NONE
        log = [*self._log[:-1], replace(self._log[-1], snapshot=self._snapshot(world.steps[0], agreed))]
        steps = world.steps[:-1] if live else world.steps
        for step, (seat, move) in zip(steps[1:], world.made, strict=False):
            version = len(log) + 1
            snapshot = self._snapshot(step, agreed) if version % SNAPSHOT_EVERY == 0 else None
            at = NOW if hides is None or version > STARTED + hides else long_ago
            log.append(StoredEntry(version, at, f"seat:{seat}", codec.new_body(move, False, step.events), snapshot))
        if hides is not None:
            minutes = {long_ago // 60_000: min(STARTED + hides, len(log)), log[-1].at // 60_000: len(log)}
            agreed = replace(agreed, minutes=tuple(minutes.items()))
        order = Order((expected,), (expected,))
        orders = pack(tuple([SeatOrders(seat, 1, len(log), None, 0, (order,)) for seat in others]))
        setup, snapshot = self._setup_of(world), self._snapshot(steps[-1], agreed)
        record = replace(self._record, version=len(log), setup=setup, snapshot=snapshot, orders=orders)
        if hides is not None:
            record = replace(record, updated=log[-1].at)
        return Written(record, tuple(log), world.made[-1].move if live else None)

    def _setup_of(self, world: PlayedWorld) -> bytes:
        """The setup of a world. The commitment to the seed is public, so it is the same in all worlds."""
        return self._codec.new_setup(
            self._setup.edition,
            self._playout.options,
            world.seed,
            self._setup.seeded,
            self._setup.commitment,
            Visibility[self._setup.visibility],
            self._setup.salt,
            timing=self._setup.timing,
            undo=UndoOption[self._setup.undo],
            spectator_delay=self._setup.spectator_delay,
            spectator_delay_minutes=self._setup.spectator_delay_minutes,
        )

    def _snapshot(self, step: Transition, agreed: Agreements) -> bytes:
        rules = self._playout.rules.version
        start = self._start
        return self._codec.snapshot(
            Status.RUNNING, start.seats, step.state, start.host, rules, True, start.clock, agreed
        )


def question_of(
    number: int, begun: StartedGame, playout: Playout, viewer: int | str, k: int, rng: random.Random
) -> Question:
    """The question of a viewer after k moves."""
    rules, version = playout.rules, STARTED + k
    seat = viewer if isinstance(viewer, int) else None
    known = rules.known(playout.states[k], seat)
    decides = seat in rules.deciders(playout.states[k])
    another = rng.choice([one for one in range(1, playout.seats + 1) if one != seat] or [1])
    token, account = begun.host if viewer == HOST else None, False
    if seat is not None:
        account = seat == playout.seats and rng.random() < ACCOUNTS
        token = begun.account if account else begun.seats[seat - 1]
    return Question(
        number=number,
        id=begun.id,
        seats=playout.seats,
        viewer=f"seat {seat}" if seat else str(viewer),
        seat=seat,
        token=token,
        account=account,
        other=begun.seats[another - 1],
        mover=begun.seats[playout.movers[max(0, k - 1)] - 1],
        last=playout.moves[k - 1] if k and rng.random() < LIVE else None,
        version=version,
        earlier=tuple(sorted(rng.sample(range(1, version), min(EARLIER, version - 1)))),
        follows=max(0, version - rng.choice(FOLLOWED)),
        decides=decides,
        legal=tuple(rules.moves(known)) if decides else (),
        refused=lambda move: not decides or rules.why_not(known, move) is not None,
        begun=_begun_by(begun, viewer, playout.seats),
        luck=rng.getrandbits(32),
    )


def _begun_by(begun: StartedGame, viewer: int | str, seats: int) -> tuple[str, InProcessRequest] | None:
    if viewer == HOST:
        return "mutation createGame, repeated", begun.created
    return ("mutation joinGame, repeated", begun.joined) if viewer == seats else None


async def begin(
    ways: AuditedRequests, house: InProcessService, playout: Playout, edition: Edition, delays: Mapping[str, int]
) -> StartedGame:
    """Create a game, with some spectators' delay, and join its last seat, which starts it."""
    seats: list[dict[str, Any]] = [{"kind": SeatKind.MINE.value} for _ in range(playout.seats)]
    seats[-1]["kind"] = SeatKind.OPEN.value
    key = hashlib.sha256(f"{ways.game.about.kind} {playout.seed}".encode()).hexdigest()[:32]
    create = {
        "game": {ways.field: msgspec.to_builtins(playout.options)},
        "seats": seats,
        "edition": edition.name,
        "seed": playout.seed,
        "visibility": Visibility.UNLISTED.value,
        "undo": UndoOption.FREE.value,
        "start": StartOption.WHEN_FULL.value,
        "advice": Advice.ALL.value,
        "peopleOnly": False,
        "rated": False,
        "idempotencyKey": key,
        **delays,
    }
    if int(key, 16) % CLOCKED == 0 and not delays["spectatorDelayMinutes"]:
        create["clock"] = {"perMove": PER_MOVE}
    created = ways.graphql("mutation", "createGame", create | INNER)
    made = await _data(house, created, "createGame")
    join = {"gameId": made["game"]["gameId"], "seat": playout.seats, "idempotencyKey": f"{key}-join"}
    join |= {"showName": False, "program": False}
    account = house.account(playout.seed)
    joined = ways.graphql("mutation", "joinGame", join | INNER, bearer(account))
    taken = await _data(house, joined, "joinGame")
    seated = [*made[ways.key("GameCreated", "seats")], taken[ways.key("GameJoined", "seat")]]
    tokens = [seat["token"] for seat in seated]
    return StartedGame(made["game"]["gameId"], made["hostToken"], tuple(tokens), account, created, joined)


async def _data(house: InProcessService, request: InProcessRequest, field: str) -> dict[str, Any]:
    answer = await house.ask(request)
    body = msgspec.json.decode(b"".join(answer.frames))
    data: dict[str, Any] = (body.get("data") or {}).get(field) or {}
    if data.get("__typename") not in ("GameCreated", "GameJoined"):
        raise RuntimeError(f"{field} answered {body}")
    return data
