"""Answers of a service whose contract has grown: something new in every place of an OpenAPI document where it may grow."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.rest.client import Document

Json = dict[str, Any]
FIELD, VALUE = "addedLater", "ADDED_LATER"
"""The name of a new field, and a new value of an enum, which is also a new kind of game, event or code."""
_TYPES = {"null": type(None), "boolean": bool, "integer": int, "string": str, "array": list, "object": dict}


class Growth:
    """Makes grown answers from answers that fit a document.

    Args:
        document: the document.
        inputs: whether the inputs of legal moves have new values too, so that they cannot be sent.
    """

    def __init__(self, document: Json, *, inputs: bool = True) -> None:
        self._document, self._inputs = document, inputs

    def grown(self, schema: Json, value: Any) -> Any:
        """An answer with a new field in each object, new values of enums, and a new member behind the others of each list."""
        schema, _ = self._chosen(schema, value)
        if isinstance(value, dict):
            made = {
                name: part if name == "input" and not self._inputs else self.grown(_member(schema, name), part)
                for name, part in value.items()
            }
            may_grow = "properties" in schema and schema.get("additionalProperties") is not False
            return made | {FIELD: {VALUE: [1]}} if may_grow else made
        if isinstance(value, list):
            items = schema.get("items", {})
            made_items = [self.grown(items, part) for part in value]
            tag = self._chosen(items, value[-1])[1] if value else ""
            return [*made_items, {**made_items[-1], tag: VALUE}] if tag else made_items
        return VALUE if "x-extensible-enum" in schema else value

    def replaced(self, schema: Json, value: Any, *, inner: bool) -> Any:
        """An answer whose choices, the outer or the inner ones, have types that the document does not have."""
        schema, tag = self._chosen(schema, value)
        made = value
        if isinstance(value, dict) and (inner or not tag):
            made = {name: self.replaced(_member(schema, name), part, inner=inner) for name, part in value.items()}
        elif isinstance(value, list):
            made = [self.replaced(schema.get("items", {}), part, inner=inner) for part in value]
        return {**value, tag: VALUE} if tag and made == value else made

    def kept(self, schema: Json, value: Any) -> Any:
        """The part of a grown answer that is in the document."""
        schema, _ = self._chosen(schema, value)
        if isinstance(value, dict) and "properties" in schema:
            return {
                name: self.kept(_member(schema, name), part)
                for name, part in value.items()
                if name in schema["properties"]
            }
        if isinstance(value, list):
            return [self.kept(schema.get("items", {}), part) for part in value]
        return value

    def component(self, name: str) -> Json:
        """A schema of the document."""
        found: Json = self._document["components"]["schemas"][name]
        return found

    def _chosen(self, schema: Json, value: Any) -> tuple[Json, str]:
        """The schema of a value without references and choices, and the member that discriminates; empty if none does."""
        tag = ""
        while True:
            if "$ref" in schema:
                schema = self.component(schema["$ref"].rpartition("/")[2])
            elif "discriminator" in schema:
                tag = schema["discriminator"]["propertyName"]
                schema = {"$ref": schema["discriminator"]["mapping"].get(value[tag], schema["oneOf"][-1]["$ref"])}
            elif "anyOf" in schema:
                schema = next((one for one in schema["anyOf"] if self._fits(one, value)), {})
            else:
                return schema, tag

    def _fits(self, schema: Json, value: Any) -> bool:
        while "$ref" in schema:
            schema = self.component(schema["$ref"].rpartition("/")[2])
        return type(value) is _TYPES[schema.get("type", "object")]


def _member(schema: Json, name: str) -> Json:
    others = schema.get("additionalProperties")
    found: Json = schema.get("properties", {}).get(name, others if isinstance(others, dict) else {})
    return found


def growing(app: ASGIApp, growth: Growth, document: Document) -> ASGIApp:
    """A service whose JSON answers are grown."""

    async def grown(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/v1"):
            await app(scope, receive, send)
            return
        start: Message = {}
        body = b""

        async def sent(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                start = message
                return
            body += message.get("body", b"")
            if message.get("more_body"):
                return
            content = _grown_body(growth, document, scope, start, body)
            headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
            await send({**start, "headers": [*headers, (b"content-length", b"%d" % len(content))]})
            await send({"type": "http.response.body", "body": content})

        await app(scope, receive, sent)

    return grown


def _grown_body(growth: Growth, document: Document, scope: Scope, start: Message, body: bytes) -> bytes:
    media = dict(start["headers"]).get(b"content-type", b"").decode()
    if not body or "json" not in media:
        return body
    operation = document.operation(scope["method"], scope["path"])
    schema = operation["responses"][str(start["status"])]["content"][media]["schema"]
    return json.dumps(growth.grown(schema, json.loads(body))).encode()


def missing(expected: Any, read: Any, is_same: Callable[[Any, Any], bool], path: str = "") -> list[str]:
    """The places where a client has lost something that it should have kept. A null may be left out."""
    if isinstance(expected, Mapping):
        if not isinstance(read, Mapping):
            return [path]
        parts = ((name, part) for name, part in expected.items() if part is not None)
        return [lost for name, part in parts for lost in missing(part, read.get(name), is_same, f"{path}.{name}")]
    if isinstance(expected, list):
        if not isinstance(read, list) or len(read) != len(expected):
            return [path]
        return [
            lost
            for number, (part, found) in enumerate(zip(expected, read, strict=True))
            for lost in missing(part, found, is_same, f"{path}[{number}]")
        ]
    return [] if is_same(expected, read) else [f"{path}: {expected!r}, {read!r}"]
