"""The site of `make docs`, opened as files: its type faces, and its search."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.docs.test_site import build

pytestmark = pytest.mark.ecosystem


def test_pages_that_are_opened_as_files_have_the_faces_and_a_search(
    node: str, browser: Browser, tmp_path: Path
) -> None:
    assert build(tmp_path) == ""
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("requestfailed", lambda request: faults.append(request.url))
    page.goto((tmp_path / "guides" / "seats.html").as_uri())
    page.evaluate("document.fonts.ready")
    faces = set(page.evaluate("[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)"))
    assert faces == {"Figtree", "Bitter"}
    page.get_by_role("textbox", name="Search").click()
    page.keyboard.type("persisted documents")
    found = page.locator(".md-search-result__link[href*='api/problems.html'][href$='#persisted-documents']").first
    expect(found).to_be_visible()
    found.click()
    expect(page.get_by_role("heading", name="Persisted documents", level=2)).to_be_in_viewport()
    assert faults == []
