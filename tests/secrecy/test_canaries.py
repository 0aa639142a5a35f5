"""No frame holds a secret: names of hidden cards, the seed and its future draws, tokens of other seats.

The editions are made for this: each card has a unique name; in Cask Race, whose cards have no names, there is one card of rye.
All viewers query and follow the game at the same time.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Selection
from taphouse.engine.contract import Options
from taphouse.engine.dank_and_draft.cards import Deck as BeerDeck
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions
from taphouse.engine.dank_and_draft.worlds import shown_until
from taphouse.engine.editions import Edition, load
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.pint_craft import rules as pint_craft
from taphouse.engine.pint_craft.deck import Deck as CardDeck
from taphouse.engine.worlds import Playout
from taphouse.lab.secrecy.in_process_service import (
    InProcessConnection,
    InProcessRequest,
    InProcessService,
    house,
    settle,
)
from taphouse.lab.secrecy.paired_worlds import STARTED, Begun, WorldWriter, as_it_went, begin
from taphouse.lab.secrecy.question import bearer
from taphouse.lab.secrecy.random_inputs import editions
from taphouse.lab.secrecy.ways_out import INNER, Ways
from taphouse.schema.game_view import GameView
from taphouse.schema.graphql.build import Api
from taphouse.schema.results import Analysis
from taphouse.service.games.advising.advising import Advising
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.http import server_sent_events
from tests.conformance.tables import GAMES
from tests.per_game import PerGame, check_told
from tests.tiny import rules as cask_race
from tests.tiny.cards import CODE, Grain
from tests.tiny.moves import Give
from tests.tiny.state import ToAnswer, ToKeep


@pytest.fixture(autouse=True)
def _nothing_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imagined worlds name cards that may be anywhere. Pairs of worlds show that they tell nothing of the real one."""

    async def no_world(*_: Any) -> None:
        """Instead of `sampleWorld`."""

    async def no_analysis(*_: Any) -> Analysis:
        """Instead of `analysis`, which imagines worlds."""
        return Analysis(())

    monkeypatch.setattr(Advising, "sample_world", no_world)
    monkeypatch.setattr(Advising, "analysis", no_analysis)


SEATS = 3
SEED = "a-seed-of-canaries"
CANARY = re.compile(rb'canary-\d+|\brye\b(?!":0\b)', re.IGNORECASE)
"""A canary in an answer. Amounts of all grains are told, of rye as well; but not that there is some."""


def name(i: int) -> str:
    return f"canary-{i * 7919 % 100003:06}"


def dank_and_draft_edition(text: str) -> str:
    """Every card is of a brewery of its own."""
    rest, found = re.split(r"(?m)^\[\[breweries\]\]$", text)[0], re.findall(r"\{ beer = [^}]*\}", text)
    tail = 'provenance = "reconstructed"\nnote = "a canary"\n'
    rows = (f'[[breweries]]\nname = "{name(i)}"\ncards = [{card}]\n{tail}' for i, card in enumerate(found))
    return rest + "\n".join(rows)


def pint_craft_edition(text: str) -> str:
    """Every card is the only one of its title."""
    head, *blocks = re.split(r"(?m)^(?=\[\[)", text)
    made: list[str] = []
    first: dict[str, str] = {}
    for block in blocks:
        first[re.findall(r'(?m)^name = "(.*)"$', block)[0]] = name(len(made))
        copies = re.search(r"copies = \{ value = (\d+)", block)
        for _ in range(int(copies[1]) if copies else 1):
            named = re.sub(r'(?m)^(name|title) = ".*"$', rf'\1 = "{name(len(made))}"', block)
            made.append(re.sub(r"copies = \{ value = \d+", "copies = { value = 1", named))
    titles = sum(block.startswith("[[cards]]") for block in made)
    whole = re.sub(r"titles = \{ value = \d+", f"titles = {{ value = {titles}", head) + "".join(made)
    return re.sub(r'expands = "(.*)"', lambda found: f'expands = "{first[found[1]]}"', whole)


def brew_crafters_edition(text: str) -> str:
    """The recipes and workers that the seed draws have names that are nowhere else."""
    head, *blocks = re.split(r"(?m)^(?=\[\[)", text)
    for number, block in enumerate(blocks):
        if block.startswith("[[workers]]") or "advanced = true" in block:
            blocks[number] = re.sub(r'(?m)^(name|title) = ".*"$', rf'\1 = "{name(number)}"', block)
    return head + "".join(blocks)


def cask_race_edition(text: str) -> str:
    """One card is of rye, and no recipe asks for it."""
    return re.sub(r'(grain = "rye"\ncount = )\d+', r"\g<1>1", text).replace('main = "rye"', 'main = "wheat"')


# --- what a viewer was shown, in the words of the rules ----------------------------------------------------------------------


def beers_shown(game: Playout, edition: Any, k: int, seat: int | None) -> tuple[set[str], set[str]]:
    """The names of the beers that a viewer was shown up to version k, and of those they were not (DD-03, DD-04)."""
    deck, (shown, _) = BeerDeck(edition), shown_until(game, k, seat)
    first: Any = game.states[0]
    cards = {*first.pile, *first.taps, *(card for hand in first.hands for card in hand)}
    names = {deck.beer(card).brewery: card & ~15 in shown for card in cards if deck.beer(card).brewery}
    return {name for name, told in names.items() if told}, {name for name, told in names.items() if not told}


def cards_shown(game: Playout, edition: Any, k: int, seat: int | None) -> tuple[set[str], set[str]]:
    """The names of the cards and Recipes that a viewer was shown up to version k, and of the others (PC-01, PC-03)."""
    deck = CardDeck(edition)
    cards, recipes = set[int](), set[int]()
    for state in game.states[: k + 1]:
        here: Any = state
        rows = [here.discards, (here.in_play,), *here.fronts, *([here.hands[seat - 1]] if seat else [])]
        cards |= {card for row in rows for card in row}
        recipes |= {recipe for row in (*here.taps, *(stack[-1:] for stack in here.stacks)) for recipe in row}
    shown = {deck.titles[card].name for card in cards if card} | {
        deck.beers[recipe].name for recipe in recipes if recipe
    }
    return shown, {one.name for one in (*edition.cards, *edition.recipes)} - shown


def drawn(game: Playout, _edition: Any, _k: int, _seat: int | None) -> tuple[set[str], set[str]]:
    """The names of the recipes and workers that the seed drew when the game started, for all to see, and of the others."""
    box, first = game.rules.box, game.states[0]
    names = {one.name for one in (*box.beers, *box.workers) if one.name.startswith("canary")}
    told = {box.beers[i].name for i in first.recipes} | {box.workers[i].name for i in first.workers}
    return told & names, names - told


def rye_shown(game: Playout, _edition: Any, k: int, seat: int | None) -> tuple[set[str], set[str]]:
    """True if a viewer was shown the card of rye up to version k, or heard of it (TF-02, TF-04, TF-06)."""
    cards = {CODE[move.grain] for move in game.moves[:k] if isinstance(move, Give)}
    for state in game.states[: k + 1]:
        here: Any = state
        cards |= {*here.discards, *(here.hands[seat - 1] if seat else ())}
        for owed in here.pending:
            if isinstance(owed, ToKeep) and seat == here.seat:
                cards |= {*owed.cards}
            if isinstance(owed, ToAnswer) and seat in (here.seat, owed.giver):
                cards.add(owed.card)
    rye = {"rye"}
    return (rye, set()) if CODE[Grain.RYE] in cards else (set(), rye)


class Case(NamedTuple):
    """The canaries of a game, and the viewers that were shown them."""

    edition: Callable[[str], str]
    """A packaged edition, with canaries in it."""
    names: int
    """The number of canaries."""
    shown: Callable[[Playout, Any, int, int | None], tuple[set[str], set[str]]]
    """The canaries that a viewer was shown up to a version, and the others."""
    hidden: int
    """The least number that is hidden from each viewer."""
    options: Options | None = None
    """Options that are not the defaults."""


CASES: PerGame[Case] = PerGame(
    "how canaries are planted in an edition",
    "CASES in tests/secrecy/test_canaries.py",
    {
        # Of a long game nearly all beers were shown to everybody.
        "dank-and-draft": Case(dank_and_draft_edition, 78, beers_shown, 6, DankAndDraftOptions(turn_cap=12)),
        "pint-craft": Case(pint_craft_edition, 83 + 25, cards_shown, 5),
        "brew-crafters": Case(
            brew_crafters_edition,
            12 + 15,
            drawn,
            6,
            BrewCraftersOptions(recipes=Selection.RANDOM, workers=Selection.RANDOM),
        ),
        "cask-race": Case(cask_race_edition, 1, rye_shown, 0),
    },
)


def with_canaries(game: Game, folder: Path) -> Edition:
    """An edition in a folder of the service's owner."""
    packaged = next(iter(editions(game).values()))
    text = CASES[game.about.kind].edition(packaged.source.decode())
    file = folder / "canaries.toml"
    file.write_text(text.replace(f'name = "{packaged.name}"', 'name = "canaries"', 1))
    return load(game.edition, file.read_bytes(), file.name)


# --- everything that leaves the service ---------------------------------------------------------------------------------------


async def heard(
    one: InProcessService, ways: Ways, begun: Begun, game: Playout, writer: WorldWriter, k: int
) -> dict[str, bytes]:
    """Everything that each viewer gets who follows a game while its move k is made, and queries it then."""
    written = writer.write(as_it_went(game, k), live=True)
    one.rewrite(begun.id, written.record, written.log)
    tokens: dict[str, str | None] = {f"seat {i}": token for i, token in enumerate(begun.seats, 1)}
    tokens |= {"spectator": None, "host": begun.host, f"account {SEATS}": begun.account}
    lines: dict[str, list[InProcessConnection]] = {}
    values = INNER | {"gameId": begun.id, "id": begun.id, "after": 0, "first": 100, "wait": 0}
    for who, token in tokens.items():
        socket = await ways.socket(one, token, dict.fromkeys(("events", "gameUpdated", "decisions"), values))
        headers = ((b"accept", server_sent_events.MEDIA.encode()), *bearer(token))
        followed = ways.graphql("subscription", "events", values, bearer(token), server_sent_events.MEDIA)
        rest = InProcessRequest("GET", f"/v1/games/{begun.id}/events", "", headers)
        waits = ways.graphql("query", "events", values | {"after": STARTED + k - 1, "wait": 20}, bearer(token))
        lines[who] = [socket, *map(one.begin, (followed, rest, waits))]
    everybody = [line for some in lines.values() for line in some]
    await settle(*everybody)
    seat = game.rules.decision(game.states[k - 1]).seat
    move = {"moves": [{"notation": write(game.moves[k - 1])}], "idempotencyKey": f"a-key-for-canaries-at-{k}"}
    answers = {who: list[Any]() for who in tokens}
    answers[f"seat {seat}"].append(
        await one.ask(ways.graphql("mutation", "play", values | move, bearer(tokens[f"seat {seat}"])))
    )
    await settle(*everybody)
    for line in everybody:
        await line.leave()
    for who, token in tokens.items():
        for request in looks(ways, begun, values, token, STARTED + k):
            answers[who].append(await one.ask(request))
    said = {who: [*answers[who], *(line.answer() for line in lines[who])] for who in tokens}
    assert not [b for some in said.values() for a in some for b in a.frames if b'"errors":' in b]
    return {who: b"".join(frame for answer in some for frame in answer.frames) for who, some in said.items()}


def looks(
    ways: Ways, begun: Begun, values: dict[str, Any], token: str | None, version: int
) -> Iterator[InProcessRequest]:
    """Questions of a viewer about a game that stands at a version."""
    for at in {1, STARTED, version // 2 or 1, version}:
        yield ways.graphql("query", "game", values | {"at": at}, bearer(token))
    yield ways.graphql("query", "events", values, bearer(token))
    yield ways.graphql("mutation", "resign", values | {"expectedVersion": 1}, bearer(token))
    for path, query in (
        ("", ""),
        ("/history", ""),
        ("/events", ""),
        ("/moves/legal", ""),
        ("/suggestion", "bot=GREEDY"),
    ):
        yield InProcessRequest("GET", f"/v1/games/{begun.id}{path}", query, bearer(token))


async def heard_while_it_waits(one: InProcessService, ways: Ways, begun: Begun) -> bytes:
    """All that is to be seen of a game that waits for a player: of one with the same seed, of which nothing is drawn yet."""
    asked: Any = msgspec.json.decode(begun.created.body)
    asked["variables"]["idempotencyKey"] = "a-key-for-a-game-that-waits"
    made = await one.ask(msgspec.structs.replace(begun.created, body=msgspec.json.encode(asked)))
    created = msgspec.json.decode(made.frames[0])["data"]["createGame"]
    waits = msgspec.structs.replace(begun, id=created["game"]["gameId"])
    values = INNER | {"gameId": waits.id, "id": waits.id, "after": 0, "first": 100, "wait": 0}
    tokens = (None, created["hostToken"], created["seats"][0]["token"])
    answers = [await one.ask(request) for token in tokens for request in looks(ways, waits, values, token, 1)]
    return b"".join(frame for answer in answers for frame in answer.frames)


def spellings(seed: bytes) -> set[str]:
    """Forms in which a seed might be written."""
    return {SEED, seed.hex(), base64.b64encode(seed).decode(), base64.urlsafe_b64encode(seed).decode().rstrip("=")}


def test_each_game_has_canaries():
    check_told(CASES, GAMES, CASES.what, CASES.where)


@pytest.mark.parametrize("kind", CASES)
async def test_no_frame_names_what_its_reader_was_never_shown(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    game, case = GAMES[kind], CASES[kind]
    edition = with_canaries(game, tmp_path)
    monkeypatch.setenv("TAPHOUSE_EDITIONS_DIR", str(tmp_path))
    games = {kind: game}
    ways = Ways(Api.of(*games.values(), federated=True).core, game, games)
    options = case.options or game.about.options()
    playout = Playout(game.rules(edition), options, SEATS, SEED, Random(1).choice)
    hunted = found = 0
    async with house(games) as one:
        begun = await begin(ways, one, playout, edition)
        writer = WorldWriter(Codec(game), *one.store.log(begun.id), playout)
        secrets = spellings(playout.secret) | {*begun.seats, begun.host, begun.account}
        before = await heard_while_it_waits(one, ways, begun)
        assert not CANARY.findall(before), "while it waits"
        assert not {secret for secret in secrets if secret.encode() in before}, "while it waits"
        for k in (1, len(playout.moves) // 3, len(playout.moves) - 1):
            for who, said in (await heard(one, ways, begun, playout, writer, k)).items():
                told, hidden = case.shown(playout, edition, k, int(who[-1]) if who[-1].isdigit() else None)
                names = {canary.decode().lower() for canary in CANARY.findall(said)}
                assert len(hidden) >= case.hidden
                assert not hidden & names, f"{who} at version {STARTED + k}"
                assert not told or told & names, "a viewer sees what they were shown"
                assert not {secret for secret in secrets if secret.encode() in said}, f"{who} at version {STARTED + k}"
                hunted, found = hunted + len(hidden), found + len(told)
    assert hunted
    assert found


@pytest.mark.parametrize("kind", CASES)
def test_every_card_of_the_edition_has_a_name_of_its_own(kind: str, tmp_path: Path):
    edition: Any = with_canaries(GAMES[kind], tmp_path)
    assert len(set(CANARY.findall(edition.source))) == CASES[kind].names


LEAKS = {
    "pint-craft": (pint_craft, "known", lambda state, seat: state),
    "cask-race": (cask_race, "known", lambda state, seat: state),
    "brew-crafters": (GameView, "seed", property(lambda game_view: game_view.terms.seed.hex())),
}


@pytest.mark.parametrize("kind", LEAKS)
async def test_a_canary_that_gets_out_is_heard(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(*LEAKS[kind])
    with pytest.raises(AssertionError, match=r"at version|while it waits"):
        await test_no_frame_names_what_its_reader_was_never_shown(kind, tmp_path, monkeypatch)
