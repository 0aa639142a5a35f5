"""Content negotiation: the media type and the language that a client prefers, and GraphQL's answers in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

from taphouse.engine.messages import ENGLISH
from taphouse.schema.texts import OWN
from taphouse.service.http import server_sent_events

if TYPE_CHECKING:
    from graphql import GraphQLFormattedError

JSON = "application/json"
GRAPHQL = "application/graphql-response+json"
OFFERED = (JSON, GRAPHQL, server_sent_events.MEDIA)
"""The media types of GraphQL's answers."""
LONGEST_CACHED = 500
"""The characters of an `Accept` header that are read, and cached: large headers must not fill the memory."""


def negotiate(accept: Iterable[str], offered: tuple[str, ...]) -> str | None:
    """The offered media type that `Accept` headers prefer; see `preferred`. Reads 500 characters at most."""
    return preferred(",".join(accept)[:LONGEST_CACHED], offered)


@lru_cache(maxsize=256)
def preferred(wanted: str, offered: tuple[str, ...]) -> str | None:
    """The offered media type that the `Accept` header prefers (RFC 9110, section 12.5.1); None if it accepts none.

    Among equal weights, the most specific range wins, then the first offer; without `Accept`, the first offer. Pass at most
    `LONGEST_CACHED` characters.
    """
    ranges = [part for part in wanted.split(",") if part.strip()] or ["*/*"]
    best: tuple[float, int, str] | None = None
    weights = [_weight(part) for part in ranges]
    for media in offered:
        exact, quality = max(
            (
                (exact, quality)
                for exact, name in enumerate(("*/*", media.split("/", maxsplit=1)[0] + "/*", media))
                for media_range, quality in weights
                if media_range == name
            ),
            default=(0, 0.0),
        )
        # A client that names both JSON types with equal weight knows the newer one.
        newer = exact == 2 and media == GRAPHQL
        if quality > 0 and (best is None or (quality, exact + newer) > best[:2]):
            best = quality, exact + newer, media
    return best[2] if best else None


def prefers_minimal(prefer: Iterable[str]) -> bool:
    """True if `Prefer` headers ask for a minimal answer (RFC 7240, section 4.2). Of repeated preferences, the first counts."""
    for preference in ",".join(prefer).split(","):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip().lower() == "return":
            return value.strip().strip('"').lower() == "minimal"
    return False


def _language(accept: str) -> str:
    """The supported language that `Accept-Language` prefers (RFC 9110, section 12.5.4); English if it names none.

    By lookup (RFC 4647, section 3.4): a range such as `de-AT` also finds `de`.
    """
    weights = [(wanted, quality) for wanted, quality in map(_weight, accept.split(",")) if quality > 0]
    ours = {language.lower(): language for language in OWN.languages}
    for wanted, _ in sorted(weights, key=lambda one: -one[1]):
        subtags = wanted.split("-")
        while subtags:
            if (found := ours.get("-".join(subtags))) is not None:
                return found
            subtags.pop()
    return ENGLISH


_cached_language = lru_cache(maxsize=256)(_language)


def language(accept: Iterable[str]) -> str:
    """The language that `Accept-Language` headers prefer; English if they name no supported one. Reads 500 characters at most."""
    return _cached_language(",".join(accept)[:LONGEST_CACHED])


def _weight(part: str) -> tuple[str, float]:
    """A media or language range and its weight; 0 for encodings other than UTF-8, which are not available."""
    name, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = 1.0
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key == "q":
            try:
                quality = float(value)
            except ValueError:
                quality = 0.0
        elif key == "charset" and value.strip('"') not in {"utf-8", "utf8"}:
            quality = 0.0
    return name, quality


@lru_cache(maxsize=64)
def is_media(content_type: str, media: str) -> bool:
    """True if a `Content-Type` is a media type in UTF-8. Cached, since most clients send the same few."""
    name, *more = (piece.strip().lower() for piece in content_type.split(";"))
    encodings = {piece.partition("=")[2].strip('"') for piece in more if piece.startswith("charset=")}
    return name == media and encodings <= {"utf-8", "utf8"}


def graphql_errors(
    errors: Sequence[GraphQLFormattedError], media: str | None, status: int, headers: Mapping[str, str]
) -> Response:
    """The answer to a GraphQL request that was not executed."""
    answer = Response(msgspec.json.encode({"errors": errors}), status)
    answer.raw_headers += graphql_headers(media, ENGLISH)
    answer.headers.update(headers)
    return answer


@cache
def graphql_headers(media: str | None, language: str) -> list[tuple[bytes, bytes]]:
    """The headers of GraphQL's answers in a media type and a language, encoded once: JSON if the client accepts none, or only
    streams. They forbid caching, since the answers depend on the caller.
    """
    media = JSON if media in (None, server_sent_events.MEDIA) else media
    headers = {
        "content-type": f"{media}; charset=utf-8",
        "content-language": language,
        "vary": "accept, accept-language, accept-encoding",
        "cache-control": "no-store",
    }
    return Headers(headers).raw
