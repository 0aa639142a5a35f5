"""The identity of a game that is shown: its id while it is the newest version, and `id@version` for any other view of it."""

from __future__ import annotations

from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, create, in_notation, new_key, seats_of

IDENTITY = "__typename ... on Game { id gameId version latest }"


def both(client: Client, game: str, at: int | None = None) -> tuple[str, str]:
    """The identity and the game's id, which GraphQL and REST show alike."""
    seen = client.look(game, at)
    headers = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
    by_rest = client.http.get(f"/v1/games/{game}", params={} if at is None else {"at": at}, headers=headers).json()
    assert (by_rest["id"], by_rest["gameId"]) == (seen["id"], seen["gameId"])
    return seen["id"], seen["gameId"]


def test_the_newest_version_has_the_games_id_for_everybody(anyone: Client) -> None:
    table = create(anyone)
    for notation in ("draft row-1", "end-turn"):
        table.play(notation)
        for viewer in table.everybody.values():
            assert both(viewer, table.id) == (table.id, table.id)


def test_a_version_that_was_asked_for_has_an_identity_of_its_own(anyone: Client) -> None:
    table = create(anyone)
    table.play("draft row-1")
    for viewer in table.everybody.values():
        for at in (1, 2, 3):  # the newest too: it is another one soon, and this answer is not
            assert both(viewer, table.id, at) == (f"{table.id}@{at}", table.id)


def test_a_cache_of_one_answer_confuses_no_version_with_another(on_memory: Client) -> None:
    table = create(on_memory)
    table.play("draft row-1")
    looks = "now: game(id: $id) { ...I } new: game(id: $id, at: 3) { ...I } old: game(id: $id, at: 2) { ...I }"
    query = f"query ($id: ID!) {{ {looks} }} fragment I on GameResult {{ {IDENTITY} }}"
    answer = table.spectator.ask(query, id=table.id)
    found = {name: (one["id"], one["gameId"], one["version"], one["latest"]) for name, one in answer.items()}
    assert found == {
        "now": (table.id, table.id, 3, 3),
        "new": (f"{table.id}@3", table.id, 3, 3),
        "old": (f"{table.id}@2", table.id, 2, 3),
    }


def test_every_change_shows_the_game_that_goes_on(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))
    id_, host = made["game"]["gameId"], anyone.with_token(made["hostToken"])
    player = anyone.with_token(made["seats"][0]["token"])
    changes = [
        made,
        host.done("closeSeat", gameId=id_, seat=2),
        host.done("openSeat", gameId=id_, seat=2),
        anyone.done("joinGame", gameId=id_),
        player.done("play", gameId=id_, moves=in_notation("pass")),
        host.done("reissueToken", gameId=id_),
        player.done("resign", gameId=id_),
    ]
    assert {(change["game"]["id"], change["game"]["gameId"]) for change in changes} == {(id_, id_)}


def test_a_first_answer_that_is_given_again_shows_what_it_showed(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    request: Json = {"gameId": table.id, "moves": in_notation("pass"), "idempotencyKey": new_key()}
    player = table.decider
    first = player.done("play", **request)
    table.play("pass")
    assert player.done("play", **request)["game"] == first["game"]
    assert (first["game"]["id"], first["game"]["version"]) == (table.id, 3)


def test_operations_take_the_games_id_and_no_identity_of_a_version(on_memory: Client) -> None:
    table: Table = create(on_memory)
    pinned = table.look(at=2)["id"]
    problems = [
        table.spectator.look(pinned),
        table.spectator.look(pinned, at=2),
        table.spectator.events(gameId=pinned),
        table.decider.refused("play", gameId=pinned, moves=in_notation("draft row-1")),
    ]
    codes = [problem["code"] for problem in problems]
    assert codes == ["GAME_NOT_FOUND"] * 3 + ["TOKEN_REJECTED"], "to a seat's token it is another game"
    answer = on_memory.http.get(f"/v1/games/{pinned}")
    assert (answer.status_code, answer.json()["code"]) == (404, "GAME_NOT_FOUND")
