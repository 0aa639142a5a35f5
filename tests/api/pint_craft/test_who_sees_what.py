"""Cards of Pint Craft, and the viewers that see them."""

from __future__ import annotations

from itertools import islice

from taphouse.engine.pint_craft.state import PintCraftState
from tests.api.client import Client
from tests.api.pint_craft.shared import GAMES, amounts, earliest, seat_of, task_of
from tests.pint_craft.build import DECK


def test_a_hand_is_seen_by_its_owner_alone_and_what_lies_below_by_nobody(anyone: Client) -> None:
    game, i = earliest(lambda state: state.round == 2 and state.seat == 2 and len(state.hands) == 3, "round 2")
    beside = game.beside(anyone, i)
    viewers = {None: beside.table.spectator, **dict(enumerate(beside.table.seats, 1))}
    for seat, viewer in [*viewers.items(), (None, beside.table.host)]:
        table = viewer.look(beside.table.id)["table"]
        for owner, player in enumerate(table["players"], 1):
            hand, shown = beside.state.hands[owner - 1], player["hand"]["cards"]
            assert player["hand"]["size"] == len(hand) > 0
            names = [DECK.titles[card].name for card in hand]
            assert (shown and [card["name"] for card in shown]) == (names if owner == seat else None)
            assert player["ingredients"] == amounts(beside.state.ingredients[owner - 1])
        assert table["drawPile"] == {"size": len(beside.state.pile), "cards": None}
        for stack, shown in zip(beside.state.stacks, table["stacks"], strict=True):
            assert (shown["size"], shown["recipes"]) == (len(stack), None)
            assert shown["top"]["name"] == DECK.beers[stack[-1]].name
        assert table["pot"] == amounts(beside.state.pot)


def test_what_is_drawn_is_told_to_who_draws_it_alone(anyone: Client) -> None:
    game, i = earliest(lambda state: task_of(state) == "brew" and state.played == 1, "a turn that draws 2")
    beside = game.beside(anyone, i)
    seat, before = beside.state.seat, beside.state.hands[beside.state.seat - 1]
    beside.follow((beside.legal[0],))
    assert beside.table.spectator.all_pages(beside.table.id, "history", "notation")[-1]["notation"] == "end-turn"
    told = {}
    for name, viewer in beside.table.everybody.items():
        (entry,) = viewer.events(gameId=beside.table.id, after=i + 2)["entries"]
        (drawn,) = (
            event for event in entry["events"] if event["__typename"] == "PintCraftCardsDrawn" and event["seat"] == seat
        )
        told[name] = (drawn["count"], drawn["drawn"])
    count = len(beside.state.hands[seat - 1]) - len(before)
    cards = list(beside.state.hands[seat - 1])
    for card in before:
        cards.remove(card)
    names = [DECK.titles[card].name for card in cards]
    assert told.pop(f"seat {seat}") == (count, names)
    assert set(told.values()) == {(count, None)}


def test_when_the_game_is_over_everything_is_open(anyone: Client) -> None:
    game = min(islice(GAMES, 8), key=lambda game: len(game.moves))
    beside = game.beside(anyone, len(game.moves))
    seen = beside.table.look()
    table = seen["table"]
    assert (seen["status"], table["stage"], table["step"], seen["decision"]) == ("OVER", "OVER", "OVER", None)
    for hand, player in zip(beside.state.hands, table["players"], strict=True):
        assert [card["name"] for card in player["hand"]["cards"]] == [DECK.titles[card].name for card in hand]
    for stack, shown in zip(beside.state.stacks, table["stacks"], strict=True):
        names = [DECK.beers[recipe].name for recipe in reversed(stack)]
        assert [one["name"] for one in shown["recipes"]] == names
    assert table["drawPile"]["cards"] is not None
    over = beside.table.seat(1).refused("pintCraftEndTurn", gameId=beside.table.id)
    assert over["code"] == "GAME_OVER"


def test_a_resigned_seat_answers_what_it_owes_and_the_others_finish(anyone: Client) -> None:
    def fits(state: PintCraftState) -> bool:
        return task_of(state) == "give" and seat_of(state) != state.seat and len(state.hands) > 2

    game, i = earliest(fits, "a gift")
    beside = game.beside(anyone, i)
    seat = seat_of(beside.state)
    made = beside.decider.done("resign", gameId=beside.table.id)
    answered = [entry for entry in made["entries"] if entry["automatic"]]
    assert answered[0]["seat"] == seat
    assert answered[0]["notation"].startswith("give ")
    assert made["game"]["decision"] is None or made["game"]["decision"]["seat"] != seat
    end = beside.table.finish(seed=1)
    assert end["status"] == "OVER"
