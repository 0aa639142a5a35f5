"""Invariants of every position and every move of every game; the suite and the fuzzer ask the same questions."""

from __future__ import annotations

import random
import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from taphouse.engine import notation
from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.contract import (
    COMMON,
    Decision,
    Event,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Rules,
    State,
    Transition,
    Victory,
)
from taphouse.engine.decisions import OpenRules, RollingRules
from taphouse.engine.resources import files_of
from taphouse.engine.worlds.disclosure import as_if_whole
from taphouse.lab.game_tests.tables import GAMES, GameTerms, any_move, checks, names_of

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
    text = files_of(GAMES[kind].about.package).joinpath("rules.md").read_text()
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


@lru_cache(maxsize=8)
def conserved(kind: str, state: State) -> Any:
    """The part of a state that is equal in all states of a game. A position is counted once for all the moves tried in it."""
    return checks(kind).conserved(state)


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


def _who(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def check_position(table: GameTerms, state: State) -> None:
    """A position, for every viewer."""
    rules = table.rules
    decision, outcome, legal = rules.decision(state), rules.outcome(state), list(rules.moves(state))
    deciders = rules.deciders(state)
    assert rules.decider(state) == (None if decision is None else decision.seat), (
        f"decider says {rules.decider(state)}, and decision says {decision}"
    )
    assert [*deciders] == sorted({*deciders}), f"the deciders are not in turn order: {deciders}"
    assert (decision is None) == (outcome is not None) == (not legal) == (not deciders), (
        "decision, outcome and moves do not agree on the end of the game"
    )
    check_round_trip(table.kind, "state", state)
    assert len(msgspec.msgpack.encode(state)) < MOST_BYTES, (
        f"a snapshot of {len(msgspec.msgpack.encode(state))} bytes is too large; the most is {MOST_BYTES}"
    )
    msgspec.to_builtins(rules.view(state))
    for viewer in table.viewers:
        who, seen = _who(viewer), rules.known(state, viewer)
        if seen is state:
            continue  # this viewer sees all of it, and all of it is looked at here
        own = decision
        if decision is not None and viewer is not None and viewer in deciders:
            theirs = rules.with_decider(state, viewer)
            own = rules.decision(theirs)
            assert rules.decider(theirs) == viewer, f"with_decider({viewer}) puts the decision of another seat on top"
            assert list(rules.moves(seen)) == list(rules.moves(theirs)), (
                "legality rests on what the decider cannot know"
            )
        elif decision is not None:
            assert not list(rules.moves(seen)), f"{who} is told what seat {decision.seat} can do"
            assert rules.why_not(seen, legal[0]) is not None, f"a move is judged on what {who} knows"
            theirs = rules.known(seen, decision.seat)
            assert not list(rules.moves(theirs)), f"moves are listed from what {who} knows"
            _check_unknown(rules, rules.with_decider(as_if_whole(seen), decision.seat), who)
        assert rules.known(seen, viewer) == seen, f"known is not idempotent for {who}"
        assert rules.decision(seen) == own, f"{who} is told of another decision"
        assert rules.decider(seen) == (own and own.seat), f"{who} is told of another decider"
        assert rules.deciders(seen) == deciders, f"{who} is told of other deciders"
        assert rules.outcome(seen) == outcome, f"{who} is told of another outcome"
        check_round_trip(table.kind, "state", seen)
        msgspec.to_builtins(rules.view(seen))
        assert outcome is None, "a finished game is not shown whole"
    if outcome is not None:
        check_outcome(table, outcome)
    if decision is not None:
        _check_decision(table, state, decision, legal)
        order = random.Random(len(legal)).sample(range(1, table.seats + 1), table.seats)
        for resigned in [*((seat,) for seat in order), *(tuple(order[:number]) for number in range(2, table.seats))]:
            if (conceded := rules.conceded(state, resigned)) is not None:
                check_outcome(table, conceded)
    for seat in {*deciders} - {rules.decider(state)}:
        theirs = rules.with_decider(state, seat)
        other = rules.decision(theirs)
        assert other is not None, f"seat {seat} decides, and owes no decision"
        _check_decision(table, theirs, other, list(rules.moves(theirs)))


def _check_unknown(rules: Rules, position: State, who: str) -> None:
    """Moves can be listed on the knowledge of others, as the service does to see whether a move tells them something."""
    try:
        list(rules.moves(position))
    except Exception as failed:
        raise AssertionError(
            f"`moves` raises {failed!r} on what {who} knows, with the viewer WHOLE: list no move with an unknown card"
        ) from failed


def _check_decision(table: GameTerms, state: State, decision: Decision, legal: list[Move]) -> None:
    """Check a decision, and the moves that answer it."""
    rules = table.rules
    assert 1 <= decision.seat <= table.seats, f"there is no seat {decision.seat}"
    assert set(decision.rules) <= set(rule_ids(table.kind)), f"unknown rules in {decision}"
    asked = table.game.about.prompts.get(decision.task)
    assert asked is not None, f"About.prompts lacks the task {decision.task}"
    assert isinstance(decision.details, asked), f"the details of {decision.task} are no {asked.__name__}"
    assert set(decision.verbs) <= set(table.game.verbs), f"unknown verbs in {decision}"
    assert len(set(legal)) == len(legal), "a move is listed twice"
    possible = {move.verb for move in legal}
    lacking = ", ".join(possible - set(decision.verbs))
    assert not lacking, f"the decision {decision.task} has moves with the verb {lacking}, and its verbs lack it"
    if all(rules.known(state, viewer) is state for viewer in table.viewers):
        idle = ", ".join(set(decision.verbs) - possible)
        assert not idle, f"the decision {decision.task} has the verb {idle}, and no move there has it"
    seen = rules.known(state, decision.seat)
    assert list(rules.moves(seen)) == legal, "legality rests on what the decider cannot know"
    for move in sample(legal, MOST_JUDGED, random.Random(len(legal))):
        assert rules.why_not(state, move) is None, f"{told(move)} is listed and refused"
        assert rules.why_not(seen, move) is None, f"{told(move)} is listed, and refused to who knows less"


def check_outcome(table: GameTerms, outcome: Outcome) -> None:
    """Check the end of a game."""
    about, standings = table.game.about, outcome.standings
    reason = next(
        (reason for reason in about.reasons if (reason.name, reason.rule) == (outcome.reason, outcome.rule)), None
    )
    assert reason is not None, f"{outcome.reason} ({outcome.rule}) is not a reason of the kind's"
    assert outcome.victory is reason.victory, (
        f"the victory of {outcome.reason} is {reason.victory.name}, and the outcome says {outcome.victory.name}"
    )
    most = about.most_stake_with(table.options)
    assert 1 <= outcome.stake <= most, f"the stake is {outcome.stake}, and most_stake is {most}"
    if outcome.victory in (*COMMON, Victory.NOBODY):
        assert {one.place for one in standings} == {1}, (
            f"nobody is ahead after {outcome.victory.name}, so all have place 1"
        )
    if outcome.victory in COMMON:
        assert len({one.points for one in standings}) == 1, "all share the result, and have different points"
    if outcome.victory is Victory.ALL_SCORED:
        assert 0 <= outcome.points <= about.most_points, (
            f"all have {outcome.points} points; most_points is {about.most_points}"
        )
    assert sorted(standing.seat for standing in standings) == [*range(1, table.seats + 1)], "a seat has no standing"
    for standing in standings:
        total = sum(category.points for category in standing.categories)
        assert total == standing.points, (
            f"the categories of seat {standing.seat} are {total} points, not {standing.points}"
        )
        assert standing.place == 1 + sum(other.place < standing.place for other in standings), "places have gaps"
    for better, worse in pairwise(standings):
        assert (better.place, better.seat) < (worse.place, worse.seat), "the standings are out of order"
    assert len({tuple(c.name for c in standing.categories) for standing in standings}) == 1, (
        "the seats are scored by different categories"
    )


@cache
def check_move(kind: str, move: Move) -> None:
    """A move as text, as bytes, as JSON; each move once."""
    assert notation.parse(told(move), GAMES[kind].verbs) == move, f"{told(move)!r} is read as another move"
    check_round_trip(kind, "moves", move)


def check_refusals(table: GameTerms, state: State, others: list[Move], rng: random.Random) -> None:
    """These moves and a few made up ones are refused exactly where they are not listed, with a rule."""
    rules = table.rules
    legal, decision = set(rules.moves(state)), rules.decision(state)
    seen = state if decision is None else rules.known(state, decision.seat)
    for move in (*others, *(any_move(table.kind, names_of(table.kind), rng) for _ in range(3))):
        refusal = rules.why_not(state, move)
        assert (refusal is None) == (move in legal), (
            f"{told(move)} is {'listed and ' * (move in legal)}refused: {refusal}"
        )
        assert rules.why_not(seen, move) == refusal, f"the refusal of {told(move)} tells what the decider does not know"
        if refusal is None:
            continue
        assert refusal.rule in rule_ids(table.kind), f"unknown rule in {refusal}"
        words = rules.explained(refusal)
        assert words.endswith(f". ({refusal.rule})"), f"the refusal is no sentence: {words}"
        assert _refused(table, state, move, BLIND) == refusal, f"{told(move)} is refused, and a preview is not"
        assert _refused(table, state, move, Chance(bytes(32))) == refusal, f"{told(move)} is refused, and applied"


def _refused(table: GameTerms, state: State, move: Move, chance: Chance) -> Refusal | None:
    try:
        table.rules.apply(state, move, chance)
    except IllegalMove as illegal:
        return illegal.refusal
    return None


def check_step(table: GameTerms, state: State, move: Move, step: Transition) -> None:
    """Compare the result of a move with what could be known of it before."""
    rules = table.rules
    assert conserved(table.kind, step.state) == conserved(table.kind, state), (
        f"{told(move)} makes something, or loses it"
    )
    for event in step.events:
        check_event(table, event)
    decision = rules.decision(state)
    assert decision is not None
    seat = decision.seat
    before, after = rules.known(state, seat), rules.known(step.state, seat)
    blind = rules.apply(before, move, BLIND)
    preview = rules.known(blind.state, seat)
    if isinstance(rules, OpenRules) and not isinstance(rules, RollingRules):
        assert preview == after, f"{told(move)} draws: derive the rules from RollingRules instead of OpenRules"
    foreseen = rules.decision(preview)
    unsettled = foreseen is None and rules.outcome(preview) is None  # what the seat cannot see decides what follows
    if preview != after:  # what is the same looks the same, and views take the most time of all
        assert unsettled or _foretold(foreseen, rules.decision(after)), (
            f"a preview of {told(move)} leads to another decision; where what follows is not known, it has no decision and "
            "no outcome"
        )
        assert covers(_plain(rules.view(preview)), _plain(rules.view(after))), (
            f"a preview of {told(move)} shows another table"
        )
    told_events = [seen for event in blind.events if (seen := rules.redact(event, seat)) is not None]
    events = [seen for event in step.events if (seen := rules.redact(event, seat)) is not None]
    events = events[: len(told_events)] if unsettled else events
    alike = [type(event) for event in told_events] == [type(event) for event in events]
    alike = alike and (told_events == events or covers(_plain(told_events), _plain(events)))
    assert alike, f"a preview of {told(move)} tells other events"


def check_blind_moves(table: GameTerms, state: State, rng: random.Random) -> None:
    """Moves made one after the other on what the decider knows, as in a long preview: nothing fails, nothing is guessed."""
    rules, decision = table.rules, table.rules.decision(state)
    position = state if decision is None else rules.known(state, decision.seat)
    for _ in range(MOST_BLIND):
        legal, decision = list(rules.moves(position)), rules.decision(position)
        if not legal or decision is None:
            break
        lacking = ", ".join({move.verb for move in legal} - set(decision.verbs))
        assert not lacking, f"the decision {decision.task} has moves with the verb {lacking}, and its verbs lack it"
        move = rng.choice(legal)
        assert rules.why_not(position, move) is None, f"{told(move)} is listed in a blind position, and refused"
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


def check_event(table: GameTerms, event: Event) -> None:
    """An event, for every viewer."""
    rules = table.rules
    for viewer in table.viewers:
        seen = rules.redact(event, viewer)
        if seen is not None and seen is not event:
            check_round_trip(table.kind, "events", seen)
            assert type(seen) is type(event), f"{_who(viewer)} is told of {seen} instead of {event}"
            assert rules.redact(seen, viewer) == seen, f"redact is not idempotent for {_who(viewer)}: {event}"
            assert covers(_plain(seen), _plain(event)), (
                f"{_who(viewer)} is told something else: {seen} instead of {event}"
            )
    check_round_trip(table.kind, "events", event)


def told(move: Move) -> str:
    """A move in notation."""
    return notation.write(move)


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
