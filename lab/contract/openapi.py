"""Compares two OpenAPI 3.1 documents from the view of a client.

Valid requests must stay valid, so request schemas may only become wider. Answers must keep their content, so response schemas
may only become narrower or gain properties. Schemas are compared by content, not by name. A change in a component is named
after it, such as `schemas/Seat.name`; other changes after the operation, such as `GET /v1/games 200.name`.

Compares operations, parameters, bodies, responses with their headers and media types, security, and these schema keywords:
`$ref`, `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`, `items`, `prefixItems`, `allOf`, `anyOf`,
`oneOf`, `format`, `pattern`, `default` and all bounds. Does not compare callbacks, webhooks, links and servers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from taphouse.lab.contract.change import ContractChange

Json: TypeAlias = Mapping[str, Any]
Variant: TypeAlias = tuple[str, Json]
Direction: TypeAlias = Literal["request", "response"]

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_TELLING = {"properties": "object", "additionalProperties": "object", "items": "array", "prefixItems": "array"}
_TYPES = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
    dict: "object",
    list: "array",
}
_TEXT = ("string", "integer")
_EXACT = ("format", "pattern", "multipleOf", "uniqueItems")


def changes(released: Json, now: Json) -> list[ContractChange]:
    """All changes between two documents that clients could notice, each once."""
    return list(dict.fromkeys(_Comparison(released, now).operations()))


class _Document:
    def __init__(self, root: Json) -> None:
        self.root = root

    def resolved(self, node: Any) -> Any:
        """A node with its reference resolved; keywords next to the reference take precedence."""
        while "$ref" in node:
            found: Any = self.root
            for part in node["$ref"].removeprefix("#/").split("/"):
                found = found[part.replace("~1", "/").replace("~0", "~")]
            node = {**found, **{key: value for key, value in node.items() if key != "$ref"}}
        return node

    def operations(self) -> Iterator[tuple[str, Json, dict[str, Json]]]:
        """Each operation's name, the operation, and its parameters by name."""
        for path, item in self.root.get("paths", {}).items():
            for method in _METHODS:
                if method in item:
                    listed = map(self.resolved, [*item.get("parameters", ()), *item[method].get("parameters", ())])
                    parameters = {f"{one['in']} {one['name']}": one for one in listed}
                    yield f"{method.upper()} {path}", item[method], parameters

    def security(self, operation: Json) -> list[set[str]]:
        """The alternative sets of security schemes with scopes; an empty set means that no credentials are required."""
        alternatives = operation.get("security", self.root.get("security", [])) or [{}]
        return [{f"{name} {scope}" for name in one for scope in one[name] or ("",)} for one in alternatives]

    def variants(self, schema: Any) -> list[Variant]:
        """The alternatives of a schema, each of one type, with the name of its component or an empty name.

        An object of exactly one member is a choice of objects with this member.
        """
        if isinstance(schema, bool):
            return [("", {"type": None})] if schema else []
        whole = self._merged(schema)
        for keyword in ("oneOf", "anyOf"):
            if keyword in whole:
                beside = {key: value for key, value in whole.items() if key != keyword}
                found = [one for member in whole[keyword] for one in self.variants(member)]
                return [(component, self._merged({"allOf": [one, beside]})) for component, one in found]
        if whole.get("minProperties") == whole.get("maxProperties") == 1 and "properties" in whole:
            one = {"type": "object", "additionalProperties": whole.get("additionalProperties", True)}
            return [
                ("", one | {"properties": {name: of}, "required": [name]}) for name, of in whole["properties"].items()
            ]
        types = whole.get("type", _implied(whole))
        if isinstance(types, list):
            return [("", {**whole, "type": one}) for one in types]
        return [(_component(schema), {**whole, "type": types})]

    def _merged(self, schema: Json) -> dict[str, Any]:
        """A schema with references and `allOf` resolved."""
        own = dict(self.resolved(schema))
        whole: dict[str, Any] = {}
        for part in (*map(self._merged, own.pop("allOf", ())), own):
            together = {
                "properties": {**whole.get("properties", {}), **part.get("properties", {})},
                "required": [*whole.get("required", ()), *part.get("required", ())],
            }
            whole = {**whole, **part, **{key: value for key, value in together.items() if value}}
        return whole


class _Comparison:
    def __init__(self, released: Json, now: Json) -> None:
        self._old, self._new = _Document(released), _Document(now)
        self._compared: set[tuple[str, str, str, Direction]] = set()

    def operations(self) -> Iterator[ContractChange]:
        now = {name: (operation, parameters) for name, operation, parameters in self._new.operations()}
        for name, operation, parameters in self._old.operations():
            if name in now:
                new_operation, new_parameters = now[name]
                yield from self._operation(name, operation, new_operation)
                yield from self._parameters(name, parameters, new_parameters)
            else:
                yield ContractChange(name, f"{name} was removed.")

    def _operation(self, name: str, old: Json, new: Json) -> Iterator[ContractChange]:
        if old.get("operationId") != new.get("operationId"):
            what = f"{name} has another operationId, which renames it in generated clients."
            yield ContractChange(f"{name} operationId", what, False)
        enough = self._new.security(new)
        if not all(any(required <= granted for required in enough) for granted in self._old.security(old)):
            yield ContractChange(f"{name} security", f"{name} requires other credentials.")
        yield from self._body(f"{name} body", old.get("requestBody"), new.get("requestBody"))
        now = new.get("responses", {})
        for status, response in old.get("responses", {}).items():
            if status in now:
                here = f"{name} {status}"
                before, after = self._old.resolved(response), self._new.resolved(now[status])
                yield from self._content(here, before, after, "response")
                for header in before.get("headers", {}):
                    if header not in after.get("headers", {}):
                        yield ContractChange(f"{here} header {header}", f"{here} no longer has the header {header}.")
            else:
                yield ContractChange(f"{name} {status}", f"{name} no longer answers {status}.")

    def _parameters(self, name: str, old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[ContractChange]:
        for parameter, before in old.items():
            here = f"{name} {parameter}"
            if parameter not in new:
                yield ContractChange(here, f"{here} was removed.")
                continue
            after = new[parameter]
            if after.get("required") and not before.get("required"):
                yield ContractChange(here, f"{here} is required now.")
            if not _is_text_of(after.get("schema", True), before.get("schema", True)):
                yield from self._schema(here, before.get("schema", True), after.get("schema", True), "request")
        for parameter, added in new.items():
            if parameter not in old and added.get("required"):
                yield ContractChange(f"{name} {parameter}", f"{name} {parameter} was added and is required.")

    def _body(self, name: str, old: Json | None, new: Json | None) -> Iterator[ContractChange]:
        before, after = self._old.resolved(old or {}), self._new.resolved(new or {})
        if old is not None and new is None:
            yield ContractChange(name, f"{name} was removed.")
        else:
            if after.get("required") and not before.get("required"):
                yield ContractChange(name, f"{name} is required now.")
            yield from self._content(name, before, after, "request")

    def _content(self, name: str, old: Json, new: Json, direction: Direction) -> Iterator[ContractChange]:
        for media, before in old.get("content", {}).items():
            after = new.get("content", {}).get(media)
            if after is None:
                yield ContractChange(f"{name} {media}", f"{name} is no longer {media}.")
                continue
            schema, other = before.get("schema", True), after.get("schema", True)
            if "" not in (called := _component(schema), now := _component(other)) and called != now:
                what = f"{name} is called {now}, no longer {called}, which renames it in generated clients."
                yield ContractChange(f"{name} schema", what, False)
            yield from self._schema(name, schema, other, direction)

    def _schema(self, name: str, old: Any, new: Any, direction: Direction) -> Iterator[ContractChange]:
        if old is True and new is True:
            return
        component, other = _component(old), _component(new)
        if self._was_compared("whole", component, other, direction):
            return
        name = component if component == other != "" else name
        before, after = self._old.variants(old), self._new.variants(new)
        pairs, gone, come = _paired(before, after)
        for (component, one), (other, then) in pairs:
            if not self._was_compared("one", component, other, direction):
                yield from self._variant(component if component == other != "" else name, one, then, direction)
        if direction == "request" and not any(_is_anything(one) for _, one in after):
            for variant in gone:
                what = _called(*variant)
                if not any(self._takes(one, variant[1]) for _, one in after):
                    yield ContractChange(f"{name} | {what}", f"{name} may no longer be {what}.")
        if direction == "response" and not any(_is_anything(one) for _, one in before):
            known = {one["type"] for _, one in before}
            for variant in come:
                what = _called(*variant)
                yield ContractChange(
                    f"{name} | {what}", f"{name} may also be {what} now.", variant[1]["type"] not in known
                )

    def _takes(self, wide: Json, narrow: Json) -> bool:
        """True if a schema takes what another takes, as two alternatives of an object that have become one."""
        if wide["type"] != narrow["type"] or not set(wide.get("required", ())) <= set(narrow.get("required", ())):
            return False
        return wide.get("properties", {}).keys() == narrow.get("properties", {}).keys() and not any(
            change.breaking for change in self._variant("", narrow, wide, "request")
        )

    def _was_compared(self, what: str, old: str, new: str, direction: Direction) -> bool:
        """True if two components were compared before: else recursive schemas would never end. Only components are recorded."""
        key = (what, old, new, direction)
        known = bool(old and new) and key in self._compared
        self._compared.add(key)
        return known

    def _variant(self, name: str, old: Json, new: Json, direction: Direction) -> Iterator[ContractChange]:
        """Compare two schemas of the same type, or of types integer and number."""
        narrow, wide = (old, new) if direction == "request" else (new, old)
        if (narrow["type"], wide["type"]) == ("number", "integer"):
            yield ContractChange(name, f"{name} was of type {old['type']} and is of type {new['type']}.")
        yield from _values(name, old, new, direction)
        if direction == "request":
            yield from _bounds(name, old, new)
            if "default" in old and old["default"] != new.get("default"):
                yield ContractChange(name, f"{name} has another default.", False)
        elif "format" in old and old["format"] != new.get("format"):
            yield ContractChange(name, f"{name} has another format.")
        yield from self._properties(name, old, new, direction)
        yield from self._more(name, old, new, direction)
        yield from self._items(name, old, new, direction)

    def _properties(self, name: str, old: Json, new: Json, direction: Direction) -> Iterator[ContractChange]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for key in before:
            if key in after:
                yield from self._schema(f"{name}.{key}", before[key], after[key], direction)
            else:
                yield ContractChange(f"{name}.{key}", f"{name}.{key} was removed.")
        needed, promised = set(new.get("required", ())), set(old.get("required", ()))
        if direction == "request":
            for key in sorted(needed - promised):
                yield ContractChange(f"{name}.{key}", f"{name}.{key} is required now.")
        else:
            for key in sorted((promised - needed) & after.keys()):
                yield ContractChange(f"{name}.{key}", f"{name}.{key} may be missing now.")

    def _more(self, name: str, old: Json, new: Json, direction: Direction) -> Iterator[ContractChange]:
        before, after = old.get("additionalProperties", True), new.get("additionalProperties", True)
        if before is not False and after is False:
            if direction == "request" or "additionalProperties" in old:
                yield ContractChange(f"{name}.*", f"{name} no longer allows additional properties.")
        elif before is not False and (before is not True or direction == "request"):
            yield from self._schema(f"{name}.*", before, after, direction)

    def _items(self, name: str, old: Json, new: Json, direction: Direction) -> Iterator[ContractChange]:
        before, after = old.get("prefixItems", []), new.get("prefixItems", [])
        if len(before) != len(after):
            yield ContractChange(f"{name}[]", f"{name} had {len(before)} prefix items and has {len(after)} now.")
        for index, (one, other) in enumerate(zip(before, after, strict=False)):
            yield from self._schema(f"{name}[{index}]", one, other, direction)
        yield from self._schema(f"{name}[]", old.get("items", True), new.get("items", True), direction)


def _is_text_of(text: Any, number: Any) -> bool:
    """True if a parameter that was an integer, and is sent as text anyway, is a string which takes all its values."""
    if isinstance(text, bool) or isinstance(number, bool) or (text.get("type"), number.get("type")) != _TEXT:
        return False
    return all(
        re.search(text.get("pattern", ""), str(number[bound])) for bound in ("minimum", "maximum") if bound in number
    )


def _component(schema: Any) -> str:
    """The name of the component that a schema refers to; empty if it does not."""
    return "" if isinstance(schema, bool) else str(schema.get("$ref", "")).removeprefix("#/components/")


def _implied(schema: Json) -> Any:
    """The type of a schema without `type`, inferred from other keywords; None if it may be any."""
    if values := [schema["const"]] if "const" in schema else schema.get("enum"):
        types = {_TYPES[type(value)] for value in values}
        return types.pop() if len(types) == 1 else sorted(types)
    return next((type_ for keyword, type_ in _TELLING.items() if keyword in schema), None)


def _paired(
    old: list[Variant], new: list[Variant]
) -> tuple[list[tuple[Variant, Variant]], list[Variant], list[Variant]]:
    """Pairs of matching alternatives, and the unmatched old and new ones.

    Two match by component, else by the properties that they require, else by type.
    """
    pairs = []
    gone, come = list(old), list(new)
    likenesses: list[Callable[[Variant, Variant], bool]] = [
        lambda one, other: one[0] != "" and one[0] == other[0],
        lambda one, other: bool(one[1].get("required")) and one[1]["required"] == other[1].get("required"),
        lambda one, other: one[1]["type"] == other[1]["type"],
        lambda one, other: {one[1]["type"], other[1]["type"]} == {"integer", "number"},
    ]
    for alike in likenesses:
        for one in list(gone):
            other = next((found for found in come if alike(one, found)), None)
            if other is not None:
                pairs.append((one, other))
                gone.remove(one)
                come.remove(other)
    return pairs, gone, come


def _values(name: str, old: Json, new: Json, direction: Direction) -> Iterator[ContractChange]:
    before, after = ([one["const"]] if "const" in one else one.get("enum") for one in (old, new))
    if direction == "request":
        if before is None and after is not None:
            yield ContractChange(name, f"{name} is one of {', '.join(map(str, after))} now.")
        for value in before or ():
            if after is not None and value not in after:
                yield ContractChange(f"{name}.{value}", f"{name} may no longer be {value}.")
    elif before is not None:
        if after is None:
            yield ContractChange(name, f"{name} may be anything now.", False)
        elif not any(value in before for value in after):
            yield ContractChange(name, f"{name} has none of its former values any more.")
        else:
            for value in after:
                if value not in before:
                    yield ContractChange(f"{name}.{value}", f"{name} may also be {value} now.", False)


def _bounds(name: str, old: Json, new: Json) -> Iterator[ContractChange]:
    def tighter(keyword: str) -> bool:
        if keyword not in new or old.get(keyword) == new[keyword]:
            return False
        if keyword not in old or keyword in _EXACT:
            return new[keyword] is not False
        return bool(new[keyword] > old[keyword]) == (keyword in _LOWER)

    for keyword in (*_LOWER, *_UPPER, *_EXACT):
        if tighter(keyword):
            yield ContractChange(name, f"{name} has {keyword} {new[keyword]} now.")


def _is_anything(schema: Json) -> bool:
    return schema["type"] is None


def _called(component: str, schema: Json) -> str:
    return component or schema["type"] or "anything"
