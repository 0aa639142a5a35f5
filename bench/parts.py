"""The parts of the benchmarks: the question that each answers, and the goals of its figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from bench import client, hops, hostile, memory, moves, orders, page, prices, quick, ratings, talk
from bench.following import closings, live, openings
from bench.game_servers import comparison as game_servers
from bench.games import engine, env, packages, spiel
from bench.peers import comparison
from bench.thinking import search
from taphouse.engine import GAMES


class Goal(Struct, frozen=True):
    """A bound that a figure should keep."""

    bound: Literal["at least", "at most"]
    value: float

    def met(self, figure: float) -> bool:
        """Return whether a figure meets it."""
        return figure >= self.value if self.bound == "at least" else figure <= self.value

    def __str__(self) -> str:
        return f"{self.bound} {self.value:g}"


class Part(Struct, frozen=True):
    """One part."""

    question: str
    measure: Callable[[], Mapping[str, float]]
    goals: Mapping[str, Goal] = {}
    """By the names of figures."""


PARTS: Mapping[str, Part] = {
    "engine": Part(
        "How fast is a move in the engine, next to python-chess and OpenSpiel?",
        engine.measure,
        {
            "engine.dank-and-draft.vs_python_chess": Goal("at least", 3.0),
            "engine.pint-craft.vs_python_chess": Goal("at least", 1.2),
            "engine.brew-crafters.vs_python_chess": Goal("at least", 0.8),
            "engine.dank-and-draft.vs_openspiel": Goal("at least", 1.39),
            "engine.pint-craft.vs_openspiel": Goal("at least", 1.28),
            "engine.brew-crafters.vs_openspiel": Goal("at least", 0.9),
        },
    ),
    "env": Part(
        "How fast is a move in the environments, next to the bare engine, and a batch next to a loop?",
        env.measure,
        {"env.dank-and-draft.vs_engine": Goal("at least", 0.5)},
    ),
    "search": Part(
        "How many iterations does the search of bots make per second of CPU, and how long does a quick decision take?",
        search.measure,
        {f"search.{kind}.quick_p50_ms": Goal("at most", 20.0) for kind in GAMES},
    ),
    "spiel": Part("How many moves per second does OpenSpiel make in our games, and in its own?", spiel.measure),
    "packages": Part(
        "What does another game cost a service?",
        packages.measure,
        {
            "packages.ms_a_game": Goal("at most", 20.0),
            "packages.mb_a_game": Goal("at most", 0.5),
            "packages.kb_a_game": Goal("at most", 20.0),
        },
    ),
    "client": Part(
        "Does a step cost the Python client less CPU than the service?",
        client.measure,
        {f"client.{kind}.{way}": Goal("at most", 1.0) for kind in GAMES for way in ("vs_service", "async_vs_service")},
    ),
    "moves": Part(
        "What does each way to make a move cost, and how long does one take under load?",
        moves.measure,
        {
            "graphql.cpu_of_rest": Goal("at most", 1.0),
            "graphql.cpu_vs_unguarded": Goal("at most", 1.6),
            "looks.query_vs_move": Goal("at most", 1.0),
            "looks.unchanged_vs_move": Goal("at most", 0.5),
            "latency.p99_vs_p50": Goal("at most", 4.0),
            "latency.longest_pause_ms": Goal("at most", 20.0),
        },
    ),
    "peers": Part(
        "What does a move cost, next to the same work on Apollo Server, GraphQL Yoga and Mercurius?",
        comparison.measure,
        {
            "peers.cpu_vs_apollo": Goal("at most", 1.0),
            "peers.cpu_vs_yoga": Goal("at most", 0.95),
            "peers.cpu_vs_mercurius": Goal("at most", 2.3),
        },
    ),
    "servers": Part(
        "What does a game cost that its players follow, next to the same game on boardgame.io and Colyseus?",
        game_servers.measure,
        {"servers.followed_vs_boardgame": Goal("at most", 2.1)},
    ),
    "live": Part(
        "How fast do a thousand followers receive a move, and do followers slow other games down?",
        live.measure,
        {"live.elsewhere_vs_none": Goal("at least", 0.8)},
    ),
    "openings": Part(
        "What do streams cost that open and close, and those that stay?",
        openings.measure,
        {
            "openings.memory_vs_early": Goal("at most", 1.3),
            "openings.longest_pause_ms": Goal("at most", 50.0),
            "openings.kib_per_follower": Goal("at most", 45),  # the aim is 40
        },
    ),
    "closings": Part(
        "What does a light client notice while thousands of streams close?",
        closings.measure,
        {"closings.light_p99_vs_base": Goal("at most", 5.0), "closings.longest_pause_ms": Goal("at most", 50.0)},
    ),
    "hostile": Part(
        "What does a light client notice while another address attacks?",
        hostile.measure,
        {"hostile.worst_vs_bound": Goal("at most", 1.0), "hostile.longest_hold_ms": Goal("at most", 25.0)},
    ),
    "prices": Part(
        "Does a hostile request get more CPU for a point than an honest one?",
        prices.measure,
        {"prices.worst": Goal("at most", 1.3)},
    ),
    "hops": Part(
        "How many files does a request pass, with how many changes between them and calls?",
        hops.measure,
        {
            "hops.move.hops": Goal("at most", 85),
            "hops.create.hops": Goal("at most", 125),
            "hops.rest.hops": Goal("at most", 125),
        },
    ),
    "memory": Part(
        "How much memory does a running game take in the store?",
        memory.measure,
        {"memory.bytes_at_start": Goal("at most", 2560), "memory.bytes_a_move": Goal("at most", 160)},
    ),
    "ratings": Part(
        "What does the first page of a large leaderboard cost, and how much memory does a rated player take in the store?",
        ratings.measure,
        {
            "ratings.first_page_ms": Goal("at most", 2.0),
            "ratings.profile_bytes": Goal("at most", 600),
            "ratings.history_bytes_a_game": Goal("at most", 40),
        },
    ),
    "talk": Part(
        "What does a line cost beside a move, and what do 10,000 presences?",
        talk.measure,
        {
            "talk.cpu_of_move": Goal("at most", 0.7),
            "talk.bytes_a_line": Goal("at most", 150),
            "talk.presences_of_core": Goal("at most", 0.05),
        },
    ),
    "orders": Part(
        "How soon is a standing order made after the move before it?",
        orders.measure,
        {"orders.p99_ms": Goal("at most", 100.0)},
    ),
    "quick": Part(
        "What does quick play cost, next to creating a game and taking its seat, and how long do players wait who fit?",
        quick.measure,
        {"quick.vs_create_and_join": Goal("at most", 1.2), "quick.longest_unmet_s": Goal("at most", 2.0)},
    ),
    "page": Part(
        "How long does a slow phone take from a link to the first move?",
        page.measure,
        {"page.first_move_s": Goal("at most", 1.7), "page.first_load_kb": Goal("at most", 118)},
    ),
}
"""By name, in the order in which they run."""
