"""The installed games: where they are found, what cannot be used, and stored games whose package is missing."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint

import msgspec
import pytest
from pydantic import SecretStr

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.engine.registry import GROUP, OWN, BadGame, Games, Offer
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import served_games
from taphouse.service.cli.serve import CannotServe, serve
from taphouse.service.runtime.settings import BadSettings, Settings
from tests.api.client import Client, create
from tests.api.conftest import http
from tests.api.server import BOTH, Server
from tests.tiny.about import ABOUT as TINY_ABOUT
from tests.tiny.cards import CaskRaceEdition
from tests.tiny.rules import CaskRaceRules
from tests.tiny.view import Player

DANK = "taphouse.engine.dank_and_draft.about:GAME"
TINY = "tests.tiny.about:GAME"
KEY = SecretStr("k" * 40)


def offer(kind: str, value: str, package: str = "others", version: str = "1.2") -> Offer:
    return Offer(kind, package, version, EntryPoint(kind, value, GROUP))


def test_games_are_found_by_their_entry_points_our_own_first() -> None:
    assert [*GAMES] == ["dank-and-draft", "pint-craft", "brew-crafters"]
    assert GAMES.own() == dict(GAMES)
    found = Games([offer("cask-race", TINY), offer("dank-and-draft", DANK, OWN)])
    assert {**found} == {"dank-and-draft": GAMES["dank-and-draft"], "cask-race": BOTH["cask-race"]}
    assert [*found] == ["dank-and-draft", "cask-race"]
    assert [*found.own()] == ["dank-and-draft"]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("offers", "told"),
    [
        ([offer("goofspiel", "no_such_module:GAME")], ["others 1.2", "goofspiel", "No module named 'no_such_module'"]),
        ([offer("goofspiel", "taphouse.engine.game:Nothing")], ["others 1.2", "no attribute 'Nothing'"]),
        ([offer("goofspiel", TINY)], ["others 1.2", "no Game whose kind is 'goofspiel'"]),
        ([offer("goofspiel", "taphouse.engine.game:Game")], ["others 1.2", "no Game whose kind is 'goofspiel'"]),
        ([offer("cask-race", TINY), offer("cask-race", TINY, "mine", "3")], ["cask-race", "others 1.2, mine 3"]),
    ],
)
def test_a_game_that_cannot_be_used_is_refused_in_a_sentence_that_names_its_package(
    offers: Sequence[Offer], told: Sequence[str]
) -> None:
    found = Games([*offers, offer("dank-and-draft", DANK, OWN)])
    with pytest.raises(BadGame) as refused:
        dict(found)
    assert all(part in str(refused.value) for part in told), refused.value
    assert found["dank-and-draft"] is GAMES["dank-and-draft"], "others can be used"


def test_a_game_whose_texts_are_wrong_is_refused_when_the_service_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Game(msgspec.structs.replace(TINY_ABOUT, view=Player), CaskRaceEdition, CaskRaceRules)
    monkeypatch.setattr("taphouse.service.app.GAMES", {"cask-race": wrong})
    monkeypatch.setattr("taphouse.service.cli.serve.telemetry.configure", lambda _: None)
    with pytest.raises(CannotServe, match=r"The games cannot be served: tests/tiny/messages/en\.toml: table\."):
        serve(Settings(signing_key=KEY), with_parent=False)


def test_the_setting_chooses_what_is_served_and_leaves_out_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Games([offer("goofspiel", "no_such_module:GAME"), offer("dank-and-draft", DANK, OWN)])
    monkeypatch.setattr("taphouse.service.app.GAMES", found)
    monkeypatch.setattr("taphouse.service.cli.serve.telemetry.configure", lambda _: None)
    assert [*served_games(Settings(signing_key=KEY, games="dank-and-draft"))] == ["dank-and-draft"]
    with pytest.raises(CannotServe, match=r"others 1\.2"):
        serve(Settings(signing_key=KEY), with_parent=False)
    with pytest.raises(BadSettings, match="TAPHOUSE_GAMES names 'chess', but the installed games are dank-and-draft"):
        served_games(Settings(signing_key=KEY, games="dank-and-draft, chess"))


@pytest.mark.usefixtures("logged")
def test_a_stored_game_waits_for_its_package(capfd: pytest.CaptureFixture[str]) -> None:
    store = MemoryStore()
    with Server(store=store) as server, http(server) as client:
        path, ours = (f"/v1/games/{create(Client(client), game=game).id}" for game in ("caskRace", "dankAndDraft"))
        before = client.get(path).json()
    with Server(store=store, games=dict(GAMES)) as server, http(server) as client:
        for asked in (path, f"{path}/events", f"{path}/record"):
            answer = client.get(asked)
            assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE"), answer.text
            assert "not served at the moment" in answer.json()["detail"]
        assert client.get(ours).status_code == 200, "the others are not harmed"
        warning = client.get("/readyz").json()["warnings"][-1]
        assert "of the kind cask-race, which is not served here: install its package" in warning
        assert "".join(capfd.readouterr()).count(warning) == 1, "the log warns once"
    with Server(store=store) as server, http(server) as client:
        assert client.get(path).json() == before
        assert warning not in client.get("/readyz").json()["warnings"]
