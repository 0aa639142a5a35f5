"""Documents that are made to keep a service busy, of the schema that is served, and the largest that is meant to be answered."""

from __future__ import annotations

from taphouse.schema.execution.limits import limits_for
from tests.api.selections import SCHEMA, operation

LIMITS = limits_for(SCHEMA)

LARGEST = operation("mutation", "play", ("gameId", "moves"))
"""Everything that a move's answer can hold, of every game."""

_DEEP = LIMITS.depth + 10
_MOVE = '{{ game(id: "x") {{ ... on Game {{ whyNot(move: {}) {{ code }} }} }} }}'
_GAME = 'game(id: "x") { ... on Game { legalMoves { pageInfo { endCursor } } } }'


def _chain(count: int, body: str) -> str:
    """Fragments that spread the next as `body` says."""
    links = [f"fragment F{i} on __Type {{ {body.replace('NEXT', f'...F{i + 1}')} }}" for i in range(count)]
    return " ".join(["{ __schema { types { ...F0 } } }", *links, f"fragment F{count} on __Type {{ name }}"])


REFUSED: dict[str, tuple[str, str]] = {
    "aliases": ("{" + " ".join(f"a{i}: __typename" for i in range(LIMITS.aliases + 1)) + "}", "TOO_MANY_ALIASES"),
    "aliases of games": ("{" + " ".join(f"a{i}: {_GAME}" for i in range(60)) + "}", "TOO_COSTLY"),
    "the same game again and again": ("{" + f"{_GAME} " * 60 + "}", "TOO_COSTLY"),
    "fragments that double": (_chain(40, "NEXT NEXT name"), "TOO_COSTLY"),
    "fragments within each other": (_chain(_DEEP, "NEXT"), "DOCUMENT_TOO_DEEP"),
    "fragments in a circle": ("{ __schema { types { ...F3 } } }" + _chain(20, "NEXT ...F3")[34:], ""),
    "fragments in circles": (
        "{ ...F0 }"
        + " ".join(f"fragment F{i} on Query {{ ...F{(i * 7 + 1) % 300} ...F{(i + 1) % 300} }}" for i in range(300)),
        "DOCUMENT_TOO_DEEP",
    ),
    "a fragment of many fields in many places": (
        "{" + " ".join(f"a{i}: catalogue {{ games {{ ...F }} }}" for i in range(200)) + "}"
        f" fragment F on GameInfo {{ {'kind ' * 1000} }}",
        "TOO_MANY_FIELDS",
    ),
    "many fragments": (
        "{ __typename }" + " ".join(f"fragment F{i} on Query {{ __typename }}" for i in range(LIMITS.fragments + 1)),
        "TOO_MANY_FRAGMENTS",
    ),
    "many operations": (
        " ".join(f"query Q{i} {{ __typename }}" for i in range(LIMITS.operations + 1)),
        "TOO_MANY_OPERATIONS",
    ),
    "operations that share many fragments": (
        " ".join(f"query Q{i}($v{i}: ID!) {{ ...F{i} }}" for i in range(LIMITS.operations))
        + " ".join(
            f"fragment F{i} on Query {{ {'...F' + str(i + 1) if i % 40 else '__typename'} }}" for i in range(300)
        ),
        "",
    ),
    "lists within each other": (_MOVE.format("[" * _DEEP + "]" * _DEEP), "DOCUMENT_TOO_DEEP"),
    "objects within each other": (_MOVE.format("{a: " * _DEEP + "1" + "}" * _DEEP), "DOCUMENT_TOO_DEEP"),
    "lists that no parser can take": (_MOVE.format("[" * 3000 + "]" * 900), "DOCUMENT_TOO_DEEP"),
    "selections within each other": ("{ a" * _DEEP + "}" * _DEEP, "DOCUMENT_TOO_DEEP"),
    "selections that no parser can take": ("{ a" * 1700, "DOCUMENT_TOO_DEEP"),
    "comments": ("#\n" * 30_000 + "{ __typename }", "DOCUMENT_TOO_LONG"),
    "tokens": ("{" + "id " * 16_000 + "}", "TOO_MANY_TOKENS"),
    "directives": ("{ __typename" + " @include(if: true)" * (LIMITS.directives + 1) + "}", "TOO_MANY_DIRECTIVES"),
    "unknown directives": ("{ __typename" + " @a" * 1700 + "}", "TOO_MANY_DIRECTIVES"),
    "introspection as deep as it goes": (
        "{ __schema { types " + "{ fields { type " * 10 + "{ name }" + "} }" * 10 + "} }",
        "",
    ),
    "introspection again and again": (
        "{" + " ".join(f'a{i}: __type(name: "Mutation") {{ ...T }}' for i in range(200)) + "}"
        " fragment T on __Type { fields { name description args { name description type { name } } } }",
        "TOO_COSTLY",
    ),
    "a name for many fields": (
        "{ catalogue { games {" + " ".join(f"a: {name}" for name in ("text", "title") * 150) + "} } }",
        "",
    ),
    "unknown fields": ("{" + " ".join(f"unknown{i}" for i in range(3400)) + "}", ""),
    "unknown fragments": ("{" + " ".join(f"...U{i}" for i in range(1700)) + "}", ""),
    "unused variables": ("query (" + " ".join(f"$v{i}: Int" for i in range(850)) + ") { __typename }", ""),
    "the same variable": ("query (" + "$v: Int " * 850 + ") { __typename }", ""),
    "a long string": (_MOVE.format('{notation: "' + "x" * 60_000 + '"}'), "DOCUMENT_TOO_LONG"),
    "a long number": ('{ events(gameId: "x", first: ' + "9" * 40_000 + ") { __typename } }", ""),
    "an unclosed string": ('{ game(id: "' + "x" * 45_000, ""),
    "letters that are none": ("{ \u202e\U0001f37a }" * 900, ""),
    "half a letter": ("{ \ud83c }", ""),
    "a mark in the middle": ("{ __typename \ufeff} \ufeff" + "{" * 30, ""),
}
"""Each with the code that it is refused with, empty where the specification's rules refuse it."""

ANSWERED: dict[str, str] = {
    "fragments that double what ends": _chain(20, "a: ofType { NEXT } b: ofType { NEXT }"),
    "fragments that double what is merged": _chain(20, "ofType { NEXT } ofType { NEXT }"),
    "comments": "#\n" * 24_000 + "{ __typename }",
    "a long string": _MOVE.format('{notation: "' + "x" * 45_000 + '"}'),
    "a long block string": _MOVE.format('{notation: """' + " x\n" * 15_000 + '"""}'),
    "equal fields": "{" + "__typename " * 3400 + "}",
    "equal selections": "{" + "catalogue { games { kind } } " * 480 + "}",
    "a mark at the start": "\ufeff{ __typename }",
}
"""Odd, and within the limits."""
