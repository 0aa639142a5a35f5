"""PC-01 to PC-04: the deal, the Recipes, the first Season, and who sees what."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.pint_craft.cards import SEASONS, UNKNOWN
from taphouse.engine.pint_craft.deck import counts
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    CardTaken,
    PintCraftOptions,
    RecipeBrewed,
    RecipeReturned,
)
from taphouse.engine.vocabulary import Season
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    RULES,
    after,
    brewing,
    cards,
    happened,
    legal,
    on_offer,
    on_tap,
    position,
    recipes,
    refusal,
    step,
)
from tests.pint_craft.turns.shared import RICH, TOKENS, dealt, stacked

SEATS = range(2, 7)


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
def test_pc_04_with_the_option_any_seat_plays_first_and_nothing_else_changes(seats: int) -> None:
    usual = dealt(0, seats)
    for seat in range(1, seats + 1):
        game = dealt(0, seats, first_seat=FirstSeat(f"SEAT_{seat}"))
        assert game == replace(usual, options=game.options, first=seat, seat=seat)
    if seats < SEATS[-1]:
        refused = RULES.why_not_new(PintCraftOptions(first_seat=FirstSeat(f"SEAT_{seats + 1}")), seats)
        assert refused is not None
        assert refused.rule == "PC-04"


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
