"""The use cases of operators, built from what they need."""

from __future__ import annotations

from taphouse.service.games.deleting.deletions import Deletions
from taphouse.service.games.kernel.committing import Committer, FeedOfGames
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.operating.acting import Acting
from taphouse.service.operating.admitting import Operators
from taphouse.service.operating.finding import Finding
from taphouse.service.persons.rating_games import RatingGames
from taphouse.service.persons.ratings import Ratings
from taphouse.service.persons.sanctions import Sanctions


def operating(
    operators: Operators,
    reader: Reader,
    committer: Committer,
    sanctions: Sanctions,
    ratings: Ratings,
    rating: RatingGames,
    telling: FeedOfGames | None,
    deletions: Deletions,
) -> tuple[Operators, Finding, Acting]:
    """The use cases of operators."""
    finding = Finding(operators, reader, sanctions, ratings, rating)
    return operators, finding, Acting(operators, reader, committer, finding, sanctions, rating, telling, deletions)
