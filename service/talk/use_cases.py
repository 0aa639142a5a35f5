"""The use cases of talk, built from what they need."""

from __future__ import annotations

from collections import Counter

from taphouse.schema.concepts.talk import TalkMode
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.streams.admission import Admission
from taphouse.service.games.streams.attending import Attending
from taphouse.service.persons.profiles import Profiles
from taphouse.service.runtime.settings import Settings
from taphouse.service.runtime.shutdown import Stopping
from taphouse.service.talk.following import TalkStreams
from taphouse.service.talk.talking import MayTalk, Talking


def talk(
    settings: Settings,
    reader: Reader,
    profiles: Profiles,
    attending: Attending,
    admission: Admission,
    stopping: Stopping,
    longest: int,
    may_talk: MayTalk,
    counts: Counter[str] | None = None,
) -> tuple[Talking, TalkStreams]:
    """The use cases of talk under these settings, where a game is kept for at most so many milliseconds."""
    streams = TalkStreams(reader, admission, settings.long_poll_max, stopping, profiles.blocked_by, attending.there)
    mode = TalkMode[settings.talk.upper()]
    return Talking(reader, streams, profiles.introduce, profiles.blocked_by, mode, longest, may_talk, counts), streams
