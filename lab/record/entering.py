"""The shell in which a game that was played on paper is entered. It keeps each line at once, and writes the record after each."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine import notation
from taphouse.engine.contract import Event, Move
from taphouse.engine.messages import ENGLISH
from taphouse.engine.messages.reasons import NoSuchName
from taphouse.engine.notation import NotationError
from taphouse.engine.play import text as shown
from taphouse.engine.records import text
from taphouse.engine.records.entering import (
    RESIGN,
    CannotResign,
    EnteredGame,
    EntryError,
    Impossible,
    NotACard,
    NotFirst,
    NotLegal,
    OthersResigned,
)
from taphouse.engine.records.record import Finished, RecordedPlayer
from taphouse.lab.matches.arguments import BadArgument, chosen_game
from taphouse.lab.record.words import Words
from taphouse.schema.values.lifecycle import SeatResigned
from taphouse.schema.words import wording
from taphouse.service.http.negotiation import language as chosen

COMMANDS = ("undo", "table", "help")
_MOST_LISTED = 6


class FirstLine(Struct, frozen=True):
    """The first line of the kept lines: what the game was begun with."""

    game: str
    players: tuple[str, ...]
    edition: str | None
    """None for the game's first."""
    options: str
    """A JSON object."""
    seed: str
    rules: int | None = None
    """The version of the rules; None for the newest."""


class BadLine(Exception):
    """A line was refused. The message says why."""


def enter(
    file: Path,
    begun: FirstLine | None,
    editions_dir: Path | None,
    lines: Iterable[str] | None,
    language: str | None = None,
) -> None:
    """Enter a game, and write its record.

    Args:
        file: the record. The lines are kept beside it, in a file with `.lines` at the end of its name.
        begun: what a new game begins with; None for one of which lines are kept.
        editions_dir: where own editions are.
        lines: the lines; None to ask for them at the terminal.
        language: the language of sentences and titles, as `Accept-Language` has it.

    Raises:
        BadArgument: the game cannot be begun, or not be gone on with.
        BadLine: a line of these is refused. Those before it are kept.
    """
    try:
        shell = _opened(file, begun, editions_dir, chosen([language or ENGLISH]))
        if lines is None:
            shell.converse()
        else:
            shell.follow(lines)
    except OSError as error:
        raise BadArgument(f"{error.filename}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadArgument(f"The lines are not UTF-8: {error}.") from None
    print(shell.summary())


def _opened(file: Path, begun: FirstLine | None, editions_dir: Path | None, language: str) -> _Shell:
    kept = file.with_name(f"{file.name}.lines")
    lines: list[bytes] = []
    if begun is not None and (file.exists() or kept.exists()):
        raise BadArgument(f"{file} or {kept} exists. To go on, pass only the file; or remove both.")
    if begun is None and not kept.exists():
        raise BadArgument(f"There is no {kept} to go on with. For a new game, name the --game and each --player.")
    try:
        if begun is None:
            first, *lines = kept.read_bytes().splitlines() or [b""]
            begun = msgspec.json.decode(first, type=FirstLine)
        shell = _Shell(file, kept, begun, editions_dir, language)
        for number, line in enumerate(lines, 2):
            shell.again(line.decode(), f"{kept}: line {number}")
    except ValueError as error:  # the lines, or their rules, are not of this release
        raise BadArgument(str(error)) from None
    shell.keep()
    return shell


class _Shell:
    """An entry with its words and its files."""

    def __init__(self, file: Path, kept: Path, begun: FirstLine, editions_dir: Path | None, language: str) -> None:
        seats = len(begun.players)
        game, edition, options, _ = chosen_game(begun.game, begun.edition, editions_dir, begun.options, seats)
        players = msgspec.convert([{"name": name} for name in begun.players], list[RecordedPlayer])
        self._entry = EnteredGame(game, edition, options, players, begun.seed, begun.rules)
        self._file, self._kept, self._say = file, kept, Words(language)
        self._begun = replace(begun, edition=edition.name, rules=self._entry.rules.version)
        self._rules = game.rules(edition, self._begun.rules, language)
        self._spoken = wording(game, edition, language)
        self._names = self._spoken.names(begun.players)
        self._verbs = game.verbs
        self._resigning = {f"{RESIGN} {seat}": f"{RESIGN} {name}" for seat, name in enumerate(self._names, 1)}

    # --- one line ------------------------------------------------------------------------------------------------------

    def again(self, line: str, where: str) -> None:
        """Enter a line that was kept.

        Raises:
            BadArgument: it is refused.
        """
        try:
            self._entry.enter(line)
        except EntryError as error:
            raise BadArgument(f"{where}: {self.why(error)}") from None

    def follow(self, lines: Iterable[str]) -> None:
        """Enter lines, and print what happens.

        Raises:
            BadLine: one of them is refused.
        """
        for number, line in enumerate(lines, 1):
            try:
                print(self.on(line.strip()) if line.strip() else "", end="")
            except EntryError as error:
                raise BadLine(f"line {number}: {self.why(error)}") from None

    def on(self, line: str) -> str:
        """The answer to a line: sentences, each with its break.

        Raises:
            EntryError: the line is refused.
        """
        match line.casefold():
            case "help":
                return "\n".join((self._say("help"), *self._usage(), ""))
            case "table":
                return shown(self._rules, self._entry.state) + "\n"
            case "undo":
                if not self._entry.undo():
                    raise EntryError(self._say("nothing-to-undo"))
                events: Sequence[Event] = ()
            case _:
                before = self._entry.resigned
                events = self._entry.enter(self._meant(line))
                events = (*map(SeatResigned, self._entry.resigned[len(before) :]), *events)
        self.keep()
        return "".join([self._spoken.sentence(event, self._names) + "\n" for event in events])

    def keep(self) -> None:
        """Write the lines and the record, so that neither is ever seen half written."""
        lines = "\n".join((msgspec.json.encode(self._begun).decode(), *self._entry.lines, ""))
        for file, content in ((self._kept, lines), (self._file, text.write(self._entry.record()))):
            new = file.with_name(f"{file.name}.new")
            new.write_text(content, encoding="utf-8")
            new.replace(file)

    def _meant(self, line: str) -> str:
        """The move or the card that a line names, perhaps by a part of its name."""
        if self._entry.asks is None:
            with suppress(NotationError):
                move = notation.parse(line, self._verbs)
                if self._is_named(move):
                    return notation.write(move)
        found = [
            one for one in self.possible() if _words(line) == _words(one) or _words(line) == _words(self._title(one))
        ]
        found = found or [one for one in self.possible() if _fits(line, one) or _fits(line, self._title(one))]
        if len(found) > 1:
            names = ", ".join([*found[:_MOST_LISTED], *["..."][: len(found) - _MOST_LISTED]])
            raise EntryError(self._say("several", names=names))
        return found[0] if found else line

    def _title(self, name: str) -> str:
        return self._resigning.get(name) or self._spoken.titles.get(name, "")

    def possible(self) -> list[str]:
        """The cards that can be named now; or moves, as far as public information allows them, and commands."""
        if self._entry.asks is not None:
            return [*self._entry.asks.names]
        if self._entry.decision is None:
            return []
        moves = [notation.write(move) for move in self._entry.rules.moves(self._entry.state)]
        for verb in self._possible_verbs():
            for name in self._spoken.titles:
                with suppress(NotationError):
                    if self._is_named(notation.parse(f"{verb} {name}", self._verbs)):
                        moves.append(f"{verb} {name}")
        if moves:
            moves += [line for seat, line in enumerate(self._resigning, 1) if seat not in self._entry.resigned]
        return [*dict.fromkeys(moves)]

    def _is_named(self, move: Move) -> bool:
        """True if a move names what there is in the game, whether or not it is legal."""
        refusal = self._entry.rules.why_not(self._entry.state, move)
        return refusal is None or not isinstance(refusal.why, NoSuchName)

    def why(self, error: EntryError) -> str:
        """The reason why a line is refused."""
        match error:
            case NotLegal(refusal=refusal):
                return self._spoken.refusal(refusal, self._names)
            case NotACard():
                return self._say("no-card", text=str(error)[:40])
            case Impossible():
                return self._say("impossible")
            case NotFirst(move=move):
                return self._say("not-first", move=notation.write(move))
            case CannotResign():
                return self._say("cannot-resign", text=str(error)[:40])
            case OthersResigned():
                return self._say("over")
        return str(error)

    def _usage(self) -> Iterator[str]:
        yield from (f"  {notation.usage(self._verbs[verb])}" for verb in self._possible_verbs())

    def _possible_verbs(self) -> tuple[str, ...]:
        """The verbs of moves that are possible now, by public information; none where a card is asked for."""
        decision = self._entry.decision
        return () if decision is None or self._entry.asks is not None else decision.verbs

    # --- at a terminal -------------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        """The question that the next line answers."""
        if self._entry.asks is not None:
            return self._say("card", place=self._say.place(self._entry.asks.place))
        decision = self._entry.decision
        if decision is None:
            return self._say("over")
        prompt = self._spoken.prompt(decision.task, decision.details, self._names)
        return f"{self._names[decision.seat - 1]}: {prompt}"

    def converse(self) -> None:
        """Ask for lines at the terminal, until its end."""
        import readline

        def completion(begins: str, number: int) -> str | None:
            there = (*self.possible(), *self._possible_verbs(), *COMMANDS)
            fit = [one for one in dict.fromkeys(there) if one.startswith(begins.casefold())]
            return fit[number] if number < len(fit) else None

        readline.set_completer_delims("")
        readline.set_completer(completion)
        readline.parse_and_bind("tab: complete")
        print(self.on("help") + ("" if self._entry.asks else self.on("table")), end="")
        while True:
            print(self.prompt())
            try:
                line = input("> ").strip()
                print(self.on(line) if line else "", end="")
            except EOFError:
                print()
                return
            except EntryError as error:
                print(self.why(error), file=sys.stderr)

    def summary(self) -> str:
        """The record in a few words."""
        record = self._entry.record()
        said = {
            "moves": record.moves,
            "result": record.result.reason if isinstance(record.result, Finished) else record.result,
            "assumed": sum(len(draw.assumed) for draw in record.draws),
            "places": sum(len(draw.drawn) for draw in record.draws),
        }
        return f"{self._file}: {self._say('summary', **said)}"


def _words(line: str) -> list[str]:
    """The words of a line, without regard to how they are joined."""
    return "".join([letter if letter.isalnum() else " " for letter in line.casefold()]).split()


def _fits(line: str, whole: str) -> bool:
    """True if there are words in a line, each of which begins a word of the whole, in the same order."""
    begins, there = _words(line), iter(_words(whole))
    return bool(begins) and all(any(word.startswith(begin) for word in there) for begin in begins)
