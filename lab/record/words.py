"""The words of `taphouse record enter`, in each language."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from taphouse.engine.messages import ENGLISH
from taphouse.engine.vocabulary import capital

LANGUAGES = (ENGLISH, "de")


def read(language: str) -> dict[str, Any]:
    """The catalogue of a language."""
    return tomllib.loads((files("taphouse.lab.record") / "messages" / f"{language}.toml").read_text(encoding="utf-8"))


class Words:
    """The words in one language; English for a language without a catalogue."""

    def __init__(self, language: str) -> None:
        self._words = read(language if language in LANGUAGES else ENGLISH)

    def __call__(self, name: str, /, **values: object) -> str:
        return str(self._words[name]).strip().format(**values)

    def place(self, slug: str) -> str:
        """A place of a card, such as `Tap 3` for `tap-3`."""
        name, _, number = slug.rpartition("-")
        if not number.isdigit():
            name, number = slug, ""
        return f"{self._words['places'].get(name) or capital(name.replace('-', ' '))} {number}".strip()
