"""Legal moves in few words, and the move that a text means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from taphouse.engine.contract import Move
from taphouse.engine.notation import NotationError, parse
from taphouse.engine.words.spelling import folded

MOST_LISTED = 25
"""The most legal moves that are listed beside a table, if there is room."""
ROOM = 700
"""The characters that they take up."""
_MARKED = [re.compile(form) for form in (r"\[([^][]+)\]", r"`([^`]+)`", r"\"([^\"]+)\"", r"(?<!\w)'([^']+)'(?!\w)")]
"""The forms of a part of a text that its writer set off; an apostrophe within a word sets nothing off."""
_CLOSE = 0.6
"""The least likeness of a move that may be meant, from 0 to 1."""


class AmbiguousMove(ValueError):
    """A text can mean several legal moves. The message names them."""

    def __init__(self, text: str, moves: Iterable[str]) -> None:
        super().__init__(
            f"{text[:80]!r} can mean {' or '.join(f'`{one}`' for one in sorted(moves))}. Give one of these."
        )


def listed(legal: Sequence[str], room: int, hint: str = "") -> list[str]:
    """A line with the first legal moves in notation, and the number of the others.

    Args:
        legal: all legal moves; without any there is no line.
        room: the characters that moves may take up.
        hint: the way to see the others.
    """
    if not legal:
        return []
    number = min(len(legal), MOST_LISTED)
    while number > 1 and len(" | ".join(legal[:number])) > room:
        number -= 1
    more = f" | and {len(legal) - number} more{hint}" if number < len(legal) else ""
    return [f"Legal moves: {' | '.join(legal[:number])}{more}"]


def meant(text: str, legal: Mapping[str, str], verbs: Mapping[str, type[Move]]) -> str:
    """The move that a text means, in notation.

    It is the one whose notation or label the text is; or is the last one in brackets, backquotes or quotes; or is the only legal
    one that is named in a sentence.

    Args:
        text: the text, such as `I choose [draft row-1]`.
        legal: the labels of the legal moves by their notation.
        verbs: the move types of the game by verb. Without them, no move is looked for within a sentence.

    Returns:
        The notation: of a legal move, or of another one if the text is that. If it names no move, the last part in brackets,
            backquotes or quotes, or else the text, tidied.

    Raises:
        AmbiguousMove: the text can mean several legal moves.
    """
    names = _names(legal)
    found_marked = [found for form in _MARKED for found in form.finditer(text)]
    marked = [found[1] for found in sorted(found_marked, key=lambda found: found.start())]
    for part in (text, text.partition(": ")[0], *reversed(marked)):  # a list has a move as `notation: label`
        if found := names.get(folded(part)):
            return _only(part, found)
        if _is_notation(tidied(part), verbs):
            return tidied(part)
    if verbs and (within := {one for found in _within(folded(text), names) for one in found}):
        return _only(text, within)
    return tidied(marked[-1] if marked else text)


def tidied(text: str) -> str:
    """A text as notation is written: lower case, with hyphens, and without marks around it."""
    return " ".join(text.strip(" `'\"[].-").lower().replace("_", "-").split())


def nearest(text: str, legal: Iterable[str], *, misspelt: bool = True) -> str:
    """A question after the legal move that a text begins; empty if there is not just one.

    Args:
        text: the text.
        legal: all legal moves.
        misspelt: True to ask after the legal move that is spelled most like the text otherwise.
    """
    words, spelled = folded(text), {folded(one): one for one in legal}
    close = [one for one in spelled if words and one.startswith(words)]
    if len(close) != 1:
        close = get_close_matches(words, spelled, 1, _CLOSE) if misspelt else []
    return f"Did you mean `{spelled[close[0]]}`?" if close else ""


def _names(legal: Mapping[str, str]) -> dict[str, set[str]]:
    """The legal moves by the words of their notation and of their labels."""
    names: dict[str, set[str]] = {}
    for notation, label in legal.items():
        for name in (notation, label):
            names.setdefault(folded(name), set()).add(notation)
    names.pop("", None)
    return names


def _only(text: str, found: set[str]) -> str:
    if len(found) > 1:
        raise AmbiguousMove(text, found)
    return next(iter(found))


def _is_notation(text: str, verbs: Mapping[str, type[Move]]) -> bool:
    try:
        parse(text, verbs)
    except NotationError:
        return False
    return True


def _within(words: str, names: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """The moves that are named in words, apart from names within longer names."""
    spans = []
    for name, moves in names.items():
        spans += [(found.start(), found.end(), moves) for found in re.finditer(rf"\b{re.escape(name)}\b", words)]
    spans.sort(key=lambda span: (span[0], -span[1]))
    end = 0
    for start, stop, moves in spans:
        if start >= end:
            yield moves
            end = stop
