"""The documentation is one site (mkdocs.yml), without dead links and without anything from other servers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
    assert 'href="CONTRIBUTING' not in (site / "index.html").read_text(), "what the site does not have is text"


def test_a_dead_link_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[Nowhere](nowhere.md)")
    (tmp_path / "mkdocs.yml").write_text("site_name: A dead link\n")
    assert "nowhere.md" in build(tmp_path / "site", tmp_path / "mkdocs.yml")
