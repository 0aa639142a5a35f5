"""`taphouse admin`: the operations of operators over HTTP, derived from the contract, so that each has a command."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import httpx

from taphouse.schema.rest.operations import OPERATIONS, Operation
from taphouse.service.access.operators import digest_of, new_token
from taphouse.service.runtime.setting_values import operator_entry

TIMEOUT = 30.0
"""Seconds to wait for an answer."""
_BEGINNING = "operator"


class CannotAsk(Exception):
    """The command is wrong, or the service refuses it. The message says why."""


def commands() -> Mapping[str, Operation]:
    """The operations of operators that answer with JSON, by their commands, such as `games`."""
    found = [one for one in OPERATIONS if one.tag == "operators" and one.offered]
    return {one.id.removeprefix(_BEGINNING).lower(): one for one in found}


def usage() -> Iterator[str]:
    """A line for each command: its values, and its first sentence."""
    yield "token NAME SCOPES [ACCOUNT]: Make an operator's token, with its entry for TAPHOUSE_OPERATORS."
    for name, operation in commands().items():
        values = [one.name.upper() for one in operation.parameters.values() if one.where == "path"]
        named = [f"[{one}=...]" for one in _named(operation)]
        yield f"{' '.join([name, *values, *named])}: {operation.text.split('. ')[0].split(chr(10))[0].rstrip('.')}."


def made(name: str, scopes: str, account: str | None = None) -> dict[str, str]:
    """A new token, and the entry of the setting that names it.

    Raises:
        CannotAsk: The name, the scopes or the account cannot be in an entry.
    """
    token = new_token()
    entry = ":".join([name, scopes.lower(), digest_of(token), *([] if account is None else [account])])
    try:
        operator_entry(entry)
    except ValueError as error:
        raise CannotAsk(f"The entry of an operator {error}.") from None
    return {"token": token, "entry": entry}


def asked(url: str, command: str, values: Sequence[str]) -> Iterator[Any]:
    """The answers to a command: one, or the pages of a list.

    Args:
        url: The address of the service.
        command: The name of the command.
        values: The values of the path, in order, and then others as `name=value`.

    Raises:
        CannotAsk: The command is wrong, or the service does not answer, or refuses it.
    """
    if (operation := commands().get(command)) is None:
        raise CannotAsk(f"There is no command {command!r}. `taphouse admin` lists them.")
    in_path = [one.name for one in operation.parameters.values() if one.where == "path"]
    places, rest = values[: len(in_path)], values[len(in_path) :]
    given = dict([one.partition("=")[::2] for one in rest])
    if len(places) < len(in_path) or not given.keys() <= {*_named(operation)}:
        raise CannotAsk(next(line for line in usage() if line.split(":")[0].split(" ")[0] == command))
    path = operation.path
    for name, value in zip(in_path, places, strict=True):
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    while True:
        answer = _answer(url, operation, path, given)
        yield answer
        if operation.method != "GET" or not answer.get("next"):
            return
        given["after"] = answer["next"]


def _answer(url: str, operation: Operation, path: str, given: Mapping[str, str]) -> Any:
    headers = {"authorization": f"Bearer {os.environ.get('OPERATOR_TOKEN', '')}"}
    sent: dict[str, Any] = {"params": given}
    if operation.method == "POST":
        sent = {"json": {name: {"true": True, "false": False}.get(value, value) for name, value in given.items()}}
    try:
        answer = httpx.request(operation.method, url.rstrip("/") + path, headers=headers, timeout=TIMEOUT, **sent)
        found = answer.json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise CannotAsk(f"The service at {url} does not answer: {type(error).__name__}.") from None
    if answer.status_code >= 400:
        raise CannotAsk(f"{found.get('code')}: {found.get('detail')}" if isinstance(found, dict) else str(found))
    return found


def _named(operation: Operation) -> list[str]:
    """The names of the values that are not in the path."""
    in_query = [one.name for one in operation.parameters.values() if one.where == "query"]
    return [*in_query, *operation.body.__struct_encode_fields__]
