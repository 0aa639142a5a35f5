"""Every answer holds only what its viewer may know.

At the end of a game everything is public, so what each viewer saw before can be checked against the rules of visibility
(DD-03 to DD-06), implemented here independently. `tests/secrecy` compares pairs of worlds.
"""

from __future__ import annotations

import json
import random

import pytest

from tests.api.client import Client, Json, create
from tests.api.selections import everything

NOTHING = {"brewery": None, "type": None, "action": None}
ACTIONS = ("SPOIL", "RECYCLE", "SNATCH", "STOCK_UP")


def seat_of(name: str) -> int | None:
    """The number of `seat 2`; None for those who have none."""
    return int(name.removeprefix("seat ")) if name.startswith("seat ") else None


def beer(card: Json) -> Json:
    return {**card, "action": None}


def back(card: Json) -> Json:
    return {**NOTHING, "action": card["action"]}


def sides(card: Json) -> tuple[str, ...]:
    return tuple(map(str, card.values()))


def hand_seen(cards: list[Json], owner: int, seat: int | None) -> list[Json] | None:
    """DD-03 and DD-06, in any order. No cards at all are no secret."""
    if seat is None:
        return None if cards else []
    return sorted((beer(card) if owner == seat else back(card) for card in cards), key=sides)


def table_seen(table: Json, seat: int | None, played: list[bool]) -> Json:
    """DD-03 to DD-06: the table as it would be shown to a seat, hands in any order. `played`: for each discard."""
    discards = zip(table["discardPile"], played, strict=True)
    in_play = table["inPlay"]
    return {
        **table,
        "drawPile": {**table["drawPile"], "cards": None if table["drawPile"]["size"] else []},
        "taps": [{**tap, "card": tap["card"] and beer(tap["card"])} for tap in table["taps"]],
        "players": [
            {
                **player,
                "hand": {**player["hand"], "cards": hand_seen(player["hand"]["cards"], player["seat"], seat)},
                "taproom": [{**stack, "cards": [*map(beer, stack["cards"])]} for stack in player["taproom"]],
            }
            for player in table["players"]
        ],
        "discardPile": [card if public else beer(card) for card, public in discards],
        "inPlay": in_play
        and {**in_play, "card": in_play["card"] if in_play["fromSeat"] == seat else back(in_play["card"])},
    }


def in_any_order(table: Json) -> Json:
    """The table with its hands sorted."""
    players = [
        {**p, "hand": {**p["hand"], "cards": p["hand"]["cards"] and sorted(p["hand"]["cards"], key=sides)}}
        for p in table["players"]
    ]
    return {**table, "players": players}


def entry_seen(entry: Json, seat: int | None) -> Json:
    """The actions of hand cards are told to the other players alone."""
    hidden = [
        {**event, "actions": None} if "actions" in event and seat in (None, event["seat"]) else event
        for event in entry["events"]
    ]
    return {**entry, "events": hidden}


def without_sentences(entry: Json) -> Json:
    """An entry without the sentences of its events."""
    events = [{name: value for name, value in event.items() if name != "sentence"} for event in entry["events"]]
    return {**entry, "events": events, "sentences": len(events)}


def played_after(played: list[bool], events: list[Json]) -> list[bool]:
    """The discards that were played for their action, after these events."""
    for event in events:
        match event["__typename"].removeprefix("DankAndDraft"):
            case "BeersSpoiled" | "BeersDiscarded":
                played = played + [False] * len(event["beers"])
            case "ActionCardDiscarded":
                played = [*played, True]
            case "DrawPileRecycled":
                played = []
    return played


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_everybody_sees_what_the_rules_show_them_and_no_more_at_every_version(
    on_memory: Client, seats: int, seed: int
) -> None:
    table = create(on_memory, seats, options={"turnCap": 18}, seed=f"seen {seed}")
    seen: dict[int, dict[str, Json]] = {}

    def record() -> None:
        games = {name: viewer.look(table.id) for name, viewer in table.everybody.items()}
        seen[games["host"]["version"]] = games

    record()
    for number, _ in enumerate(table.steps(seed=seed)):
        if number:
            record()
    logs = {name: viewer.events(gameId=table.id, first=500)["entries"] for name, viewer in table.everybody.items()}
    assert logs == dict.fromkeys(logs, logs["seat 1"]), "at the end everything is shown to all"
    played: list[bool] = []
    for entry in logs["spectator"]:
        played = played_after(played, entry["events"])
        version = entry["version"]
        if version not in seen:
            continue
        whole = table.look(at=version)
        assert whole["seed"] is not None
        assert len(whole["table"]["drawPile"]["cards"]) == whole["table"]["drawPile"]["size"]
        for name, then in seen[version].items():
            assert then["seed"] is None
            expected = table_seen(whole["table"], seat_of(name), played)
            assert in_any_order(then["table"]) == in_any_order(expected), f"{name} at version {version}"


@pytest.mark.parametrize(("seats", "seed"), [(2, 4), (3, 5)])
def test_everybody_is_told_what_the_rules_let_them_hear_and_no_more(on_valkey: Client, seats: int, seed: int) -> None:
    table = create(on_valkey, seats, options={"turnCap": 10}, seed=f"heard {seed}")
    told: dict[str, list[Json]] = {name: [] for name in table.everybody}
    seat = table.to_move
    rng = random.Random(seed)
    while seat is not None:
        move = rng.choice(table.seat(seat).legal_moves(table.id))["input"]
        changed = table.seat(seat).done("play", gameId=table.id, moves=[move])
        decision = changed["game"]["decision"]
        if decision is not None:
            for name, viewer in table.everybody.items():
                told[name] += viewer.events(gameId=table.id, after=changed["game"]["version"] - 1)["entries"]
            assert told[f"seat {seat}"][-1] == changed["entries"][0]
        seat = decision and decision["seat"]
    whole = {entry["version"]: entry for entry in table.spectator.events(gameId=table.id, first=500)["entries"]}
    for name, entries in told.items():
        expected = [entry_seen(whole[entry["version"]], seat_of(name)) for entry in entries]
        # Sentences say what the events hold, so those of the finished game say more.
        assert [without_sentences(entry) for entry in entries] == [without_sentences(entry) for entry in expected]
    drafted = [event for one in whole.values() for event in one["events"] if "actions" in event]
    assert len(drafted) > 3
    for event in drafted:
        assert event["actions"] == sorted(event["actions"], key=ACTIONS.index), "in no common order with the beers"


def test_a_hand_is_listed_in_an_order_that_tells_nothing_of_its_other_side(on_memory: Client) -> None:
    """The cards themselves decide the order in which they are seen, in every game and for everybody."""
    order: dict[tuple[str, ...], int] = {}
    before: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for number in range(3):
        table = create(on_memory, 3, seed=f"order {number}")
        for _ in zip(range(25), table.steps(seed=number), strict=False):
            for name, viewer in table.everybody.items():
                for player in viewer.look(table.id)["table"]["players"]:
                    cards = [sides(card) for card in player["hand"]["cards"] or ()]
                    assert player["hand"]["cards"] is not None or seat_of(name) is None
                    if name != f"seat {player['seat']}":
                        assert cards == sorted(cards, key=lambda card: ACTIONS.index(card[2]))
                    for i, card in enumerate(cards):
                        order.setdefault(card, 0)
                        before.setdefault(card, set()).update(cards[i + 1 :])
    for card, later in before.items():
        for other in later - {card}:
            assert card not in before[other], f"{card} and {other} come in either order"


def test_no_answer_to_a_spectator_names_a_brewery_that_lies_hidden(on_memory: Client) -> None:
    """Each card is the only one of its brewery and type, so its name in an answer would be its face."""
    table = create(on_memory, 3, options={"turnCap": 24}, seed="breweries")
    query = f"query Look($id: ID!) {{ game(id: $id) {{ ...All_GameResult }} }} {everything('GameResult')}"
    said: dict[int, bytes] = {}
    for number, _ in enumerate(table.steps(seed=9)):
        if number % 5 == 0:
            response = table.spectator.post(query, {"id": table.id})
            said[response.json()["data"]["game"]["version"]] = response.content
    for version, answer in said.items():
        shown = table.look(at=version)["table"]
        hidden = shown["drawPile"]["cards"] + [card for p in shown["players"] for card in p["hand"]["cards"]]
        hidden += [shown["inPlay"]["card"]] if shown["inPlay"] else []
        for card in hidden:
            face = json.dumps(
                {"brewery": card["brewery"], "type": card["type"]}, separators=(",", ":"), ensure_ascii=False
            )
            assert face[:-1].encode() not in answer, f"{face} at version {version}"
        assert answer.count(b'"brewery":"') == len(shown["discardPile"]) + sum(
            tap["card"] is not None for tap in shown["taps"]
        ) + sum(len(stack["cards"]) for p in shown["players"] for stack in p["taproom"])


def test_what_is_hidden_stays_hidden_in_an_abandoned_game(anyone: Client) -> None:
    table = create(anyone)
    table.play("draft row-1")
    before = {name: viewer.look(table.id)["table"] for name, viewer in table.everybody.items()}
    table.host.done("abandon", gameId=table.id)
    for name, viewer in table.everybody.items():
        after = viewer.look(table.id)
        assert after["table"] == before[name]
        assert after["seed"] is None


def test_a_token_tells_nothing_but_game_seat_and_generation(on_memory: Client) -> None:
    tokens = {name: client.token or "" for name, client in create(on_memory, 2).everybody.items() if client.token}
    assert len({*tokens.values()}) == 3
    assert all(len(token) < 200 for token in tokens.values())


def test_nobody_but_who_asked_may_keep_an_answer(on_memory: Client) -> None:
    response = on_memory.post("{ __typename }")
    assert response.headers["cache-control"] == "no-store"
