"""Games in words: whole games by text alone, forgiving answers, refusals that teach, and copies."""

from __future__ import annotations

import copy
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.bots.names import bot_named
from taphouse.engine.notation import parse, write
from taphouse.engine.words.moves import AmbiguousMove, meant, nearest
from taphouse.engine.words.tables import changes, lying, whole
from taphouse.engine.words.telling import CHARACTERS_A_TOKEN, MOST_CHARACTERS, MOST_TOKENS, happened
from taphouse.env.words import TextGame
from tests.docs.test_guides import blocks
from tests.short_games import SHORT

MOST_A_GAME, MOST_A_PROMPT = 25_000, 650
"""The most tokens of all observations of one player of a whole game, and of the prompt."""
LABELS = {
    "draft row-1": "Draft row 1",
    "draft row-2": "Draft row 2",
    "offer ipa 1": "Offer 1 IPA",
    "offer ipa": "Offer",
}
VERBS = GAMES["dank-and-draft"].verbs


def observations(game: TextGame, seat: int, rng: random.Random) -> list[str]:
    """All observations of a seat in a game between greedy bots, of which this one answers in words."""
    bots = {one: bot_named("greedy")(game.game, rng) for one in range(1, game.seats + 1)}
    seen = []
    while (mover := game.seat) is not None:
        move = bots[mover].choose(game.rules, game.rules.known(game.state, mover), mover)
        if mover == seat:
            seen.append(game.observe(seat))
            answer = game.answer(seat, f"Not `resign`. I answer [{write(move)}].")
            assert (answer.move, answer.why) == (write(move), "")
        else:
            game.make(mover, move)
    return [*seen, game.observe(seat)]


@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_is_short(kind: str) -> None:
    game = TextGame(kind, seed="1")
    seen = observations(game, 1, random.Random(1))
    assert sum(map(len, seen)) < MOST_A_GAME * CHARACTERS_A_TOKEN
    assert max(map(len, seen)) <= MOST_CHARACTERS
    assert len(game.prompt(1)) < MOST_A_PROMPT * 4.2
    assert "Changed on the table:" in seen[1]
    assert sum(len(re.findall("^spaces: |^taps: |^Table: year|^Table: turn 1,", one)) for one in seen[1:]) == 0
    assert re.search(r"YOU (WIN|LOSE( by \d+)?|SHARE THE VICTORY)\. The game is over .* points", seen[-1])
    assert sorted(game.rewards) == [-1, 1]


def test_a_seat_is_told_only_what_it_may_know() -> None:
    twins = [TextGame("dank-and-draft", seed="1") for _ in range(2)]
    for game, seat in zip(twins, (1, 2), strict=True):
        game.make(2, next(iter(game.rules.moves(game.rules.known(game.state, 2)))))
        assert ("On the back" in game.observe(seat)) == (seat == 1)


def test_a_copy_and_a_pickle_go_on_identically() -> None:
    game = TextGame("pint-craft", seed="2")
    first = game.seat or 1
    game.observe(first)
    game.answer(first, next(iter(game.legal(first))))
    twins = [game, copy.deepcopy(game), pickle.loads(pickle.dumps(game))]  # noqa: S301 -- our own
    seen = [observations(one, first, random.Random(3)) for one in twins]
    assert seen[0] == seen[1] == seen[2]


def test_what_does_not_fit_is_refused() -> None:
    game = TextGame("pint-craft", seed=1)
    assert game.state == TextGame("pint-craft", seed="1").state
    for reads in (game.prompt, game.observe, game.legal, lambda seat: game.answer(seat, "end-turn")):
        for seat in (0, 3):
            with pytest.raises(ValueError, match=f"no seat {seat}; the seats are 1 to 2"):
                reads(seat)
    mover = game.seat or 1
    before, move = game.state, parse(next(iter(game.legal(mover))), game.game.verbs)
    with pytest.raises(ValueError, match="need not decide"):
        game.make(3 - mover, move)
    assert game.state is before


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draft row-1", "draft row-1"),
        ("DRAFT ROW_1", "draft row-1"),
        ("draft row-1: Draft row 1", "draft row-1"),
        ("1. draft row-1", "draft row-1"),
        ("I draft row 1, since I need porter.", "draft row-1"),
        ("Rather than [draft row-1] I choose [draft row-2].", "draft row-2"),
        ("Let me think: `draft row-2` it is", "draft row-2"),
        ("[draft row-1] isn't as good as [draft row-2], so it's clear", "draft row-2"),
        ('[draft row-1]? "No: [draft row-2]."', "draft row-2"),
        ("I'd play 'draft row-2'", "draft row-2"),
        ("I choose [draft beer]", "draft beer"),
        ("so I will offer IPA 1", "offer ipa 1"),
        ("draft column-1", "draft column-1"),
        ("[end-turn]", "end-turn"),
        ("Sing a song.", "sing a song"),
    ],
)
def test_a_move_is_found_in_free_text(text: str, move: str) -> None:
    assert meant(text, LABELS, VERBS) == move


def test_several_moves_in_a_sentence_are_refused() -> None:
    with pytest.raises(AmbiguousMove, match="can mean `draft row-1` or `draft row-2`"):
        meant("draft row 1 or perhaps draft row 2", LABELS, VERBS)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("play celebrity", "Did you mean `play celebrity-endorsement`?"),
        ("play celebrity-endorsment", "Did you mean `play celebrity-endorsement`?"),
        ("", ""),
        ("xyz", ""),
    ],
)
def test_the_nearest_move_is_asked_after(text: str, question: str) -> None:
    assert nearest(text, ["play celebrity-endorsement", "play venue", "end-turn"]) == question


def test_answers_say_why_not() -> None:
    game = TextGame("dank-and-draft", seed="1", options=SHORT["dank-and-draft"])
    mover = game.seat or 1
    assert "must decide" in game.answer(3 - mover, "draft row-1").why
    assert "(DD-07)" in game.answer(mover, "end-turn").why
    assert "is not a move of this game" in game.answer(mover, "pass").why
    assert "Did you mean `draft row-1`?" in game.answer(mover, "draft rwo-1").why
    assert game.answer(mover, "I take [draft rwo-1].").why.startswith("'rwo-1' is not a valid line.")
    assert game.answer(mover, "draft row-1 or draft row-2").move is None
    assert game.rewards == [0, 0]
    assert len(game.observe(mover)) <= MOST_TOKENS * CHARACTERS_A_TOKEN
    observations(game, 1, random.Random(1))
    assert game.answer(1, "end-turn").why == "The game is over."


def test_long_hands_are_in_the_order_of_their_numbers() -> None:
    class Table(Struct):
        hand: tuple[str, ...]

    hand = [str(card) for card in range(1, 14)]
    assert lying(Table((*reversed(hand),)))["Table"]["hand"] == f"hand {', '.join(hand)}"


class Beer(Struct, frozen=True):
    recipe: str
    brewed: int = 0
    sold: int = 0


class Cellar(Struct, frozen=True):
    beers: tuple[Beer, ...]
    open: bool = True


class Brewer(Struct, frozen=True):
    seat: int
    cellar: Cellar
    recipes: tuple[Beer, ...]


class Brewery(Struct, frozen=True):
    players: tuple[Brewer, ...]


ALE, PORTER, STOUT = Beer("ale", 1, 1), Beer("porter", 2), Beer("stout", 1)


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ((ALE, PORTER, STOUT), "..., stout (brewed 1)"),
        ((ALE, Beer("porter", 3, 1)), "...; porter (brewed 3, sold 1)"),
        ((ALE, Beer("porter", 2, 1)), "...; porter (..., sold 1)"),
        ((Beer("ale", 1), PORTER), "..., ale (brewed 1)"),
        ((PORTER,), "porter (brewed 2)"),
        ((PORTER, ALE), "porter (brewed 2); ale (brewed 1, sold 1)"),
        ((STOUT, ALE, PORTER), "stout (brewed 1); ale (brewed 1, sold 1); porter (brewed 2)"),
        ((ALE, PORTER, PORTER), "ale (brewed 1, sold 1); 2x porter (brewed 2)"),
        ((Beer("lager", 1), Beer("bock", 2)), "lager (brewed 1), bock (brewed 2)"),
    ],
)
def test_of_a_list_that_goes_on_only_what_is_new_is_told(after: tuple[Beer, ...], told: str) -> None:
    """The whole list shows what has gone, and another order."""
    before, now = [lying(Brewery((Brewer(1, Cellar(()), recipes),))) for recipes in ((ALE, PORTER), after)]
    assert changes(before, now) == [f"Seat 1: recipes {told}"]
    assert whole(before) == ["Table: ", "Seat 1: cellar open; recipes ale (brewed 1, sold 1); porter (brewed 2)"]


def test_successive_sentences_about_a_player_name_them_once() -> None:
    told = [
        "Ann draws.",
        "Ann takes 2 malt.",
        "Ann Lee draws.",
        "Ann draws!",
        "Ann passes.",
        "The round ends.",
        "Ann wins.",
    ]
    assert happened(told, ["Ann", "Ann Lee"]) == [
        "Ann draws; takes 2 malt.",
        "Ann Lee draws.",
        "Ann draws!",
        "Ann passes.",
        "The round ends.",
        "Ann wins.",
    ]


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_is_told_in_another_language(kind: str) -> None:
    games = [TextGame(kind, seed="1", language=language) for language in ("en", "de")]
    mover = games[0].seat or 1
    told = [[game.prompt(mover), game.observe(mover), *game.legal(mover).values()] for game in games]
    assert not {*told[0]} & {*told[1]}
    english, german = [text.splitlines() for text in told[0][:1] + told[1][:1]]
    assert [place for place, (one, other) in enumerate(zip(english, german, strict=True)) if one == other] == [
        english.index("Moves in notation, with names in lower case with hyphens, and amounts as `name:2,other:1`:"),
        len(english) - 1,
    ]
    assert [*games[0].legal(mover)] == [*games[1].legal(mover)]
    move = parse(next(iter(games[0].legal(mover))), games[0].game.verbs)
    for game in games:
        game.make(mover, move)
    news = [game.observe(3 - mover) for game in (*games, pickle.loads(pickle.dumps(games[1])))]  # noqa: S301 -- our own
    assert news[0].startswith(f"Seat {mover}")
    assert news[1] == news[2]
    assert news[1].startswith(f"Platz {mover}")


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="not told in 'fr'; the languages are en, de"):
        TextGame("dank-and-draft", language="fr")
    with pytest.raises(ValueError, match="2 to 4 seats, not '2'"):
        TextGame("dank-and-draft", "2")  # type: ignore[arg-type]  # as a configuration has it
    with pytest.raises(ValueError, match="the kinds are"):
        TextGame("chess")
    with pytest.raises(ValueError, match="2 to 4 seats"):
        TextGame("dank-and-draft", 5)


def test_the_code_of_the_page_runs() -> None:
    page = Path(__file__).parents[2] / "docs" / "train-a-language-model.md"
    names: dict[str, Any] = {}
    for block in blocks(page.read_text(encoding="utf-8"), "python"):
        exec(compile(block, page.name, "exec"), names)  # noqa: S102 -- our own document
    assert sorted(names["game"].rewards) == [-1, 1]
