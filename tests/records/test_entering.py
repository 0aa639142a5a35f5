"""Games that bots played are entered as a real table would: moves, and the cards that all saw. The rest is assumed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import pytest
from msgspec.structs import replace

from taphouse.engine import notation
from taphouse.engine.bots import BOTS
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Event, Move, Options, Transition
from taphouse.engine.dank_and_draft import moves as dd
from taphouse.engine.dank_and_draft.cards import BEER, PLAYED, Card
from taphouse.engine.dank_and_draft.state import InPlay
from taphouse.engine.editions import Edition, load
from taphouse.engine.first_seat import FirstSeat, with_first_seat
from taphouse.engine.game import Game
from taphouse.engine.pint_craft import moves as pc
from taphouse.engine.records.entering import CannotResign, EnteredGame, Impossible, NotACard, NotAMove, NotLegal
from taphouse.engine.records.proof import Proof, proof_of
from taphouse.engine.records.record import Played, RecordedPlayer, RecordError, result_of
from taphouse.engine.records.replaying import verify
from taphouse.engine.records.text import parse, write, write_json
from taphouse.engine.records.tracing import CannotEnter
from taphouse.engine.resigning import SERVICE_RULES, outcome_of
from taphouse.engine.vocabulary import Season
from tests.conformance.tables import GAMES, editions
from tests.records.test_replay import kept, verified

KEPT = kept("dank-and-draft")[0]
PLAYERS = [RecordedPlayer(name) for name in ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")]


def options_of(game: Game, rng: random.Random, seats: int, **chosen: Any) -> Options:
    """Options that leave nothing to the seed."""
    if game.about.kind == "pint-craft":
        chosen["season"] = rng.choice([*Season])
    return cast(Options, with_first_seat(game.about.options(**chosen), rng.randint(1, seats)))


def played(
    game: Game, options: Options, seats: int, seed: str, bot: str, resigns: tuple[int, int] | None = None
) -> tuple[Any, list[tuple[Any, Move, Transition]]]:
    """A game between bots: the first position, and each move with the position before it and its result.

    `resigns` has a seat, and the number of the first move that is made after it has resigned.
    """
    rules, chance = game.rules(editions(game.about.kind)[EDITION[game.about.kind]]), Chance(seed_from(seed))
    players = [BOTS[bot](game, random.Random(f"{seed} {seat}")) for seat in range(1, seats + 1)]
    state = first = rules.new(options, seats, chance)
    steps = []
    while (seat := rules.decider(state)) is not None:
        known = rules.known(state, seat)
        gone = resigns is not None and seat == resigns[0] and len(steps) >= resigns[1]
        move = next(rules.moves(known)) if gone else players[seat - 1].choose(rules, known, seat)
        steps.append((state, move, rules.apply(state, move, chance)))
        state = steps[-1][2].state
    return first, steps


EDITION = {kind: next(iter(editions(kind))) for kind in ("dank-and-draft", "pint-craft", "brew-crafters")}


def beer(card: Card) -> str:
    return f"{card.brewery} {card.type}".lower().replace("&", "").replace("  ", " ").replace(" ", "-").replace("'", "-")


def seen(rules: Any, place: str, state: Any, events: tuple[Event, ...], later: Iterator[Event]) -> str:
    """The card that all see at a place in the game as it was played."""
    name, _, number = place.rpartition("-")
    if name == "stack":
        return str(rules.deck.beers[state.stacks[int(number) - 1][-1]].name)
    if name == "discarded":
        hand = next(event.cards for event in events if isinstance(event, pc.HandDiscarded))
        return str((hand or ())[int(number) - 1])
    if name == "tap":
        return beer(rules.deck.beer(state.taps[int(number) - 1]))
    if name == "action":
        return beer(next(event.action_card for event in later if isinstance(event, dd.ActionCardDiscarded)))
    left = next(event.beers for event in events if isinstance(event, dd.BeersOffered | dd.BeersDiscarded))
    return beer([card for card in left if str(card.type) == name][int(number) - 1])


class Entered(NamedTuple):
    """A game that was entered, and what a spectator saw of it."""

    entry: EnteredGame
    game: Game
    edition: Edition
    steps: list[tuple[Any, Move, Transition]]
    lines: list[list[str]]
    """The lines of each of these: the move, and the cards that it shows. Before them, the cards of the set-up."""


def entered(
    kind: str,
    seats: int,
    seed: str,
    bot: str = "random",
    most: int | None = None,
    resigns: tuple[int, int] | None = None,
    **chosen: Any,
) -> Entered:
    """Play a game, and enter what its table saw. After each move, both tables look the same, and the same happened.

    `most` is how many moves are entered; None for all.
    """
    game, rng = GAMES[kind], random.Random(seed)
    options = options_of(game, rng, seats, **chosen)
    first, steps = played(game, options, seats, seed, bot, resigns)
    edition = editions(kind)[EDITION[kind]]
    rules = game.rules(edition)
    entry = EnteredGame(game, edition, options, PLAYERS[:seats], "1")
    while entry.asks:
        assert entry.enter(seen(rules, entry.asks.place, first, (), iter(()))) == ()
    lines = [[*entry.lines]]
    for number, (_, move, step) in enumerate(steps[:most]):
        later = (event for _, _, one in steps[number:] for event in one.events)
        events = entry.enter(notation.write(move))
        while entry.asks:
            events = entry.enter(seen(rules, entry.asks.place, step.state, step.events, later))
        assert [*events] == [shown for one in step.events if (shown := rules.redact(one, None)) is not None]
        assert rules.known(entry.state, None) == rules.known(step.state, None) or not rules.decision(step.state)
        lines.append(entry.lines[sum(map(len, lines)) :])
    return Entered(entry, game, edition, steps, lines)


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize("kind", EDITION)
def test_what_a_table_saw_makes_a_record(kind: str, seed: str) -> None:
    seats = GAMES[kind].about.seats
    done = entered(kind, random.Random(seed).choice(seats), seed, "greedy" if seed == "b" else "random")
    record, rules = parse(write(done.entry.record())).record, done.game.rules(done.edition)
    assert record == done.entry.record() == parse(write_json(record)).record
    assert verify(record, done.game, done.edition).draws == record.draws
    assert record.result == result_of(rules.outcome(done.steps[-1][2].state))
    assert proof_of(record) is Proof.UNPROVEN
    lines = done.entry.lines
    again = EnteredGame(done.game, done.edition, done.entry.options, PLAYERS[: len(record.seats)], "1")
    for line in lines:
        again.enter(line)
    assert again.record() == record


@pytest.mark.parametrize("pairing", dd.Pairing)
def test_only_what_nobody_saw_is_assumed(pairing: dd.Pairing) -> None:
    """In Dank & Draft, the beers of the first taps are seen, and those of the cards that never came to the table are not."""
    done = entered("dank-and-draft", 2, "marked", most=25, pairing=pairing)
    draws = {draw.number: draw for draw in done.entry.record().draws}
    state: Any = done.entry.state
    assert {*range(6, 15)}.isdisjoint(draws[1].assumed)
    assert {78 - 1 - i for i in range(len(state.pile))} == {place for place in draws[1].assumed if place >= 6}
    in_play = [top.card | PLAYED for top in state.pending if isinstance(top, InPlay)]
    played_ones = {card & BEER for card in (*state.discards, *in_play) if card & PLAYED}
    deck = done.game.rules(done.edition).deck.printed  # type: ignore[attr-defined]
    assert played_ones
    if pairing is dd.Pairing.SHUFFLED:
        assert {i for i, card in enumerate(deck) if card & BEER not in played_ones} == {*draws[0].assumed}
    assert all(not draw.assumed for number, draw in draws.items() if number > 2)


def test_wrong_marks_are_refused() -> None:
    done = entered("dank-and-draft", 2, "marked", most=5)
    record = done.entry.record()
    for assumed in ((200,), (-1,)):
        wrong = replace(record, draws=(replace(record.draws[0], assumed=assumed), *record.draws[1:]))
        with pytest.raises(RecordError, match="cannot have these assumed places"):
            verify(wrong, done.game, done.edition)
    kept = replace(KEPT, draws=tuple([replace(draw, assumed=(0,)) for draw in verified(KEPT).draws]))
    with pytest.raises(RecordError, match="cannot have these assumed places"):
        verified(kept)


@pytest.mark.parametrize("kind", EDITION)
def test_the_moves_of_a_seat_that_resigned_are_made(kind: str) -> None:
    """All but those that tell of hidden cards, which are entered. The cards that the others show are asked for."""
    check_resignation(kind, 3, "resigned", 2, 20)


def check_resignation(kind: str, seats: int, seed: str, seat: int, after: int) -> None:
    done = entered(kind, seats, seed, resigns=(seat, after))
    rules = done.game.rules(done.edition)
    trace = done.game.trace and done.game.trace(rules, done.entry.options, seats)
    entry = EnteredGame(done.game, done.edition, done.entry.options, PLAYERS[:seats], "1")
    lines = done.lines[0]
    for number, (state, move, _) in enumerate(done.steps):
        shown = done.lines[number + 1]
        lines += [f"resign {seat}"] if number == after else []
        tells = trace and (trace.questions(state, move) or trace.left(state, move, ()))
        lines += shown if tells or number < after or rules.decider(state) != seat else shown[1:]
    for line in lines:
        entry.enter(line)
    record = entry.record()
    end = done.steps[-1][2].state
    assert record.result == result_of(outcome_of(rules, end, seats, (seat,), SERVICE_RULES))
    assert [line.move for line in record.lines if isinstance(line, Played)] == [
        notation.write(move) for _, move, _ in done.steps
    ]
    assert verify(record, done.game, done.edition).draws == record.draws
    with pytest.raises(CannotResign):
        entry.enter("resign 1")
    assert entry.undo()
    entry.enter(lines[-1])
    assert entry.record() == record


# --- lines that do not fit -----------------------------------------------------------------------------------------------


def pint_craft() -> EnteredGame:
    """Two players; the tops of the stacks are entered."""
    game, edition = GAMES["pint-craft"], editions("pint-craft")[EDITION["pint-craft"]]
    options = game.about.options(season=Season.FALL, first_seat=FirstSeat.SEAT_1)
    entry = EnteredGame(game, edition, options, PLAYERS[:2], "1")
    for recipe in ("saison", "old-ale", "dry-stout"):
        entry.enter(recipe)
    return entry


def test_a_refused_line_changes_nothing() -> None:
    entry = pint_craft()
    before = entry.record()
    for line, error in {
        "nonsense": NotAMove,
        "brew saison": NotLegal,  # playing comes first
        "play no-such-card": NotLegal,
        "play dining-room": NotLegal,  # it needs a Taproom
    }.items():
        with pytest.raises(error):
            entry.enter(line)
        assert entry.record() == before
    assert (entry.lines, entry.asks) == (["saison", "old-ale", "dry-stout"], None)


def test_a_card_is_not_seen_more_often_than_it_is_printed() -> None:
    """There are two Smash Hits: Ben cannot have one after Anna has played both."""
    entry = pint_craft()
    for line in ("play smash-hit", "choose base-malt:6", "play smash-hit", "choose hops:6", "stop-playing"):
        entry.enter(line)
    before = entry.record()
    with pytest.raises(NotLegal, match="NotInHand"):
        entry.enter("play smash-hit")
    assert entry.record() == before
    entry.enter("play celebrity-endorsement")


def test_a_recipe_is_not_on_two_stacks() -> None:
    entry = pint_craft()
    entry.undo()
    with pytest.raises(Impossible):
        entry.enter("saison")
    with pytest.raises(NotACard):
        entry.enter("smash-hit")
    assert entry.asks is not None
    assert entry.asks.place == "stack-3"


def test_each_line_can_be_undone() -> None:
    """An undo leads back to the record before the line, also between a move and the cards that it shows."""
    done = entered("dank-and-draft", 3, "undone", most=12)
    lines = done.entry.lines
    entry = EnteredGame(done.game, done.edition, done.entry.options, PLAYERS[:3], "1")
    for line in lines:
        asked, before = entry.asks, entry.record()
        entry.enter(line)
        if entry.record() != before or entry.asks != asked:
            assert entry.undo()
            assert (entry.asks, entry.record()) == (asked, before)
            entry.enter(line)
    assert entry.lines == lines


def test_a_game_that_hides_cards_needs_a_trace() -> None:
    tiny = GAMES["cask-race"]
    with pytest.raises(CannotEnter, match="Cask Race hides something, and has no `trace`"):
        EnteredGame(tiny, next(iter(editions("cask-race").values())), tiny.about.options(), PLAYERS[:2], "1")


@pytest.mark.parametrize("kind", EDITION)
def test_what_is_left_to_the_seed_must_be_chosen(kind: str) -> None:
    game = GAMES[kind]
    with pytest.raises(CannotEnter, match="Choose each option"):
        EnteredGame(game, editions(kind)[EDITION[kind]], game.about.options(), PLAYERS[:2], "1")


def test_beers_that_are_alike_cannot_be_told_apart() -> None:
    game = GAMES["dank-and-draft"]
    edition = editions("dank-and-draft")[EDITION["dank-and-draft"]]
    text = edition.source.decode()
    for old, new in {'"pilsner", action = "snatch"': '"ipa", action = "snatch"', "count = 26": "count = 27"}.items():
        text = text.replace(old, new, 1)
    text = text.replace("count = 26", "count = 25", 1)
    alike = load(type(edition), text.encode(), "alike.toml")
    with pytest.raises(CannotEnter, match="same beer side"):
        EnteredGame(game, alike, game.about.options(first_seat=FirstSeat.SEAT_1), PLAYERS[:2], "1")
