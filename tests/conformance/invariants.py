"""Invariants of every position and every move of every game; the suite and the fuzzer ask the same questions."""

from __future__ import annotations

import random
import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from taphouse.engine import notation
from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.contract import Decision, Event, IllegalMove, Move, Outcome, Refusal, State, Step
from tests.conformance.conserved import CONSERVED
from tests.conformance.tables import GAMES, Table, any_move, names_of

MOST_BYTES = 8_192
"""No snapshot is larger."""
MOST_JUDGED = 200
"""Of a longer list of legal moves, as of many ingredients to choose, so many are tried."""
MOST_BLIND = 12
"""The moves made blindly from one position."""
RULE_ID = re.compile(r"\b[A-Z]{2}-[0-9]{2}[a-z]?\b")


@cache
def rule_ids(kind: str) -> tuple[str, ...]:
    """The ids of the rows of a game's rules.md, in their order."""
    text = files(GAMES[kind].about.package).joinpath("rules.md").read_text()
    return tuple(
        cells[0]
        for cells in ([cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line[:1] == "|")
        if RULE_ID.fullmatch(cells[0])
    )


@cache
def _decoder(kind: str, what: str) -> Any:
    about = GAMES[kind].about
    types: Any = {"state": about.state, "moves": Union[about.moves], "events": Union[about.events]}[what]  # noqa: UP007
    return msgspec.msgpack.Decoder(types), msgspec.json.Decoder(types)


def sample(moves: list[Move], most: int, rng: random.Random) -> list[Move]:
    """At most so many of these moves, the first one among them, because a resigned seat makes it."""
    return moves if len(moves) <= most else [moves[0], *rng.sample(moves[1:], most - 1)]


def check_round_trip(kind: str, what: str, value: Any) -> None:
    """The value is the same after msgpack, JSON and builtins."""
    msgpack, json = _decoder(kind, what)
    assert msgpack.decode(msgspec.msgpack.encode(value)) == value, f"msgpack loses something of {value}"
    if what != "state":
        assert json.decode(msgspec.json.encode(value)) == value, f"JSON loses something of {value}"
        assert msgspec.convert(msgspec.to_builtins(value), json.type) == value, f"builtins lose something of {value}"


def check_position(table: Table, state: State) -> None:
    """A position, for every viewer."""
    rules = table.rules
    decision, outcome, legal = rules.decision(state), rules.outcome(state), list(rules.moves(state))
    assert rules.decider(state) == (None if decision is None else decision.seat)
    assert (decision is None) == (outcome is not None) == (not legal), "over, or not, in different words"
    check_round_trip(table.kind, "state", state)
    assert len(msgspec.msgpack.encode(state)) < MOST_BYTES, "the snapshot is too large"
    msgspec.to_builtins(rules.view(state))
    for viewer in table.viewers:
        seen = rules.known(state, viewer)
        if seen is state:
            continue  # this viewer sees all of it, and all of it is looked at here
        if decision is not None and viewer != decision.seat:
            assert not list(rules.moves(seen)), f"{viewer} is told what seat {decision.seat} can do"
            assert rules.why_not(seen, legal[0]) is not None, f"a move is judged on what {viewer} knows"
            theirs = rules.known(seen, decision.seat)
            assert not list(rules.moves(theirs)), f"moves are listed from what {viewer} knows"
        assert rules.known(seen, viewer) == seen, f"known is not idempotent for {viewer}"
        assert rules.decision(seen) == decision, f"{viewer} is told of another decision"
        assert rules.decider(seen) == rules.decider(state)
        assert rules.outcome(seen) == outcome, f"{viewer} is told of another outcome"
        check_round_trip(table.kind, "state", seen)
        msgspec.to_builtins(rules.view(seen))
        assert outcome is None, "a finished game is not shown whole"
    if outcome is not None:
        check_outcome(table, outcome)
    if decision is None:
        return
    assert 1 <= decision.seat <= table.seats
    assert set(decision.rules) <= set(rule_ids(table.kind)), f"unknown rules in {decision}"
    assert isinstance(decision.details, table.game.about.prompts[decision.task])
    assert set(decision.verbs) <= set(table.game.verbs), f"unknown verbs in {decision}"
    assert len(set(legal)) == len(legal), "a move is listed twice"
    possible = {move.verb for move in legal}
    assert possible <= set(decision.verbs), "a move's verb is not announced"
    if all(rules.known(state, viewer) is state for viewer in table.viewers):
        assert possible == set(decision.verbs), "a verb is announced, and no move has it"
    seen = rules.known(state, decision.seat)
    assert list(rules.moves(seen)) == legal, "legality rests on what the decider cannot know"
    for move in sample(legal, MOST_JUDGED, random.Random(len(legal))):
        assert rules.why_not(state, move) is None, f"{move} is listed and refused"
        assert rules.why_not(seen, move) is None, f"{move} is listed, and refused to who knows less"


def check_outcome(table: Table, outcome: Outcome) -> None:
    """Check the end of a game."""
    reasons = {reason.name: reason.rule for reason in table.game.about.reasons}
    assert reasons.get(outcome.reason) == outcome.rule, f"{outcome.reason} is not a reason of the kind's"
    standings = outcome.standings
    assert sorted(standing.seat for standing in standings) == [*range(1, table.seats + 1)]
    for standing in standings:
        assert sum(category.points for category in standing.categories) == standing.points
        assert standing.place == 1 + sum(other.place < standing.place for other in standings), "places have gaps"
    for better, worse in pairwise(standings):
        assert (better.place, better.seat) < (worse.place, worse.seat), "the standings are out of order"
    assert len({tuple(c.name for c in standing.categories) for standing in standings}) == 1


@cache
def check_move(kind: str, move: Move) -> None:
    """A move as text, as bytes, as JSON; each move once."""
    assert notation.parse(notation.write(move), GAMES[kind].verbs) == move
    check_round_trip(kind, "moves", move)


def check_refusals(table: Table, state: State, others: list[Move], rng: random.Random) -> None:
    """These moves and a few made up ones are refused exactly where they are not listed, with a rule."""
    rules = table.rules
    legal, decision = set(rules.moves(state)), rules.decision(state)
    seen = state if decision is None else rules.known(state, decision.seat)
    for move in (*others, *(any_move(table.kind, names_of(table.kind), rng) for _ in range(3))):
        refusal = rules.why_not(state, move)
        assert (refusal is None) == (move in legal), f"{move} is {'listed and ' * (move in legal)}refused: {refusal}"
        assert rules.why_not(seen, move) == refusal, f"the refusal of {move} tells what the decider does not know"
        if refusal is None:
            continue
        assert refusal.rule in rule_ids(table.kind), f"unknown rule in {refusal}"
        assert rules.explained(refusal).endswith(f". ({refusal.rule})"), refusal
        assert _refused(table, state, move, BLIND) == refusal, f"{move} is refused, and a preview is not"
        assert _refused(table, state, move, Chance(bytes(32))) == refusal, f"{move} is refused, and applied"


def _refused(table: Table, state: State, move: Move, chance: Chance) -> Refusal | None:
    try:
        table.rules.apply(state, move, chance)
    except IllegalMove as illegal:
        return illegal.refusal
    return None


def check_step(table: Table, state: State, move: Move, step: Step) -> None:
    """Compare the result of a move with what could be told of it before."""
    rules = table.rules
    count = CONSERVED[table.kind]
    assert count(step.state) == count(state), f"{move} makes something, or loses it"
    for event in step.events:
        check_event(table, event)
    decision = rules.decision(state)
    assert decision is not None
    seat = decision.seat
    before, after = rules.known(state, seat), rules.known(step.state, seat)
    blind = rules.apply(before, move, BLIND)
    told = rules.known(blind.state, seat)
    if told != after:  # what is the same looks the same, and views take the most time of all
        assert _foretold(rules.decision(told), rules.decision(after)), f"a preview of {move} leads to another decision"
        assert covers(_plain(rules.view(told)), _plain(rules.view(after))), f"a preview of {move} shows another table"
    told_events = [seen for event in blind.events if (seen := rules.redact(event, seat)) is not None]
    events = [seen for event in step.events if (seen := rules.redact(event, seat)) is not None]
    assert [type(event) for event in told_events] == [type(event) for event in events]
    assert told_events == events or covers(_plain(told_events), _plain(events)), (
        f"a preview of {move} tells other events"
    )


def check_blind_moves(table: Table, state: State, rng: random.Random) -> None:
    """Moves made one after the other on what the decider knows, as in a long preview: nothing fails, nothing is guessed."""
    rules, decision = table.rules, table.rules.decision(state)
    position = state if decision is None else rules.known(state, decision.seat)
    for _ in range(MOST_BLIND):
        legal = list(rules.moves(position))
        if not legal:
            break
        assert {move.verb for move in legal} <= set(rules.decision(position).verbs)
        move = rng.choice(legal)
        assert rules.why_not(position, move) is None, f"{move} is listed in a blind position, and refused"
        position = rules.apply(position, move, BLIND).state
    msgspec.to_builtins(rules.view(position))


def _foretold(told: Decision | None, after: Decision | None) -> bool:
    """True if a preview leads to this decision.

    Its verbs may be more, and are then possible in its details: what a move uncovers can rule some of them out.
    """
    if told is None or after is None:
        return told == after
    gone = {verb.replace("-", "_") for verb in {*told.verbs} - {*after.verbs}} & {*told.details.__struct_fields__}
    details = replace(told.details, **dict.fromkeys(gone, False))
    return replace(told, verbs=after.verbs, details=details) == after and {*after.verbs} <= {*told.verbs}


def check_event(table: Table, event: Event) -> None:
    """An event, for every viewer."""
    rules = table.rules
    for viewer in table.viewers:
        seen = rules.redact(event, viewer)
        if seen is not None and seen is not event:
            check_round_trip(table.kind, "events", seen)
            assert type(seen) is type(event)
            assert rules.redact(seen, viewer) == seen, "redact is not idempotent"
            assert covers(_plain(seen), _plain(event)), "a redacted event says something else"
    check_round_trip(table.kind, "events", event)


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def covers(blind: Any, real: Any) -> bool:
    """True if what is known of a value agrees with the value: null agrees with all.

    Rows are compared in any order, because a row that is sorted by what is known may be in another one.
    """
    if blind is None or blind == real:
        return True
    if isinstance(blind, dict) and isinstance(real, dict):
        return blind.keys() == real.keys() and all(covers(value, real[key]) for key, value in blind.items())
    if isinstance(blind, list | tuple) and isinstance(real, list | tuple) and len(blind) == len(real):
        return all(map(covers, blind, real)) or _pairs_up(list(blind), list(real))
    return False


def _pairs_up(blind: list[Any], real: list[Any]) -> bool:
    """True if each of the one row covers a different one of the other (augmenting paths)."""
    partner: dict[int, int] = {}

    def seat(i: int, tried: set[int]) -> bool:
        for j, value in enumerate(real):
            if j not in tried and covers(blind[i], value):
                tried.add(j)
                if j not in partner or seat(partner[j], tried):
                    partner[j] = i
                    return True
        return False

    return all(seat(i, set()) for i in range(len(blind)))
