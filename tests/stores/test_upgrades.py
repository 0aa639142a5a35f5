"""A game that changes its stored types upgrades what earlier releases wrote, and earlier releases recognise what is newer."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine.chance import Chance, commitment
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.upgrades import Upgrade
from taphouse.schema.values.games import Status, Visibility
from taphouse.service.games.encoding.codec import FORMAT, Codec
from taphouse.service.games.encoding.seats import Host, Sitting
from taphouse.service.store.failures import StoredByNewerRelease
from tests.tiny import about as tiny
from tests.tiny.moves import Ask, CaskRaceOptions, Pass

SEATS = (Sitting("Ada", True), Sitting("Ben", True))


def _renamed(tagged: dict[str, Any]) -> dict[str, Any]:
    """A move that had another verb before."""
    return {**tagged, "verb": "pass"} if tagged.get("verb") == "skip" else tagged


TWICE = Upgrade(
    options=lambda options: {**options, "turnCap": options["turnCap"] * 2},
    state=lambda state: [*state[:-1], state[-1]],
    tagged=_renamed,
)
AGAIN = Upgrade(options=lambda options: {**options, "turnCap": options["turnCap"] + 1})


def the_game(*upgrades: Upgrade) -> Game:
    old = tiny.GAME
    return Game(old.about, old.edition, old._make, upgrades=upgrades)


OLD, NEW = Codec(the_game()), Codec(the_game(TWICE, AGAIN))


def a_setup(codec: Codec) -> bytes:
    made = commitment(bytes(32), b"salt")
    return codec.new_setup("digest", CaskRaceOptions(turn_cap=10), bytes(32), True, made, Visibility.OPEN, b"salt")


def a_state(edition: Any) -> Any:
    return tiny.GAME.rules(edition).new(CaskRaceOptions(), 2, Chance(bytes(32)))


def test_options_and_states_are_upgraded_step_by_step() -> None:
    source = a_setup(OLD)
    setup, options = NEW.setup(source)
    assert (setup.salt, options.turn_cap) == (b"salt", 21)
    assert OLD.setup(source)[1].turn_cap == 10
    assert NEW.setup(a_setup(NEW))[1].turn_cap == 10


def test_moves_are_upgraded() -> None:
    source = OLD.new_body(Pass(), True, ())
    assert NEW.body(source) == (Pass(), True, None)
    assert NEW.body(source.replace(b"pass", b"skip")) == (Pass(), True, None)
    assert NEW.body(OLD.new_body(Ask(2), False, ())) == (Ask(2), False, None)


def test_a_state_that_no_upgrade_changes_is_the_same(edition: Any) -> None:
    state = a_state(edition)
    source = OLD.snapshot(Status.RUNNING, SEATS, state, Host(), 1, True)
    position, upgraded = NEW.position(source)
    assert (upgraded, position.seats, position.status) == (state, SEATS, "RUNNING")
    assert NEW.position(OLD.snapshot(Status.WAITING, SEATS, None, Host(), 1, True))[1] is None


@pytest.mark.parametrize(
    "source", [a_setup(NEW), bytes([FORMAT + 1]) + a_setup(OLD)[1:]], ids=["of the game", "of the service"]
)
def test_what_a_newer_release_wrote_is_told_apart(source: bytes) -> None:
    with pytest.raises(StoredByNewerRelease):
        OLD.setup(source)


@pytest.fixture
def edition() -> Any:
    return packaged(tiny.GAME.edition, tiny.GAME.about.package)[0]
