"""Message templates: compiled once, they speak the fields of a struct. `engine.messages` describes how they are written."""

from __future__ import annotations

import re
import types
from collections import ChainMap, Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Any, NamedTuple, NewType, TypeVar, Union, cast, get_args, get_origin

from msgspec import Struct

from taphouse.engine.vocabulary import SEAT, Amounts, Symbol, Word, hints, kebab

_TOKEN = re.compile(r"\{[^{}]*\}|[\[\]|{}]|[^\[\]|{}]+")
_FIELD = re.compile(r"\{([?#]?)([a-z_]+(?:\.[a-z_]+)*)(?:([=:])([a-z0-9_-]+))?\}")

Names = Sequence[str]
Say = Callable[[Any, Names], str]
"""(struct, what the players are called, in seat order) -> text."""
_Try = Callable[[Any, Names], str | None]
"""(struct or value, names) -> text. None if there is no value to speak."""
_Get = Callable[[Any], Any]
"""(struct) -> a value of it."""
_Within = NewType("_Within", str)  # the name of an entry within another one, which need not have a title


class MessageFault(Exception):
    """A message is wrong. `key` is its place in the catalogue, such as `moves.draft`."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key, self.reason = key, reason


class _BadTemplate(Exception):
    """A fault of a template."""


class _Hint(NamedTuple):
    """The type of a field."""

    core: Any
    """Without annotations and null."""
    seat: bool
    """True for a seat, or a list of seats."""
    nullable: bool


class _Field(NamedTuple):
    """A field in a template."""

    mark: str
    path: str
    joint: str
    after: str


class _Part(NamedTuple):
    """A function that puts a part of a template into words."""

    say: _Try
    lacks: bool = False
    """True if it can be without a value, so that its alternative is not spoken."""
    hideable: bool = False
    """True if its value can be hidden, so that it must be in brackets."""


class _Value(NamedTuple):
    """A function that puts values of a type into words."""

    one: _Try
    many: _Try | None = None
    """The plural, after a number. None if it has none."""
    lacks: bool = False
    hideable: bool = False


Spoke = TypeVar("Spoke")
"""The type of a struct, or the name of a task."""


class Says(dict[Spoke, Say]):
    """Templates as functions, by what they speak. Each is compiled when it is first used.

    Args:
        spoken: what they speak.
        compiled: compiles the template of one of these.
    """

    def __init__(self, spoken: Mapping[Spoke, object], compiled: Callable[[Spoke], Say]) -> None:
        self._spoken, self._compiled = spoken, compiled

    def __missing__(self, one: Spoke) -> Say:
        if one not in self:
            raise KeyError(one)
        made = self[one] = self._compiled(one)
        return made

    def __contains__(self, one: object) -> bool:
        return one in self._spoken

    @classmethod
    def joined(cls, several: Iterable[Says[Spoke]]) -> Says[Spoke]:
        """All of several. Of what several speak, the last one counts."""
        last_first = [*several][::-1]
        spoken: ChainMap[Spoke, Any] = ChainMap(*[cast(dict[Spoke, Any], says._spoken) for says in last_first])
        return cls(spoken, lambda one: next(says for says in last_first if one in says)[one])

    def check(self) -> None:
        """Compile all of them.

        Raises:
            MessageFault: a template is wrong.
        """
        for one in self._spoken:
            self[one]


class Speaker:
    """Compiles the templates of a catalogue. `words_used` and `values_used` are the keys that they use.

    Args:
        words: the words by key: one form, or one for 1 and one for any other number.
        values: the templates of structs in fields, by the name of the struct in kebab case.
        titles: the titles of names in fields. A name without a title is spoken as it is.
        and_word: the word before the last item of a list.
        nothing_word: the word for an empty list.
    """

    def __init__(
        self,
        words: Mapping[str, str | tuple[str, str]],
        values: Mapping[str, str],
        titles: Mapping[str, str],
        and_word: str,
        nothing_word: str,
    ) -> None:
        self._words, self._templates, self._titles = words, values, titles
        self._values: dict[tuple[Any, bool, bool], _Value] = {}
        self.words_used: set[str] = set()
        self.values_used: set[str] = set()
        self._and, self._nothing = f" {self.word(and_word)[0]} ", self.word(nothing_word)[0]

    def message(self, key: str, template: str, struct: type[Struct]) -> Say:
        """Compile a template that puts structs of a type into words.

        Args:
            key: the place of the template in the catalogue.
            template: the template.
            struct: the type whose fields it names.

        Raises:
            Fault: the template is wrong, or a word or a value that it needs is missing.
        """
        part = self._message(key, template, struct)
        if part.lacks:
            raise MessageFault(key, "nothing would be spoken if all alternatives are without a value")
        return cast(Say, part.say)

    def says(self, section: str, templates: Mapping[str, str], types: Mapping[str, type[Struct]]) -> Says[type[Struct]]:
        """The templates of a section of the catalogue, by the types that they speak, which are given by their keys."""
        keys = {type_: key for key, type_ in types.items() if key in templates}
        return Says(keys, lambda one: self.message(f"{section}.{keys[one]}", templates[keys[one]], one))

    def word(self, word: str | Word) -> tuple[str, str]:
        """The forms of a word: for one, and for any other number. A symbol is its own word."""
        if isinstance(word, Symbol):
            return str(word), str(word)
        self.words_used.add(key := str(word))
        forms = self._words.get(key)
        if forms is None:
            raise MessageFault(f"words.{key}", "missing")
        return (forms, forms) if isinstance(forms, str) else forms

    # --- templates ---------------------------------------------------------------------------------------------------

    def _message(self, key: str, template: str, struct: type[Struct], plural: bool = False) -> _Part:
        """A whole template. If it is one pair of brackets, it can be without a value."""
        try:
            (nodes,) = _parsed(iter(_TOKEN.findall(template)), 0)
            if len(nodes) == 1 and isinstance(nodes[0], list):
                return self._group(nodes[0], struct, plural, None)
            return self._sequence(nodes, struct, plural, bare=True)
        except _BadTemplate as wrong:
            raise MessageFault(key, str(wrong)) from None

    def _sequence(self, nodes: list[Any], struct: type[Struct], plural: bool, bare: bool) -> _Part:
        """Parts one after another. Bare parts are not in brackets."""
        form, parts = "", []
        for node in nodes:
            if isinstance(node, str):
                form += node.replace("%", "%%")
                continue
            form += "%s"
            group = isinstance(node, list)
            part = self._group(node, struct, plural, "") if group else self._field(node, struct, plural, bare)
            if bare and (part.hideable or part.lacks):
                raise _BadTemplate(f"{node.path} can be hidden, or is a condition, so it must be in brackets")
            parts.append(part)
        return _Part(_joined(form, [part.say for part in parts]), any(part.lacks for part in parts))

    def _group(self, options: list[list[Any]], struct: type[Struct], plural: bool, otherwise: str | None) -> _Part:
        """Alternatives in brackets."""
        parts = [self._sequence(nodes, struct, plural, bare=False) for nodes in options]
        if not all(part.lacks for part in parts[: max(1, len(parts) - 1)]):
            raise _BadTemplate("brackets hold no value that could be missing")
        attempts = [part.say for part in parts]

        def say(held: Any, names: Names) -> str | None:
            for attempt in attempts:
                text = attempt(held, names)
                if text is not None:
                    return text
            return otherwise

        lacks = otherwise is None and parts[-1].lacks
        return _Part(say, lacks, lacks)

    def _field(self, field: _Field, struct: type[Struct], plural: bool, bare: bool) -> _Part:
        get, (core, seat, nullable) = self._resolved(field.path, struct)
        if field.mark == "?":
            return _Part(self._condition(field, get, core), lacks=True)
        if field.joint == "=":
            raise _BadTemplate(f"write {{?{field.path}={field.after}}} for a condition")
        if field.joint == ":":
            return self._counted(field, get, core, nullable, struct, bare)
        value = self._value(core, seat, field.mark == "#")
        speak, nothing = (value.many or value.one) if plural else value.one, self._nothing
        hideable = nullable or value.hideable
        if bare:
            return _Part(lambda held, names: speak(get(held), names) or nothing, hideable=hideable)
        if nullable or (core is int and not seat):
            return _Part(lambda held, names: speak(v, names) if (v := get(held)) else None, True, hideable)
        return _Part(lambda held, names: speak(get(held), names), value.lacks, hideable)

    def _condition(self, field: _Field, get: _Get, core: Any) -> _Try:
        if not field.after and core is bool:
            return lambda held, _: "" if get(held) else None
        if field.joint != "=" or not _is_a(core, Word):
            raise _BadTemplate(f"the condition on {field.path} does not fit its type")
        wanted = next((word for word in core if str(word) == field.after), None)
        if wanted is None:
            raise _BadTemplate(f"{field.path} is never {field.after}")
        return lambda held, _: "" if get(held) is wanted else None

    def _counted(self, field: _Field, get: _Get, core: Any, hidden: bool, struct: type[Struct], bare: bool) -> _Part:
        """A number and its noun. In brackets 0 is no value."""
        if core is not int and get_origin(core) is not tuple:
            raise _BadTemplate(f"{field.path} is neither a number nor a list")
        number: _Get = get if core is int else lambda held: len(get(held) or ())
        if field.after in struct.__struct_fields__:
            noun, (word, _, nullable) = self._resolved(field.after, struct)
            hidden = hidden or nullable
            if not _is_a(word, Word):
                raise _BadTemplate(f"{field.after} is not a word to count with")
            words = {member: self.word(member) for member in word}
            forms: _Get = lambda held: words.get(noun(held))  # noqa: E731
        else:
            both = self.word(field.after)
            forms = lambda _: both  # noqa: E731

        def say(held: Any, _: Names) -> str | None:
            n, noun_forms = number(held), forms(held)
            return f"{n} {noun_forms[n != 1]}" if noun_forms and (n or bare) else None

        return _Part(say, lacks=not bare, hideable=hidden)

    # --- fields and values -------------------------------------------------------------------------------------------

    def _resolved(self, path: str, struct: type[Struct]) -> tuple[_Get, _Hint]:
        """A getter for the value at a path of a struct, and its type: without null, whether a seat, whether it can be null."""
        name, _, rest = path.partition(".")
        hint, get = _hint(struct, name), attrgetter(name)
        if not rest:
            return get, hint
        if hint.core is str:
            return self._named_within(get, rest, struct)
        in_list = get_origin(hint.core) is tuple
        inner = _kind(get_args(hint.core)[0]).core if in_list else hint.core
        if hint.nullable or not _is_a(inner, Struct):
            raise _BadTemplate(f"{name} in {path} has no fields, or can be null")
        below, held = self._resolved(rest, inner)
        if not in_list:
            return attrgetter(path), held
        row = types.GenericAlias(tuple, (held.core, ...))
        return lambda one: _whole([below(item) for item in get(one)]), _Hint(row, held.seat, held.nullable)

    def _named_within(self, get: _Get, rest: str, struct: type[Struct]) -> tuple[_Get, _Hint]:
        """The name of an entry that is named within another, such as a side of a market space."""
        below, hint = self._resolved(rest, struct)
        if hint.core is not str and not _is_a(hint.core, Word):
            raise _BadTemplate(f"{rest} is no name")

        def name(held: Any) -> str | None:
            return None if (part := below(held)) is None else f"{get(held)}.{part}"

        return name, hint._replace(core=_Within, nullable=True)

    def _value(self, core: Any, seat: bool, plain: bool = False) -> _Value:
        """The words for values of a type. Plain are the numbers of seats, and names as notation has them."""
        key = core, seat, plain
        if key not in self._values:
            self._values[key] = self._made_value(*key)
        return self._values[key]

    def _made_value(self, core: Any, seat: bool, plain: bool) -> _Value:
        if plain and not seat and core is not str and get_origin(core) is not tuple:
            raise _BadTemplate(f"a value of type {core} is neither a seat nor a name, so # does not fit")
        if core is int:
            return _Value(lambda n, names: names[n - 1]) if seat and not plain else _Value(lambda n, _: str(n))
        if core in (str, _Within):
            titles: Mapping[str, str] = {} if plain else self._titles
            return _Value(lambda name, _: titles.get(name, name if core is str else None))
        if get_origin(core) is tuple:
            item = _kind(get_args(core)[0])
            if item.nullable:
                raise _BadTemplate("a list with values that can be null cannot be spoken")
            return self._list(self._value(item.core, seat or item.seat, plain), titles=item.core is str)
        if _is_a(core, Word):
            forms = {member: self.word(member) for member in core}
            return _Value(lambda word, _: forms[word][0], lambda word, _: forms[word][1])
        if _is_a(core, Amounts):
            rows = [(attrgetter(name), *self.word(kebab(name))) for name in core.__struct_fields__]
            listed = self._listed
            return _Value(
                lambda held, _: listed(
                    [f"{n} {one if n == 1 else many}" for get, one, many in rows if (n := get(held))]
                ),
                lacks=True,
            )
        if _is_a(core, Struct):
            return self._struct(core)
        raise _BadTemplate(f"values of type {core} cannot be spoken")

    def _list(self, item: _Value, titles: bool) -> _Value:
        """A list has no value if it is empty, or if an item is hidden. Titles are counted without a plural."""
        one, many, listed = item.one, item.many, self._listed

        def say(items: Sequence[Any], names: Names) -> str | None:
            texts = [one(value, names) for value in items]
            if None in texts:
                return None
            if titles:
                texts = [text if n == 1 else f"{text} ({n})" for text, n in Counter(texts).items()]
            elif many is not None and len(set(texts)) < len(texts):
                values, counts = dict(zip(texts, items, strict=True)), Counter(texts)
                texts = [text if n == 1 else f"{n} {many(values[text], names)}" for text, n in counts.items()]
            return listed(texts)

        return _Value(say, lacks=True, hideable=item.hideable)

    def _struct(self, struct: type[Struct]) -> _Value:
        name = kebab(struct.__name__)
        self.values_used.add(name)
        template = self._templates.get(name)
        if template is None:
            raise MessageFault(f"values.{name}", "missing")
        one, many = (self._message(f"values.{name}", template, struct, plural) for plural in (False, True))
        return _Value(one.say, many.say, one.lacks, one.hideable)

    def _listed(self, texts: list[Any]) -> str | None:
        if len(texts) < 2:
            return texts[0] if texts else None
        return ", ".join(texts[:-1]) + self._and + str(texts[-1])


def _parsed(tokens: Iterator[str], depth: int) -> list[list[Any]]:
    """Alternatives: sequences of texts, fields and, as lists, alternatives in brackets."""
    alternatives: list[list[Any]] = [[]]
    for piece in tokens:
        if piece == "[":
            alternatives[-1].append(_parsed(tokens, depth + 1))
        elif piece == "]" and depth:
            return alternatives
        elif piece == "|" and depth:
            alternatives.append([])
        elif field := _FIELD.fullmatch(piece):
            alternatives[-1].append(_Field(*(part or "" for part in field.groups())))
        elif piece[0] in "[]|{}":
            raise _BadTemplate(f"{piece} is not understood here")
        else:
            alternatives[-1].append(piece)
    if depth:
        raise _BadTemplate("a bracket is not closed")
    return alternatives


def _joined(form: str, says: list[_Try]) -> _Try:
    """Speaks a %-format with its parts. None if a part has no value."""
    if not says:
        text = form % ()
        return lambda _held, _names: text
    if len(says) == 1:
        (one,) = says
        return one if form == "%s" else lambda held, names: form % v if (v := one(held, names)) is not None else None

    def say(held: Any, names: Names) -> str | None:
        texts = []
        for part in says:
            if (text := part(held, names)) is None:
                return None
            texts.append(text)
        return form % tuple(texts)

    return say


def _whole(values: list[Any]) -> tuple[Any, ...] | None:
    """The values, or None if one of them is hidden."""
    return None if None in values else tuple(values)


def _hint(struct: type[Struct], name: str) -> _Hint:
    """The type of a field or property."""
    found = getattr(struct, name, None)
    if name in struct.__struct_fields__:
        return _kind(hints(struct)[name])
    if isinstance(found, property):
        return _kind(hints(found.fget)["return"])
    raise _BadTemplate(f"{struct.__name__} has no field {name}")


def _is_a(core: Any, base: type) -> bool:
    return isinstance(core, type) and issubclass(core, base)


def _kind(hint: Any) -> _Hint:
    """A type without annotations and null, whether it is a seat, and whether it can be null."""
    seat = nullable = False
    while True:
        if get_origin(hint) is Annotated:
            seat = seat or SEAT in hint.__metadata__
            hint = get_args(hint)[0]
        elif get_origin(hint) in (Union, types.UnionType):
            nullable = True
            (hint,) = (part for part in get_args(hint) if part is not type(None))
        else:
            return _Hint(hint, seat, nullable)
