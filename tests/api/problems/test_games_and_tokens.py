"""Refusals over HTTP that depend on the game, or on who asks."""

from __future__ import annotations

import pytest

from tests.api.client import CASK, DANK, MINE, OPEN, Client, Table, create, in_notation, seats_of
from tests.api.problems.shared import MUTATIONS, changing, check

NOWHERE = "a" * 24


# --- where the game is -----------------------------------------------------------------------------------------------------


def test_in_a_game_that_waits_nothing_can_be_played(on_memory: Client) -> None:
    made = on_memory.done("createGame", game={DANK: {}}, seats=seats_of([OPEN, MINE, OPEN]))
    id_, seat = made["game"]["gameId"], on_memory.with_token(made["seats"][0]["token"])
    for field in MUTATIONS:
        if field != "abandon":
            problem = seat.refused(field, **changing(id_)[field])
            check(problem, "GameNotStarted", "GAME_NOT_STARTED", openSeats=[1, 3])


@pytest.mark.parametrize("status", ["OVER", "ABANDONED"])
def test_in_a_game_that_has_ended_nothing_can_be_done(anyone: Client, status: str) -> None:
    table = create(anyone, options={"turnCap": 1})
    if status == "OVER":
        table.finish()
    else:
        table.host.done("abandon", gameId=table.id)
    for field in MUTATIONS:
        client = table.host if field == "abandon" else table.seat(1)
        check(client.refused(field, **changing(table.id)[field]), "GameOver", "GAME_OVER", status=status)


# --- which game ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", [NOWHERE, "", "x", "A" * 24, "a" * 25, "a" * 23 + "\n", "{th}:*", "../a", "ä" * 24])
def test_a_malformed_or_unknown_id_is_a_game_that_is_not_found(anyone: Client, id_: str) -> None:
    problems = [anyone.look(id_), anyone.look(id_, at=1), anyone.events(gameId=id_, wait=25)]
    problems += [anyone.refused("joinGame", gameId=id_), anyone.refused("resign", gameId=id_)]
    for problem in problems:
        check(problem, "GameNotFound", "GAME_NOT_FOUND")


def test_moves_of_another_kind_of_game_are_refused_with_the_kind_of_this_one(table: Table) -> None:
    problems = [
        table.seat(1).refused("caskRacePass", gameId=table.id),
        table.seat(1).refused("play", gameId=table.id, moves=[{CASK: {"pass": True}}]),
        table.seat(1).refused("play", gameId=table.id, moves=[*in_notation("draft row-1"), {CASK: {"pass": True}}]),
    ]
    for problem in problems:
        check(problem, "WrongGame", "WRONG_GAME", kind="DANK_AND_DRAFT")
    other = create(table.spectator, game=CASK)
    check(other.decider.refused("dankAndDraftEndTurn", gameId=other.id), "WrongGame", "WRONG_GAME", kind="CASK_RACE")
    assert (table.version, other.version) == (2, 2)


# --- who asks --------------------------------------------------------------------------------------------------------------


def bad_tokens(table: Table, other: Table) -> dict[str, str]:
    token = table.seat(1).token or ""
    head, _, signature = token.rpartition(".")
    return {
        "of nobody": "nonsense",
        "damaged in what it says": head[:-1] + ("A" if head[-1] != "A" else "B") + "." + signature,
        "damaged in its signature": head + "." + ("A" if signature[0] != "A" else "B") + signature[1:],
        "signed by somebody else": head + "." + "A" * len(signature),
        "cut off": token[:-3],
        "not signed": head,
        "longer than any": token + "A" * 10_000,
        "of another game": other.seat(1).token or "",
        "of another game's host": other.host.token or "",
    }


def test_a_token_that_is_not_one_of_this_game_is_rejected_in_all_that_is_asked(table: Table) -> None:
    other = create(table.spectator)
    for name, token in bad_tokens(table, other).items():
        client = table.spectator.with_token(token)
        problems = [client.look(table.id), client.look(table.id, at=1), client.events(gameId=table.id)]
        problems += [client.refused(field, **changing(table.id)[field]) for field in ("play", "resign", "abandon")]
        for problem in problems:
            assert problem["__typename"] == "TokenRejected", name
            check(problem, "TokenRejected", "TOKEN_REJECTED")
            assert token not in problem["message"]
    assert table.version == 2


@pytest.mark.parametrize("scheme", ["Basic dXNlcjpwYXNz", "Token abc", "Bearer", "nonsense", ""])
def test_credentials_of_another_scheme_are_rejected_too(table: Table, scheme: str) -> None:
    query = f'{{ game(id: "{table.id}") {{ __typename }} }}'
    answer = table.spectator.http.post("/graphql", json={"query": query}, headers={"authorization": scheme})
    assert answer.json() == {"data": {"game": {"__typename": "TokenRejected"}}}


def test_the_scheme_is_bearer_in_any_case(table: Table) -> None:
    query = f'{{ game(id: "{table.id}") {{ ... on Game {{ viewer {{ seat }} }} }} }}'
    for scheme in ("Bearer", "bearer", "BEARER"):
        headers = {"authorization": f"{scheme} {table.seat(2).token}"}
        answer = table.spectator.http.post("/graphql", json={"query": query}, headers=headers)
        assert answer.json() == {"data": {"game": {"viewer": {"seat": 2}}}}


@pytest.mark.parametrize("field", [field for field in MUTATIONS if field != "abandon"])
@pytest.mark.parametrize("viewer", ["spectator", "host"])
def test_who_has_no_seat_neither_plays_nor_resigns(table: Table, viewer: str, field: str) -> None:
    problem = table.everybody[viewer].refused(field, **changing(table.id)[field])
    check(problem, "NotSeated", "NOT_SEATED")
    assert table.version == 2


def test_who_is_not_the_host_does_not_abandon(table: Table) -> None:
    for client in (*table.seats, table.spectator):
        check(client.refused("abandon", gameId=table.id), "NotHost", "NOT_HOST")
