"""Every metric and label that the dashboard and the alert rules name is in what a served instance prints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from tests.observing.build import Samples, application
from tests.observing.test_metrics import Away

METRICS = Path(__file__).parents[2] / "deploy/metrics"
DASHBOARD = json.loads((METRICS / "dashboard.json").read_text())
(GROUP,) = yaml.safe_load((METRICS / "alerts.yaml").read_text())["groups"]
OURS = re.compile(r"\b((?:taphouse|process|python)_\w+)(?:\{([^}]*)\})?")
GROUPED = re.compile(r"\b(?:by|on|without) \(([^)]*)\)")
OF_PROMETHEUS = {"job", "instance", "le"}
"""Labels that Prometheus adds, and that of the buckets of a histogram."""


def expressions() -> Iterator[str]:
    yield from (target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"])
    yield from (rule["expr"] for rule in GROUP["rules"])
    yield from (one["query"] for one in DASHBOARD["templating"]["list"] if one["type"] == "query")


def missing(expression: str, samples: Samples) -> set[str]:
    """The names in an expression that no sample has."""
    labels: dict[str, set[str]] = {}
    for name, of_sample in samples:
        labels.setdefault(name, set()).update(label for label, _ in of_sample)
    lacking, known = set(), set(OF_PROMETHEUS)
    for name, selector in OURS.findall(expression):
        known |= labels.get(name, set())
        lacking |= set() if name in labels else {name}
        lacking |= set(re.findall(r"(\w+)\s*[=!]", selector or "")) - labels.get(name, set()) - OF_PROMETHEUS
    grouped = {label.strip() for names in GROUPED.findall(expression) for label in names.split(",")}
    return lacking | (grouped - known)


async def printed() -> Samples:
    """What an instance prints after a little of everything has happened."""
    store = Away()
    async with application(store, metrics_port=0) as client:
        await client.begin()
        await client.draft()
        await client.draft()
        store.away = True
        await client.http.get(f"/v1/games/{client.game}")
        with client.app.state.services.metrics.streaming("sse"):
            return await client.samples()


async def test_what_the_dashboard_and_the_alerts_name_is_there():
    samples = await printed()
    found = [missing(expression, samples) for expression in expressions()]
    assert len(found) > 25
    assert set().union(*found) == set()
    assert missing("rate(taphouse_nothing_total[5m])", samples) == {"taphouse_nothing_total"}
    assert missing('taphouse_moves_total{nobody="x"}', samples) == {"nobody"}
    assert missing("sum by (nobody) (taphouse_moves_total)", samples) == {"nobody"}


def test_each_panel_and_each_alert_says_what_it_shows():
    assert all(panel["title"] and panel["description"] and panel["targets"] for panel in DASHBOARD["panels"])
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in DASHBOARD["panels"]}
    assert len(places) == len(DASHBOARD["panels"])
    for rule in GROUP["rules"]:
        assert rule["labels"]["severity"] in ("page", "warn")
        assert rule["annotations"].keys() == {"summary", "description"}
