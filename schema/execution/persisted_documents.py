"""Documents that clients name by a digest instead of sending their text.

Automatic persisted queries, as Apollo Client and urql send them: a request names a document by `extensions.persistedQuery`, and
sends its text only if the answer is `PERSISTED_QUERY_NOT_FOUND`. With trusted documents, no others are executed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from graphql import GraphQLError

from taphouse.schema.execution.documents import FairCache

MOST = 1000
"""The most texts that clients have named, all of them valid and executed."""
MOST_CHARACTERS = 1_000_000
"""The most characters of these texts. See `FairCache`."""
_DIGEST = re.compile("[0-9a-f]{64}")


class PersistedDocuments:
    """The texts of documents by their SHA-256 digests, in hexadecimal.

    Args:
        trusted: the documents that may be executed. None: all, and clients add those that they name.
    """

    def __init__(self, trusted: Mapping[str, str] | None = None) -> None:
        self._trusted = trusted
        self.restricted = trusted is not None
        """True if only trusted documents are executed."""
        self._trusted_texts = frozenset(trusted.values()) if trusted is not None else frozenset()
        self._named = FairCache[str](MOST, MOST_CHARACTERS)

    def text(self, query: str | None, extensions: Mapping[str, Any] | None, client: str) -> str:
        """The text of the document of a request.

        Args:
            query: the text, if the request has it.
            extensions: the extensions of the request, which may name the document.
            client: the network address that asks.

        Raises:
            GraphQLError: the request names no document, one that is not known, or one that is not trusted.
        """
        digest = _named(extensions)
        if digest is None:
            if query is None:
                raise _error("BAD_REQUEST", "The request has no `query`.")
        elif query is None:
            query = self._known(digest, client)
        elif hashlib.sha256(query.encode()).hexdigest() != digest:
            raise _error("BAD_REQUEST", "`persistedQuery.sha256Hash` is not the SHA-256 digest of `query`.")
        if self._trusted is not None and query not in self._trusted_texts:
            raise _error("DOCUMENT_NOT_TRUSTED", "This service executes only the documents that its operator lists.")
        return query

    def executed(self, query: str | None, extensions: Mapping[str, Any] | None, client: str) -> None:
        """Keep the document of a request that was executed, if the request had its text and its digest."""
        digest = _named(extensions)
        if digest is None or query is None or self._trusted is not None:
            return
        if self._named.get(digest, client) is None:
            self._named.put(digest, query, len(query), client)

    def _known(self, digest: str, client: str) -> str:
        text = self._named.get(digest, client) if self._trusted is None else self._trusted.get(digest)
        if text is None:
            raise _error("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound")
        return text


def trusted_documents(source: bytes) -> dict[str, str]:
    """The documents of a manifest by digest.

    Args:
        source: JSON: an object with a text for each digest, or the manifest that Apollo's tools write.

    Raises:
        ValueError: it is neither, or a digest is not that of its text.
    """
    try:
        found = msgspec.json.decode(source)
        if isinstance(found, dict) and "operations" in found:
            found = {one["id"]: one["body"] for one in found["operations"]}
        documents = msgspec.convert(found, dict[str, str])
    except (msgspec.MsgspecError, UnicodeError, KeyError, TypeError) as error:
        raise ValueError(f"not a manifest of documents: {error}") from None
    for digest, text in documents.items():
        if hashlib.sha256(text.encode()).hexdigest() != digest:
            raise ValueError(f"{digest[:80]!r} is not the SHA-256 digest of its document")
    return documents


def _named(extensions: Mapping[str, Any] | None) -> str | None:
    """The digest in `extensions.persistedQuery`. None if there is none."""
    persisted = (extensions or {}).get("persistedQuery")
    if persisted is None:
        return None
    digest = persisted.get("sha256Hash") if isinstance(persisted, dict) and persisted.get("version") == 1 else None
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        message = "`persistedQuery` must have the version 1 and a `sha256Hash` of 64 hexadecimal digits."
        raise _error("BAD_REQUEST", message)
    return digest


def _error(code: str, message: str) -> GraphQLError:
    return GraphQLError(message, extensions={"code": code})
