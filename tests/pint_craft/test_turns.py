"""PC-01 to PC-21: the deal, what is hidden, the steps of a turn, what is chosen from the pot, the Seasons and their bonuses."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import example, settings
from hypothesis import given as given_any
from hypothesis import strategies as st
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.game import Event, FirstSeat, IllegalMove
from taphouse.engine.pint_craft.cards import IMPROVEMENTS, SEASONAL_BONUS, SEASONS, UNKNOWN, Pot
from taphouse.engine.pint_craft.deck import amounts, counts
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    CardTaken,
    Choose,
    DrawPileMade,
    EmptyHand,
    IngredientsTaken,
    PintCraftOptions,
    PotLimit,
    RecipeBrewed,
    RecipeReturned,
    SeasonBegan,
    TurnBegan,
)
from taphouse.engine.pint_craft.state import ALL, BASIC, PintCraftState, ToChoose
from taphouse.engine.vocabulary import Season
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    RULES,
    after,
    asked,
    brewing,
    cards,
    discarded,
    emptied,
    front,
    hand,
    happened,
    has,
    legal,
    move,
    on_offer,
    on_tap,
    pints,
    position,
    pot,
    recipes,
    refusal,
    step,
)

SEATS = range(2, 7)
TOKENS = (45, 20, 26, 16)
ENDS_TURN = EmptyHand.ENDS_TURN
UNLIMITED = PotLimit.UNLIMITED
FOUR_WAYS = [[n, *range(n + 1, 5), *range(1, n)] for n in range(1, 5)]
"""Seat order at four seats, from each of them."""


def dealt(seed: object = "deal", seats: int = 3, **options: object) -> PintCraftState:
    return RULES.new(PintCraftOptions(**options), seats, Chance(seed_from(str(seed))))


def stacked(state: PintCraftState, *stacks: str) -> PintCraftState:
    """The position with these Recipes in the stacks, each from the top."""
    return replace(state, stacks=tuple(recipes(words)[::-1] for words in stacks))


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def paid(events: list[Event]) -> list[tuple[int, str, Pot]]:
    """Who was paid for what, and how much."""
    return [(e.seat, e.source, counts(e.ingredients)) for e in events if isinstance(e, IngredientsTaken)]


def drawn(events: list[Event]) -> list[tuple[int, int]]:
    """Who drew how many cards."""
    return [(e.seat, e.count) for e in events if isinstance(e, CardsDrawn)]


def caught_up(events: list[Event]) -> list[tuple[int, int]]:
    """Who drew how many cards after the Season changed."""
    return drawn(events[next(i for i, event in enumerate(events) if isinstance(event, SeasonBegan)) :])


def cost(name: str) -> Pot:
    return DECK.beers[DECK.recipe_code[name]].cost


def settled(state: PintCraftState) -> PintCraftState:
    """The position after the first choice of ingredients wherever one is owed."""
    while asked(state)[1] == "choose":
        state = after(state, legal(state)[0])
    return state


def given(state: PintCraftState, seat: int, ingredients: Pot) -> PintCraftState:
    """The position with so much of the pot before this seat, who has nothing."""
    assert state.ingredients[seat - 1] == (0, 0, 0, 0)
    left = tuple(total - taken for total, taken in zip(state.pot, ingredients, strict=True))
    held = list(state.ingredients)
    held[seat - 1] = ingredients
    return replace(state, pot=left, ingredients=tuple(held))


def offered_choices(state: PintCraftState) -> list[Pot]:
    return [counts(one.ingredients) for one in RULES.moves(state)]


# --- PC-01: the deal --------------------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("seats", SEATS)
def test_pc_01_each_player_is_dealt_five_cards_and_the_rest_is_the_draw_pile(seats: int) -> None:
    state = dealt(seats=seats)
    assert [len(cards) for cards in state.hands] == [5] * seats
    assert len(state.pile) == 83 - 5 * seats
    assert Counter(card for cards in (*state.hands, state.pile) for card in cards) == Counter(DECK.printed)
    assert (len(DECK.printed), len(set(DECK.printed))) == (83, 30)


@packaged_figures
@pytest.mark.parametrize("seats", SEATS)
def test_pc_01_nobody_has_anything_else_and_all_tokens_are_in_the_pot(seats: int) -> None:
    state = dealt(seats=seats)
    assert state.pot == TOKENS
    assert state.ingredients == ((0, 0, 0, 0),) * seats
    assert state.fronts == state.taps == ((),) * seats
    assert state.discards == ()
    assert (state.round, state.played) == (1, 0)
    assert RULES.decision(state).task == "play"


def test_pc_01_the_same_seed_deals_the_same_game_and_another_another() -> None:
    assert dealt("one") == dealt("one")
    assert dealt("one").hands != dealt("two").hands
    assert dealt("one").stacks != dealt("two").stacks


def test_pc_01_every_title_comes_into_every_hand() -> None:
    games = [dealt(n) for n in range(200)]
    for seat in range(3):
        assert {card for game in games for card in game.hands[seat]} == set(DECK.printed)


# --- PC-02, PC-03: the Recipes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (2, [9, 8, 8]),
        (3, [7, 6, 6, 6]),
        (4, [5, 5, 5, 5, 5]),
        (5, [5, 4, 4, 4, 4, 4]),
        (6, [4, 4, 4, 4, 3, 3, 3]),
    ],
)
def test_pc_02_the_25_recipes_lie_in_one_stack_more_than_there_are_players(seats: int, sizes: list[int]) -> None:
    stacks = dealt(seats=seats).stacks
    assert [len(stack) for stack in stacks] == sizes
    assert sorted(recipe for stack in stacks for recipe in stack) == list(range(1, 26))


@pytest.mark.parametrize("seats", SEATS)
def test_pc_03_the_last_recipe_dealt_to_a_stack_lies_on_top(seats: int) -> None:
    order = Chance(seed_from("deal")).order(1, 25)
    assert order is not None
    dealt_to: list[list[int]] = [[] for _ in range(seats + 1)]
    for number, i in enumerate(order):
        dealt_to[number % (seats + 1)].append(i + 1)
    state = dealt(seats=seats)
    assert state.stacks == tuple(map(tuple, dealt_to))
    tops = [stack.top.name for stack in RULES.view(state).stacks]
    assert tops == [DECK.beers[stack[-1]].name for stack in dealt_to]


def test_pc_02_every_recipe_may_come_on_top_of_every_stack() -> None:
    games = [dealt(n) for n in range(300)]
    for stack in range(4):
        assert {game.stacks[stack][-1] for game in games} == set(range(1, 26))


RICH = "base-malt:40,specialty-malt:18,hops:20,adjuncts:10"


def test_pc_03_only_the_tops_of_the_stacks_can_be_brewed() -> None:
    state = brewing(offer="saison kolsh old-ale", ingredients={1: RICH})
    assert legal(state) == ["end-turn", "brew saison", "brew kolsh", "brew old-ale"]
    for stack in state.stacks:
        for below in stack[:-1]:
            assert refusal(state, f"brew {DECK.beers[below].name}").rule == "PC-03"


def test_pc_03_one_that_is_uncovered_can_be_brewed_in_the_same_turn() -> None:
    state = stacked(brewing(ingredients={1: RICH}), "saison kolsh", "old-ale", "dry-stout american-amber")
    assert refusal(state, "brew kolsh").rule == "PC-03"
    brewed = after(state, "brew saison")
    assert legal(brewed) == ["end-turn", "brew kolsh", "brew old-ale", "brew dry-stout"]
    assert on_tap(after(brewed, "brew kolsh"), 1) == "saison kolsh"
    (event,) = step(state, "brew saison").events
    assert event == RecipeBrewed(1, "saison", 1, "kolsh")


def test_pc_03_an_emptied_stack_stays_empty() -> None:
    state = stacked(
        brewing(seat=2, ingredients={2: RICH}, hands={1: "venue", 2: "venue"}), "saison", "old-ale kolsh", "dry-stout"
    )
    brewed = after(state, "brew saison")
    assert on_offer(brewed) == ". old-ale dry-stout"
    assert step(state, "brew saison").events == (RecipeBrewed(2, "saison", 1, None),)
    later = after(brewed, "brew old-ale", "end-turn")
    assert later.round == 2
    assert on_offer(later) == ". kolsh dry-stout"
    shown = RULES.view(RULES.known(later, 1)).stacks[0]
    assert (shown.number, shown.size, shown.top, shown.recipes) == (1, 0, None, ())


@pytest.mark.parametrize(
    ("stacks", "number"),
    [
        (("saison old-ale", "dry-stout", "scotch-ale"), 2),
        (("saison", "dry-stout", "scotch-ale"), 1),
        (("", "dry-stout old-ale", "scotch-ale saison"), 2),
        (("saison old-ale", "", "scotch-ale"), 3),
    ],
)
def test_pc_03_a_returned_recipe_goes_on_the_smallest_stack_that_is_not_empty_of_equals_the_first(
    stacks: tuple[str, ...], number: int
) -> None:
    state = stacked(position(hands={1: "spoiled-batch venue"}, taps={2: "kolsh"}), *stacks)
    returned = after(state, "play spoiled-batch")
    assert returned.stacks[number - 1] == (*state.stacks[number - 1], *recipes("kolsh"))
    assert sum(map(len, returned.stacks)) == sum(map(len, state.stacks)) + 1
    assert [e for e in happened(state, "play spoiled-batch") if isinstance(e, RecipeReturned)] == [
        RecipeReturned(2, "kolsh", number)
    ]


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_pc_03_the_recipes_below_the_tops_are_known_to_nobody(viewer: int | None) -> None:
    state = stacked(position(seats=3), "saison kolsh old-ale", "dry-stout american-amber", "scotch-ale", "")
    other = stacked(state, "saison american-amber kolsh", "dry-stout old-ale", "scotch-ale", "")
    assert RULES.known(state, viewer) == RULES.known(other, viewer)
    shown = RULES.view(RULES.known(state, viewer)).stacks
    assert [stack.size for stack in shown] == [3, 2, 1, 0]
    assert [stack.top and stack.top.name for stack in shown] == ["saison", "dry-stout", "scotch-ale", None]
    assert [stack.recipes and len(stack.recipes) for stack in shown] == [None, None, 1, ()]


def test_pc_03_a_buried_recipe_is_no_longer_on_offer() -> None:
    state = stacked(position(hands={1: "new-recipe venue"}), "saison kolsh old-ale", "dry-stout", "scotch-ale")
    assert legal(after(state, "play new-recipe")) == ["bury 1", "bury 2", "bury 3"]
    buried = after(state, "play new-recipe", "bury 1")
    assert on_offer(buried) == "kolsh dry-stout scotch-ale"
    assert buried.stacks[0] == recipes("saison old-ale kolsh")


# --- PC-04: the first Season and the first player ---------------------------------------------------------------------------


def test_pc_04_the_seed_chooses_the_first_season() -> None:
    seasons = Counter(dealt(n).season for n in range(400))
    assert set(seasons) == {0, 1, 2, 3}
    assert min(seasons.values()) > 70


@pytest.mark.parametrize("season", list(Season))
def test_pc_04_the_option_names_the_first_season_and_changes_nothing_else(season: Season) -> None:
    games = [dealt(n, season=season) for n in range(20)]
    assert {SEASONS[game.season] for game in games} == {season}
    assert RULES.view(games[0]).season is season
    free = dealt(0)
    assert (games[0].hands, games[0].stacks, games[0].first) == (free.hands, free.stacks, free.first)


@pytest.mark.parametrize("seats", SEATS)
def test_pc_04_the_seed_chooses_the_seat_that_plays_first(seats: int) -> None:
    games = [dealt(n, seats) for n in range(60 * seats)]
    firsts = Counter(game.first for game in games)
    assert set(firsts) == set(range(1, seats + 1))
    assert min(firsts.values()) > 30
    assert all(game.seat == game.first == RULES.decision(game).seat for game in games)


@pytest.mark.parametrize("seats", SEATS)
def test_pc_04_with_the_option_seat_1_plays_first(seats: int) -> None:
    games = [dealt(n, seats, first_seat=FirstSeat.SEAT_1) for n in range(30)]
    assert {(game.first, game.seat) for game in games} == {(1, 1)}
    assert (games[0].hands, games[0].season) == (dealt(0, seats).hands, dealt(0, seats).season)


def test_pc_04_the_turns_go_round_in_seat_order_from_the_first_player() -> None:
    state = next(game for n in range(40) if (game := dealt(n, 4)).first == 3)
    seats = []
    for _ in range(5):
        seats.append(state.seat)
        state = after(state, "stop-playing")
    assert seats == [3, 4, 1, 2, 3]


# --- who sees what ----------------------------------------------------------------------------------------------------------

SECRETS = position(
    seats=3,
    hands={1: "venue merch", 2: "smash-hit", 3: "taproom taproom venue"},
    pile="restock-hops mug-club",
    discards="merch smash-hit",
    ingredients={1: "hops:2", 2: "adjuncts:1"},
    fronts={3: "big-tanks"},
    taps={2: "kolsh"},
)


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_pc_01_a_hand_is_known_to_its_owner_alone(viewer: int | None) -> None:
    known = RULES.known(SECRETS, viewer)
    for seat in (1, 2, 3):
        whole, seen = SECRETS.hands[seat - 1], known.hands[seat - 1]
        assert seen == (whole if seat == viewer else (UNKNOWN,) * len(whole))
        shown = RULES.view(known).players[seat - 1].hand
        assert shown.size == len(whole)
        assert shown.cards == (tuple(map(DECK.card, whole)) if seat == viewer else None)


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_pc_01_of_the_draw_pile_only_the_size_is_seen(viewer: int | None) -> None:
    known = RULES.known(SECRETS, viewer)
    assert known.pile == (UNKNOWN, UNKNOWN)
    shown = RULES.view(known).draw_pile
    assert (shown.size, shown.cards) == (2, None)


@packaged_figures
@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_pc_01_everything_else_is_public(viewer: int | None) -> None:
    view = RULES.view(RULES.known(SECRETS, viewer))
    assert [card.name for card in view.discard_stack] == ["merch", "smash-hit"]
    assert [counts(player.ingredients) for player in view.players] == [(0, 0, 2, 0), (0, 0, 0, 1), (0, 0, 0, 0)]
    assert [[card.name for card in player.in_front] for player in view.players] == [[], [], ["big-tanks"]]
    assert [[recipe.name for recipe in player.on_tap] for player in view.players] == [[], ["kolsh"], []]
    assert [player.pints for player in view.players] == [0, 2, 0]
    assert counts(view.pot) == (45, 20, 24, 15)
    assert RULES.decision(RULES.known(SECRETS, viewer)) == RULES.decision(SECRETS)


def test_pc_01_what_differs_only_in_what_is_hidden_looks_the_same() -> None:
    other = replace(SECRETS, pile=SECRETS.pile[::-1], hands=(*SECRETS.hands[:1], cards("mug-club"), SECRETS.hands[2]))
    for viewer in (1, 3, None):
        assert RULES.known(other, viewer) == RULES.known(SECRETS, viewer)
    assert RULES.known(other, 2) != RULES.known(SECRETS, 2)


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_pc_01_a_finished_game_is_shown_whole(viewer: int | None) -> None:
    over = replace(SECRETS, pending=(), ended="round-cap")
    assert RULES.known(over, viewer) == over
    view = RULES.view(RULES.known(over, viewer))
    assert [card.name for card in view.draw_pile.cards] == ["restock-hops", "mug-club"]
    assert [[card.name for card in player.hand.cards] for player in view.players] == [
        ["merch", "venue"],
        ["smash-hit"],
        ["taproom", "taproom", "venue"],
    ]
    assert [len(stack.recipes) for stack in view.stacks] == [stack.size for stack in view.stacks] == [6, 6, 6, 6]
    assert str(view.step) == str(view.stage) == "over"


@packaged_figures
def test_pc_01_only_who_draws_sees_the_cards() -> None:
    state = brewing(seats=3, hands={1: "venue"}, pile="smash-hit merch taproom")
    (event,) = [e for e in happened(state, "end-turn") if isinstance(e, CardsDrawn)]
    assert event == CardsDrawn(1, 3, ("taproom", "merch", "smash-hit"))
    assert RULES.redact(event, 1) == event
    for viewer in (2, 3, None):
        assert RULES.redact(event, viewer) == CardsDrawn(1, 3, None)


def test_pc_01_a_card_that_is_taken_is_seen_by_the_two_players_alone() -> None:
    state = position(seats=3, hands={1: "blind-taste-test venue", 2: "smash-hit"})
    (event,) = [e for e in happened(state, "play blind-taste-test", "target 2") if isinstance(e, CardTaken)]
    assert event == CardTaken(1, 2, "smash-hit")
    for viewer in (1, 2, 3, None):
        assert RULES.redact(event, viewer) == CardTaken(1, 2, "smash-hit" if viewer in (1, 2) else None)


def test_pc_01_what_may_be_done_is_the_same_for_what_the_decider_knows() -> None:
    for state in (SECRETS, brewing(ingredients={1: RICH}), dealt()):
        known = RULES.known(state, state.seat)
        assert legal(known) == legal(state)
        assert len(legal(state)) > 1


# --- PC-05: the steps of a turn -----------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_05_playing_comes_first_then_brewing_then_drawing() -> None:
    state = position(hands={1: "restock-hops venue venue", 2: "venue"}, ingredients={1: RICH}, offer="kolsh")
    assert asked(state) == (1, "play")
    played = after(state, "play restock-hops")
    assert asked(played) == (1, "play")
    stopped = after(played, "stop-playing")
    assert asked(stopped) == (1, "brew")
    assert len(stopped.hands[0]) == 2
    brewed = after(stopped, "brew kolsh")
    assert asked(brewed) == (1, "brew")
    ended = after(brewed, "end-turn")
    assert asked(ended) == (2, "play")
    assert len(ended.hands[0]) == 2 + 2


@pytest.mark.parametrize("line", ["brew kolsh", "end-turn"])
def test_pc_05_no_step_is_skipped(line: str) -> None:
    state = position(hands={1: "venue"}, ingredients={1: RICH}, offer="kolsh")
    assert refusal(state, line).rule == "PC-05"
    with pytest.raises(IllegalMove):
        step(state, line)


@pytest.mark.parametrize("line", ["play venue", "trade-in merch", "stop-playing"])
def test_pc_05_no_step_is_returned_to(line: str) -> None:
    state = after(position(hands={1: "venue merch"}, ingredients={1: RICH}, offer="kolsh"), "stop-playing")
    assert refusal(state, line).rule == "PC-05"
    assert refusal(after(state, "brew kolsh"), line).rule == "PC-05"


@packaged_figures
def test_pc_05_the_first_step_is_over_by_itself_after_the_third_card() -> None:
    state = position(hands={1: "restock-hops restock-hops restock-grains venue"}, ingredients={1: RICH})
    two = after(state, "play restock-hops", "play restock-hops")
    assert asked(two) == (1, "play")
    three = after(two, "play restock-grains")
    assert asked(three) == (1, "brew")
    assert refusal(three, "play venue").rule == "PC-06"
    assert (three.played, hand(three, 1)) == (3, "venue")


# A turn that ends by itself. Venues are kept in hand, so that nobody runs out of cards.
KEPT = {1: "restock-hops venue", 2: "venue", 3: "venue"}
WHEAT = "base-malt:4,hops:1"
"""What American Wheat costs."""


def ends_itself(state: PintCraftState, *moves: str) -> bool:
    """Whether the last of these moves ends the turn; its preview must lead to the same decision."""
    *before, last = moves
    state = after(state, *before)
    ended = after(state, last)
    seen = RULES.apply(RULES.known(state, state.seat), move(last), BLIND).state
    assert asked(RULES.known(seen, state.seat)) == asked(ended)
    assert RULES.decision(seen).prompt == RULES.decision(ended).prompt
    return asked(ended) != (state.seat, "brew")


@packaged_figures
@pytest.mark.parametrize(
    ("held", "ends"),
    [("", True), ("base-malt:3,hops:9", True), (WHEAT, False), ("base-malt:40,specialty-malt:20", True)],
)
def test_pc_05_the_turn_ends_by_itself_when_no_recipe_on_offer_can_be_paid_for(held: str, ends: bool) -> None:
    state = position(seats=3, hands=KEPT, ingredients={1: held}, offer="american-wheat saison kolsh american-ipa")
    assert ends_itself(state, "stop-playing") is ends
    if ends:
        assert kinds(happened(state, "stop-playing")) == ["CardsDrawn", "TurnBegan"]
        assert asked(after(state, "stop-playing")) == (2, "play")


@packaged_figures
def test_pc_05_the_turn_ends_by_itself_after_the_third_card() -> None:
    state = position(hands={1: "restock-hops " * 3 + "venue", 2: "venue"})
    assert ends_itself(state, *["play restock-hops"] * 3)


@packaged_figures
def test_pc_05_the_turn_ends_by_itself_after_the_last_choice_of_the_last_card() -> None:
    state = position(
        hands={1: "venue", 2: "venue"}, ingredients={1: "base-malt:3"}, offer="american-wheat saison kolsh"
    )
    owed = after(state, "play venue")
    assert ends_itself(owed, "choose specialty-malt:4")
    assert not ends_itself(owed, "choose base-malt:1,hops:3")


@packaged_figures
def test_pc_05_the_turn_ends_by_itself_after_the_last_recipe_that_can_be_paid_for() -> None:
    state = stacked(brewing(hands=KEPT, ingredients={1: WHEAT}), "american-wheat", "saison", "old-ale")
    assert kinds(happened(state, "brew american-wheat")) == ["RecipeBrewed", "CardsDrawn", "TurnBegan"]
    assert ends_itself(state, "brew american-wheat")


@packaged_figures
@pytest.mark.parametrize("below", ["scotch-ale", "american-amber"])
@pytest.mark.parametrize(
    ("left", "ends"), [("", True), ("base-malt:3,hops:9", True), ("base-malt:4,specialty-malt:3", False)]
)
def test_pc_05_a_recipe_that_the_same_move_uncovers_counts_as_unknown(below: str, left: str, ends: bool) -> None:
    # with 4 Base Malt and 3 Specialty Malt left Dunkelweizen, on no tap and no top, could be paid for
    state = stacked(brewing(hands=KEPT), f"american-wheat {below}", "saison dunkelweizen", "old-ale")
    state = given(state, 1, tuple(a + b for a, b in zip(cost("american-wheat"), pot(left), strict=True)))
    assert ends_itself(state, "brew american-wheat") is ends
    if not ends:
        brewed = after(state, "brew american-wheat")
        assert RULES.decision(brewed).verbs == ("end-turn",)
        assert after(brewed, "end-turn").seat == 2


@packaged_figures
def test_pc_05_a_recipe_that_is_on_a_tap_cannot_be_the_one_that_is_uncovered() -> None:
    left = pot("base-malt:4,specialty-malt:3")
    cheap = [beer.name for beer in DECK.beers[1:] if all(has >= n for has, n in zip(left, beer.cost, strict=True))]
    assert cheap == ["dunkelweizen"]
    state = stacked(brewing(hands=KEPT, taps={2: "dunkelweizen"}), "american-wheat kolsh", "saison", "old-ale")
    state = given(state, 1, tuple(a + b for a, b in zip(cost("american-wheat"), left, strict=True)))
    assert ends_itself(state, "brew american-wheat")


@packaged_figures
def test_pc_05_a_recipe_uncovered_by_burying_counts_as_unknown_in_the_same_move() -> None:
    state = position(hands={1: "new-recipe", 2: "venue"}, ingredients={1: WHEAT})
    state = emptied(stacked(state, "old-ale scotch-ale american-wheat", "saison", "scotch-ale"))
    assert not ends_itself(state, "play new-recipe", "bury 1")  # the pot has nothing, so that brewing comes at once
    assert RULES.decision(after(state, "play new-recipe", "bury 1")).verbs == ("end-turn",)


@packaged_figures
def test_pc_05_turns_in_which_nothing_can_be_done_end_one_after_another() -> None:
    state = position(seats=4, hands={1: "restock-hops venue", 4: "venue"}, first=1)
    events = happened(state, "stop-playing")
    assert [event.seat for event in events if isinstance(event, TurnBegan)] == [2, 3, 4]
    assert drawn(events) == [(1, 3), (2, 4), (3, 4)]
    assert ends_itself(state, "stop-playing")
    assert asked(after(state, "stop-playing")) == (4, "play")


@packaged_figures
def test_pc_05_a_player_who_can_pay_for_a_recipe_ends_the_turn_themselves() -> None:
    state = brewing(hands=KEPT, ingredients={1: WHEAT}, offer="american-wheat saison kolsh")
    assert legal(state) == ["end-turn", "brew american-wheat"]
    assert asked(after(state, "end-turn")) == (2, "play")


def test_pc_05_it_goes_on_where_a_card_is_only_left_to_be_traded_in() -> None:
    state = position(hands={1: "restock-hops dining-room"})
    assert legal(after(state, "play restock-hops")) == ["stop-playing", "trade-in dining-room"]


def test_pc_05_any_number_of_recipes_is_put_on_tap_even_none() -> None:
    state = brewing(hands={1: "venue"}, offer="kolsh saison old-ale", ingredients={1: RICH})
    assert on_tap(after(state, "brew old-ale", "brew kolsh", "brew saison"), 1) == "old-ale kolsh saison"
    assert on_tap(after(state, "end-turn"), 1) == ""


@packaged_figures
def test_pc_05_what_a_card_owes_is_decided_before_anything_else() -> None:
    state = after(position(hands={1: "venue venue"}), "play venue")
    assert asked(state) == (1, "choose")
    for line in ("stop-playing", "play venue", "end-turn", "brew kolsh", "give hops:1"):
        assert refusal(state, line) is not None
    assert asked(after(state, "choose hops:4")) == (1, "play")


# --- PC-06: playing and drawing -----------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("played", [0, 1, 2, 3])
def test_pc_06_who_played_k_cards_draws_3_less_k(played: int) -> None:
    state = position(hands={1: "restock-hops " * 4, 2: "venue"})
    moves = ["play restock-hops"] * played + ["stop-playing"] * (played < 3)
    assert drawn(happened(state, *moves)) == ([(1, 3 - played)] if played < 3 else [])
    assert len(after(state, *moves).hands[0]) == (4 - played) + (3 - played)


@packaged_figures
def test_pc_06_the_cards_come_from_the_top_of_the_pile() -> None:
    state = brewing(hands={1: "venue", 2: "venue"}, pile="smash-hit taproom merch mug-club restock-hops")
    ended = after(state, "end-turn")
    assert hand(ended, 1) == "taproom merch smash-hit venue"
    assert ended.pile == cards("restock-hops mug-club")


def test_pc_06_nothing_is_drawn_before_the_end_of_the_turn() -> None:
    state = position(hands={1: "venue"}, ingredients={1: RICH}, offer="kolsh")
    assert kinds(happened(state, "stop-playing", "brew kolsh")) == ["RecipeBrewed"]


@packaged_figures
@pytest.mark.parametrize("verb", ["play", "trade-in"])
def test_pc_06_a_card_traded_in_counts_as_played(verb: str) -> None:
    state = position(hands={1: "merch venue venue", 2: "venue"}, taps={1: "kolsh saison"})
    assert drawn(happened(state, f"{verb} merch", "choose hops:2", "stop-playing")) == [(1, 2)]


@packaged_figures
def test_pc_06_the_count_begins_anew_with_every_turn() -> None:
    state = position(hands={1: "restock-hops venue", 2: "venue venue"})
    assert after(state, "play restock-hops").played == 1
    later = after(state, "play restock-hops", "stop-playing")
    assert (later.seat, later.played) == (2, 0)
    assert drawn(happened(later, "stop-playing"))[0] == (2, 3)


@pytest.mark.parametrize("seats", [2, 5])
def test_pc_06_a_card_that_is_not_in_the_hand_cannot_be_played(seats: int) -> None:
    state = position(seats=seats, hands={1: "venue", 2: "smash-hit merch"})
    for line in ("play smash-hit", "trade-in merch", "play no-such-card"):
        assert refusal(state, line).rule == "PC-06"


@packaged_figures
def test_pc_06_of_cards_that_are_alike_one_is_listed() -> None:
    state = position(hands={1: "venue venue merch merch merch"})
    assert legal(state) == ["stop-playing", "trade-in merch", "play merch", "play venue"]
    assert hand(after(state, "trade-in merch", "choose hops:2"), 1) == "merch merch venue venue"


# --- PC-07: the hand runs out -------------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("played", [1, 2, 3])
def test_pc_07_whose_hand_runs_out_stops_may_brew_and_draws_4(played: int) -> None:
    state = position(hands={1: "restock-hops " * played, 2: "venue"}, ingredients={1: RICH}, offer="kolsh")
    out = after(state, *["play restock-hops"] * played)
    assert asked(out) == (1, "brew")
    assert drawn(happened(out, "brew kolsh", "end-turn")) == [(1, 4)]
    assert len(after(out, "end-turn").hands[0]) == 4


@packaged_figures
def test_pc_07_whose_hand_is_empty_at_the_start_may_brew_and_draws_4() -> None:
    state = brewing(hands={1: "venue"}, ingredients={2: RICH}, offer="kolsh", season="winter", first=1)
    empty = after(state, "end-turn")
    assert asked(empty) == (2, "brew")
    assert refusal(empty, "stop-playing").rule == "PC-05"
    assert on_tap(after(empty, "brew kolsh"), 2) == "kolsh"
    assert drawn(happened(empty, "end-turn"))[0] == (2, 4)


@packaged_figures
def test_pc_07_who_stops_with_a_card_in_hand_has_not_run_out() -> None:
    state = position(hands={1: "restock-hops restock-hops venue", 2: "venue"})
    assert drawn(happened(state, *["play restock-hops"] * 2, "stop-playing")) == [(1, 1)]


@packaged_figures
def test_pc_07_the_last_card_may_be_traded_in() -> None:
    state = position(hands={1: "merch", 2: "venue"})
    assert drawn(happened(state, "trade-in merch", "choose hops:2")) == [(1, 4)]


@packaged_figures
@pytest.mark.parametrize("option", list(EmptyHand))
def test_pc_07_a_hand_that_the_last_card_fills_has_not_run_out(option: EmptyHand) -> None:
    state = position(hands={1: "local-investors", 2: "venue"}, pile="smash-hit " + "venue " * 9, empty_hand=option)
    played = after(state, "play local-investors", "choose hops:3")
    assert asked(played) == (1, "play")
    assert hand(played, 1) == "smash-hit"
    assert drawn(happened(played, "stop-playing")) == [(1, 2)]  # what the card drew does not change it


@packaged_figures
@pytest.mark.parametrize("lines", [("play hangover-cure", "choose hops:1"), ("play fresh-start",)])
def test_pc_07_cards_that_a_card_draws_do_not_change_what_is_drawn_at_the_end(lines: tuple[str, ...]) -> None:
    state = position(hands={1: "hangover-cure fresh-start venue", 2: "venue"})
    *_, last = drawn(happened(state, *lines, "stop-playing"))
    assert last == (1, 2)


@packaged_figures
def test_pc_07_a_hand_that_runs_out_after_a_card_has_filled_it_draws_4() -> None:
    state = position(
        hands={1: "hangover-cure", 2: "venue"},
        pile="restock-hops restock-grains " + "venue " * 9,
        ingredients={1: RICH},
    )
    events = happened(state, "play hangover-cure", "choose hops:1", "play restock-hops", "play restock-grains")
    assert drawn(events) == [(1, 2)]
    out = after(state, "play hangover-cure", "choose hops:1", "play restock-hops", "play restock-grains")
    assert (asked(out), out.played) == ((1, "brew"), 3)
    assert drawn(happened(out, "end-turn")) == [(1, 4)]


@packaged_figures
def test_pc_07_a_card_that_would_fill_the_hand_but_draws_nothing_leaves_it_empty() -> None:
    state = position(hands={1: "hangover-cure", 2: "venue"}, pile="")
    out = after(state, "play hangover-cure", "choose hops:1")
    assert asked(out) == (2, "play")
    assert hand(out, 1) == "hangover-cure"  # PC-08: all that there is


@packaged_figures
def test_pc_07_a_card_taken_back_keeps_the_hand_from_running_out() -> None:
    state = position(hands={1: "dumpster-diving"}, discards="smash-hit")
    taken = after(state, "play dumpster-diving", "choose hops:1")
    assert (asked(taken), hand(taken, 1)) == ((1, "play"), "smash-hit")


@packaged_figures
def test_pc_07_a_hand_that_another_player_emptied_is_empty_at_the_start() -> None:
    state = position(hands={1: "blind-taste-test restock-hops", 2: "venue"}, ingredients={2: RICH})
    taken = after(settled(after(state, "play blind-taste-test")), "stop-playing")
    assert (asked(taken), hand(taken, 2)) == ((2, "brew"), "")
    assert drawn(happened(taken, "end-turn"))[0] == (2, 4)


@packaged_figures
def test_pc_07_running_out_is_of_one_turn_alone() -> None:
    state = position(hands={1: "restock-hops", 2: "venue venue"})
    assert drawn(happened(state, "play restock-hops", "stop-playing"))[:2] == [(1, 4), (2, 3)]


@packaged_figures
@pytest.mark.parametrize("played", [1, 2, 3])
def test_pc_07_with_the_option_the_turn_ends_before_brewing(played: int) -> None:
    state = position(
        hands={1: "restock-hops " * played, 2: "venue"},
        ingredients={1: RICH},
        offer="kolsh",
        empty_hand=ENDS_TURN,
    )
    moves = ["play restock-hops"] * played
    ended = after(state, *moves)
    assert asked(ended) == (2, "play")
    assert drawn(happened(state, *moves)) == [(1, 4)]
    assert len(ended.hands[0]) == 4


@packaged_figures
def test_pc_07_with_the_option_a_third_card_that_is_not_the_last_ends_no_turn() -> None:
    state = position(hands={1: "restock-hops " * 3 + "venue", 2: "venue"}, empty_hand=ENDS_TURN, ingredients={1: RICH})
    assert asked(after(state, *["play restock-hops"] * 3)) == (1, "brew")


@packaged_figures
def test_pc_07_with_the_option_a_turn_that_begins_with_an_empty_hand_ends_at_once() -> None:
    state = brewing(seats=3, hands={1: "venue", 3: "venue"}, ingredients={2: RICH}, empty_hand=ENDS_TURN)
    events = happened(state, "end-turn")
    assert drawn(events) == [(1, 3), (2, 4)]
    assert [e.seat for e in events if isinstance(e, TurnBegan)] == [2, 3]
    assert asked(after(state, "end-turn")) == (3, "play")


@packaged_figures
def test_pc_07_with_the_option_the_last_card_acts_to_its_end_before_the_turn_ends() -> None:
    state = position(seats=3, hands={1: "beer-festival", 2: "venue"}, empty_hand=ENDS_TURN)
    played = after(state, "play beer-festival", "choose hops:4")
    assert asked(played) == (2, "choose")
    assert asked(after(played, "choose hops:1")) == (3, "choose")
    ended = after(played, "choose hops:1", "choose base-malt:1")
    assert asked(ended) == (2, "play")
    assert (has(ended, 2), has(ended, 3)) == ("hops:1", "base-malt:1")


# --- PC-08: the draw pile runs out ----------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_08_an_empty_pile_is_made_anew_from_the_discard_stack_in_mid_draw() -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="venue", discards="smash-hit merch restock-hops")
    events = happened(state, "end-turn")
    assert [e for e in events if isinstance(e, DrawPileMade)] == [DrawPileMade(3)]
    assert drawn(events) == [(1, 3)]
    ended = after(state, "end-turn")
    assert "venue" in hand(ended, 1)
    assert (len(ended.pile), ended.discards) == (1, ())
    assert Counter((*ended.hands[0], *ended.pile)) == Counter(cards("mug-club venue smash-hit merch restock-hops"))


@packaged_figures
def test_pc_08_a_pile_that_is_just_drawn_up_is_made_anew_only_when_a_card_is_missing() -> None:
    state = brewing(hands={1: "venue", 2: "venue"}, pile="smash-hit merch taproom", discards="mug-club mug-club")
    ended = after(state, "end-turn")
    assert (ended.pile, discarded(ended), ended.draws) == ((), "mug-club mug-club", state.draws)
    assert "DrawPileMade" not in kinds(happened(state, "end-turn"))


@pytest.mark.parametrize(
    ("pile", "discards", "count"), [("", "venue merch", 2), ("venue", "merch", 2), ("venue", "", 1), ("", "merch", 1)]
)
def test_pc_08_where_there_are_too_few_what_there_is_is_drawn(pile: str, discards: str, count: int) -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile=pile, discards=discards)
    ended = after(state, "end-turn")
    assert drawn(happened(state, "end-turn")) == [(1, count)]
    assert (len(ended.hands[0]), ended.pile, ended.discards) == (1 + count, (), ())


def test_pc_08_where_there_is_no_card_at_all_nothing_is_drawn() -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="")
    assert kinds(happened(state, "end-turn")) == ["TurnBegan"]
    assert hand(after(state, "end-turn"), 1) == "mug-club"


@packaged_figures
def test_pc_08_a_card_that_is_acting_is_not_in_the_discard_stack_yet() -> None:
    state = position(hands={1: "hangover-cure venue", 2: "venue"}, pile="", discards="merch")
    played = after(state, "play hangover-cure")
    assert (hand(played, 1), discarded(played)) == ("merch venue", "")
    assert discarded(after(played, "choose hops:1")) == "hangover-cure"


def test_pc_08_the_shuffle_is_the_draw_of_its_number() -> None:
    heap = "smash-hit merch restock-hops taproom venue mug-club big-tanks"
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="", discards=heap)
    orders = set()
    for number in range(9, 15):
        numbered = replace(state, draws=number)
        ended = after(numbered, "end-turn")
        assert ended == after(numbered, "end-turn")
        assert ended.draws == number + 1
        orders.add((ended.hands[0], ended.pile))
    assert len(orders) == 6
    assert (
        RULES.apply(state, move("end-turn"), Chance(seed_from("another"))).state.pile != after(state, "end-turn").pile
    )


@packaged_figures
def test_pc_08_who_does_not_know_the_seed_knows_the_sizes_and_not_the_cards() -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="venue", discards="smash-hit merch restock-hops")
    blind = RULES.apply(RULES.known(state, 1), move("end-turn"), BLIND)
    real = after(state, "end-turn")
    assert blind.state.hands[0] == (UNKNOWN, UNKNOWN, UNKNOWN, *cards("mug-club"))
    assert blind.state.pile == (UNKNOWN,)
    assert [e for e in blind.events if isinstance(e, CardsDrawn)] == [CardsDrawn(1, 3, None)]
    assert RULES.known(blind.state, None) == RULES.known(real, None)


def test_pc_08_a_discard_stack_of_one_card_is_no_secret() -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="", discards="smash-hit")
    assert RULES.apply(RULES.known(state, 1), move("end-turn"), BLIND).state.hands[0] == cards("mug-club smash-hit")


@packaged_figures
def test_pc_08_after_cards_drawn_blind_the_choice_of_ingredients_is_the_same() -> None:
    state = position(hands={1: "hangover-cure venue", 2: "venue"})
    blind = RULES.apply(RULES.known(state, 1), move("play hangover-cure"), BLIND).state
    assert legal(blind) == legal(after(state, "play hangover-cure"))
    assert Counter(blind.hands[0]) == Counter((UNKNOWN, UNKNOWN, *cards("venue")))


# --- PC-09: brewing ---------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_09_the_ingredients_go_back_to_the_pot_and_the_pints_count_at_once() -> None:
    b, s, h, a = cost("pumpkin-spice-ale")
    state = given(brewing(offer="pumpkin-spice-ale"), 1, (b + 2, s, h + 1, a + 1))
    brewed = after(state, "brew pumpkin-spice-ale")
    assert has(brewed, 1) == "base-malt:2,hops:1,adjuncts:1"
    assert brewed.pot == (43, 20, 25, 15)
    assert (on_tap(brewed, 1), pints(brewed, 1), pints(brewed, 2)) == ("pumpkin-spice-ale", 6, 0)
    assert [player.pints for player in RULES.view(brewed).players] == [6, 0]


@pytest.mark.parametrize("short", [0, 1, 2, 3])
def test_pc_09_an_ingredient_that_is_short_cannot_be_replaced(short: int) -> None:
    held = [15, 15, 15, 15]
    held[short] = cost("pumpkin-spice-ale")[short] - 1
    assert held[short] >= 0
    state = given(brewing(offer="pumpkin-spice-ale"), 1, (held[0], held[1], held[2], held[3]))
    assert refusal(state, "brew pumpkin-spice-ale").rule == "PC-09"
    assert "brew pumpkin-spice-ale" not in legal(state)


@packaged_figures
def test_pc_09_the_exact_ingredients_are_enough_and_none_remain() -> None:
    state = given(brewing(offer="saison", hands={2: "venue"}), 1, cost("saison"))
    assert "brew saison" in legal(state)
    brewed = after(state, "brew saison")
    assert (has(brewed, 1), brewed.pot) == ("none", TOKENS)
    assert asked(brewed)[0] == 2


@packaged_figures
def test_pc_09_ingredients_spent_on_one_recipe_are_not_there_for_another() -> None:
    b, s, h, a = map(max, cost("kolsh"), cost("american-wheat"))
    state = given(brewing(offer="kolsh american-wheat berliner-weiss"), 1, (b + 3, s, h, a + 1))
    assert {"brew kolsh", "brew american-wheat"} < set(legal(state))
    assert refusal(after(state, "brew kolsh"), "brew american-wheat").rule == "PC-09"
    assert refusal(after(state, "brew american-wheat"), "brew kolsh").rule == "PC-09"


# --- PC-10: green and orange cards --------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_10_a_green_card_is_discarded_after_it_has_acted() -> None:
    state = position(hands={1: "venue merch"}, discards="smash-hit")
    acting = after(state, "play venue")
    assert (discarded(acting), hand(acting, 1)) == ("smash-hit", "merch")
    assert RULES.view(acting).in_play.name == "venue"
    done = after(acting, "choose hops:4")
    assert (discarded(done), front(done, 1), RULES.view(done).in_play) == ("smash-hit venue", "", None)
    assert kinds(happened(state, "play venue", "choose hops:4")) == ["CardPlayed", "IngredientsTaken", "CardDiscarded"]


@packaged_figures
def test_pc_10_an_orange_card_stays_in_front_of_its_player_and_lies_there_before_it_pays() -> None:
    state = position(hands={1: "big-tanks taproom venue"})
    paying = after(state, "play big-tanks")
    assert (front(paying, 1), discarded(paying)) == ("big-tanks", "")
    assert (0, 0, 0, 1) in offered_choices(paying)  # an Adjunct counts as 3 already
    paid_out = after(paying, "choose adjuncts:1", "play taproom", "choose hops:2")
    assert (front(paid_out, 1), discarded(paid_out)) == ("big-tanks taproom", "")


@packaged_figures
def test_pc_10_the_parts_of_a_card_come_in_the_printed_order() -> None:
    state = position(hands={1: "hangover-cure local-investors venue"})
    assert kinds(happened(state, "play hangover-cure", "choose hops:1"))[1:] == [
        "CardsDrawn",
        "IngredientsTaken",
        "CardDiscarded",
    ]
    assert kinds(happened(state, "play local-investors", "choose hops:3"))[1:] == [
        "IngredientsTaken",
        "CardsDrawn",
        "CardDiscarded",
    ]


# --- PC-11, PC-12: choosing ---------------------------------------------------------------------------------------------------


def brute(amount: int, price: int, allowed: int, pot: Pot) -> set[Pot]:
    """Every choice that counts as no more than the amount, and to which no Basic Ingredient can be added."""
    ranges = [range(min(count, amount) + 1) if allowed >> i & 1 else range(1) for i, count in enumerate(pot)]
    possible = {(b, s, h, a) for a in ranges[3] for b, s, h in product(*ranges[:3]) if b + s + h + price * a <= amount}
    return {
        (b, s, h, a) for b, s, h, a in possible if not possible & {(b + 1, s, h, a), (b, s + 1, h, a), (b, s, h + 1, a)}
    }


def owing(amount: int, allowed: int, left: Pot, tanks: int = 0) -> PintCraftState:
    """Seat 1 owes this choice from this pot."""
    source = "venue" if allowed == ALL else SEASONAL_BONUS
    state = position(ToChoose(1, amount, allowed, source), fronts={1: "big-tanks " * tanks})
    return replace(state, pot=left)


_counts = st.integers(0, 9)


@packaged_figures
@settings(max_examples=200, deadline=None)
@given_any(
    amount=st.integers(1, 11),
    tanks=st.integers(0, 2),
    allowed=st.sampled_from((BASIC, ALL, 1, 4)),
    left=st.tuples(_counts, _counts, _counts, st.integers(0, 4)),
    tried=st.tuples(_counts, _counts, _counts, st.integers(0, 4)),
)
@example(amount=5, tanks=0, allowed=ALL, left=(0, 0, 1, 3), tried=(0, 0, 1, 1))
@example(amount=6, tanks=1, allowed=ALL, left=(0, 0, 2, 2), tried=(0, 0, 2, 1))
@example(amount=11, tanks=0, allowed=ALL, left=(0, 0, 0, 4), tried=(0, 0, 0, 2))
def test_pc_11_the_choices_are_all_that_no_basic_ingredient_can_be_added_to(
    amount: int, tanks: int, allowed: int, left: Pot, tried: Pot
) -> None:
    state = owing(amount, allowed, left, tanks)
    right = brute(amount, 3 if tanks else 4, allowed, left)
    listed = offered_choices(state)
    assert len(listed) == len(set(listed))
    assert set(listed) == right
    assert (RULES.why_not(state, Choose(amounts(tried))) is None) == (tried in right)


@packaged_figures
@pytest.mark.parametrize("amount", [16, 17, 18, 30])
@pytest.mark.parametrize("tanks", [0, 1])
def test_pc_11_so_they_are_for_large_amounts(amount: int, tanks: int) -> None:
    for left in ((7, 5, 4, 3), (20, 2, 9, 6), (0, 0, 3, 16), TOKENS):
        listed = offered_choices(owing(amount, ALL, left, tanks))
        assert len(listed) == len(set(listed))
        assert set(listed) == brute(amount, 3 if tanks else 4, ALL, left)


@packaged_figures
def test_pc_11_choose_4_is_any_mix_of_basic_ingredients_or_one_adjunct() -> None:
    choices = offered_choices(after(position(hands={1: "venue"}), "play venue"))
    assert len(choices) == 15 + 1  # 15 ways to divide 4 among 3 kinds
    assert {sum(choice[:3]) for choice in choices if not choice[3]} == {4}
    assert [choice for choice in choices if choice[3]] == [(0, 0, 0, 1)]


@pytest.mark.parametrize(
    ("card", "adjuncts"), [("celebrity-endorsement", {0, 1}), ("smash-hit", {0, 1}), ("hangover-cure", {0})]
)
def test_pc_11_an_adjunct_counts_as_4(card: str, adjuncts: set[int]) -> None:
    choices = offered_choices(after(position(hands={1: f"{card} venue"}), f"play {card}"))
    assert {choice[3] for choice in choices} == adjuncts


@packaged_figures
@pytest.mark.parametrize("tanks", [1, 2])
def test_pc_11_for_an_owner_of_big_tanks_it_counts_as_3_and_more_of_them_add_nothing(tanks: int) -> None:
    state = position(hands={1: "smash-hit venue", 2: "smash-hit"}, fronts={1: "big-tanks " * tanks})
    choices = offered_choices(after(state, "play smash-hit"))
    assert {choice for choice in choices if choice[3] == 2} == {(0, 0, 0, 2)}
    assert {sum(choice[:3]) for choice in choices if choice[3] == 1} == {3}
    other = after(state, "stop-playing", "play smash-hit")
    assert {sum(choice[:3]) for choice in offered_choices(other) if choice[3] == 1} == {2}


@packaged_figures
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("choose hops:3", "PC-11"),
        ("choose none", "PC-11"),
        ("choose hops:5", "PC-11"),
        ("choose hops:1,adjuncts:1", "PC-11"),
        ("choose adjuncts:2", "PC-11"),
        ("choose specialty-malt:3,hops:1", "PC-13"),
        ("choose hops:4", None),
        ("choose base-malt:1,specialty-malt:2,hops:1", None),
        ("choose adjuncts:1", None),
    ],
)
def test_pc_11_neither_less_nor_more_may_be_chosen(line: str, rule: str | None) -> None:
    state = emptied(
        after(position(hands={1: "venue"}), "play venue"), base_malt=9, specialty_malt=2, hops=9, adjuncts=9
    )
    refused = refusal(state, line)
    assert (refused and refused.rule) == rule


def test_pc_11_nobody_must_take_an_adjunct_because_the_pot_lacks_basic_ingredients() -> None:
    state = after(emptied(position(hands={1: "venue merch"}), base_malt=3, adjuncts=2), "play venue")
    assert legal(state) == ["choose base-malt:3", "choose adjuncts:1"]
    assert has(after(state, "choose base-malt:3"), 1) == "base-malt:3"


def test_pc_11_beside_the_adjuncts_all_basic_ingredients_that_fit_are_taken() -> None:
    state = after(emptied(position(hands={1: "smash-hit merch"}), hops=1, adjuncts=2), "play smash-hit")
    assert legal(state) == ["choose hops:1", "choose hops:1,adjuncts:1"]
    for line in ("choose none", "choose adjuncts:1"):
        assert refusal(state, line).rule == "PC-11"


def test_pc_11_an_adjunct_that_does_not_fit_is_not_taken() -> None:
    state = emptied(position(hands={1: "local-investors venue"}), base_malt=2, adjuncts=2)
    assert has(after(state, "play local-investors"), 1) == "base-malt:2"


@packaged_figures
def test_pc_11_the_decision_says_what_is_due() -> None:
    state = emptied(after(position(hands={1: "smash-hit venue"}), "play smash-hit"), hops=3, specialty_malt=2)
    decision = RULES.decision(state)
    assert (decision.seat, decision.task, decision.verbs) == (1, "choose", ("choose",))
    assert decision.rules == ("PC-11", "PC-13")
    assert "Smash Hit" in decision.prompt
    assert decision.prompt == "Smash Hit: choose 6 ingredients; the pot has only 5 Basic Ingredients."
    free = RULES.decision(after(position(hands={1: "smash-hit venue"}), "play smash-hit"))
    assert free.prompt == "Smash Hit: choose 6 ingredients; an Adjunct counts as 4 of them."


@packaged_figures
def test_pc_12_the_choices_of_two_cards_are_not_pooled() -> None:
    state = position(hands={1: "merch dining-room venue"})
    first = after(state, "trade-in merch")
    second = after(first, "choose hops:2", "trade-in dining-room")
    assert offered_choices(first) == offered_choices(second)
    assert {sum(choice[:3]) for choice in offered_choices(second)} == {2}
    assert {choice[3] for choice in offered_choices(second)} == {0}
    assert refusal(second, "choose adjuncts:1").rule == "PC-11"


@packaged_figures
def test_pc_12_what_was_chosen_is_not_exchanged() -> None:
    state = position(hands={1: "venue merch"}, ingredients={1: "hops:9"})
    for state_now in (state, after(state, "stop-playing"), after(state, "play venue", "choose hops:4")):
        assert refusal(state_now, "choose adjuncts:1") is not None
        assert refusal(state_now, "give hops:4") is not None
        assert not [line for line in legal(state_now) if line.startswith(("choose", "give"))]


# --- PC-13: the pot -----------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_13_what_is_chosen_comes_out_of_the_pot() -> None:
    state = position(hands={1: "smash-hit venue"})
    chosen = after(state, "play smash-hit", "choose base-malt:1,hops:1,adjuncts:1")
    assert has(chosen, 1) == "base-malt:1,hops:1,adjuncts:1"
    assert chosen.pot == (44, 20, 25, 15)


@packaged_figures
def test_pc_13_where_the_pot_leaves_one_choice_it_is_made_without_a_decision() -> None:
    state = emptied(position(hands={1: "venue merch"}), hops=9)
    assert asked(after(state, "play venue")) == (1, "play")
    assert paid(happened(state, "play venue")) == [(1, "venue", (0, 0, 4, 0))]


def test_pc_13_where_the_pot_is_empty_nothing_is_owed_or_told() -> None:
    state = emptied(position(hands={1: "venue merch"}))
    assert kinds(happened(state, "play venue")) == ["CardPlayed", "CardDiscarded"]
    assert (asked(after(state, "play venue")), has(after(state, "play venue"), 1)) == ((1, "play"), "none")


@packaged_figures
@pytest.mark.parametrize(
    ("card", "left", "got"),
    [
        ("restock-grains", {"base_malt": 2, "specialty_malt": 5}, "base-malt:2,specialty-malt:1"),
        ("restock-grains", {"base_malt": 5}, "base-malt:3"),
        ("restock-hops", {"hops": 1}, "hops:1"),
        ("special-order", {"specialty_malt": 1, "hops": 9}, "specialty-malt:1"),
        ("smash-hit", {"hops": 2, "specialty_malt": 1}, "specialty-malt:1,hops:2"),
    ],
)
def test_pc_13_a_remainder_that_cannot_be_paid_is_lost(card: str, left: dict[str, int], got: str) -> None:
    state = emptied(position(hands={1: f"{card} venue", 2: "venue"}), **left)
    short = after(state, f"play {card}")
    assert has(short, 1) == got
    later = after(replace(short, pot=TOKENS), "stop-playing")
    assert (asked(later), has(later, 1)) == ((2, "play"), got)


@packaged_figures
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_pc_13_several_players_are_paid_in_seat_order_from_the_first_player(first: int) -> None:
    state = emptied(position(seats=4, seat=1, first=first, hands={1: "beer-festival venue"}), hops=6)
    order = [seat for seat in FOUR_WAYS[first - 1] if seat != 1]
    assert [seat for seat, *_ in paid(happened(state, "play beer-festival"))] == [1, *order[:2]]
    assert has(after(state, "play beer-festival"), order[2]) == "none"


@packaged_figures
def test_pc_13_the_tokens_are_conserved() -> None:
    state = position(
        hands={1: "smash-hit fermenter-explosion venue"}, ingredients={1: RICH, 2: "hops:1"}, offer="kolsh"
    )
    moves = ["play smash-hit", "choose base-malt:5,hops:1", "play fermenter-explosion", "stop-playing", "brew kolsh"]
    for count in range(len(moves) + 1):
        now = after(state, *moves[:count])
        assert tuple(map(sum, zip(now.pot, *now.ingredients, strict=True))) == TOKENS
    assert (has(now, 2), on_tap(now, 1)) == ("none", "kolsh")


@packaged_figures
def test_pc_13_with_the_option_the_pot_never_runs_out() -> None:
    state = position(
        hands={1: "special-order special-order smash-hit venue"},
        ingredients={1: "base-malt:9,specialty-malt:20,adjuncts:16"},
        offer="saison",
        pot=UNLIMITED,
    )
    ordered = after(state, "play special-order", "play special-order")
    assert has(ordered, 1) == "base-malt:9,specialty-malt:24,adjuncts:18"
    assert ordered.pot == state.pot
    assert RULES.view(ordered).pot is None
    chosen = after(ordered, "play smash-hit", "choose base-malt:3,hops:3")
    brewed = after(chosen, "brew saison")
    left = tuple(before - paid_back for before, paid_back in zip((12, 24, 3, 18), cost("saison"), strict=True))
    assert (brewed.ingredients[0], brewed.pot) == (left, state.pot)


@packaged_figures
def test_pc_13_with_the_option_the_choices_do_not_depend_on_what_is_out() -> None:
    state = position(hands={1: "smash-hit venue"}, ingredients={2: "hops:26,adjuncts:16"}, pot=UNLIMITED)
    assert set(offered_choices(after(state, "play smash-hit"))) == brute(6, 4, ALL, (99, 99, 99, 99))
    assert counts(RULES.view(dealt()).pot) == TOKENS
    assert RULES.view(dealt(pot=UNLIMITED)).pot is None


# --- PC-14 to PC-17, in brief ---------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_14_a_card_traded_in_is_discarded_for_a_choice_of_2_and_has_no_lasting_effect() -> None:
    state = position(hands={1: "dining-room venue"}, fronts={1: "taproom"})
    traded = after(state, "trade-in dining-room")
    assert (discarded(traded), front(traded, 1)) == ("dining-room", "taproom")
    assert set(offered_choices(traded)) == brute(2, 4, ALL, TOKENS)
    assert pints(after(traded, "choose hops:2"), 1) == 0
    assert traded.played == 1


def test_pc_14_exactly_the_cards_marked_or_can_be_traded_in() -> None:
    marked = set()
    for title in DECK.titles[1:]:
        refused = refusal(position(hands={1: f"{title.name} venue"}), f"trade-in {title.name}")
        if refused is None:
            marked.add(title.name)
        else:
            assert refused.rule == "PC-14"
    assert marked == {
        *["dining-room", "restaurant-tables"],
        *["supermarket-shelves", "metro-distribution", "state-distribution", "fermenter-explosion", "merch"],
        *["rodents-in-the-grain-supply", "spoiled-batch", "swap-recipes", "tap-takeover"],
    }


NEEDS = {
    "dining-room": "taproom",
    "restaurant-tables": "taproom",
    "supermarket-shelves": "bottling-line",
    "metro-distribution": "distributors-license",
    "state-distribution": "distributors-license",
}


@pytest.mark.parametrize(("card", "needed"), NEEDS.items())
def test_pc_15_an_expansion_needs_its_improvement_in_front_of_the_player(card: str, needed: str) -> None:
    wrong = " ".join(sorted({*NEEDS.values()} - {needed}))
    state = position(hands={1: f"{card} venue"}, fronts={1: wrong, 2: needed})
    assert legal(state) == ["stop-playing", f"trade-in {card}", "play venue"]
    assert refusal(state, f"play {card}").rule == "PC-15"
    assert refusal(position(hands={1: f"{card} venue"}, fronts={1: needed}), f"play {card}") is None


@packaged_figures
@pytest.mark.parametrize(("card", "kind"), [("dining-room", 0), ("restaurant-tables", 2)])
def test_pc_15_it_pays_what_one_recipe_on_offer_costs_of_one_ingredient(card: str, kind: int) -> None:
    state = position(hands={1: f"{card} venue"}, fronts={1: "taproom"}, offer="dopperbock kolsh scotch-ale")
    assert legal(after(state, f"play {card}")) == ["name dopperbock", "name kolsh", "name scotch-ale"]
    named = after(state, f"play {card}", "name dopperbock")
    assert named.ingredients[0] == tuple(n if i == kind else 0 for i, n in enumerate(cost("dopperbock")))
    assert (on_offer(named), pints(named, 1)) == (on_offer(state), 1)
    assert refusal(after(state, f"play {card}"), "name saison").rule == "PC-03"


@packaged_figures
def test_pc_15_one_played_earlier_in_the_turn_is_enough_for_any_number() -> None:
    state = position(hands={1: "taproom dining-room restaurant-tables venue"}, offer="kolsh")
    played = after(state, "play taproom", "choose hops:2", "play dining-room", "name kolsh")
    done = after(played, "play restaurant-tables", "name kolsh")
    assert front(done, 1) == "taproom dining-room restaurant-tables"
    assert done.ingredients[0] == (cost("kolsh")[0], 0, 2 + cost("kolsh")[2], 0)
    assert pints(done, 1) == 2


@packaged_figures
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_pc_16_every_other_player_follows_in_seat_order_from_the_first_player(first: int) -> None:
    mix = dict.fromkeys(range(1, 5), "base-malt:1,hops:1")
    state = position(seats=4, seat=2, first=first, hands={2: "redistribution venue"}, ingredients=mix)
    state, order = after(state, "play redistribution"), []
    while asked(state)[1] == "give":
        order.append(asked(state)[0])
        state = after(state, "give hops:1")
    assert order == [seat for seat in FOUR_WAYS[first - 1] if seat != 2]
    assert has(state, 2) == "base-malt:1,hops:4"


def test_pc_16_the_player_names_another_and_the_victim_chooses_what_they_give() -> None:
    due = DECK.titles[DECK.code["fermenter-explosion"]].acts[0].amount
    state = position(
        seats=3, hands={1: "fermenter-explosion venue"}, ingredients={2: "hops:1", 3: "base-malt:1,hops:9"}
    )
    played = after(state, "play fermenter-explosion")
    assert (asked(played), legal(played)) == ((1, "target"), ["target 2", "target 3"])
    assert refusal(played, "target 1").rule == "PC-16"
    short = after(played, "target 2")
    assert (asked(short), has(short, 2)) == ((1, "play"), "none")  # they give what they have
    losing = after(played, "target 3")
    assert asked(losing) == (3, "give")
    assert set(legal(losing)) == {f"give base-malt:1,hops:{due - 1}", f"give hops:{due}"}
    assert has(after(losing, f"give base-malt:1,hops:{due - 1}"), 3) == f"hops:{10 - due}"


@packaged_figures
def test_pc_16_a_card_may_be_played_that_does_nothing() -> None:
    state = position(hands={1: "swap-recipes tap-takeover redistribution venue", 2: "venue"})
    done = after(state, "play swap-recipes", "play tap-takeover", "play redistribution")
    assert (asked(done), has(done, 1)) == ((2, "play"), "none")
    assert discarded(done) == "swap-recipes tap-takeover redistribution"


@packaged_figures
def test_pc_17_neither_a_hand_nor_ingredients_have_a_limit() -> None:
    state = brewing(
        hands={1: "venue " * 2 + "merch " * 4 + "restock-hops " * 5 + "mug-club " * 4, 2: "venue"},
        ingredients={1: RICH},
    )
    ended = after(state, "end-turn")
    assert len(ended.hands[0]) == 18
    assert ended.ingredients == state.ingredients
    assert ended.seat == 2


def test_pc_17_there_is_no_trading() -> None:
    state = position(hands={1: "venue"}, ingredients={1: "hops:3", 2: "adjuncts:1"})
    assert refusal(state, "give hops:1") is not None
    assert legal(state) == ["stop-playing", "play venue"]


# --- PC-18: the Seasons -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("season", "following"), [("winter", "spring"), ("spring", "summer"), ("summer", "fall"), ("fall", "winter")]
)
def test_pc_18_the_seasons_follow_each_other(season: str, following: str) -> None:
    state = brewing(seat=2, round=3, season=season, hands={1: "venue", 2: "venue"})
    ended = after(state, "end-turn")
    assert (SEASONS[ended.season], ended.round) == (Season(following), 4)
    assert [e for e in happened(state, "end-turn") if isinstance(e, SeasonBegan)] == [SeasonBegan(4, Season(following))]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_pc_18_the_season_advances_before_the_first_players_turn_and_no_other(first: int) -> None:
    state = dealt(3, season=Season.FALL)
    state = replace(state, first=first, seat=first)
    changes = []
    for _ in range(9):
        events = happened(state, "stop-playing")
        state = after(state, "stop-playing")
        (turn,) = [e.seat for e in events if isinstance(e, TurnBegan)]
        changes.append((turn, [e.season for e in events if isinstance(e, SeasonBegan)]))
    seconds = [(first + k - 1) % 3 + 1 for k in range(1, 10)]
    new = {2: [Season.WINTER], 5: [Season.SPRING], 8: [Season.SUMMER]}
    assert changes == [(seat, new.get(i, [])) for i, seat in enumerate(seconds)]


def test_pc_18_the_first_round_has_the_first_season_and_pays_no_bonus() -> None:
    state = dealt(1, 2, season=Season.WINTER, first_seat=FirstSeat.SEAT_1)
    state = replace(state, taps=(recipes("kolsh"), recipes("bohemian-pilsner")), fronts=(cards("taproom"), ()))
    events = happened(state, "stop-playing")
    assert kinds(events) == ["CardsDrawn", "TurnBegan"]
    assert after(state, "stop-playing").season == state.season


def test_pc_18_the_bonuses_are_paid_to_all_before_the_turn_begins() -> None:
    taps = {1: "dunkelweizen", 2: "old-ale", 3: "english-barley-wine"}
    state = brewing(seats=3, seat=3, season="fall", taps=taps, hands={1: "venue", 3: "venue"})
    events = happened(state, "end-turn")
    assert kinds(events) == ["CardsDrawn", "SeasonBegan", *["IngredientsTaken"] * 3, "TurnBegan"]
    assert [seat for seat, *_ in paid(events)] == [1, 2, 3]


# --- PC-19: the seasonal bonus ------------------------------------------------------------------------------------------------

BONUSES = {
    "winter": {"dunkelweizen": 1, "english-barley-wine": 3, "oatmeal-stout": 2, "old-ale": 2, "scotch-ale": 2},
    "spring": {"bohemian-pilsner": 1, "dopperbock": 2, "dry-stout": 1, "traditional-bock": 2},
    "summer": {"american-wheat": 1, "berliner-weiss": 2, "imperial-ipa": 2, "kolsh": 2, "saison": 3},
    "fall": {"english-brown-ale": 1, "extra-special-bitter": 1, "oktoberfest": 3, "pumpkin-spice-ale": 4},
}
NAMES = [beer.name for beer in DECK.beers[1:]]


def changing(into: str, **words: object) -> PintCraftState:
    """Seat 2 of 2 is about to end the round, and this Season comes; seat 2 has a card in hand, so that they have not run out."""
    before = SEASONS[(SEASONS.index(Season(into)) - 1) % 4]
    return brewing(seat=2, round=2, season=before.value, hands={1: "venue", 2: "venue"}, **words)


@packaged_figures
@pytest.mark.parametrize("season", list(BONUSES))
@pytest.mark.parametrize("name", NAMES)
def test_pc_19_a_recipe_pays_in_the_season_that_it_names_and_in_no_other(season: str, name: str) -> None:
    state = after(changing(season, taps={1: name, 2: "american-amber american-ipa"}), "end-turn")
    owed = BONUSES[season].get(name, 0)
    if season in ("winter", "summer"):
        kind = 0 if season == "winter" else 2
        assert state.ingredients[0] == tuple(owed if i == kind else 0 for i in range(4))
    elif owed:
        assert asked(state) == (1, "choose")
        assert set(offered_choices(state)) == brute(owed, 4, ALL, TOKENS)
        state = after(state, f"choose hops:{owed}")
        assert has(state, 1) == f"hops:{owed}"
    assert asked(state) == (1, "play")
    assert (sum(state.ingredients[0]), sum(state.ingredients[1])) == (owed, 0)


@packaged_figures
@pytest.mark.parametrize(("season", "kind"), [("winter", "base-malt"), ("summer", "hops")])
def test_pc_19_in_winter_base_malt_and_in_summer_hops_are_paid_without_a_decision(season: str, kind: str) -> None:
    taps = " ".join(BONUSES[season])
    state = changing(season, taps={1: taps})
    ended = after(state, "end-turn")
    assert asked(ended) == (1, "play")
    assert has(ended, 1) == f"{kind}:10"
    assert [source for _, source, _ in paid(happened(state, "end-turn"))] == [SEASONAL_BONUS]


@pytest.mark.parametrize("tanks", ["", "big-tanks"])
@pytest.mark.parametrize(
    ("season", "left", "got"),
    [
        ("winter", {"base_malt": 2, "hops": 9, "adjuncts": 9}, "base-malt:2"),
        ("winter", {"specialty_malt": 9, "hops": 9, "adjuncts": 9}, "none"),
        ("summer", {"base_malt": 9, "hops": 1, "adjuncts": 9}, "hops:1"),
        ("summer", {"base_malt": 9, "specialty_malt": 9, "adjuncts": 9}, "none"),
    ],
)
def test_pc_19_what_is_out_in_winter_and_summer_is_not_replaced(
    season: str, left: dict[str, int], got: str, tanks: str
) -> None:
    state = changing(season, taps={1: "english-barley-wine saison"}, fronts={1: tanks})
    assert has(after(emptied(state, **left), "end-turn"), 1) == got


@packaged_figures
@pytest.mark.parametrize(("fronts", "adjuncts"), [("", {0, 1}), ("big-tanks", {0, 1})])
def test_pc_19_in_fall_the_choice_is_free_and_includes_adjuncts(fronts: str, adjuncts: set[int]) -> None:
    state = after(changing("fall", taps={1: "pumpkin-spice-ale"}, fronts={1: fronts}), "end-turn")
    assert set(offered_choices(state)) == brute(4, 3 if fronts else 4, ALL, TOKENS)
    assert {choice[3] for choice in offered_choices(state)} == adjuncts


@packaged_figures
@pytest.mark.parametrize(("fronts", "price"), [("", 4), ("big-tanks", 3)])
def test_pc_19_an_adjunct_can_be_made_up_of_the_bonuses_of_two_recipes(fronts: str, price: int) -> None:
    state = after(changing("spring", taps={1: "dopperbock traditional-bock"}, fronts={1: fronts}), "end-turn")
    assert set(offered_choices(state)) == brute(4, price, ALL, TOKENS)
    assert {choice[3] for choice in offered_choices(state)} == {0, 1}


@packaged_figures
@pytest.mark.parametrize("order", ["oktoberfest pumpkin-spice-ale", "pumpkin-spice-ale oktoberfest"])
def test_pc_19_all_seasonal_bonuses_of_a_player_are_one_choice(order: str) -> None:
    state = changing("fall", taps={1: order})
    owed = after(state, "end-turn")
    assert RULES.decision(owed).prompt == "Seasonal bonus: choose 7 ingredients; an Adjunct counts as 4 of them."
    assert set(offered_choices(owed)) == brute(7, 4, ALL, owed.pot)
    assert paid(happened(state, "end-turn", "choose hops:7")) == [(1, SEASONAL_BONUS, (0, 0, 7, 0))]
    assert asked(after(owed, "choose hops:7")) == (1, "play")


@packaged_figures
def test_pc_19_a_recipe_that_was_brewed_just_before_the_season_pays() -> None:
    state = changing("winter", taps={2: "old-ale"}, offer="dunkelweizen", ingredients={2: RICH})
    events = happened(state, "brew dunkelweizen", "end-turn")
    assert paid(events) == [(2, SEASONAL_BONUS, (3, 0, 0, 0))]


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_pc_19_the_players_are_paid_in_seat_order_from_the_first_each_for_everything(first: int) -> None:
    taps = {
        1: "dunkelweizen old-ale",
        2: "scotch-ale american-amber",
        3: "english-barley-wine",
        4: "oatmeal-stout american-ipa",
    }
    order = FOUR_WAYS[first - 1]
    state = brewing(
        seats=4,
        seat=order[-1],
        first=first,
        season="fall",
        taps=taps,
        fronts={2: "taproom", 4: "taproom"},
        hands=dict.fromkeys(range(1, 5), "venue"),
    )
    moves = ["end-turn", "choose base-malt:2", "choose base-malt:2"]
    sources = {
        1: [SEASONAL_BONUS],
        2: [SEASONAL_BONUS, IMPROVEMENTS],
        3: [SEASONAL_BONUS],
        4: [SEASONAL_BONUS, IMPROVEMENTS],
    }
    found = [(seat, source) for seat, source, _ in paid(happened(state, *moves))]
    assert found == [(seat, source) for seat in order for source in sources[seat]]
    assert asked(after(state, *moves)) == (first, "play")


@packaged_figures
def test_pc_19_the_decision_is_that_of_the_seat_that_is_paid() -> None:
    state = after(changing("fall", taps={2: "pumpkin-spice-ale"}), "end-turn")
    decision = RULES.decision(state)
    assert state.seat == 1
    assert (decision.seat, decision.task, decision.verbs) == (2, "choose", ("choose",))
    assert decision.rules == ("PC-11", "PC-13", "PC-19")
    assert decision.prompt == "Seasonal bonus: choose 4 ingredients; an Adjunct counts as 4 of them."
    assert RULES.view(state).step.name == "CHOICE"
    chosen = after(state, "choose adjuncts:1")
    assert (has(chosen, 2), has(chosen, 1)) == ("adjuncts:1", "none")
    assert asked(chosen) == (1, "play")


# --- PC-20: the Improvement bonus ---------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("season", list(BONUSES))
@pytest.mark.parametrize(
    ("fronts", "taps", "amount"),
    [
        ("taproom", "american-amber", 1),
        ("taproom taproom", "american-amber", 2),
        ("taproom bottling-line", "american-amber american-ipa", 4),
        ("taproom taproom bottling-line", "american-amber american-ipa california-common", 9),
        ("taproom dining-room restaurant-tables big-tanks", "american-amber american-ipa", 2),
        ("taproom taproom", "", 0),
        ("big-tanks dining-room", "american-amber american-ipa", 0),
        ("", "american-amber american-ipa", 0),
    ],
)
def test_pc_20_every_season_pays_improvements_times_recipes(season: str, fronts: str, taps: str, amount: int) -> None:
    state = after(changing(season, taps={1: taps}, fronts={1: fronts}), "end-turn")
    if amount:
        assert asked(state) == (1, "choose")
        price = 3 if "big-tanks" in fronts else 4
        allowed = ALL if season in ("spring", "fall") else BASIC
        assert set(offered_choices(state)) == brute(amount, price, allowed, TOKENS)
        state = after(state, f"choose hops:{amount}")
        assert has(state, 1) == f"hops:{amount}"
    assert asked(state) == (1, "play")
    assert sum(state.ingredients[0]) == amount


@packaged_figures
@pytest.mark.parametrize(("season", "free"), [("winter", False), ("spring", True), ("summer", False), ("fall", True)])
def test_pc_20_adjuncts_can_be_chosen_in_spring_and_fall_only(season: str, free: bool) -> None:
    state = after(changing(season, taps={1: "american-amber american-ipa"}, fronts={1: "taproom taproom"}), "end-turn")
    assert ((0, 0, 0, 1) in offered_choices(state)) is free
    refused = refusal(state, "choose adjuncts:1")
    assert (refused is None) is free
    assert free or refused.rule == "PC-20"
    assert ("an Adjunct counts as" in RULES.decision(state).prompt) is free


@packaged_figures
def test_pc_20_in_winter_it_is_not_of_base_malt_alone_and_comes_after_the_seasonal_bonus() -> None:
    state = changing("winter", taps={1: "dunkelweizen old-ale"}, fronts={1: "taproom"})
    owed = after(state, "end-turn")
    assert has(owed, 1) == "base-malt:3"
    assert refusal(owed, "choose specialty-malt:1,hops:1") is None
    decision = RULES.decision(owed)
    assert decision.rules == ("PC-11", "PC-13", "PC-20")
    assert "Improvement bonus" in decision.prompt
    assert [source for _, source, _ in paid(happened(state, "end-turn", "choose hops:2"))] == [
        SEASONAL_BONUS,
        IMPROVEMENTS,
    ]


def test_pc_20_only_ones_own_recipes_and_improvements_count() -> None:
    state = changing("winter", taps={1: "american-amber", 2: "american-ipa"}, fronts={2: "taproom taproom"})
    owed = after(state, "end-turn")
    assert asked(owed) == (2, "choose")
    done = after(owed, "choose hops:2")
    assert (has(done, 1), has(done, 2), asked(done)) == ("none", "hops:2", (1, "play"))


@pytest.mark.parametrize("first", [1, 2])
def test_pc_20_where_the_pot_runs_out_the_later_seats_go_short(first: int) -> None:
    later = 3 - first
    state = brewing(
        seat=later,
        first=first,
        season="fall",
        taps={1: "american-amber american-ipa", 2: "dortmunder-export california-common"},
        fronts={1: "taproom", 2: "taproom"},
        hands={1: "venue", 2: "venue"},
    )
    ended = after(emptied(state, hops=3, adjuncts=9), "end-turn")
    assert (has(ended, first), has(ended, later)) == ("hops:2", "hops:1")
    assert asked(ended) == (first, "play")


# --- PC-21: catching up -------------------------------------------------------------------------------------------------------


def catching(into: str, **words: object) -> PintCraftState:
    """Seat 3 of 3 is about to end the round; every hand has a card."""
    before = SEASONS[(SEASONS.index(Season(into)) - 1) % 4]
    hands = dict.fromkeys((1, 2, 3), "venue")
    return brewing(**{"seats": 3, "seat": 3, "round": 2, "season": before.value, "hands": hands, **words})


@packaged_figures
@pytest.mark.parametrize(("season", "draws"), [("winter", False), ("spring", True), ("summer", False), ("fall", True)])
def test_pc_21_on_the_change_into_fall_and_spring_who_has_the_fewest_pints_draws_a_card(
    season: str, draws: bool
) -> None:
    state = catching(season, taps={1: "american-ipa", 2: "american-amber", 3: "california-common"})
    assert caught_up(happened(state, "end-turn")) == ([(2, 1)] if draws else [])
    assert [len(cards) for cards in after(state, "end-turn").hands] == [1, 1 + draws, 4]


@pytest.mark.parametrize(
    ("taps", "seats"),
    [
        ({}, [1, 2, 3]),
        ({1: "american-ipa"}, [2, 3]),
        ({2: "american-ipa", 3: "california-common"}, [1]),
        ({1: "american-ipa", 2: "american-amber", 3: "california-common"}, [2]),
        ({1: "american-ipa", 2: "german-pilsner", 3: "belgian-trippel"}, [1, 2]),
    ],
)
def test_pc_21_all_who_tie_draw_one(taps: dict[int, str], seats: list[int]) -> None:
    assert caught_up(happened(catching("fall", taps=taps), "end-turn")) == [(seat, 1) for seat in seats]


def test_pc_21_the_pints_of_expansions_count() -> None:
    state = catching("spring", taps={1: "american-amber", 2: "american-ipa"}, fronts={3: "dining-room"})
    assert caught_up(happened(state, "end-turn")) == [(3, 1)]
    state = catching("spring", fronts={1: "dining-room", 3: "dining-room"})
    assert caught_up(happened(state, "end-turn")) == [(2, 1)]


@packaged_figures
@pytest.mark.parametrize("first", [1, 2, 3])
def test_pc_21_they_draw_in_seat_order_from_the_first_player(first: int) -> None:
    order = [(first + k - 1) % 3 + 1 for k in range(3)]
    state = catching("fall", seat=order[-1], first=first, pile="merch merch merch smash-hit taproom", discards="")
    events = happened(state, "end-turn")
    assert caught_up(events) == [(seat, 1) for seat in order[:2]]  # the third finds none
    ended = after(state, "end-turn")
    assert hand(ended, order[0]) == "smash-hit venue"
    assert hand(ended, order[1]) == "taproom venue"


@packaged_figures
def test_pc_21_it_comes_after_the_bonuses_and_before_the_turn() -> None:
    state = catching("fall", taps={1: "oktoberfest", 2: "english-brown-ale", 3: "american-ipa"})
    owed = after(state, "end-turn")
    assert asked(owed) == (1, "choose")
    second = after(owed, "choose hops:3")
    assert asked(second) == (2, "choose")
    assert [len(cards) for cards in second.hands] == [1, 1, 4]
    assert kinds(happened(second, "choose hops:1")) == ["IngredientsTaken", "CardsDrawn", "TurnBegan"]
    assert caught_up(happened(state, "end-turn", "choose hops:3", "choose hops:1")) == [(2, 1)]


@packaged_figures
def test_pc_21_a_card_so_drawn_may_be_played_in_the_turn_that_follows() -> None:
    state = catching("spring", hands={2: "venue", 3: "venue"}, pile="merch merch merch smash-hit venue venue")
    ended = after(state, "end-turn")
    assert asked(ended) == (1, "play")
    assert legal(ended) == ["stop-playing", "play smash-hit"]


def test_pc_21_with_an_empty_pile_the_discard_stack_is_shuffled_for_it() -> None:
    state = catching("fall", pile="merch merch merch", discards="smash-hit smash-hit mug-club")
    events = happened(state, "end-turn")
    assert [e for e in events if isinstance(e, DrawPileMade)] == [DrawPileMade(3)]
    assert caught_up(events) == [(1, 1), (2, 1), (3, 1)]


def test_pc_21_only_who_draws_sees_the_card() -> None:
    state = catching("fall", taps={1: "american-ipa", 3: "american-amber"})
    *_, event = [e for e in happened(state, "end-turn") if isinstance(e, CardsDrawn)]
    (card,) = (Counter(after(state, "end-turn").hands[1]) - Counter(state.hands[1])).elements()
    told, untold = CardsDrawn(2, 1, (DECK.titles[card].name,)), CardsDrawn(2, 1, None)
    assert event == told
    assert [RULES.redact(event, viewer) for viewer in (1, 2, 3, None)] == [untold, told, untold, untold]


def test_pc_20_a_choice_is_refused_in_words_that_say_what_would_be_right() -> None:
    state = after(changing("winter", taps={1: "american-amber american-ipa"}, fronts={1: "taproom"}), "end-turn")
    assert "choose 2 Basic Ingredients" in refusal(state, "choose hops:3").message
    assert "you cannot choose Adjuncts in Winter" in refusal(state, "choose adjuncts:1").message
