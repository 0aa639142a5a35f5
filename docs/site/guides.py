"""Writes the guides to the games as pages: a hook of MkDocs (mkdocs.yml). `pages.py` lets their links lead to pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from taphouse.engine import GAMES
from taphouse.engine.messages.guides import GuideComponents, GuideLine, GuideStep
from taphouse.engine.vocabulary import kebab
from taphouse.schema.catalogue import GameInfo
from taphouse.service.games.catalogue import catalogues
from taphouse.service.games.kernel.editions import Editions

WORDS = {
    "en": {
        "title": "How to play {title}",
        "facts": "For {least} to {most} players, about {minutes} minutes. [Auf Deutsch](de.toml). [The rules in full]({rules}).",
        "picture": "The table of {title} at the beginning of a game",
        "example": "For example",
        "component": "Component",
        "effect": "What it does",
        "goal": "What it is about",
        "setup": "Set-up",
        "turn": "Turn by turn",
        "components": "The components",
        "end": "The end",
        "scoring": "Scoring",
        "tips": "Five tips",
        "questions": "Questions that players ask",
    },
    "de": {
        "title": "So spielst du {title}",
        "facts": "Für {least} bis {most} Personen, etwa {minutes} Minuten. [In English](en.toml). [Regeln (Englisch)]({rules}).",
        "picture": "Der Tisch von {title} am Anfang des Spiels",
        "example": "Zum Beispiel",
        "component": "Was",
        "effect": "Wirkung",
        "goal": "Worum es geht",
        "setup": "Aufbau",
        "turn": "Zug um Zug",
        "components": "Das Material",
        "end": "Das Ende",  # codespell:ignore
        "scoring": "Wertung",
        "tips": "Fünf Tipps",
        "questions": "Häufige Fragen",
    },
}
"""The headings and other words of a page, by language."""


def on_post_page(output: str, page: Page, **_: object) -> str:
    """Name the language of a German page, so that it is read aloud and hyphenated as German."""
    return output.replace('lang="en"', 'lang="de"', 1) if page.file.src_uri.endswith(".de.md") else output


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each game and language."""
    for language, catalogue in catalogues(GAMES, Editions(GAMES, None).offered, WORDS).items():
        for game in catalogue.games:
            page = f"play/{game.kind.lower()}.{language}.md"
            files.append(File.generated(config, page, content="\n".join(written(game, language))))
    return files


def written(game: GameInfo, language: str) -> Iterator[str]:
    """The lines of a page. Its links are those of the guide's file."""
    words, spoken, picture = WORDS[language], game.editions[0].guide, f"setup-{kebab(game.kind)}.{language}.png"
    least, most = game.min_seats, game.max_seats
    yield f"# {words['title'].format(title=game.title)}\n"
    yield words["facts"].format(least=least, most=most, minutes=game.minutes, rules="../rules.md") + "\n"
    yield f"## {words['goal']}\n"
    yield " ".join(line.text for line in spoken.goal) + "\n"
    yield from _listed(words["setup"], spoken.setup, "1.")
    yield f"![{words['picture'].format(title=game.title)}](../../../docs/pictures/{picture})\n"
    yield f"## {words['turn']}\n"
    for number, step in enumerate(spoken.turn, 1):
        yield from _step(number, step, words)
    yield f"## {words['components']}\n"
    for components in spoken.components:
        yield from _components(components, words)
    for part in ("end", "scoring", "tips"):
        yield from _listed(words[part], getattr(spoken, part), "-")
    yield f"## {words['questions']}\n"
    for one in spoken.questions:
        yield f"**{one.question}** {one.answer}\n"


def _listed(heading: str, lines: Iterable[GuideLine], mark: str) -> Iterator[str]:
    yield f"## {heading}\n"
    yield from (f"{mark} {line.text}" for line in lines)
    yield ""


def _step(number: int, step: GuideStep, words: Mapping[str, str]) -> Iterator[str]:
    yield f"### {number}. {step.title}\n"
    yield f"{step.text}\n"
    if step.example:
        yield f"> {words['example']}: {step.example}\n"


def _components(components: GuideComponents, words: Mapping[str, str]) -> Iterator[str]:
    yield f"### {components.title}\n"
    yield f"{components.text}\n"
    yield f"| {words['component']} | {words['effect']} |"
    yield "|---|---|"
    yield from (f"| {entry.title} | {entry.text} |" for entry in components.entries)
    yield ""
