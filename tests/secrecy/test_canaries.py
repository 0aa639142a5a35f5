"""What must not be told is in no frame: names of hidden cards, the seed, the tokens of others.

The editions are made for it: each card has a name of its own, which is nowhere else. And whoever looks at a game and follows it
does so while all others do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.dank_and_draft.cards import Deck as BeerDeck
from engine.dank_and_draft.worlds import shown_until
from engine.edition import Edition, load
from engine.game import Game
from engine.notation import write
from engine.pint_craft import rules as pint_craft
from engine.pint_craft.cards import Deck as CardDeck
from engine.worlds import Playout
from schema.build import Api
from service import sse
from service.secrecy.anything import editions
from service.secrecy.house import House, Line, Request, house, settle
from service.secrecy.pairs import STARTED, Begun, Writer, as_it_went, begin
from service.secrecy.question import bearer
from service.secrecy.ways import INNER, Ways
from service.stored import Codec
from tests.conformance.tables import GAMES

SEATS = 3


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


# --- what a viewer was shown, in the words of the rules ----------------------------------------------------------------------


def beers_shown(game: Playout, edition: Any, k: int, seat: int | None) -> tuple[set[str], set[str]]:
    """The names of the beers that a viewer was shown up to version k, and of those that he was not (DD-03, DD-04)."""
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


CASES = {
    "dank-and-draft": (dank_and_draft_edition, beers_shown),
    "pint-craft": (pint_craft_edition, cards_shown),
}


def with_canaries(game: Game, folder: Path) -> Edition:
    """An edition in a folder of the service's owner."""
    packaged = next(iter(editions(game).values()))
    text = CASES[game.about.kind][0](packaged.source.decode())
    file = folder / "canaries.toml"
    file.write_text(text.replace(f'name = "{packaged.name}"', 'name = "canaries"', 1))
    return load(game.edition, file.read_bytes(), file.name)


# --- everything that leaves the service ---------------------------------------------------------------------------------------


async def heard(one: House, ways: Ways, begun: Begun, game: Playout, writer: Writer, k: int) -> dict[str, bytes]:
    """All that anybody gets who follows a game while its move k is made, and looks at it then, by who he is."""
    written = writer.write(as_it_went(game, k), live=True)
    one.store.rewrite(begun.id, written.record, written.log)
    tokens: dict[str, str | None] = {f"seat {i}": token for i, token in enumerate(begun.seats, 1)}
    tokens |= {"spectator": None, "host": begun.host, f"account {SEATS}": begun.account}
    lines: dict[str, list[Line]] = {}
    values = INNER | {"gameId": begun.id, "id": begun.id, "after": 0, "first": 100, "wait": 0}
    for who, token in tokens.items():
        socket = await ways.socket(one, token, dict.fromkeys(("gameEvents", "gameUpdated", "decisions"), values))
        headers = ((b"accept", sse.MEDIA.encode()), *bearer(token))
        followed = ways.graphql("subscription", "gameEvents", values, bearer(token), sse.MEDIA)
        rest = Request("GET", f"/v1/games/{begun.id}/events", "", headers)
        waits = ways.graphql("query", "events", values | {"after": STARTED + k - 1, "wait": 20}, bearer(token))
        lines[who] = [socket, *map(one.begin, (followed, rest, waits))]
    everybody = [line for some in lines.values() for line in some]
    await settle(*everybody)
    seat = game.rules.decision(game.states[k - 1]).seat
    move = {"moves": [write(game.moves[k - 1])], "idempotencyKey": f"a-key-for-canaries-at-{k}"}
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


def looks(ways: Ways, begun: Begun, values: dict[str, Any], token: str | None, version: int) -> Iterator[Request]:
    """What somebody asks about a game that stands at a version."""
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
        yield Request("GET", f"/v1/games/{begun.id}{path}", query, bearer(token))


@pytest.mark.parametrize("kind", CASES)
async def test_no_frame_names_what_its_reader_was_never_shown(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    game = GAMES[kind]
    edition = with_canaries(game, tmp_path)
    monkeypatch.setenv("TAPHOUSE_EDITIONS_DIR", str(tmp_path))
    games = {kind: game}
    ways = Ways(Api.of(*games.values()).schema._schema, game, games)
    playout = Playout(game.rules(edition), game.about.options(), SEATS, "canaries", Random(1).choice)
    shown = CASES[kind][1]
    async with house(games) as one:
        begun = await begin(ways, one, playout, edition)
        writer = Writer(Codec(game), *one.store.log(begun.id), playout)
        for k in (1, len(playout.moves) // 3, len(playout.moves) - 1):
            for who, said in (await heard(one, ways, begun, playout, writer, k)).items():
                told, hidden = shown(playout, edition, k, int(who[-1]) if who[-1].isdigit() else None)
                assert len(hidden) > 5
                assert not {name for name in hidden if name.encode() in said}, f"{who} at version {STARTED + k}"
                assert {name for name in told if name.encode() in said}, "whoever looks sees something"
                secrets = {playout.secret.hex(), *begun.seats, begun.host, begun.account}
                assert not {secret for secret in secrets if secret.encode() in said}, f"{who} at version {STARTED + k}"


@pytest.mark.parametrize("kind", CASES)
def test_every_card_of_the_edition_has_a_name_of_its_own(kind: str, tmp_path: Path):
    edition: Any = with_canaries(GAMES[kind], tmp_path)
    text = edition.source.decode()
    names = set(re.findall(r"canary-\d+", text))
    assert len(names) == {"dank-and-draft": 78, "pint-craft": 83 + 25}[kind]


async def test_a_canary_that_gets_out_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pint_craft, "known", lambda state, seat: state)
    with pytest.raises(AssertionError, match="at version"):
        await test_no_frame_names_what_its_reader_was_never_shown("pint-craft", tmp_path, monkeypatch)
