"""Message catalogues: what templates can say, what is refused, and that another language is another file."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

import pytest
from msgspec import Struct

from taphouse.engine.contract import Seat
from taphouse.engine.messages import NO_DETAILS, Label, Messages, MessagesError, Spoken
from taphouse.engine.messages.wording import Wording
from taphouse.engine.vocabulary import Amounts, Word
from tests.tiny.about import ABOUT
from tests.tiny.cards import CaskRaceEdition
from tests.tiny.moves import Answer, Brew, GrainAmounts, GrainKept, Keep

EN = files(ABOUT.package).joinpath("messages/en.toml").read_text()
WORDS = 'and = "and"\nnothing = "nothing"\nseat = "Seat"\n'
NAMES = ("Ann", "Ben", "Carl")
SPOKEN = ABOUT.spoken(CaskRaceEdition.other_names)


class Colour(Word):
    RED = "RED", "Red."
    BLUE = "BLUE", "Blue."


class Cups(Amounts, frozen=True):
    red: int = 0
    blue: int = 0


class Ball(Struct, frozen=True):
    size: int
    colour: Colour | None = None


class Thing(Struct, frozen=True, tag="thing"):
    """Something with a field of each type."""

    seat: Seat = 2
    seats: tuple[Seat, ...] = ()
    winner: Annotated[Seat | None, "nobody yet"] = None
    count: int = 0
    colour: Colour = Colour.RED
    colours: tuple[Colour, ...] = ()
    shade: Colour | None = None
    cups: Cups = Cups()
    is_big: bool = False
    name: str = "a-name"
    part: str | None = None
    names: tuple[str, ...] | None = None
    ball: Ball = Ball(1)
    balls: tuple[Ball, ...] = ()
    holes: tuple[int | None, ...] = ()

    @property
    def others(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in (1, 2, 3) if seat != self.seat)


RED, BLUE = Ball(1, Colour.RED), Ball(1, Colour.BLUE)
TITLES = {"a-name": "A Name", "a-name.left": "the left side", "a-name.red": "the red side"}
SAID: list[tuple[str, Thing, str]] = [
    ("100 % of {seat}", Thing(), "100 % of Ben"),
    ("{seat} is {#seat}", Thing(), "Ben is 2"),
    ("{seats}", Thing(seats=(1,)), "Ann"),
    ("{seats}", Thing(seats=(1, 3, 1)), "Ann, Carl and Ann"),
    ("{seats}", Thing(), "nothing"),
    ("{others}", Thing(), "Ann and Carl"),
    ("[{winner}|nobody]", Thing(), "nobody"),
    ("[{winner}|nobody]", Thing(winner=3), "Carl"),
    ("[{#winner}|nobody]", Thing(winner=3), "3"),
    ("{count}", Thing(), "0"),
    ("a[ {count}] b", Thing(), "a b"),
    ("a[ {count}] b", Thing(count=7), "a 7 b"),
    ("{count:cup}", Thing(), "0 cups"),
    ("{count:cup}", Thing(count=1), "1 cup"),
    ("{count:cup}", Thing(count=2), "2 cups"),
    ("{count:cup}", Thing(count=-1), "-1 cups"),
    ("a[ {count:cup}]", Thing(), "a"),
    ("{count:colour}", Thing(count=2), "2 Reds"),
    ("[{count:shade}|a few]", Thing(count=2), "a few"),
    ("[{count:shade}|a few]", Thing(count=2, shade=Colour.RED), "2 Reds"),
    ("{balls:cup}[: {balls}]", Thing(balls=(RED, RED)), "2 cups: 2 Reds"),
    ("[{names:cup}|some cups]", Thing(), "some cups"),
    ("[{names:cup}|some cups]", Thing(names=("x",)), "1 cup"),
    ("{colour}", Thing(), "Red"),
    ("{colours}", Thing(colours=(Colour.RED, Colour.BLUE, Colour.RED)), "2 Reds and Blue"),
    ("[{shade}|pale]", Thing(), "pale"),
    ("[{shade}|pale]", Thing(shade=Colour.BLUE), "Blue"),
    ("{cups}", Thing(), "nothing"),
    ("{cups}", Thing(cups=Cups(1, 2)), "1 Red and 2 Blue"),
    ("{cups}", Thing(cups=Cups(3, 0)), "3 Reds"),
    ("a[ with {cups}]", Thing(), "a"),
    ("[{?is_big}big|small]", Thing(), "small"),
    ("[{?is_big}big|small]", Thing(is_big=True), "big"),
    ("[{?colour=blue}cold|warm]", Thing(), "warm"),
    ("[{?shade=blue}cold|warm]", Thing(shade=Colour.BLUE), "cold"),
    ("{name}", Thing(), "A Name"),
    ("{name}", Thing(name="other"), "other"),
    ("{name}[ to {name.part}]", Thing(part="left"), "A Name to the left side"),
    ("{name}[ to {name.part}]", Thing(part="right"), "A Name"),
    ("{name}[ to {name.shade}]", Thing(shade=Colour.RED), "A Name to the red side"),
    ("{name}[ to {name.part}]", Thing(), "A Name"),
    ("[{names}|hidden]", Thing(), "hidden"),
    ("[{names}|none]", Thing(names=()), "none"),
    ("[{names}|none]", Thing(names=("a-name", "b", "a-name")), "A Name (2) and b"),
    ("{ball.size}", Thing(), "1"),
    ("[{ball}|a ball]", Thing(), "a ball"),
    ("[{ball}|a ball]", Thing(ball=BLUE), "Blue"),
    ("[{ball.colour}|a ball]", Thing(ball=BLUE), "Blue"),
    ("[{balls}|balls]", Thing(balls=(BLUE, RED, BLUE)), "2 Blue and Red"),
    ("[{balls}|balls]", Thing(balls=(BLUE, Ball(1))), "balls"),
    ("[{balls.colour}|balls]", Thing(balls=(BLUE, Ball(1))), "balls"),
    ("[{balls.colour}|balls]", Thing(balls=(BLUE, RED)), "Blue and Red"),
    ("[{?is_big}{shade}[ and {name.part}]|plain]", Thing(is_big=True, shade=Colour.RED), "Red"),
    ("[{?is_big}{shade}[ and {name.part}]|plain]", Thing(is_big=True), "plain"),
]


def thing(template: str, words: str = "", values: str = "", **sections: str) -> Wording:
    """The wording of a `Thing`, with the words and values that its template needs."""
    source = f"[events]\nthing = '{template}'\n[words]\n{WORDS}{words}[values]\n{values}"
    return Wording("en", Messages("mine.toml", source.encode(), Spoken(events=(Thing,))), TITLES)


def needs(template: str) -> tuple[str, str]:
    """The words and values that these templates use, and no others."""
    ball = any(field in template for field in ("{ball}", "{balls}"))
    colours = ball or any(f in template for f in ("{colour", ":colour", "{shade}", ":shade}", "{cups}", ".colour}"))
    words = 'red = ["Red", "Reds"]\nblue = "Blue"\n' if colours else ""
    return words + ('cup = ["cup", "cups"]\n' if ":cup}" in template else ""), 'ball = "[{colour}]"' if ball else ""


@pytest.mark.parametrize(("template", "event", "text"), SAID)
def test_a_template_says(template: str, event: Thing, text: str) -> None:
    assert thing(template, *needs(template)).sentence(event, NAMES) == text


WRONG = {
    "{sea}": "Thing has no field sea",
    "{seat.name}": "seat in seat.name has no fields",
    "{winner}": "winner can be hidden",
    "{shade}": "shade can be hidden",
    "{names}": "names can be hidden",
    "{ball}": "ball can be hidden",
    "{balls}": "balls can be hidden",
    "{balls.colour}": "balls.colour can be hidden",
    "{name.part}": "name.part can be hidden",
    "{name.count}": "count is no name",
    "{names:cup}": "names can be hidden",
    "{?is_big}": "is_big can be hidden, or is a condition",
    "{is_big}": "cannot be spoken",
    "{holes}": "a list with values that can be null",
    "{colour:cup}": "neither a number nor a list",
    "{count:name}": "name is not a word to count with",
    "{count:shade}": "count can be hidden",
    "{#count}": "is neither a seat nor a name",
    "{#colour}": "is neither a seat nor a name",
    "{colour=red}": "write {?colour=red}",
    "[{?count}a|b]": "the condition on count does not fit",
    "[{?seats=red}a|b]": "the condition on seats does not fit",
    "[{?colour=green}a|b]": "colour is never green",
    "a [b]": "no value that could be missing",
    "[a|{shade}]": "no value that could be missing",
    "[{shade}]": "nothing would be spoken",
    "[{shade}|{winner}]": "nothing would be spoken",
    "a {b": "{ is not understood",
    "a b}": "} is not understood",
    "a {B}": "{B} is not understood",
    "a {}": "{} is not understood",
    "a | b": "| is not understood",
    "a ] b": "] is not understood",
    "a [{shade} b": "a bracket is not closed",
}


@pytest.mark.parametrize("template", WRONG)
def test_a_wrong_template_is_refused(template: str) -> None:
    with pytest.raises(MessagesError) as refused:
        thing(template, *needs(template))
    assert (refused.value.file, refused.value.key) == ("mine.toml", "events.thing")
    assert WRONG[template] in refused.value.reason


def catalogue(source: str) -> Messages:
    return Messages("en.toml", source.encode(), SPOKEN)


BROKEN = [
    ("pass = ", "pas = ", "moves.pas", "unknown"),
    ('pass = "Pass"\n', "", "moves.pass", "missing"),
    ("turn-began = ", "turn-ended = ", "events.turn-ended", "unknown"),
    ('gift-asked = "{seat} asks {from_seat} for a gift."\n', "", "events.gift-asked", "missing"),
    ('pass = "Pass"', "pass = 1", "moves.pass", "valid string"),
    ('rye = "rye"\n', "", "words.rye", "missing"),
    ('rye = "rye"', 'rye = ["rye", "ryes", "more"]', "words.rye", "at most 2"),
    ('rye = "rye"', 'rye = "rye"\noats = "oats"', "words.oats", "unknown"),
    ('and = "and"\n', "", "words.and", "missing"),
    ('nothing = "nothing"\n', "", "words.nothing", "missing"),
    ('seat = "Seat"\n', "", "words.seat", "missing"),
    ("[words]", '[values]\ncard = "a card"\n\n[words]', "values.card", "unknown"),
    ("[names]", '[names]\nhouse = "the house"', "names.house", "unknown"),
    ("[words]", "[sounds]\n\n[words]", "sounds", "no such key"),
    ("{from_seat} for a gift", "{of_seat} for a gift", "moves.ask", "Ask has no field of_seat"),
    ("[words]", "[words", "the file", "not TOML"),
]


@pytest.mark.parametrize(("old", "new", "key", "reason"), BROKEN, ids=[f"{key} {why}" for _, _, key, why in BROKEN])
def test_a_broken_catalogue_is_refused_with_file_and_key(old: str, new: str, key: str, reason: str) -> None:
    assert old in EN
    with pytest.raises(MessagesError) as refused:
        catalogue(EN.replace(old, new, 1))
    assert (refused.value.file, refused.value.key) == ("en.toml", key)
    assert reason in refused.value.reason
    assert str(refused.value) == f"en.toml: {key}: {refused.value.reason}"


def test_a_value_that_is_missing_or_wrong_is_named() -> None:
    words = 'red = "red"\nblue = "blue"\n'
    for values, key in ((" ", "values.ball"), ('ball = "[{colour}|{weight}]"', "values.ball")):
        with pytest.raises(MessagesError) as refused:
            thing("[{ball}|a ball]", words, values)
        assert refused.value.key == key


def test_names_that_are_no_entries_need_titles() -> None:
    with pytest.raises(MessagesError, match=r"names\.bonus: missing"):
        Messages("mine.toml", f"[words]\n{WORDS}".encode(), Spoken(names=("bonus",)))


def test_a_catalogue_uses_the_words_of_the_one_that_it_shares() -> None:
    spoken = Spoken(events=(Thing,))
    thing, words = "[events]\nthing = '{seat} and {name}.'\n", f"[words]\n{WORDS}"
    english = Messages("own.en.toml", f"{thing}{words}".encode(), spoken)
    mine = Messages("mine.en.toml", thing.encode(), spoken, shared=english)
    assert Wording("en", english, {}, mine).sentence(Thing(), NAMES) == "Ben and a-name."
    with pytest.raises(MessagesError, match=r"mine\.en\.toml: words\.and: missing"):
        Messages("mine.en.toml", thing.encode(), spoken)


def test_shared_catalogues_speak_events_that_the_game_does_not_know() -> None:
    source = f"[events]\nthing = '{{seat}} and {{name}}.'\n[words]\n{WORDS}"
    shared = Messages("shared.toml", source.encode(), Spoken(events=(Thing,)))
    wording = Wording("en", catalogue(EN), TITLES, shared)
    assert wording.sentence(Thing(), NAMES) == "Ben and a-name.", "only the game's own catalogue speaks titles"
    assert wording.sentence(GrainKept(1, 1, 0, None), NAMES).startswith("Ann keeps 1 card")
    with pytest.raises(KeyError):
        Wording("en", catalogue(EN), TITLES).sentence(Thing(), NAMES)


class BrewLabel(Label, frozen=True):
    move: Brew
    left: int = 0


def test_a_label_speaks_more_than_the_move_where_it_is_known() -> None:
    brew = 'brew = "Brew {recipe} from {mash}[, spiced with {spice}]"'
    assert brew in EN
    source = EN.replace(brew, 'brew = "brew {move.recipe}[ ({left} left)]"')
    wording = Wording("en", Messages("en.toml", source.encode(), SPOKEN._replace(labels=[BrewLabel])), {})
    move = Brew("pale-ale", GrainAmounts(2, 1))
    assert (wording.label(BrewLabel(move, 3)), wording.label(move)) == ("Brew pale-ale (3 left)", "Brew pale-ale")
    assert wording.made(move, 1, NAMES) == "Ann: Brew pale-ale."


def test_players_without_a_name_are_called_by_their_seat() -> None:
    wording = Wording("en", catalogue(EN), {})
    assert wording.names(("Ann", None, "")) == ("Ann", "Seat 2", "Seat 3")


def test_a_title_that_ends_like_a_sentence_takes_no_full_stop() -> None:
    wording = Wording("en", catalogue(EN.replace("Accept|Refuse] the gift", "Accept|Refuse] it!", 1)), {})
    assert wording.made(Answer(True), 2, NAMES) == "Ben: Accept it!"
    for title in ("Beer!", "Beer?", "Beer Co."):
        assert thing("{name}.").sentence(Thing(name=title), NAMES) == title


GERMAN = """
[moves]
brew = "Braue {recipe} aus {mash}[, gewürzt mit {spice}]"
[events]
grain-kept = "{seat} behält {kept:card}[ ({grains})] und legt {under:card} ab."
[words]
and = "und"
seat = "Platz"
card = ["Karte", "Karten"]
barley = "Gerste"
[choices.gift]
giver = "Wer gebeten wird."
[reasons]
dry = "Der Stapel ging aus."
"""


def german(source: str = GERMAN) -> Messages:
    return Messages("de.toml", source.encode(), SPOKEN, catalogue(EN))


def test_another_language_is_another_file_and_what_it_lacks_is_english_message_by_message() -> None:
    wording = Wording("de", german(), {"pale-ale": "Helles Ale"})
    names = wording.names((None, "Ben"))
    assert names == ("Platz 1", "Ben")
    assert wording.sentence(GrainKept(1, 2, 1, None), names) == "Platz 1 behält 2 Karten und legt 1 Karte ab."
    label = wording.label(Brew("pale-ale", GrainAmounts(2, 1)), names)
    assert label == "Braue Helles Ale aus 2 Gerste und 1 wheat", "a word that is missing is English"
    assert wording.label(Keep((1, 2)), names) == "Keep 2 cards: 1 and 2", "all words of an English message are English"
    assert wording.prompt("give", NO_DETAILS, names) == "Give a grain card of your choice."
    assert (german().reason("dry", "Dry."), german().reason("race", "Race.")) == ("Der Stapel ging aus.", "Race.")
    assert (german().choice("gift", "giver", "G."), german().choice("gift", "chance", "C.")) == (
        "Wer gebeten wird.",
        "C.",
    )
    assert (german().option("gift", "Gift."), german().about("About.")) == ("Gift.", "About.")


def test_what_a_language_lacks_is_listed() -> None:
    missing = german().missing
    assert {"about", "moves.pass", "events.turn-began", "prompts.give", "options.gift", "reasons.race"} <= set(missing)
    assert {"choices.gift.chance", "words.wheat", "words.rye"} <= set(missing)
    assert not {"moves.brew", "words.and", "choices.gift", "choices.gift.giver", "reasons.dry"} & set(missing)
    assert "words.nothing" in missing
    assert catalogue(EN).missing == ()


@pytest.mark.parametrize(
    ("added", "key"),
    [
        ("[prompts]\nbake = 'Backe.'", "prompts.bake"),
        ("[options]\nsize = 'Größe.'", "options.size"),
        ("[choices.size]\nbig = 'Groß.'", "choices.size"),
        ("[choices.spices]\nbig = 'Groß.'", "choices.spices"),
        ("[prompts]\ngive = '{seat}'", "prompts.give"),
    ],
)
def test_what_nothing_uses_is_refused_in_every_language(added: str, key: str) -> None:
    with pytest.raises(MessagesError, match=f"de.toml: {key}: "):
        german(added + GERMAN)


def test_options_and_reasons_are_in_english_the_texts_of_their_types() -> None:
    for section in ("[options]\ngift = 'Gift.'", "[reasons]\ndry = 'Dry.'"):
        with pytest.raises(MessagesError, match="unknown: nothing uses it"):
            catalogue(f"{EN}\n{section}")
