"""The attacks, by name. Each runs until it is cancelled, and expects to be refused, limited or disconnected at any time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bench.hostile.attacks import connecting, crowding, filling, following, reading, receiving, resigning, talking
from bench.hostile.target import Target

Attack = Callable[[Target], Awaitable[None]]

ATTACKS: Mapping[str, Attack] = {
    "dear-documents": reading.dear_documents,
    "largest-documents": reading.largest_documents,
    "comments": reading.comments,
    "long-strings": reading.long_strings,
    "large-variables": reading.large_variables,
    "many-reads": reading.many_reads,
    "many-ranges": reading.many_ranges,
    "skipped-moves": reading.skipped_moves,
    "introspection": reading.introspection,
    "repeated-resignation": resigning.repeated_resignation,
    "resignations": resigning.resignations,
    "endless-head": connecting.endless_head,
    "endless-heads": connecting.endless_heads,
    "endless-trailers": connecting.endless_trailers,
    "half-open": connecting.half_open,
    "kept-alive": connecting.kept_alive,
    "pipelining": connecting.pipelining,
    "reconnecting": connecting.reconnecting,
    "silent": connecting.silent,
    "slow-bodies": connecting.slow_bodies,
    "tiny-chunks": connecting.tiny_chunks,
    "tiny-frames": connecting.tiny_frames,
    "unpriced": connecting.unpriced,
    "dear-events": following.dear_events,
    "small-events": following.small_events,
    "endless-interim-answers": receiving.endless_interim_answers,
    "many-games": filling.many_games,
    "many-tables": filling.many_tables,
    "every-seat": filling.every_seat,
    "bots-alone": filling.bots_alone,
    "quick-play-floods": crowding.quick_play_floods,
    "look-alike-handles": crowding.look_alike_handles,
    "challenge-floods": crowding.challenge_floods,
    "talk-floods": talking.talk_floods,
    "report-floods": talking.report_floods,
    "address-floods": talking.address_floods,
}
