"""Labels, sentences and prompts of whole games, in each language of the game: readable, complete, and no way to peek."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, product
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from taphouse.engine.bots.reasons import reasons
from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Event, Move
from taphouse.engine.messages import ENGLISH
from taphouse.engine.messages.table_fields import Holds, fields_of, named_by
from taphouse.engine.messages.wording import Wording
from taphouse.engine.resources import files_of
from taphouse.engine.vocabulary import kebab, lower_first
from taphouse.lab.game_tests.effort import thorough
from taphouse.lab.game_tests.invariants import told
from taphouse.lab.game_tests.pairs import pairs
from taphouse.lab.game_tests.playthroughs import games
from taphouse.lab.game_tests.tables import GAMES, GameTerms, checks, default_table, editions, hiding, playout, tables
from taphouse.lab.secrecy.random_inputs import editions as packaged
from taphouse.service.games.catalogue import catalogues, lacking_in_game

PLAYERS = ("Ann", "Ben", None, "Dora", "jo", "{seat} [x]")
"""Their names, one of them written like a template. The third has none, nor have those after the last."""
SHOUTED = re.compile(r"\b[A-Z][A-Z_]+\b")
PUNCTUATION = re.compile(r"  | [.,:;!)]|[.,:;]{2}|!\.|\( |None|True|False")
LANGUAGES = [(kind, language) for kind, game in GAMES.items() for language in game.catalogues.languages]

at_every_table = pytest.mark.parametrize("table", tables(), ids=str)


def wording_of(table: GameTerms, language: str = ENGLISH) -> Wording:
    return table.game.wording(editions(table.kind)[table.edition], language)


def languages(table: GameTerms) -> tuple[str, ...]:
    return tuple(table.game.catalogues.languages)


@cache
def slugs(kind: str, edition: str) -> frozenset[str]:
    """The names of the edition that cannot be mistaken for words."""
    names = (entry.name for entry in editions(kind)[edition].listed())
    return frozenset(name for name in names if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name))


@cache
def capitals(kind: str) -> frozenset[str]:
    """Words that the catalogues and editions write in capitals, such as IPA."""
    folder = files_of(GAMES[kind].about.package).joinpath("messages")
    catalogue = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".toml")]
    titles = [title for edition in editions(kind).values() for title in edition.titles().values()]
    return frozenset(word for text in (*catalogue, *titles) for word in SHOUTED.findall(text))


def check_text(table: GameTerms, text: str) -> None:
    """The text is written for people. Players' names are cut out of it first."""
    plain = text
    for name in PLAYERS[: table.seats]:
        plain = plain.replace(name, "Zoe") if name else plain
    assert plain, "a text is empty"
    assert plain[0].isdigit() or plain.lstrip("„")[0].isupper(), f"it begins with a small letter: {text}"
    assert not set(plain) & set("{}[]|_#"), f"it has a character of templates: {text}"
    loud = set(SHOUTED.findall(plain)) - capitals(table.kind)
    assert not loud, f"it has a name for programs, {', '.join(loud)}: {text}"
    assert PUNCTUATION.search(plain) is None, f"its punctuation is odd: {text}"
    raw = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", plain)) & slugs(table.kind, table.edition)
    assert not raw, f"it has a name for programs, {', '.join(raw)}: {text}. Give the entry a title."


def check_label(table: GameTerms, wording: Wording, move: Struct, names: Sequence[str]) -> None:
    """The label of a move, or of a `Label` of one."""
    label = wording.label(move, names)
    check_text(table, label)
    assert not label.endswith("."), f"a label is no sentence, and has no full stop: {label}"
    check_text(table, wording.label(move))
    made = wording.made(move, 1, names)
    assert made.startswith((f"{names[0]}: {label}", f"{names[0]} ")), made
    check_text(table, made)
    assert made[-1] in ".!", made


def check_sentence(table: GameTerms, wording: Wording, event: Struct, names: Sequence[str]) -> None:
    sentence = wording.sentence(event, names)
    check_text(table, sentence)
    titles = wording.titles.values()
    full = sentence.endswith((".", *(title for title in titles if title[-1] == "!")))
    assert full, f"the sentence of an event ends without a full stop: {sentence}"


@pytest.mark.parametrize(("kind", "language"), [one for one in LANGUAGES if one[1] != ENGLISH])
def test_a_language_lacks_nothing(kind: str, language: str) -> None:
    """A missing text is in English, in the middle of another language."""
    lacks = [*lacking_in_game(GAMES[kind], packaged(GAMES[kind]).values(), language)]
    if f"{kind}: guide/{language}.toml" in lacks:  # a guide is long; without one, players read the English guide
        lacks.remove(f"{kind}: guide/{language}.toml")
    assert not lacks, f"these texts have no translation into {language}: {', '.join(lacks)}"


@pytest.mark.parametrize(("kind", "language"), LANGUAGES)
def test_a_name_has_the_same_fields_in_every_language(kind: str, language: str) -> None:
    """A field that is missing says less; one that is unknown cannot be spoken."""

    def fields(of: str) -> dict[str, list[str]]:
        return {name: re.findall(r"\{\w+\}", text) for name, text in GAMES[kind].catalogues.get(of).names.items()}

    assert fields(language) == fields(ENGLISH), f"names in {language} speak other fields than in English"


@pytest.mark.parametrize(("kind", "language"), LANGUAGES)
def test_options_are_described_without_null(kind: str, language: str) -> None:
    """Options are chosen by people."""
    about, messages = GAMES[kind].about, GAMES[kind].catalogues.get(language)
    fields: Any = msgspec.json.schema(about.options)["$defs"][about.options.__name__]["properties"]
    for field, encoded in zip(about.options.__struct_fields__, about.options.__struct_encode_fields__, strict=True):
        text = messages.option(kebab(field), fields[encoded]["description"])
        assert text, f"the option {field} has no description"
        assert not re.search(r"\bnull\b", text), f"players do not know null; say what it means: {text}"


@at_every_table
def test_every_move_event_and_decision_of_a_game_is_spoken_well_to_every_viewer(table: GameTerms) -> None:
    """Labels, sentences and prompts are read by people, also where something is hidden from them."""
    game, rules = playout(table, "words"), table.rules
    shown = {rules.labelled(state, move) for state in game.states for move in rules.moves(state)}
    seen = {rules.redact(event, viewer) for event in chain(*game.events) for viewer in table.viewers}
    asked = {(owed.task, owed.details) for state in game.states if (owed := rules.decision(state))}
    for wording in (wording_of(table, language) for language in languages(table)):
        names = wording.names(_players(table))
        for label in shown:
            check_label(table, wording, label, names)
        for event in {*seen, *chain(*game.events)} - {None}:
            check_sentence(table, wording, event, names)
        for task, details in asked:
            prompt = wording.prompt(task, details, names)
            check_text(table, prompt)
            assert prompt.endswith("."), f"the prompt of {task} ends without a full stop: {prompt}"


@thorough
@pytest.mark.parametrize("kind", GAMES)
def test_every_move_event_and_decision_is_spoken_in_random_games_or_playthroughs(kind: str) -> None:
    """A text that no game has is read by nobody before players do."""
    about = GAMES[kind].about
    missing: set[type] = {*about.moves, *about.events} - checks(kind).out_of_reach
    tasks = set(about.prompts)
    for game in games(kind, 100):  # as many as it takes for what is rare
        table = game.table
        wordings = [wording_of(table, language) for language in languages(table)]
        names = wordings[0].names(_players(table))
        tasks -= {owed.task for state in game.states if (owed := table.rules.decision(state))}
        for spoken in chain(game.moves, *game.events):
            if type(spoken) in missing:
                missing.remove(type(spoken))
                for wording in wordings:
                    if isinstance(spoken, Move):
                        check_label(table, wording, spoken, names)
                    else:
                        check_sentence(table, wording, spoken, names)
        if not missing and not tasks:
            return
    never = ", ".join(sorted((*(one.__name__ for one in missing), *tasks)))
    pytest.fail(f"The playthroughs and 100 random games at each table never make, tell or ask: {never}")


@at_every_table
def test_the_reasons_for_moves_are_spoken_well(table: GameTerms) -> None:
    """Players read them beside a suggestion."""
    rules, game, found = table.rules, playout(table, "words"), set[Struct]()
    for state, move in list(zip(game.before, game.moves, strict=True))[:150]:
        seat = rules.decider(state)
        assert seat is not None, f"nobody decides before {told(move)}"
        found.update(reasons(table.game, rules, rules.known(state, seat), move, seat, best=True))
    for wording in (wording_of(table, language) for language in languages(table)):
        for one in found:
            sentence = wording.merit(one, wording.names(_players(table)))
            check_text(table, sentence)
            assert sentence.endswith((".", "!", "?")), f"a reason for a move ends without a full stop: {sentence}"


@at_every_table
def test_events_of_previews_are_spoken_well(table: GameTerms) -> None:
    """The result of a draw is unknown there."""
    wording, rules = wording_of(table), table.rules
    names = wording.names(_players(table))
    game = playout(table, "words")
    for state, move in list(zip(game.before, game.moves, strict=True))[:150]:
        decision = rules.decision(state)
        assert decision is not None, f"nobody decides before {told(move)}"
        for event in rules.apply(rules.known(state, decision.seat), move, BLIND).events:
            seen = rules.redact(event, decision.seat)
            if seen is not None:
                check_sentence(table, wording, seen, names)


def sentences(table: GameTerms, events: tuple[Event, ...], viewer: int | None) -> Iterator[str]:
    """The sentences of a viewer about these events, in every language."""
    for event, language in product(events, languages(table)):
        wording, seen = wording_of(table, language), table.rules.redact(event, viewer)
        if seen is not None:
            yield wording.sentence(seen, wording.names(_players(table)))


@pytest.mark.parametrize("kind", GAMES)
def test_a_viewer_reads_the_same_in_two_worlds(kind: str) -> None:
    """A sentence must not reveal what its event hides."""
    read = 0
    for seed in range(200):
        for game, viewer, k, world in pairs(kind, range(seed, seed + 1)):
            for number in range(k):
                here = [*sentences(game.table, game.events[number], viewer)]
                there = [*sentences(game.table, world.steps[number + 1].events, viewer)]
                assert here == there, f"{viewer} can tell two worlds apart by sentences"
                read += len(here)
        # Short games take more seeds. Where nothing is hidden, worlds part at the next draw: what can be read is enough.
        if (read > 300 or kind not in hiding()) and (seed + 1) * len(tables(kind)) >= 20:
            return
    pytest.fail(f"only {read} sentences were read in two worlds; let `other_world` find more")


@pytest.mark.parametrize("kind", GAMES)
def test_a_wording_is_made_once_for_an_edition(kind: str) -> None:
    """It takes long to make one."""
    game, (edition, *_) = GAMES[kind], editions(kind).values()
    assert game.wording(edition) is game.wording(edition)


def _players(table: GameTerms) -> tuple[str | None, ...]:
    return (*PLAYERS, *[None] * table.seats)[: table.seats]


OF_JSON = {
    Holds.SEAT: int,
    Holds.NUMBER: int,
    Holds.FLAG: bool,
    Holds.WORD: str,
    Holds.NAME: str,
    Holds.TEXT: str,
    Holds.AMOUNTS: dict,
    Holds.GROUP: dict,
}


def values(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a table as JSON that is not null, with its path."""
    for name, value in table.items():
        here = f"{path}.{name}".removeprefix(".")
        if value is not None:
            yield here, value
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from values(one, here)


@pytest.mark.parametrize("kind", GAMES)
def test_the_catalogue_has_the_fields_of_every_table(kind: str) -> None:
    """From them, a client shows any kind of game."""
    (game,) = catalogues({kind: GAMES[kind]}, {kind: editions(kind)}, [ENGLISH])[ENGLISH].games
    table = default_table(kind)
    fields, words = {field.path: field for field in game.table}, {word.value for word in game.words}
    symbols = {word for field in fields_of(GAMES[kind].about.view) if field.symbolic for word in field.words}
    *states, end = playout(table, "fields").states
    for state in (*states[::7], end):
        for seat in (1, None):
            view = table.rules.view(table.rules.known(state, seat))
            for path, value in values(msgspec.json.decode(msgspec.json.encode(view))):
                assert path in fields, f"the catalogue lacks the field {path} of the table"
                field = fields[path]
                assert isinstance(value, list) is field.many, f"{path} is a list, or not"
                for one in filter(lambda one: one is not None, value if field.many else [value]):
                    assert type(one) is OF_JSON[field.holds], f"{path} holds {one!r}"
                    known = field.holds is not Holds.WORD or kebab(str(one)) in words | symbols
                    assert known, f"no catalogue has the word {one} of {path}"


@pytest.mark.parametrize("kind", GAMES)
def test_what_a_move_names_lies_on_the_table(kind: str) -> None:
    """A client makes a move by a click at the thing that it names."""
    about, table = GAMES[kind].about, default_table(kind)
    named = {name: ".".join(path) for path, names in named_by(about.view, about.moves).items() for name in names}
    for state in playout(table, "things").states[:-1:3] if named else ():
        view = table.rules.view(table.rules.known(state, table.rules.decider(state)))
        lying = list(values(msgspec.json.decode(msgspec.json.encode(view))))
        for move in table.rules.moves(state):
            for field, value in msgspec.to_builtins(move).items():
                path = named.get(f"{lower_first(type(move).__name__)}.{field}")
                things = [
                    one for at, found in lying if at == path for one in (found if isinstance(found, list) else [found])
                ]
                assert path is None or value in (None, *things), (
                    f"{value!r} of {move} does not lie at {path}: leave out `at`"
                )
