"""The research tracks in the view of a table: what their steps give, and the players' places on them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.brew_crafters.box import Track
from taphouse.engine.brew_crafters.cards import STEPS, StepKind
from taphouse.engine.contract import Slug
from taphouse.engine.vocabulary import Public


class ResearchStep(Public, frozen=True):
    """A step of a research track."""

    name: Annotated[str, Meta(description="What the catalogue calls it, such as `agronomy.annual`.")]
    kind: Annotated[StepKind, Meta(description="Its kind.")]
    title: Annotated[
        str | None, Meta(description="What it gives, in few words; null in editions from before steps had words.")
    ]
    text: Annotated[str | None, Meta(description="What it gives, in our words; null in the same editions.")]


class ResearchTrack(Public, frozen=True):
    """A research track, which each player has."""

    name: Annotated[Slug, Meta(description="What moves call it, such as `agronomy`.")]
    title: Annotated[str, Meta(description="What is printed on it.")]
    steps: Annotated[tuple[ResearchStep, ...], Meta(description="Its steps in their order.", extra={"size": 4})]


class TrackProgress(Public, frozen=True):
    """A player's place on a research track."""

    name: Annotated[Slug, Meta(description="What moves call it, such as `agronomy`.")]
    title: Annotated[str, Meta(description="What is printed on it.")]
    steps: Annotated[tuple[StepKind, ...], Meta(description="The steps that the player has taken, in their order.")]
    next: Annotated[ResearchStep | None, Meta(description="The step that comes next; null once all are taken.")]


def shown_track(track: Track) -> ResearchTrack:
    """A track with the words of its steps."""
    steps = [ResearchStep(f"{track.name}.{kind}", kind, *words) for kind, words in zip(STEPS, track.words, strict=True)]
    return ResearchTrack(track.name, track.title, tuple(steps))


def places_on(track: ResearchTrack) -> list[TrackProgress]:
    """The places on a track, by the number of steps taken."""
    following = (*track.steps, None)
    return [TrackProgress(track.name, track.title, STEPS[:done], step) for done, step in enumerate(following)]
