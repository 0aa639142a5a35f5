"""Documents that are named by a digest: automatic persisted queries, and the documents that an operator trusts."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from graphql import GraphQLError
from hypothesis import given
from hypothesis import strategies as st

from taphouse.schema.execution import persisted_documents
from taphouse.schema.execution.persisted_documents import PersistedDocuments, trusted_documents


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def named(text: str, **more: Any) -> dict[str, Any]:
    """Extensions that name this document."""
    return {"persistedQuery": {"version": 1, "sha256Hash": digest(text), **more}}


def refusal(documents: PersistedDocuments, query: str | None, extensions: dict[str, Any] | None) -> str:
    with pytest.raises(GraphQLError) as refused:
        documents.text(query, extensions, "")
    assert refused.value.extensions
    return str(refused.value.extensions["code"])


def execute(documents: PersistedDocuments, text: str, client: str = "") -> None:
    """Send a text with its digest."""
    assert documents.text(text, named(text), client) == text
    documents.executed(text, named(text), client)


def known(documents: PersistedDocuments, text: str, client: str = "") -> bool:
    """True if a request with the digest of a text is answered."""
    try:
        return documents.text(None, named(text), client) == text
    except GraphQLError:
        return False


def test_a_document_is_known_by_its_digest_once_it_was_sent() -> None:
    documents = PersistedDocuments()
    assert refusal(documents, None, named("{ a }")) == "PERSISTED_QUERY_NOT_FOUND"
    assert documents.text("{ a }", named("{ a }"), "") == "{ a }"
    assert not known(documents, "{ a }")  # until it is executed
    execute(documents, "{ a }")
    assert known(documents, "{ a }")
    assert documents.text("{ b }", None, "") == "{ b }"
    documents.executed("{ b }", None, "")
    assert refusal(documents, None, named("{ b }")) == "PERSISTED_QUERY_NOT_FOUND"


@given(st.lists(st.text(max_size=30), max_size=30))
def test_a_digest_never_names_another_text(texts: list[str]) -> None:
    documents = PersistedDocuments()
    for text in texts:
        execute(documents, text)
    for text in texts:
        assert known(documents, text)


def test_a_wrong_digest_adds_nothing() -> None:
    documents = PersistedDocuments()
    assert refusal(documents, "{ a }", named("{ b }")) == "BAD_REQUEST"
    assert refusal(documents, None, named("{ b }")) == "PERSISTED_QUERY_NOT_FOUND"


@pytest.mark.parametrize(
    "persisted",
    [[], "x", {}, {"version": 1}, {"version": 2, "sha256Hash": "0" * 64}, {"version": 1, "sha256Hash": "A"}],
)
def test_a_malformed_name_is_refused(persisted: object) -> None:
    assert refusal(PersistedDocuments(), "{ a }", {"persistedQuery": persisted}) == "BAD_REQUEST"


def test_a_request_without_a_document_is_refused() -> None:
    for extensions in (None, {}, {"other": 1}):
        assert refusal(PersistedDocuments(), None, extensions) == "BAD_REQUEST"


@pytest.mark.parametrize(("most", "characters"), [(3, 1000), (1000, 15)])
def test_named_texts_are_bounded_and_the_least_used_goes_first(
    monkeypatch: pytest.MonkeyPatch, most: int, characters: int
) -> None:
    monkeypatch.setattr(persisted_documents, "MOST", most)
    monkeypatch.setattr(persisted_documents, "MOST_CHARACTERS", characters)
    documents, texts = PersistedDocuments(), [f"{{ {name} }}" for name in "abcd"]
    for text in texts[:3]:
        execute(documents, text)
    assert known(documents, texts[0])
    execute(documents, texts[3])
    assert [known(documents, text) for text in texts] == [True, False, True, True]
    execute(documents, "{ a }" + " " * 2000)
    assert known(documents, texts[0])


def test_one_client_cannot_evict_what_others_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persisted_documents, "MOST", 40)
    documents = PersistedDocuments()
    of_others = [f"{{ other{number} }}" for number in range(29)]
    for number, text in enumerate(of_others):
        execute(documents, text, f"client {number % 7}")
    execute(documents, "{ both }", "flood")
    assert known(documents, "{ both }", "client 1")  # from now on, it is no longer the flood's alone
    for number in range(1000):
        execute(documents, f"{{ flood{number} }}", "flood")
    assert all(known(documents, text) for text in (*of_others, "{ both }"))
    assert [number for number in range(1000) if known(documents, f"{{ flood{number} }}")] == [*range(990, 1000)]


def test_only_trusted_documents_are_executed() -> None:
    documents = PersistedDocuments({digest("{ a }"): "{ a }"})
    assert documents.text("{ a }", None, "") == documents.text(None, named("{ a }"), "") == "{ a }"
    documents.executed("{ b }", named("{ b }"), "")
    assert refusal(documents, "{ b }", None) == refusal(documents, "{ b }", named("{ b }")) == "DOCUMENT_NOT_TRUSTED"
    assert refusal(documents, None, named("{ b }")) == "PERSISTED_QUERY_NOT_FOUND"


def test_manifests_are_read() -> None:
    plain = {digest(text): text for text in ("{ a }", "{ b }")}
    apollo = {"format": "apollo-persisted-query-manifest", "version": 1}
    apollo["operations"] = [{"id": key, "body": text, "name": "Q", "type": "query"} for key, text in plain.items()]
    assert trusted_documents(json.dumps(plain).encode()) == trusted_documents(json.dumps(apollo).encode()) == plain


@pytest.mark.parametrize(
    "manifest", ["", "[]", "1", '{"x": 1}', '{"x": "{ a }"}', '{"operations": [{}]}', '{"operations": 1}', "\xff"]
)
def test_a_bad_manifest_is_refused(manifest: str) -> None:
    with pytest.raises(ValueError, match=r"manifest|digest"):
        trusted_documents(manifest.encode("latin-1"))
