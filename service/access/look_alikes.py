"""The skeletons of texts, by Unicode's UTS 39: two texts look alike if their skeletons are equal."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec

_BRAILLE_SPACE = "\u2800"
_IGNORABLE = r"\p{Default_Ignorable_Code_Point}"
_ASCII = str.maketrans(
    {'"': "''", "%": "o/O", "&": "\ua778", "0": "O", "1": "l", "I": "l", "`": "'", "m": "rn", "|": "l", "}": "\u2775"}
)
"""The skeletons that `_prototypes` gives ASCII, by a test: most names need no more, and the data takes 5 MB."""


class _Alike(msgspec.Struct):
    """A text that looks like another."""

    c: str


@cache
def _prototypes() -> dict[int, str]:
    """The prototype of each character, from the data of the package `confusable_homoglyphs`.

    It lists for each text all that look like it: a prototype has many, and others have their prototype alone. Of two that have
    only each other either will do, but a text of several characters cannot be replaced. Marks of direction surround some texts.
    """
    data = (files("confusable_homoglyphs") / "confusables.json").read_bytes().replace(rb"\u200e", b"")
    alike = msgspec.json.decode(data, type=dict[str, list[_Alike]])
    found = {}
    for text, (other, *more) in alike.items():
        if len(text) == 1 and not more and (len(alike[other.c]) > 1 or (len(other.c), other.c) > (1, text)):
            found[ord(text)] = other.c
    return {code: unicodedata.normalize("NFD", other).translate(found) for code, other in found.items()}


def skeleton(text: str) -> str:
    """The skeleton of a text. It is for comparing alone. Runs of spaces count as one, since a page shows them so."""
    if text.isascii():
        return " ".join(text.translate(_ASCII).split())
    import regex

    text = regex.sub(_IGNORABLE, "", unicodedata.normalize("NFD", text)).replace(_BRAILLE_SPACE, " ")
    # The data lacks wide, small and raised forms, which stand for the letters themselves. A wide percent sign needs three turns.
    for _ in range(3):
        text = unicodedata.normalize("NFKD", text.translate(_prototypes()))
    return " ".join(text.split())
