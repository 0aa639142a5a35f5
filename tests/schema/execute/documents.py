"""Random documents."""

from __future__ import annotations

from hypothesis import strategies as st

# Random documents. A fragment is there for each composite type; what is picked of it is the document's business.

FLAGS = ("a", "b")
FIELDS: dict[str, dict[str, str | None]] = {
    "Query": {"table": "Table", "later": "Table", "thing": "Thing", "houses": "House"},
    "Table": {"first": "Thing", "taps": "Tap", "slots": "Card", "pile": "Thing", "nodes": "Node"},
    "Tap": {"id": None, "card": "Card", "barley": None},
    "Card": dict.fromkeys(("id", "name", "malt", "size", "cost", "grid", "text", "weight", "fresh", "more"))
    | {"next": "Card"},
    "Node": {"id": None},
    "Thing": {},
    **{house: {"name": None, "table": "Table", "served": "Card"} for house in ("House", "Pub", "Brewery")},
}
MEMBERS = {
    "Thing": ("Card", "Tap", "Node"),
    "Node": ("Card", "Tap"),
    "Card": ("Node",),
    "Tap": ("Node",),
    "House": ("Pub", "Brewery"),
}
directives = st.sampled_from(
    ("",) * 5 + tuple(f" @{d}(if: {v})" for d in ("include", "skip") for v in ("$a", "$b", "true"))
)


@st.composite
def selections(draw: st.DrawFn, type_: str, depth: int, spread: bool = True) -> str:
    parts = [draw(st.sampled_from(("__typename", "kind: __typename")))] if draw(st.booleans()) or depth == 0 else []
    for _ in range(draw(st.integers(1, 4)) if depth else 0):
        kind = draw(st.integers(0, 7))
        if kind == 0 and spread:
            parts.append(f"...F{type_}{draw(directives)}")
        elif kind <= 2 and type_ in MEMBERS:
            member = draw(st.sampled_from(MEMBERS[type_]))
            parts.append(f"... on {member}{draw(directives)} {draw(selections(member, depth - 1, spread))}")
        elif kind == 3:
            parts.append(f"...{draw(directives)} {draw(selections(type_, depth - 1, spread))}")
        elif FIELDS[type_]:
            field = draw(st.sampled_from(sorted(FIELDS[type_])))
            # An alias that tells the field, or equal names would mean different things now and then.
            alias = f"{field}_{draw(st.integers(0, 1))}: " if draw(st.booleans()) else ""
            of_type = FIELDS[type_][field]
            inner = draw(selections(of_type, depth - 1, spread)) if of_type else ""
            parts.append(f"{alias}{field}{draw(directives)} {inner}")
    return "{ " + " ".join(parts or ["__typename"]) + " }"


@st.composite
def texts(draw: st.DrawFn) -> str:
    variables = "($a: Boolean!, $b: Boolean! = true)"
    operations = [f"query {name}{variables} {draw(selections('Query', 4))}" for name in ("One", "Two")]
    fragments = [f"fragment F{t} on {t} {draw(selections(t, 2, spread=False))}" for t in FIELDS]
    used = (
        "{ __typename table { taps { ...FTap card { ...FCard } } nodes { ...FNode } first { ...FThing } ...FTable } "
        "houses { ...FHouse ...FPub ...FBrewery } }"
    )
    # The rules ask that each variable and each fragment is used.
    uses = "__typename @include(if: $a) @skip(if: $b) all: "
    return " ".join(
        [o.replace("{", "{ ...FQuery " + uses + "__typename ", 1) for o in operations]
        + [f"query Uses{variables} {used.replace('{', '{ ' + uses + '__typename ', 1)}", *fragments]
    )
