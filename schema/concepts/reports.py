"""Reports: something is wrong at a table, and the operator should see it. docs/guides/reports.md explains it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.concepts.operators import OPERATING
from taphouse.schema.concepts.talk import RoomClosed, RoomOf, TalkCursor, TalkLine
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import MOST_LISTED, Version
from taphouse.schema.operations.answers import Page
from taphouse.schema.operations.arguments import After, First, GameOf, Key
from taphouse.schema.operations.declaration import MUTATION, QUERY, ArgumentForm, declare, get, post
from taphouse.schema.paging import Connection
from taphouse.schema.prices import LOOK, Price
from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.problems.callers import NoAccount, QuotaReached
from taphouse.schema.problems.games import GameNotFound, VersionNotFound
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.problems.sets import WRITING
from taphouse.schema.values.versions import UNIQUE, Epoch, Moment

MOST_WORDS = 500
"""The most characters of a report, as readers count them."""
REPORT_ID = "[a-z2-7]{24}"
"""A report's id, as a regular expression."""
REPORT_ID_TEXT = "The report's id."
MOST_WORD = 200
"""The most characters of the word with which a report is closed."""


class ReportCategory(Word):
    """The category of a report. A later release may add values."""

    ABUSE = "ABUSE", "Insults or threats, in the talk or by a name."
    CHEATING = "CHEATING", "Forbidden help, or players who work together."
    STALLING = "STALLING", "A player who does not play on, or wastes time."
    BUG = "BUG", "The game or the service did something wrong."
    OTHER = "OTHER", "Something else. Say what in `text`."


class ReportFiled(Public, frozen=True):
    """The operator can read your report. Nobody else can."""

    report_id: Annotated[str, Meta(description=REPORT_ID_TEXT)]
    version: Annotated[int, Meta(description="The version of the game that the operator sees first.")]


class Report(Public, frozen=True):
    """A report, for operators."""

    id: Annotated[str, UNIQUE, Meta(description=REPORT_ID_TEXT)]
    filed_at: Annotated[Moment, Meta(description="The time when it was filed.")]
    game_id: Annotated[str, Meta(description="The game's id.")]
    version: Annotated[int, Meta(description="The version of the game at which it is wrong.")]
    epoch: Epoch
    category: Annotated[ReportCategory, Meta(description="The category.")]
    text: Annotated[
        str | None,
        Meta(
            description="The words of the author. Plain text from a stranger: never show it as HTML. Null if there are none."
        ),
    ]
    author_seat: Annotated[
        Seat | None, Meta(description="The seat that the author has, or has lost. Null if they have none.")
    ]
    host: Annotated[bool, Meta(description="True if a host without a seat filed it.")]
    seat: Annotated[Seat | None, Meta(description="The seat that it is about. Null if none was given.")]
    line: Annotated[
        TalkLine | None,
        Meta(description="The line of talk that it is about, as it was then. Null if none was given."),
    ]
    shares_view: Annotated[
        bool, Meta(description="True if its author lets operators see the version as their seat saw it.")
    ]
    closed_at: Annotated[Moment | None, Meta(description="The time when it was closed. Null while it is open.")]
    word: Annotated[str | None, Meta(description="The word with which it was closed. Null if there is none.")]


class ReportClosed(Public, frozen=True):
    """The report is closed."""

    report: Annotated[Report, Meta(description="The report. If it was closed before, with the word of that time.")]


Reports = Annotated[Connection, Report]


class ReportPage(Page, frozen=True, kw_only=True):
    """A page of reports."""

    reports: Annotated[
        tuple[Report, ...], Meta(description="The reports: open ones oldest first, closed ones newest end first.")
    ]


class ReportNotFound(Problem, frozen=True, kw_only=True):
    """No report has this id, or it has expired."""

    code = ProblemCode("REPORT_NOT_FOUND")
    http_status = 404


class ReportsOff(Problem, frozen=True, kw_only=True):
    """The operator takes no reports."""

    code = ProblemCode("REPORTS_OFF")
    http_status = 403


class ReportsFull(PlayerProblem, frozen=True, kw_only=True):
    """The operator has as many open reports as the service keeps. Nothing was filed; try again later."""

    code = ProblemCode("REPORTS_FULL")
    http_status = 429
    retry_after: Annotated[int, Meta(description="The seconds after which to try again.")]


@declare(
    MUTATION,
    (*WRITING, VersionNotFound, NoAccount, RoomClosed, InputRefused, KeyReused, QuotaReached, ReportsOff, ReportsFull),
    post("/games/{id}/reports", "reports", etag=False, body=("NewReport", "A report to file.")),
    outcome="That the report is filed, or why it is not.",
    price=Price(once=2 * LOOK),
)
def report(
    game: GameOf,
    category: Annotated[ReportCategory, Meta(description="The category.")],
    text: Annotated[
        str | None,
        Meta(
            description=f"What is wrong, in your words: at most {MOST_WORDS} characters as readers count them. It may have line "
            "breaks."
        ),
    ] = None,
    version: Annotated[
        Version | None, Meta(description="The version at which it is wrong. Without it, the newest.")
    ] = None,
    seat: Annotated[Seat | None, Meta(description="The seat that the report is about. Without it, none.")] = None,
    line: Annotated[
        TalkCursor | None,
        Meta(description="The `cursor` of the line of talk that the report is about. Without it, none."),
    ] = None,
    room: RoomOf = None,
    share_view: Annotated[
        bool,
        Meta(
            description="True to let the operator see this version as your seat saw it. Otherwise they see what spectators see."
        ),
    ] = False,
    key: Key = None,
) -> ReportFiled:
    """Report to the operator that something is wrong in a game: with the token of a seat or the host, or that of your login.

    The report keeps a copy of the line, which may leave its room. Nobody at the table learns of the report. Deleting your account
    deletes your reports.
    """


ReportId = Annotated[
    str,
    Meta(description=REPORT_ID_TEXT, extra_json_schema={"pattern": f"^{REPORT_ID}$"}),
    ArgumentForm("reportId", "report", id=True),
]


@declare(
    QUERY,
    (*OPERATING, InputRefused),
    get("/operator/reports", "operators", etag=False, answer=ReportPage),
    outcome="A page of reports, or why it is not shown.",
    price=Price(once=2 * LOOK, each=2, listed="first", most=MOST_LISTED),
)
def reports(
    closed: Annotated[
        bool, Meta(description="True to list the reports that were closed, in place of the open ones.")
    ] = False,
    first: First = 50,
    after: After = None,
) -> Reports:
    """The reports of players: open ones oldest first, closed ones newest end first. Needs the scope REPORTS."""


@declare(
    QUERY,
    (*OPERATING, ReportNotFound, GameNotFound, VersionNotFound),
    get("/operator/reports/{report}/game", "operators", etag=False),
    outcome="The game, or why it is not shown.",
    price=Price(once=3 * LOOK),
)
def reported_game(report: ReportId) -> GameView:
    """The game at the version of a report, as a spectator sees it. Needs the scope REPORTS.

    If the author shares their view and you have the scope SEATS too, you see it as their seat does, unless your account has or
    had a part in the game. That use is logged with SEATS.
    """


@declare(
    MUTATION,
    (*OPERATING, ReportNotFound, InputRefused),
    post("/operator/reports/{report}/close", "operators", etag=False, body=("ReportClosing", "A report to close.")),
    outcome="The closed report, or why it is not closed.",
    price=Price(once=2 * LOOK),
)
def close_report(
    report: ReportId,
    word: Annotated[
        str | None,
        Meta(
            description=f"What you found or did, for other operators: at most {MOST_WORD} characters.",
            extra_json_schema={"maxLength": MOST_WORD},
        ),
    ] = None,
) -> ReportClosed:
    """Close a report. Nobody is told. Needs the scope REPORTS."""
