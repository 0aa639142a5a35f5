"""The documentation is one site (mkdocs.yml), without dead links and without anything from other servers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.web.conftest import FLAGS

ROOT = Path(__file__).parents[2]
LOADED = re.compile(r"""<(?:script|img|link|iframe)\b[^>]*?\b(?:src|href)="(?:https?:)?//([^/"]+)""")
"""Things that a page loads from another server."""


def build(to: Path, configuration: Path = ROOT / "mkdocs.yml") -> str:
    """Write the site; what MkDocs says if it refuses."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(to)]
    done = subprocess.run(
        [*command, "--config-file", str(configuration)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr if done.returncode else ""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert build(folder) == ""
    return folder


def test_the_readme_the_rules_and_every_decision_are_pages(site: Path) -> None:
    pages = {str(file.relative_to(site).with_suffix(".md")) for file in site.rglob("*.html")}
    assert {"index.md", "changelog.md", "rules/pint_craft.md", "guides/first-game.md"} <= pages
    assert {f"decisions/{one.name}" for one in (ROOT / "docs" / "decisions").glob("*.md")} <= pages


def test_every_guide_is_a_page_in_its_language_with_a_picture(site: Path) -> None:
    for game in ("dank_and_draft", "pint_craft", "brew_crafters"):
        for language, heading, other in (("en", "Set-up", "de"), ("de", "Aufbau", "en")):
            picture = f"pictures/setup-{game.replace('_', '-')}.{language}.png"
            page = (site / "play" / f"{game}.{language}.html").read_text()
            assert f'src="../{picture}"' in page
            assert f'href="{game}.{other}.html"' in page
            assert f'href="../rules/{game}.html"' in page
            assert f">{heading}<" in page
            assert f'<html lang="{language}"' in page
            assert (site / picture).stat().st_size <= 200_000


def test_the_site_loads_nothing_from_other_servers(site: Path) -> None:
    assert {host for page in site.rglob("*.html") for host in LOADED.findall(page.read_text())} == set()


def test_links_between_documents_of_several_folders_are_links_between_pages(site: Path) -> None:
    rules = (site / "rules" / "pint_craft.html").read_text()
    assert 'href="../rules/pint_craft.html"' in (site / "guides" / "editions.html").read_text()
    assert "engine/pint_craft" not in "".join(re.findall(r'href="([^"]+)"', rules))
    assert "LICENSE" not in "".join(re.findall(r'href="([^"]+)"', (site / "start.html").read_text())), "it is text"


def test_the_first_page_leads_everybody_to_theirs(site: Path) -> None:
    page = (site / "index.html").read_text()
    for who, first in (
        *(
            ("play", "play/pint_craft.en.html"),
            ("have rules", "new-game.html"),
            ("build an app", "guides/first-game.html"),
        ),
        *(("write a bot", "tutorials/python-bot.html"), ("run it", "tutorials/operator.html")),
        ("contribute", "contributing.html"),
    ):
        (row,) = re.findall(rf"<td>{who}</td>(.*?)</tr>", page, re.DOTALL)
        assert f'href="{first}"' in row


def test_the_contract_is_pages_of_at_most_1500_words(site: Path) -> None:
    parts = sorted((site / "api").glob("*.html"))
    assert len(parts) == len(list((ROOT / "docs" / "api").glob("*.md")))
    overview = (site / "api.html").read_text()
    for part in parts:
        (text,) = re.findall(r"<article.*?</article>", part.read_text(), re.DOTALL)
        assert len(re.sub(r"<[^>]+>", " ", text).split()) <= 1500, f"cut docs/api/{part.stem}.md"
        assert f'href="api/{part.name}"' in overview
    assert 'href="../api/basics.html#tickets"' in (site / "guides" / "frontends.html").read_text()


@pytest.mark.ecosystem
def test_the_search_finds_a_page_before_a_record_when_the_site_is_opened_from_files(site: Path) -> None:
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("Chromium is missing; on Debian: apt install chromium")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=program, args=FLAGS) as browser:
        page = browser.new_page()
        page.goto((site / "guides" / "rest.html").as_uri())
        page.get_by_role("textbox", name="Search").press_sequentially("idempotency")
        first = page.locator(".md-search-result__link").first
        expect(first).to_be_visible()
        assert "/decisions/" not in (first.get_attribute("href") or "")
        first.click()
        expect(page.locator("article")).to_contain_text("idempotency")


def test_decisions_are_read_from_the_design_and_not_in_the_navigation(site: Path) -> None:
    assert "decisions/" not in "".join(re.findall(r"<nav.*?</nav>", (site / "design.html").read_text(), re.DOTALL))


def test_a_dead_link_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[Nowhere](nowhere.md)")
    (tmp_path / "mkdocs.yml").write_text("site_name: A dead link\n")
    assert "nowhere.md" in build(tmp_path / "site", tmp_path / "mkdocs.yml")
