"""Reports as tests file them."""

from __future__ import annotations

from typing import Any

from tests.api.client import Client
from tests.talk.shared import Table


def filed(by: Client, table: Table, **more: Any) -> str:
    """File a report; its id."""
    done = by.done("report", gameId=table.id, **{"category": "ABUSE", **more})
    id_: str = done["reportId"]
    return id_
