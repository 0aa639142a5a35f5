"""Words as slips and questions spell them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "en", "er", "em", "e", "s", "n", "y")
"""Endings of English and of German words."""
_LEAST = 3
"""The fewest letters of a stem."""
_STOP_WORDS = frozenset(
    """
    a about an and are as at be by can card cards could do does for from get has have how i if in into is it its may me mean means
    much my of on one or our rule rules say says should tell that the their them then there they thing this to use used was what
    when where which who why will with work works would you your
    als am an auf aus bei bin bringt da das dem den der des die ein eine einen einer es fur hat ich im in ist kann karte karten
    machen macht man mein meine mit nach oder regel regeln sich sie sind so tut um und von wann warum was welche wenn wer wie wird
    wo zu zum zur
    """.split()  # noqa: SIM905 -- rows are easier to read
)


def folded(text: str) -> str:
    """A text in lower case, without accents and marks, with one blank between its words."""
    spelled = unicodedata.normalize("NFKD", text.replace("&", " and ").casefold())
    return " ".join(re.findall(r"[^\W_]+", "".join(letter for letter in spelled if not unicodedata.combining(letter))))


def stems(text: str) -> list[str]:
    """The stems of the significant words of a text."""
    return [_stem(word) for word in folded(text).split() if word not in _STOP_WORDS]


def choice(text: str, choices: Iterable[str]) -> str | None:
    """The choice that a text names, such as `GREEDY` in "a greedy bot". None unless it names exactly one."""
    words = f" {folded(text)} "
    found = sorted((one for one in choices if f" {folded(one)} " in words), key=len)
    while len(found) > 1 and f" {folded(found[0])} " in f" {folded(found[-1])} ":
        del found[0]
    return found[0] if len(found) == 1 else None


@cache
def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            return _stem(word.removesuffix(ending))
    return word[:-1] if len(word) > _LEAST and word[-1] == word[-2] else word
