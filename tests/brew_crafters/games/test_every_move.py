"""Whole games of moves by chance: what must hold after every move and at the end."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine.brew_crafters.box import MONEY
from taphouse.engine.brew_crafters.cards import EffectName
from taphouse.engine.brew_crafters.events import (
    BatchSold,
    BeerProcessed,
    CollaborationSold,
    CostsPaid,
    FarmPlanted,
    GoldLabelTaken,
    IngredientsDiscarded,
    MoneyPaid,
    MoneyTaken,
    WorkerHired,
)
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Selection
from taphouse.engine.brew_crafters.state import ToDiscard, ToPlant, capacity, excess
from tests.brew_crafters.build import BOX, RULES, WORKER
from tests.brew_crafters.games.checks import (
    check_all,
    check_labels,
    check_market,
    check_position,
    check_processing,
    check_score,
    check_year,
)
from tests.brew_crafters.games.ledger import check_ledger
from tests.brew_crafters.games.shared import LOAN, each, games, play

# --- the ledger -------------------------------------------------------------------------------------------------------


@each
def test_a_ledger_kept_from_events_is_the_position_after_every_move(n: int) -> None:
    check_ledger(games()[n])


# --- what always holds ------------------------------------------------------------------------------------------------


@each
def test_in_every_position_storage_and_money_hold_and_what_is_brewed_is_sold_or_in_a_vessel(n: int) -> None:
    game = games()[n]
    for state in (game.start, *(moment.after for moment in game.moments)):
        check_position(state)


def test_while_a_player_must_discard_nobody_else_has_anything_to_do() -> None:
    """That it happens in these games at all."""
    waiting = [
        m.after for game in games() for m in game.moments if any(isinstance(f, ToDiscard) for f in m.after.pending)
    ]
    assert len(waiting) > 20
    for state in waiting:
        (seat,) = {frame.seat for frame in state.pending if isinstance(frame, ToDiscard)}
        brewer = state.brewers[seat - 1]
        assert excess(brewer, BOX) == sum(brewer.stock) - capacity(brewer, BOX) > 0
        verbs = {move.verb for move in RULES.moves(state)}
        if isinstance(state.pending[-1], ToDiscard):
            assert verbs == {"discard"}
        else:
            assert verbs <= {"choose", "form", "hire", "plant", "no-planting", "trade"}
    tops = {type(state.pending[-1]) for state in waiting}
    assert tops >= {ToDiscard, ToPlant}


# --- processing -------------------------------------------------------------------------------------------------------


@each
def test_beer_is_sold_bottled_and_brewed_by_who_is_told_to_process_it(n: int) -> None:
    check_processing(games()[n])


# --- the market -------------------------------------------------------------------------------------------------------


@each
def test_no_space_is_taken_twice_in_a_season_and_each_player_places_exactly_their_tokens(n: int) -> None:
    check_market(games()[n])


def test_extra_market_actions_come_up_in_these_games() -> None:
    hired = [event.worker for game in games() for event in game.events if isinstance(event, WorkerHired)]
    acts = [act.effect for worker in hired for act in BOX.workers[WORKER[worker]].acts]
    assert EffectName.MARKET_ACTION in acts


@each
def test_what_lies_on_a_space_is_what_was_put_there_since_it_was_emptied(n: int) -> None:
    game = games()[n]
    for moment in game.moments:
        if moment.before.season == moment.after.season and moment.before.pending:
            for space, before, after in zip(
                BOX.spaces[len(game.start.brewers)], moment.before.lying, moment.after.lying, strict=True
            ):
                assert after in (before, 0)
                assert after == before or space.what >= 0
                assert space.what <= MONEY


# --- seasons and costs ------------------------------------------------------------------------------------------------


@each
def test_a_game_has_twelve_seasons_in_their_order_and_pays_for_three_winters(n: int) -> None:
    check_year(games()[n])


@each
def test_a_loan_is_taken_only_for_what_the_money_does_not_cover(n: int) -> None:
    game = games()[n]
    money = {seat: brewer.money for seat, brewer in enumerate(game.start.brewers, 1)}
    for event in game.events:
        match event:
            case MoneyTaken(seat, amount) | BatchSold(seat, _, _, amount):
                money[seat] += amount
            case MoneyPaid(seat, amount):
                money[seat] -= amount
            case CostsPaid(seat, costs, loans, borrowed):
                short = costs - money[seat]
                assert loans == max(0, -(-short // LOAN))
                money[seat] += borrowed - costs
                assert money[seat] < LOAN or not loans
        assert min(money.values()) >= 0


# --- gold labels ------------------------------------------------------------------------------------------------------


@each
def test_a_gold_label_goes_to_the_first_seller_of_each_advanced_recipe_and_to_nobody_else(n: int) -> None:
    check_labels(games()[n])


def test_labels_loans_collaborations_and_every_kind_of_event_but_rare_ones_come_up() -> None:
    kinds = {type(event) for game in games() for event in game.events}
    assert {
        GoldLabelTaken,
        CollaborationSold,
        CostsPaid,
        FarmPlanted,
        MoneyPaid,
        IngredientsDiscarded,
        BeerProcessed,
    } <= kinds
    verbs = {moment.move.verb for game in games() for moment in game.moments}
    assert {"trade", "hire", "form", "collaborate", "annual", "plant", "brew", "research", "install"} <= verbs
    assert {"end-action", "leave-empty", "end-trading"} <= verbs
    assert any(brewer.loans for game in games() for brewer in game.end.brewers)


# --- the end ----------------------------------------------------------------------------------------------------------


@each
def test_the_end_is_scored_and_ranked_by_points_and_then_by_money(n: int) -> None:
    check_score(games()[n])
    over = games()[n].end
    assert RULES.decision(over) is None
    assert list(RULES.moves(over)) == []


@settings(max_examples=12, derandomize=True)
@given(
    seats=st.integers(2, 5),
    seed=st.integers(0, 10**6),
    recipes=st.sampled_from(Selection),
    workers=st.sampled_from(Selection),
)
def test_all_of_it_holds_in_any_game(seats: int, seed: int, recipes: Selection, workers: Selection) -> None:
    check_all(play(seats, f"any {seed}", BrewCraftersOptions(recipes=recipes, workers=workers)))
