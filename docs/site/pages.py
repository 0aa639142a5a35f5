"""Makes one site of documents that lie in several folders: a hook of MkDocs (mkdocs.yml).

The README, the rules and the changelog become pages. Links to them follow; links to other files of the checkout become plain
text, because the site does not have them.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
GAMES = ("brew_crafters", "dank_and_draft", "pint_craft")
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "clients/typescript/README.md": "typescript-client.md",
    **{f"engine/{game}/rules.md": f"rules/{game}.md" for game in GAMES},
}
"""The documents outside docs/, and the pages that they become."""
GUIDES = {
    f"engine/{game}/guide/{language}.toml": f"play/{game}.{language}.md" for game in GAMES for language in ("de", "en")
}
"""The guides, and the pages that `guides.py` writes from them."""
LINKED = PAGES | GUIDES
SOURCES = {page: source for source, page in LINKED.items()}
LINK = re.compile(r"(!?)\[([^\]]*)\](?:\(([^)\s]+)\)|: (\S+))")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the decision records, by number."""
    records = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    config.nav = [*(config.nav or ()), {"Decisions": [f"decisions/{record.name}" for record in records]}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents outside docs/."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: object) -> str:
    """Let links lead to pages, as far as there are some."""
    here = page.file.src_uri
    source = SOURCES.get(here, f"docs/{here}")

    def linked(match: re.Match[str]) -> str:
        picture, text, inline, reference = match.groups()
        target, _, heading = (inline or reference).partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        file = normpath(PurePosixPath(source).parent / target)
        found = LINKED.get(file, file.removeprefix("docs/") if file.startswith("docs/") else None)
        if found is None or files.get_file_from_path(found) is None:
            return text
        to = relpath(found, PurePosixPath(here).parent) + (heading and f"#{heading}")
        return f"{picture}[{text}]({to})" if inline else f"[{text}]: {to}"

    return LINK.sub(linked, markdown)
