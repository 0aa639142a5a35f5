"""`advice`: what the service tells the seats of a game, as everybody sees before they sit down, and no way around it."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine import GAMES
from tests.access.issuer import ANN, BOB, CID, Issuer
from tests.advice.shared import ASKED, REFUSED, asked, of, opened, rest, running, shown
from tests.api.client import CASK, DANK, MINE, OPEN, Client, create
from tests.api.conftest import two_instances  # noqa: F401 -- a fixture
from tests.api.server import BOTH

FIELDS = [game.field for game in BOTH.values()]


@pytest.mark.parametrize(
    ("seats", "given", "is_"),
    [
        ((MINE, OPEN), None, "NONE"),
        ((OPEN, OPEN), None, "NONE"),
        ((MINE, MINE), None, "ALL"),
        ((MINE, "BOT"), None, "ALL"),
        ((MINE, OPEN), "ALL", "ALL"),
        ((MINE, OPEN), "AFTER_THE_END", "AFTER_THE_END"),
        ((MINE, MINE), "NONE", "NONE"),
    ],
)
def test_everybody_sees_the_setting_which_is_none_between_strangers(
    anyone: Client, seats: tuple[str, ...], given: str | None, is_: str
) -> None:
    asked_for = [{"kind": kind, **({"bot": "RANDOM"} if kind == "BOT" else {})} for kind in seats]
    more = {} if given is None else {"advice": given}
    made = anyone.done("createGame", game={CASK: {}}, seats=asked_for, visibility="OPEN", **more)
    game = made["game"]["gameId"]
    assert shown(anyone, game)["advice"] == is_
    assert of(anyone, "GET", f"/games/{game}").json()["advice"] == is_
    body = {"kind": "CASK_RACE", "seats": asked_for, **more}
    assert of(anyone, "POST", "/games", json=body).json()["game"]["advice"] == is_
    if OPEN in seats:
        listed = {one["gameId"]: one for one in of(anyone, "GET", "/games").json()["games"]}
        assert listed[game]["advice"] == is_


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("advice", REFUSED)
def test_no_seat_gets_advice_that_the_game_was_created_without(anyone: Client, field: str, advice: str) -> None:
    table = running(anyone, field, advice=advice)
    for viewer in (table.decider, table.waiting, table.spectator, table.host):
        for what in ASKED:
            refused = asked(viewer, table.id, what)
            assert refused is not None
            assert (refused["code"], refused["advice"]) == ("ADVICE_REFUSED", advice)
            assert REFUSED[advice] in refused["message"]
            answer = rest(viewer, table.id, what)
            assert (answer.status_code, answer.json()["code"], answer.json()["advice"]) == (
                403,
                "ADVICE_REFUSED",
                advice,
            )
    german = of(
        table.decider, "GET", f"/games/{table.id}/suggestion?bot=GREEDY", headers={"accept-language": "de"}
    ).json()
    assert "Rat" in german["detail"]
    # What follows from the rules alone is no advice.
    move = table.moves()[0]
    looked = table.decider.within(
        table.id,
        "whyNot(move: $move) { code } preview(moves: [$move]) { __typename }",
        move=("MoveInput!", move["input"]),
    )
    assert looked["whyNot"] is None
    assert looked["preview"]["__typename"].endswith("Preview")


@pytest.mark.parametrize("field", FIELDS)
def test_a_game_with_advice_gives_it_as_before(anyone: Client, field: str) -> None:
    table = running(anyone, field, advice="ALL")
    for what in ASKED:
        found = asked(table.decider, table.id, what)
        assert found is not None
        assert "Refused" not in found["__typename"]
        assert rest(table.decider, table.id, what).status_code == 200
    assert asked(table.waiting, table.id, "suggestion") is None
    assert asked(table.spectator, table.id, "sampleWorld") is None


def test_after_the_end_a_seat_may_ask_what_it_could_have_done(anyone: Client) -> None:
    """That distinguishes AFTER_THE_END from NONE; a game that was abandoned was not played to its end."""
    answers: dict[str, Any] = {}
    for advice in ("AFTER_THE_END", "NONE"):
        table = running(anyone, DANK, advice=advice)
        decider, version = table.decider, table.version
        legal = [move["notation"] for move in decider.legal_moves(table.id)]
        for seat in table.seats:
            seat.do("resign", gameId=table.id)
        assert table.look()["status"] == "OVER"
        answers[advice] = [asked(decider, table.id, what, version) for what in ("suggestion", "analysis")]
        again = rest(decider, table.id, "suggestion", bot="GREEDY", at=version)
        assert (again.status_code == 200) == (advice == "AFTER_THE_END")
        if again.status_code == 200:
            assert again.json()["move"]["notation"] in legal
    assert [one["__typename"] for one in answers["AFTER_THE_END"]] == ["DankAndDraftLegalMove", "Analysis"]
    assert [one["code"] for one in answers["NONE"]] == ["ADVICE_REFUSED"] * 2
    table = running(anyone, DANK, advice="AFTER_THE_END")
    decider, version = table.decider, table.version
    table.host.done("abandon", gameId=table.id)
    left = asked(decider, table.id, "suggestion", version)
    assert left is not None
    assert left["code"] == "ADVICE_REFUSED"


def test_no_copy_of_a_running_game_gives_what_the_game_refuses(anyone: Client) -> None:
    """Not by a fork of all seats, not by its record; once it is over, it can be forked, with advice."""
    for advice in ("AFTER_THE_END", "NONE"):
        table = create(anyone, game=CASK, advice=advice)
        table.play(table.moves()[0]["notation"])
        tokens = [seat.token for seat in table.seats]
        refused = table.seat(1).refused("forkGame", gameId=table.id, seatTokens=tokens)
        assert (refused["code"], refused["advice"]) == ("ADVICE_REFUSED", advice)
        assert "while it is running" in refused["message"]
        answer = of(table.seat(1), "POST", f"/games/{table.id}/forks", json={"seatTokens": tokens, "at": 2})
        assert (answer.status_code, answer.json()["code"]) == (403, "ADVICE_REFUSED")
        record = of(anyone, "GET", f"/games/{table.id}/record").text
        for path, body in (
            ("/records", {"record": record}),
            ("/games", {"kind": "CASK_RACE", "seats": [{"kind": MINE}] * 2, "position": record}),
        ):
            answer = of(anyone, "POST", path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "ADVICE_REFUSED"), answer.text
        for seat in table.seats:
            seat.do("resign", gameId=table.id)
        fork = anyone.done("forkGame", gameId=table.id, at=3)["game"]["gameId"]
        assert shown(anyone, fork)["advice"] == "ALL"
        assert of(
            anyone, "POST", "/records", json={"record": of(anyone, "GET", f"/games/{table.id}/record").text}
        ).is_success


def test_a_fork_with_an_open_seat_is_between_strangers_too(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    tokens = [seat.token for seat in table.seats]
    seats = [{"kind": MINE}, {"kind": OPEN}]
    fork = table.seat(1).done("forkGame", gameId=table.id, seatTokens=tokens, seats=seats)["game"]["gameId"]
    assert shown(anyone, fork)["advice"] == "NONE"


def test_a_rematch_keeps_the_setting_and_the_marks(anyone: Client, issuer: Issuer) -> None:
    ann, bob = (anyone.with_token(issuer.token(who)) for who in (ANN, BOB))
    for more in ({"advice": "AFTER_THE_END"}, {"advice": "ALL", "peopleOnly": True}):
        made = opened(anyone, by=ann.token, **more)
        game = made["game"]["gameId"]
        bob.done("joinGame", gameId=game, **({} if "peopleOnly" in more else {"program": True}))
        ann.done("abandon", gameId=game)
        for one in (ann, bob):
            one.do("propose", gameId=game, proposal={"rematch": True})
        again = anyone.within(game, "rematch")["rematch"]
        now = shown(anyone, again)
        assert (now["advice"], now["peopleOnly"]) == (more["advice"], more.get("peopleOnly", False))
        assert [seat["program"] for seat in now["seats"]] == [not now["peopleOnly"], False]


def test_every_way_to_a_game_is_refused(anyone: Client, issuer: Issuer) -> None:
    """By its node, by the lists of an account, and by the answer to a change."""
    ann = anyone.with_token(issuer.token(CID))
    made = opened(anyone, by=ann.token)
    game = made["game"]["gameId"]
    anyone.done("joinGame", gameId=game)
    suggestion = "suggestion(bot: GREEDY) { __typename }"
    on_game = f"... on Game {{ gameId {suggestion} }}"
    games = ann.ask(f"{{ account {{ ... on Account {{ games(first: 1) {{ edges {{ node {{ {on_game} }} }} }} }} }} }}")
    waits = f"edges {{ node {{ game {{ {on_game} }} }} }}"
    pending = ann.ask(f"{{ account {{ ... on Account {{ pendingDecisions(first: 1) {{ {waits} }} }} }} }}")
    shown_there = [
        ann.ask(f"query ($id: ID!) {{ node(id: $id) {{ {on_game} }} }}", id=game)["node"],
        *(edge["node"] for edge in games["account"]["games"]["edges"]),
        *(edge["node"]["game"] for edge in pending["account"]["pendingDecisions"]["edges"]),
    ]
    assert len(shown_there) >= 2
    changed = ann.ask(
        f"mutation ($id: ID!) {{ declareProgram(gameId: $id) {{ ... on GameChanged {{ game {{ {on_game} }} }} }} }}",
        id=game,
    )
    for one in (*shown_there, changed["declareProgram"]["game"]):
        assert one == {"gameId": game, "suggestion": {"__typename": "AdviceRefused"}}


def test_it_holds_on_another_instance(two_instances: tuple[Client, Client]) -> None:  # noqa: F811
    first, second = two_instances
    table = running(first, joining={"program": True}, peopleOnly=False)
    assert shown(second, table.id) == shown(first, table.id)
    assert [seat["program"] for seat in shown(second, table.id)["seats"]] == [False, True]
    for number, answered in ((1, 403), (2, 200)):
        there = second.with_token(table.seat(number).token)
        assert rest(there, table.id, "sampleWorld").status_code == answered
        assert rest(there, table.id, "suggestion").status_code == 403


def test_all_kinds_are_here() -> None:
    assert {*FIELDS} == {*(game.field for game in GAMES.values()), CASK}
