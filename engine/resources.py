"""The files of a game: those of its package, or the texts that a game in one file gives in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO, StringIO
from typing import Any

_GIVEN: dict[str, Mapping[str, str]] = {}
"""The texts of games in one file by their paths, by the import name of the game."""


def files_of(package: str) -> Traversable:
    """The folder of a game."""
    return GivenFile(_GIVEN[package]) if package in _GIVEN else files(package)


def in_one_file(package: str) -> bool:
    """True for a game in one file."""
    return package in _GIVEN


def give(package: str, texts: Mapping[str, str]) -> None:
    """Give the texts of a game in one file, by their paths in its folder, such as `messages/en.toml`."""
    _GIVEN[package] = texts


class GivenFile(Traversable):
    """A text that is given, or a folder of such texts."""

    def __init__(self, texts: Mapping[str, str], path: str = "") -> None:
        self._texts, self._path = texts, path

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self._path.rpartition("/")[2]

    def iterdir(self) -> Iterator[GivenFile]:
        """The entries of the folder."""
        within = f"{self._path}/".removeprefix("/")
        names = (path.removeprefix(within).partition("/")[0] for path in self._texts if path.startswith(within))
        return map(self.joinpath, dict.fromkeys(names))

    def is_dir(self) -> bool:
        """True if it is a folder."""
        return self._path not in self._texts

    def is_file(self) -> bool:
        """True if it is a text."""
        return self._path in self._texts

    def joinpath(self, *descendants: Any) -> GivenFile:
        """The entry with this path in the folder."""
        return GivenFile(self._texts, "/".join((self._path, *map(str, descendants))).removeprefix("/"))

    __truediv__ = joinpath

    def read_bytes(self) -> bytes:
        """The text as bytes.

        Raises:
            FileNotFoundError: there is no such text.
        """
        return self.read_text().encode()

    def read_text(self, encoding: str | None = None) -> str:  # noqa: ARG002 -- it is text already
        """The text.

        Raises:
            FileNotFoundError: there is no such text.
        """
        if self._path not in self._texts:
            raise FileNotFoundError(self._path)
        return self._texts[self._path]

    def open(self, mode: str = "r", *_: Any, **__: Any) -> Any:
        """The text as an open file.

        Raises:
            FileNotFoundError: there is no such text.
        """
        return BytesIO(self.read_bytes()) if "b" in mode else StringIO(self.read_text())
