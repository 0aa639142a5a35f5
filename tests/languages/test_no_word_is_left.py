"""Nothing that people read is left in English, whatever way it goes out: a game is played in the marked language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from graphql import GraphQLEnumType, GraphQLObjectType, get_named_type
from msgspec.structs import replace
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine import GAMES as INSTALLED
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH
from taphouse.engine.messages.merits import MERITS
from taphouse.engine.records.record import Line, Record
from taphouse.engine.vocabulary import Word, kebab
from taphouse.engine.worlds import Playout
from taphouse.lab.secrecy import audited_requests, rest_questions
from taphouse.lab.secrecy.audited_requests import AuditedRequests
from taphouse.lab.secrecy.hidden import as_it_went
from taphouse.lab.secrecy.in_process_service import (
    Headers,
    InProcessConnection,
    InProcessRequest,
    InProcessService,
    Received,
    house,
)
from taphouse.lab.secrecy.paired_worlds import HOST, NO_DELAY, SPECTATOR, WorldWriter, begin, question_of
from taphouse.lab.secrecy.random_inputs import editions
from taphouse.schema.concepts.talk import phrases_in
from taphouse.schema.graphql.build import Api
from taphouse.schema.operations.declaration import JSON_LINES
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.http import server_sent_events
from taphouse.service.webhooks.stored import TEST
from tests.conformance.tables import GAMES
from tests.effort import WHOLE, some_or_all
from tests.languages.marked import LANGUAGE, is_plain, marked
from tests.short_games import SHORT

OURS = INSTALLED.own()

PLAYERS = {"Zoe", "Zoe's"}
"""The names that the questions give to players and breweries."""
RECORDS = Path(__file__).parents[1] / "records"
EACH = 20
"""One in this number of positions is read, from the last one back."""
ASKED = (b"accept-language", LANGUAGE.encode())


class InTheLanguage(InProcessService):
    """A service whose clients all ask for the marked language."""

    def begin(self, request: InProcessRequest) -> InProcessConnection:
        others = [header for header in request.headers if header[0] != ASKED[0]]
        return super().begin(replace(request, headers=(*others, ASKED)))

    def connect(self, path: str, headers: Headers) -> InProcessConnection:
        return super().connect(path, (*headers, ASKED))


# --- which strings are no words -------------------------------------------------------------------------------------------

_FORM = re.compile(
    r"-?\d+(\.\d+)?"  # a number
    r"|\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z"  # a time
    r"|t\d+"  # the cursor of a line of talk
    r"|[A-Z]{2}-\d+[a-z]?"  # the id of a rule
    r"|[a-z0-9]+(-[a-z0-9]+)+"  # an id of several words
    r"|[\w.-]{16,}|\d+\.[\w-]+"  # an id, a digest, a token or a cursor
    r"|(https?|urn):\S+"
)
_BETWEEN = re.compile(r"[,:;/.|<>()\[\]=@#]+")


RESULTS = {word for one in get_args(get_type_hints(Record)["result"]) for word in get_args(one)}
"""The results of games that nobody won, in records."""
OTHERS = {"none", "yes", "no", "true", "false", TEST, *phrases_in(ENGLISH)}


class Machine:
    """The strings that a kind of game has for programs: names of types, fields and entries, verbs, tags, and enum values."""

    def __init__(self, game: Game, api: Api) -> None:
        schema, about = api.core, game.about
        named = {name for type_ in schema.type_map.values() for name in (type_.name, *getattr(type_, "fields", ()))}
        enums = {
            value for type_ in schema.type_map.values() if isinstance(type_, GraphQLEnumType) for value in type_.values
        }
        entries = [entry for edition in editions(game).values() for entry in edition.listed()]
        slugs = {text for entry in entries for text in (entry.name, entry.section, entry.id)}
        tags = {type_.__struct_config__.tag for type_ in (*about.moves, *about.events, *get_args(Line))}
        tags |= {kebab(merit.__name__) for merit in (*about.merits, *MERITS)}
        names = named | enums | slugs | tags | {*about.prompts} | {reason.name for reason in about.reasons}
        slugs |= {edition.name for edition in editions(game).values()} | RESULTS
        parts = {part for name in (*slugs, *game.edition.other_names) for part in name.split(".")}
        enums |= {word.name for one in Word.__subclasses__() for word in one}
        self._words = names | parts | {kebab(name) for name in enums | named} | OTHERS
        self.proper = {
            about.title,
            about.designer,
            about.publisher,
            *(name for name in slugs if name != kebab(name) and "/" not in name),
        }
        """Names that are the same in every language: of games, people and breweries."""

    def reads(self, text: str) -> bool:
        """True if a text is for programs: a name, or a line of notation."""
        if text in self._words or _FORM.fullmatch(text):
            return True
        return all(self._is_part(part) for part in text.split())

    def _is_part(self, part: str) -> bool:
        if part in self._words or _FORM.fullmatch(part):
            return True
        return all(not one or one in self._words or _FORM.fullmatch(one) for one in _BETWEEN.split(part))


class Words:
    """The strings of answers that are no names for programs, by their places in them."""

    def __init__(self, machine: Machine, players: Iterable[str] = PLAYERS) -> None:
        self._machine = machine
        self._names = re.compile("|".join(map(re.escape, sorted({*players, *machine.proper}, reverse=True))))
        self.left: dict[str, str] = {}
        """A text that is not marked, or not as a whole, by its place."""
        self._plain: dict[str, str] = {}
        self.marked: set[str] = set()
        """The places of marked texts."""

    def read(self, value: Any, place: str) -> None:
        """Read an answer."""
        match value:
            case {"op": _, "path": str(path)}:  # of a JSON Patch: `/table/players/1/hand/-`
                self.read(value.get("value"), f"{place}{re.sub(r'/(?:[0-9]+|-)(?=/|$)', '', path).replace('/', '.')}")
            case dict():
                for key, one in value.items():
                    if not (key in PROBLEM and "code" in value):
                        self.read(one, f"{place}.{key}")
            case list():
                for one in value:
                    self.read(one, place)
            case str() if not value.startswith(("[", "{")):  # such as a record, or a position
                self._text(value, place)

    def _text(self, text: str, place: str) -> None:
        text = self._names.sub("", text)
        if not is_plain(text):
            if any(ord(letter) > 0xFF00 for letter in text):
                self.marked.add(place)
        elif self._machine.reads(text) or place.endswith(KEY):
            self._plain[place] = text
        else:
            self.left[place] = text

    def check(self, heard: set[str]) -> None:
        """Nothing is left, and where there are words at all, there is never a name for programs in their place.

        Args:
            heard: fields that had words.
        """
        assert not self.left, json.dumps(self.left, indent=1)
        assert {place.rpartition(".")[2] for place in self.marked} >= heard
        assert not {place: text for place, text in self._plain.items() if place in self.marked}


KEY = "words.value"
"""The place of the keys of words, such as `card`, which may be no names of anything else."""
PROBLEM = ("message", "title", "detail")
"""The texts of a problem."""


def values(answer: Received) -> Iterator[Any]:
    """The JSON values of an answer: of a body, of events, or of messages of a WebSocket."""
    headers = {name.decode().lower(): value.decode() for name, value in answer.headers}
    media = headers.get("content-type", "")
    if "json" in media or not media:  # of a WebSocket and of a delivery, each frame is a value
        whole = b"".join(answer.frames)
        bodies = whole.splitlines() if media == JSON_LINES else [whole] if media else [*answer.frames]
        found = [json.loads(body) for body in bodies if body.strip()]
        yield from (one.get("payload") if answer.status == 101 else one for one in found)
    elif media.startswith(server_sent_events.MEDIA):
        lines = b"".join(answer.frames).decode().splitlines()
        yield from (json.loads(line[5:]) for line in lines if line.startswith("data:") and line[5:].strip())
    else:
        assert headers["content-language"] == "en", media  # a record


# --- the games ------------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _every_way_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SELDOM", "RARELY"):
        monkeypatch.setattr(audited_requests, name, 0.9)
    monkeypatch.setattr(rest_questions, "READS", 100)


@some_or_all
@pytest.mark.parametrize("kind", GAMES)
async def test_no_word_is_left_in_english(kind: str, share: float) -> None:
    game = GAMES[kind]
    options = msgspec.convert(SHORT[kind], game.about.options)
    edition, api = next(iter(editions(game).values())), Api.of(game, federated=True)
    ways, words = AuditedRequests(api.core, game, {kind: game}), Words(Machine(game, api))
    playout = Playout(game.rules(edition), options, 2, "marked", Random(1).choice)
    last = len(playout.moves)
    with marked([game]):
        async with house({kind: game}) as one:
            service = InTheLanguage(one.app, one.store, one.bot_runner, one.receiver)
            begun = await begin(ways, service, playout, edition, NO_DELAY)
            writer = WorldWriter(Codec(game), *one.store.log(begun.id), playout)
            views = [(1, last // 3), (HOST, last // 2), (2, last), (SPECTATOR, last)]
            for number, (viewer, k) in enumerate(views if share == WHOLE else views[::2]):
                written = writer.write(as_it_went(playout, k), live=True)
                service.rewrite(begun.id, written.record, written.log)
                asked = question_of(number, begun, playout, viewer, k, Random(number + 1))
                for name, answer in (await ways.answers(service, replace(asked, last=playout.moves[k - 1]))).items():
                    for value in () if name in ("positions given to bots", "emails") else values(answer):
                        words.read(value, name)
            catalogue = await service.ask(InProcessRequest("GET", "/v1/catalogue"))
    words.read(translatable(json.loads(b"".join(catalogue.frames)), api.core.get_type("Catalogue")), "catalogue")
    words.check({"label", "prompt", "sentence", "name", "text"})


@pytest.mark.parametrize("kind", OURS)
def test_a_record_is_told_in_the_language(kind: str, tmp_path: Path) -> None:
    game, first = OURS[kind], tmp_path / "first.txt"
    _, text, *_ = (RECORDS / f"{kind}.txt").read_text().split("[Taphouse ")
    first.write_text(f"[Taphouse {text}")
    words = Words(Machine(game, Api.of(game, federated=True)), re.findall(r'"name":"([A-Z][a-z]+)"', text))
    with marked([game]):
        for command in (("show", "--json"), ("play",)):
            told = CliRunner().invoke(main, ["record", *command, "--language", LANGUAGE, str(first)])
            for line in told.stdout.splitlines()[-1::-EACH]:
                words.read(json.loads(line), command[0])
    words.check({"prompt", "sentence"})


def translatable(value: Any, type_: Any) -> Any:
    """A value of REST of a type of the schema, without the fields that are described as being in English."""
    if isinstance(value, list):
        return [translatable(one, type_) for one in value]
    if not isinstance(type_, GraphQLObjectType):
        return value
    return {
        name: translatable(value["id" if name == "key" else name], get_named_type(field.type))
        for name, field in type_.fields.items()
        if "in English" not in (field.description or "")
    }
