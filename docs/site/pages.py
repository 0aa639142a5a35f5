"""Makes one site of documents that lie in several folders: a hook of MkDocs (mkdocs.yml).

The README, the rules and other documents become pages. Links to them follow; links to other files of the checkout become plain
text, because the site does not have them. The first page is the README's introduction with its table of what to read. The search
works from files, too, and lists records of decisions last.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
GAMES = {"dank_and_draft": "Dank & Draft", "pint_craft": "Pint Craft", "brew_crafters": "Brew Crafters"}
FONTS = ROOT / "clients" / "node_modules"
ICON = ROOT / "clients" / "web" / "src" / "icons" / "icon.svg"
FACES = {
    "figtree": "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    "bitter": "@fontsource/bitter/files/bitter-latin-700-normal.woff2",
}
"""The type faces of the web table, where its packages are installed."""
PAGES = {
    "README.md": "start.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "clients/typescript/README.md": "typescript-client.md",
    **{f"engine/{game}/rules.md": f"rules/{game}.md" for game in GAMES},
}
"""The documents outside docs/, and the pages that they become."""
GUIDES = {
    f"engine/{game}/guide/{language}.toml": f"play/{game}.{language}.md" for game in GAMES for language in ("de", "en")
}
"""The guides, and the pages that `guides.py` writes from them."""
LINKED = PAGES | GUIDES
SOURCES = {page: source for source, page in LINKED.items()} | {"index.md": "README.md"}
LINK = re.compile(r"(!?)\[([^\]]*)\](?:\(([^)\s]+)\)|: (\S+))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the first page, the documents outside docs/, the icon and the type faces."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    files.append(
        File.generated(config, "index.md", content=first_page((ROOT / "README.md").read_text(encoding="utf-8")))
    )
    files.append(File.generated(config, "site/icon.svg", abs_src_path=str(ICON)))
    for name, path in FACES.items():
        if (FONTS / path).exists():
            files.append(File.generated(config, f"faces/{name}.woff2", abs_src_path=str(FONTS / path)))
            licence = FONTS / path.partition("/files/")[0] / "LICENSE"
            files.append(File.generated(config, f"faces/{name}-license.txt", abs_src_path=str(licence)))
    return files


def first_page(readme: str) -> str:
    """The README's introduction, and its table of what to read. Players get the guides that each table has."""
    introduction, *parts = re.split("^## ", readme, flags=re.MULTILINE)
    (table,) = (part for part in parts if part.startswith("Where to go next\n"))
    guides = ", ".join(f"[{title}](engine/{game}/guide/en.toml)" for game, title in GAMES.items())
    read = table.partition("\n")[2].replace('"How to play" at each table', f"How to play {guides}")
    return f"{introduction}[Get it, see it, change it](README.md)\n\n{read}"


@event_priority(-100)  # after the search, which writes its index
def on_post_build(config: MkDocsConfig) -> None:
    """Write the index of the search as a script as well, because browsers do not fetch from files."""
    folder = Path(config.site_dir) / "search"
    index = (folder / "search_index.json").read_text(encoding="utf-8")
    (folder / "search_index.js").write_text(f"var __index = {index};\n", encoding="utf-8")


def on_page_markdown(markdown: str, page: Page, files: Files, **_: object) -> str:
    """Let links lead to pages where the site has them."""
    here = page.file.src_uri
    if here.startswith("decisions/"):
        page.meta["search"] = {"boost": 1e-6}  # a title counts a thousand times as much as a text
    source = SOURCES.get(here, f"docs/{here}")

    def linked(match: re.Match[str]) -> str:
        picture, text, inline, reference = match.groups()
        target, _, heading = (inline or reference).partition("#")
        if re.match(r"[a-z]+:", target) or not target:
            return match[0]
        file = normpath(PurePosixPath(source).parent / target)
        found = LINKED.get(file, file.removeprefix("docs/") if file.startswith("docs/") else None)
        if found is None or files.get_file_from_path(found) is None:
            return text
        to = relpath(found, PurePosixPath(here).parent) + (heading and f"#{heading}")
        return f"{picture}[{text}]({to})" if inline else f"[{text}]: {to}"

    return LINK.sub(linked, markdown)
