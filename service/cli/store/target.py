"""The store that a command works on: one at a URL, or the embedded one, even if no service runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from taphouse.service.runtime.redis_urls import check
from taphouse.service.runtime.settings import Settings, variable
from taphouse.service.store import data_directory
from taphouse.service.store.embedded import DataDirTaken, Embedded, EmbeddedFailed


class Failed(Exception):
    """A command cannot be carried out; the message says why and what to do."""


@contextmanager
def target(given: str | None, settings: Settings, *, new: bool = False) -> Iterator[str]:
    """The URL of a store.

    Args:
        given: The URL that the command was given. None: that of the settings, or that of the embedded server, which is started
            for the while unless a service runs it.
        settings: The operator's settings.
        new: True to create the data directory if it is missing.

    Raises:
        Failed: There is no such store, or the URL is invalid.
    """
    url = given if given is not None else settings.redis_url and settings.redis_url.get_secret_value()
    if url:
        try:
            check(url)
        except ValueError as error:
            raise Failed(f"The URL of the store {error}.") from None
        yield url
        return
    home = settings.data_dir
    if not new and not home.is_dir():
        raise Failed(
            f"There is no data directory {home.absolute()}. Give the URL of a store, or set {variable('data_dir')} or "
            f"{variable('redis_url')}."
        )
    embedded = Embedded(home)
    try:
        embedded.start()
    except DataDirTaken:
        yield f"unix://{data_directory.socket_path(data_directory.prepare(home))}"
        return
    except EmbeddedFailed as error:
        raise Failed(str(error)) from None
    except OSError as error:
        raise Failed(f"The data directory {home.absolute()} cannot be used: {error}.") from None
    try:
        yield embedded.url
    finally:
        embedded.stop()
