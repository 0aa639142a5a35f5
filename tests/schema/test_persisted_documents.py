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
        documents.text(query, extensions)
    assert refused.value.extensions
    return str(refused.value.extensions["code"])


def test_a_document_is_known_by_its_digest_once_it_was_sent() -> None:
    documents = PersistedDocuments()
    assert refusal(documents, None, named("{ a }")) == "PERSISTED_QUERY_NOT_FOUND"
    assert documents.text("{ a }", named("{ a }")) == documents.text(None, named("{ a }")) == "{ a }"
    assert documents.text("{ b }", None) == "{ b }"
    assert refusal(documents, None, named("{ b }")) == "PERSISTED_QUERY_NOT_FOUND"


@given(st.lists(st.text(max_size=30), max_size=30))
def test_a_digest_never_names_another_text(texts: list[str]) -> None:
    documents = PersistedDocuments()
    for text in texts:
        documents.text(text, named(text))
    for text in texts:
        assert documents.text(None, named(text)) == text


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
        documents.text(text, named(text))
    documents.text(None, named(texts[0]))
    documents.text(texts[3], named(texts[3]))
    assert refusal(documents, None, named(texts[1])) == "PERSISTED_QUERY_NOT_FOUND"
    for text in (texts[0], *texts[2:]):
        assert documents.text(None, named(text)) == text
    long = "{ a }" + " " * 2000
    assert documents.text(long, named(long)) == long
    assert documents.text(None, named(texts[0])) == texts[0]


def test_only_trusted_documents_are_executed() -> None:
    documents = PersistedDocuments({digest("{ a }"): "{ a }"})
    assert documents.text("{ a }", None) == documents.text(None, named("{ a }")) == "{ a }"
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
