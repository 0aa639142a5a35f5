"""What can be asked of a game: viewer, decision, legal moves, why not, preview, history, events, the catalogue."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from taphouse.engine import GAMES
from taphouse.engine.editions import packaged
from taphouse.engine.notation import write
from taphouse.service.tables.following import Channel
from tests.api.client import CASK, DANK, MINE, OPEN, Client, Json, Table, create, in_notation, nodes, seats_of
from tests.api.selections import everything
from tests.api.server import until
from tests.conformance.tables import any_move

WHY = "whyNot(move: $move) { __typename code message rules ... on MoveRefused { index notation } }"


def why_not(client: Client, game: str, move: Json) -> Json | None:
    problem: Json | None = client.within(game, WHY, move=("MoveInput!", move))["whyNot"]
    return problem


def preview(client: Client, game: str, *moves: Json) -> Json:
    query = "query Preview($id: ID!, $moves: [MoveInput!]!) { game(id: $id) { ... on Game {"
    query += f" preview(moves: $moves) {{ ...All_PreviewResult }} }} }} }} {everything('PreviewResult')}"
    found: Json = client.ask(query, id=game, moves=moves)["game"]["preview"]
    return found


# --- who, what, when -------------------------------------------------------------------------------------------------------


def test_everybody_is_told_who_they_are_here(anyone: Client) -> None:
    table = create(anyone)
    roles = {name: viewer.look(table.id)["viewer"] for name, viewer in table.everybody.items()}
    assert roles == {
        "seat 1": {"role": "SEAT", "seat": 1, "host": False, "readOnly": False},
        "seat 2": {"role": "SEAT", "seat": 2, "host": False, "readOnly": False},
        "spectator": {"role": "SPECTATOR", "seat": None, "host": False, "readOnly": False},
        "host": {"role": "HOST", "seat": None, "host": True, "readOnly": False},
    }


def test_the_decision_is_the_same_for_all_and_names_seat_task_prompt_rules_and_verbs(anyone: Client) -> None:
    table = create(anyone, 3, options={"firstSeat": "SEAT_1"})
    decisions = [viewer.look(table.id)["decision"] for viewer in table.everybody.values()]
    assert decisions == [decisions[0]] * 5
    assert decisions[0]["prompt"].endswith(".")
    assert {**decisions[0], "prompt": ""} == {
        "seat": 1,
        "task": "draft",
        "prompt": "",
        "rules": ["DD-07"],
        "verbs": ["draft"],
    }


def test_times_are_those_of_the_versions(on_memory: Client) -> None:
    table = create(on_memory)
    created = table.look()
    table.play("draft row-1")
    later = table.look()
    entries = table.spectator.events(gameId=table.id)["entries"]
    assert later["createdAt"] == created["createdAt"] == entries[0]["at"]
    assert created["updatedAt"] == entries[1]["at"]
    assert later["updatedAt"] == entries[2]["at"]
    assert table.look(at=2)["updatedAt"] == created["updatedAt"]


# --- legal moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [1, 2, 7, 500])
def test_legal_moves_come_in_pages_that_make_up_the_whole_in_order(on_memory: Client, first: int) -> None:
    table = create(on_memory)
    table.play("draft row-1")
    whole = table.moves()
    assert len(whole) > 3
    assert len({move["notation"] for move in whole}) == len(whole)
    player = table.decider
    assert player.legal_moves(table.id, first=first) == whole
    count = len(whole)
    opened = player.page(table.id, "legalMoves", "notation", first)
    assert opened["edges"] == [
        {"cursor": str(number), "node": {"notation": move["notation"]}} for number, move in enumerate(whole[:first], 1)
    ]
    end = str(min(first, count))
    assert opened["pageInfo"] == {
        "hasNextPage": first < count,
        "endCursor": end,
        "hasPreviousPage": False,
        "startCursor": "1",
    }
    last = player.page(table.id, "legalMoves", "notation", first, str(count - 1))
    assert last == {
        "edges": [{"cursor": str(count), "node": {"notation": whole[-1]["notation"]}}],
        "pageInfo": {
            "hasNextPage": False,
            "endCursor": str(count),
            "hasPreviousPage": True,
            "startCursor": str(count),
        },
    }
    for after in (count, count + 100):
        page_info = {"hasNextPage": False, "endCursor": str(after), "hasPreviousPage": True, "startCursor": None}
        beyond = player.page(table.id, "legalMoves", "notation", first, str(after))
        assert beyond == {"edges": [], "pageInfo": page_info}


def test_legal_moves_are_none_for_everybody_who_does_not_decide(anyone: Client) -> None:
    table = create(anyone, 3)
    for _ in range(6):
        for number, viewer in enumerate((*table.seats, table.host, table.spectator), 1):
            assert bool(viewer.legal_moves(table.id)) == (number == table.to_move)
        table.play(random.Random(6).choice(table.moves())["notation"])


def test_legal_moves_are_complete_and_only_legal(on_memory: Client) -> None:
    """Of all moves that can be written, `whyNot` has nothing against those that are listed, and against no other."""
    rng = random.Random(8)
    table = create(on_memory, 3)
    for _ in range(12):
        listed = {move["notation"] for move in table.moves()}
        others = {write(any_move("dank-and-draft", (), rng)) for _ in range(12)}
        asked = [*rng.sample(sorted(listed), min(8, len(listed))), *sorted(others)]
        names = " ".join(f'm{i}: whyNot(move: {{notation: "{move}"}}) {{ code rules }}' for i, move in enumerate(asked))
        answers = table.decider.within(table.id, names)
        for i, move in enumerate(asked):
            refusal = answers[f"m{i}"]
            assert (refusal is None) == (move in listed), (move, refusal)
            assert refusal is None or (refusal["code"] == "MOVE_REFUSED" and refusal["rules"][0].startswith("DD-"))
        table.play(rng.choice(sorted(listed)))


def test_a_legal_move_says_what_it_is_to_programs_and_to_people(on_memory: Client) -> None:
    table = create(on_memory)
    node = "__typename notation label input ... on DankAndDraftLegalMove { move { __typename } }"
    (first,) = nodes(table.decider.page(table.id, "legalMoves", node, 1))
    assert first == {
        "__typename": "DankAndDraftLegalMove",
        "notation": "draft row-1",
        "label": "Draft row 1",
        "input": {DANK: {"draft": {"line": "ROW_1"}}},
        "move": {"__typename": "DankAndDraftDraft"},
    }


def test_legal_moves_are_those_of_the_version_that_is_looked_at(on_memory: Client) -> None:
    table = create(on_memory)
    player, before = table.decider, table.moves()
    table.play(before[0]["notation"])
    assert player.legal_moves(table.id, at=2) == before


BAD_CURSORS = ("", " ", "x", "-1", "+1", "1.0", "1e3", " 1", "1\n", "\u0661", "0x1", "9" * 16, "2:3", "null")


@pytest.mark.parametrize("field", ["legalMoves", "history"])
@pytest.mark.parametrize("cursor", BAD_CURSORS)
def test_what_is_no_cursor_is_an_error_with_a_code_whoever_asks(on_memory: Client, field: str, cursor: str) -> None:
    table = create(on_memory)
    query = f"{field}(after: $after) {{ pageInfo {{ hasNextPage }} }}"
    query = f"query ($id: ID!, $after: String) {{ game(id: $id) {{ ... on Game {{ {query} }} }} }}"
    for viewer in (table.decider, table.waiting, table.spectator):
        response = viewer.post(query, {"id": table.id, "after": cursor})
        (error,) = response.json()["errors"]
        assert (response.status_code, response.json()["data"], error["path"]) == (200, None, ["game", field])
        assert error["extensions"] == {"code": "INPUT_REFUSED"}
        assert error["message"].startswith("The cursor is not valid. Send the ")


@pytest.mark.parametrize(("field", "after"), [("legalMoves", "3" + "0" * 5), ("history", "9" * 15)])
def test_a_cursor_far_beyond_the_end_lists_nothing_and_its_page_ends_with_it(
    on_memory: Client, field: str, after: str
) -> None:
    table = create(on_memory)
    page = table.decider.page(table.id, field, "notation", 500, after)
    page_info = {"hasNextPage": False, "endCursor": after, "hasPreviousPage": True, "startCursor": None}
    assert page == {"edges": [], "pageInfo": page_info}


# --- why not ---------------------------------------------------------------------------------------------------------------


def test_why_not_gives_null_or_the_rule_and_the_sentence(anyone: Client) -> None:
    table = create(anyone)
    player = table.decider
    assert why_not(player, table.id, {DANK: {"draft": {"line": "ROW_1"}}}) is None
    assert why_not(player, table.id, {"notation": "draft row-1"}) is None
    refused = player.refused("play", gameId=table.id, moves=in_notation("end-turn"))
    assert (refused["code"], refused["rules"]) == ("MOVE_REFUSED", ["DD-07"])
    assert why_not(player, table.id, {"notation": "end-turn"}) == refused
    assert table.version == 2


def test_why_not_tells_others_that_it_is_not_their_turn_or_that_they_have_no_seat(on_memory: Client) -> None:
    table = create(on_memory)
    codes = [
        (why_not(viewer, table.id, {"notation": "nonsense"}) or {})["code"]
        for viewer in (table.waiting, table.spectator, table.host)
    ]
    assert codes == ["NOT_YOUR_TURN", "NOT_SEATED", "NOT_SEATED"]


# --- preview ---------------------------------------------------------------------------------------------------------------


def test_a_preview_shows_what_the_move_does_and_changes_nothing(anyone: Client) -> None:
    table = create(anyone, seed="preview")
    before = {name: viewer.look(table.id) for name, viewer in table.everybody.items()}
    seen = preview(table.decider, table.id, {"notation": "draft row-1"})
    assert seen["__typename"] == "DankAndDraftPreview"
    assert not seen["tellsNews"]
    assert [event["__typename"] for event in seen["events"]] == ["DankAndDraftBeersDrafted"]
    assert seen["decision"]["task"] != "draft"
    assert {name: viewer.look(table.id) for name, viewer in table.everybody.items()} == before

    made = table.play("draft row-1")
    assert made["game"]["table"] == seen["table"], "nothing of it was chance, so it comes as it was shown"
    assert made["game"]["decision"] == seen["decision"]


def test_a_preview_of_several_moves_shows_what_comes_of_them_all(on_memory: Client) -> None:
    table = create(on_memory)
    seen = preview(table.decider, table.id, {"notation": "draft row-1"}, {DANK: {"endTurn": True}})
    names = [event["__typename"] for event in seen["events"]]
    assert names == ["DankAndDraftBeersDrafted", "DankAndDraftTapsRefilled", "DankAndDraftTurnBegan"]
    assert seen["decision"]["seat"] != table.to_move


def test_what_would_be_drawn_is_null_in_a_preview(anyone: Client) -> None:
    table = create(anyone)
    table.play("draft row-1")
    player = table.decider
    seen = preview(player, table.id, {"notation": "end-turn"})
    assert seen["tellsNews"]
    assert [tap["card"] for tap in seen["table"]["taps"][:3]] == [{"brewery": None, "type": None, "action": None}] * 3
    assert all(tap["card"]["type"] for tap in seen["table"]["taps"][3:])
    (refilled,) = (event for event in seen["events"] if event["__typename"] == "DankAndDraftTapsRefilled")
    assert {tap["card"]["type"] for tap in refilled["taps"]} == {None}
    assert seen["table"]["drawPile"]["cards"] is None


def test_a_preview_is_refused_as_the_moves_would_be(on_memory: Client) -> None:
    table = create(on_memory)
    codes = [
        preview(table.decider, table.id, {"notation": "end-turn"})["code"],
        preview(table.decider, table.id, {"notation": "brew beer"})["code"],
        preview(table.waiting, table.id, {"notation": "draft row-1"})["code"],
        preview(table.spectator, table.id, {"notation": "draft row-1"})["code"],
        preview(table.decider, table.id, {CASK: {"pass": True}})["code"],
        preview(table.decider, table.id, *in_notation("draft row-1", "end-turn", "draft row-2"))["code"],
    ]
    assert codes == [
        "MOVE_REFUSED",
        "MOVE_NOT_UNDERSTOOD",
        "NOT_YOUR_TURN",
        "NOT_SEATED",
        "WRONG_GAME",
        "BATCH_TELLS_NEWS",
    ]


@pytest.mark.parametrize("count", [0, 65])
def test_a_preview_takes_1_to_64_moves(on_memory: Client, count: int) -> None:
    table = create(on_memory)
    problem = preview(table.decider, table.id, *[{"notation": "draft row-1"}] * count)
    assert (problem.get("code"), problem.get("argument")) == ("INPUT_REFUSED", "moves")


# --- history and events ----------------------------------------------------------------------------------------------------


def played(client: Client, moves: int) -> Table:
    table = create(client)
    for number, _ in enumerate(table.steps(seed=4)):
        if number == moves:
            break
    return table


def test_history_ends_with_the_version_that_is_looked_at_and_comes_in_pages(anyone: Client) -> None:
    table = played(anyone, 8)
    newest = table.version

    def history(first: int, after: int | None = None, at: int | None = None) -> list[int]:
        cursor = None if after is None else str(after)
        page = table.spectator.page(table.id, "history", "version seat notation", first, cursor, at)
        versions = [entry["version"] for entry in nodes(page)]
        assert [edge["cursor"] for edge in page["edges"]] == [str(version) for version in versions]
        assert page["pageInfo"] == {
            "hasNextPage": bool(versions) and versions[-1] < (at or newest),
            "endCursor": str(versions[-1]) if versions else cursor,
            "hasPreviousPage": after is not None,
            "startCursor": str(versions[0]) if versions else None,
        }
        return versions

    assert history(500) == history(500, 0) == [*range(1, newest + 1)]
    assert history(3) == [1, 2, 3]
    assert history(3, newest - 2) == [newest - 1, newest]
    assert history(500, newest) == history(500, newest + 100) == []
    assert history(500, at=5) == [1, 2, 3, 4, 5]
    assert history(500, 4, at=5) == [5]
    assert history(500, 7, at=5) == []


def test_history_and_events_tell_the_same(on_memory: Client) -> None:
    table = played(on_memory, 10)
    query = "query Past($id: ID!) { game(id: $id) { ... on Game { history(first: 500) { "
    query += "edges { node { ...All_LogEntry } } } } } } "
    for viewer in table.everybody.values():
        history = viewer.ask(query + everything("LogEntry"), id=table.id)["game"]["history"]
        assert nodes(history) == viewer.events(gameId=table.id, first=500)["entries"]


def test_events_go_on_where_the_last_answer_ended(anyone: Client) -> None:
    table = played(anyone, 9)
    newest, after, versions = table.version, 0, []
    while after < newest:
        page = table.spectator.events(gameId=table.id, after=after, first=4)
        assert page["latest"] == newest
        assert page["version"] == page["entries"][-1]["version"]
        versions += [entry["version"] for entry in page["entries"]]
        after = page["version"]
    assert versions == [*range(1, newest + 1)]


def test_events_that_nobody_waits_for_are_an_empty_page_at_once(on_memory: Client) -> None:
    table = create(on_memory)
    page = table.spectator.events(gameId=table.id, after=2)
    assert page == {"__typename": "EventPage", "version": 2, "latest": 2, "entries": [], "ended": False}


def test_waiting_ends_with_an_empty_page_when_nothing_happens(anyone: Client) -> None:
    table = create(anyone)
    began = time.monotonic()
    page = table.spectator.events(gameId=table.id, after=2, wait=1)
    assert time.monotonic() - began > 0.9
    assert page == {"__typename": "EventPage", "version": 2, "latest": 2, "entries": [], "ended": False}


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many waits for a version have begun, and how many of them ended because it came."""
    count, beyond = {"begun": 0, "woken": 0}, Channel.beyond

    async def counted(self: Channel, version: int) -> None:
        count["begun"] += bool(version)
        await beyond(self, version)
        count["woken"] += bool(version)

    monkeypatch.setattr(Channel, "beyond", counted)
    return count


def test_nobody_waits_where_nothing_can_happen_any_more(on_memory: Client, waits: dict[str, int]) -> None:
    table = create(on_memory)
    table.host.done("abandon", gameId=table.id)
    assert table.spectator.events(gameId=table.id, after=3, wait=25)["entries"] == []
    assert waits["begun"] == 0


def test_a_move_wakes_who_waits_at_another_instance_and_shows_each_their_own(
    two_instances: tuple[Client, Client], waits: dict[str, int]
) -> None:
    here, there = two_instances
    table = create(here)
    drafting, other = table.decider, table.waiting
    waiting = [there.with_token(viewer.token) for viewer in (drafting, other, table.spectator)]
    with ThreadPoolExecutor(3) as pool:
        pages = [pool.submit(viewer.events, gameId=table.id, after=2, wait=25) for viewer in waiting]
        until(lambda: waits["begun"] >= 3, "all to wait")
        drafting.done("dankAndDraftDraft", gameId=table.id, line="ROW_1")
        mine, theirs, seen = (page.result() for page in pages)
    assert waits["woken"] >= 3, "woken, not timed out"
    for page in (mine, theirs, seen):
        assert (page["version"], page["latest"], len(page["entries"])) == (3, 3, 1)
    actions = [page["entries"][0]["events"][0]["actions"] for page in (mine, theirs, seen)]
    assert actions[0] is actions[2] is None
    assert len(actions[1]) == 3


def test_a_waiting_game_wakes_when_somebody_joins(on_valkey: Client) -> None:
    id_ = on_valkey.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(on_valkey.events, gameId=id_, after=1, wait=25)
        on_valkey.done("joinGame", gameId=id_)
        assert [entry["version"] for entry in page.result()["entries"]] == [2, 3]


def test_a_follower_who_only_waits_misses_nothing(two_instances: tuple[Client, Client]) -> None:
    here, there = two_instances
    table = create(here, options={"turnCap": 6})

    def follow() -> list[int]:
        after, versions = 0, []
        while True:
            page = there.events(gameId=table.id, after=after, wait=25)
            versions += [entry["version"] for entry in page["entries"]]
            after = page["version"]
            if any(event["__typename"] == "GameEnded" for entry in page["entries"] for event in entry["events"]):
                return versions

    with ThreadPoolExecutor(1) as pool:
        follower = pool.submit(follow)
        end = table.finish()
        assert follower.result() == [*range(1, end["version"] + 1)]


# --- the catalogue ---------------------------------------------------------------------------------------------------------


def test_the_catalogue_shows_kinds_options_moves_rules_and_editions_with_every_figure(on_memory: Client) -> None:
    query = f"{{ catalogue {{ ...All_Catalogue }} }} {everything('Catalogue')}"
    shown = {game["kind"]: game for game in on_memory.ask(query)["catalogue"]["games"]}["DANK_AND_DRAFT"]
    assert (shown["title"], shown["minSeats"], shown["maxSeats"]) == ("Dank & Draft", 2, 4)
    ids = [rule["id"] for rule in shown["rules"]]
    assert {f"DD-{n:02}" for n in range(1, 25)} <= {*ids}
    assert {option["name"] for option in shown["options"]} == {
        "firstSeat",
        "pairing",
        "recycle",
        "offers",
        "emptiedType",
        "turnCap",
    }
    assert [move["verb"] for move in shown["moves"]] == list(GAMES["dank-and-draft"].verbs)
    assert {reason["rule"] for reason in shown["reasons"]} <= {*ids}
    assert [reason["reason"] for reason in shown["reasons"]] == ["FIVE_TYPES", "TAPS", "TURN_CAP"]
    assert all(rule["source"] for rule in shown["rules"])
    game = GAMES["dank-and-draft"]
    for edition, packed in zip(shown["editions"], packaged(game.edition, game.about.package), strict=True):
        assert len(edition["entries"]) == len(list(packed.listed())) > 30
        assert all(entry["provenance"] for entry in edition["entries"])


def test_what_an_option_defaults_to_is_among_its_choices(on_memory: Client) -> None:
    query = "{ catalogue { games { options { name default choices } } } }"
    for game in on_memory.ask(query)["catalogue"]["games"]:
        for option in game["options"]:
            assert not option["choices"] or option["default"] in option["choices"]


def test_queries_are_answered_by_get_too_and_mutations_are_not(on_memory: Client) -> None:
    table = create(on_memory)
    query = f'{{ game(id: "{table.id}") {{ ... on Game {{ version }} }} }}'
    assert on_memory.http.get("/graphql", params={"query": query}).json() == {"data": {"game": {"version": 2}}}
    change = f'mutation {{ abandon(gameId: "{table.id}") {{ __typename }} }}'
    assert on_memory.http.get("/graphql", params={"query": change}).status_code == 405
    assert table.look()["status"] == "RUNNING"
