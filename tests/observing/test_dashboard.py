"""The dashboard, the alert rules and the guide name what a served instance prints, and each other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from prometheus_client.parser import text_string_to_metric_families

from taphouse.service.bots import bot_seats
from taphouse.service.games.clocks import alarms
from taphouse.service.observing.exposition import EVERYWHERE, PREFIX
from taphouse.service.store.health import Health
from taphouse.service.store.protocol import BOTS, CLOCKS, DELIVERIES, FULL, NOTICE_LEASE, NOTICES, TOO_FULL
from taphouse.service.webhooks import deliveries
from taphouse.service.webhooks.deliveries import SUCCEEDED, UNSUCCESSFUL
from tests.observing.build import SAY, Samples, application
from tests.observing.test_metrics import Away

ROOT = Path(__file__).parents[2]
METRICS = ROOT / "deploy/metrics"
GUIDE = (ROOT / "docs/guides/operating.md").read_text()
DASHBOARD = json.loads((METRICS / "dashboard.json").read_text())
(GROUP,) = yaml.safe_load((METRICS / "alerts.yaml").read_text())["groups"]
NAMED = re.compile(r"([A-Za-z_]\w*)(?:\{([^}]*)\})?")
GROUPED = re.compile(r"\b(?:by|on|without) \(([^)]*)\)")
TEXT_OR_RANGE = re.compile(r"\"[^\"]*\"|\[[^]]*\]")
WORDS = {
    *("sum", "min", "max", "rate", "increase", "histogram_quantile", "max_over_time", "absent", "label_values"),
    *("by", "and", "or"),
}
"""Of PromQL, as far as it is used."""
OF_PROMETHEUS = {"job", "instance", "le"}
"""Labels that Prometheus adds, and that of the buckets of a histogram."""


def expressions() -> Iterator[str]:
    yield from (target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"])
    yield from (rule["expr"] for rule in GROUP["rules"])
    yield from (one["query"] for one in DASHBOARD["templating"]["list"] if one["type"] == "query")


def missing(expression: str, samples: Samples) -> set[str]:
    """The names in an expression that no sample has."""
    labels: dict[str, set[str]] = {"up": set()}
    for name, of_sample in samples:
        labels.setdefault(name, set()).update(label for label, _ in of_sample)
    bare = TEXT_OR_RANGE.sub("", expression)
    if asked := re.fullmatch(r"label_values\((.*), (\w+)\)", bare):
        bare = f"sum by ({asked[2]}) ({asked[1]})"
    grouped = {label.strip() for names in GROUPED.findall(bare) for label in names.split(",")}
    lacking, known = set(), set(OF_PROMETHEUS)
    for name, selector in NAMED.findall(GROUPED.sub("", bare)):
        if name not in WORDS:
            known |= labels.get(name, set())
            lacking |= set() if name in labels else {name}
            lacking |= set(re.findall(r"(\w+)\s*[=!]", selector)) - labels.get(name, set()) - OF_PROMETHEUS
    return lacking | (grouped - known)


def result_labels(expression: str) -> set[str]:
    """The labels of the result, as far as they are sure: what it is grouped by, or the process."""
    grouped = {label.strip() for names in GROUPED.findall(expression) for label in names.split(",")}
    return grouped if re.search(r"\b(sum|min|max)\b", expression) else {"job", "instance"}


class Told(Away):
    """A store that tells all of its condition."""

    async def health(self) -> Health:
        return Health(ready=True, memory=0.5, replicas=2, spare=1)


async def printed() -> Samples:
    """The metrics of an instance after a little of everything has happened."""
    store = Told()
    async with application(store, metrics_port=0) as client:
        await client.begin()
        await client.draft()
        await client.draft()
        await client.ask(SAY, game=client.game)
        store.away = True
        await client.http.get(f"/v1/games/{client.game}")
        with client.app.state.services.metrics.streaming("sse"):
            return await client.samples()


async def test_what_the_dashboard_and_the_alerts_name_is_there():
    samples = await printed()
    found = [missing(expression, samples) for expression in expressions()]
    assert len(found) > 40
    assert set().union(*found) == set()
    assert missing("rate(taphouse_nothing_total[5m])", samples) == {"taphouse_nothing_total"}
    assert missing("sum(taphose_moves_total) > 1 or up", samples) == {"taphose_moves_total"}
    assert missing('taphouse_moves_total{nobody="x"}', samples) == {"nobody"}
    assert missing("sum by (nobody) (taphouse_moves_total)", samples) == {"nobody"}
    named = set(re.findall(r"`(taphouse_\w+)`", GUIDE))
    assert len(named) > 5
    assert named <= {name for name, _ in samples}


async def test_each_metric_has_a_panel_and_what_is_the_same_everywhere_is_added_up_nowhere():
    async with application(Told(), metrics_port=0) as client:
        await client.samples()
        families = list(text_string_to_metric_families(await client.text()))
    shown = " ".join(target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"])
    everywhere = []
    for family in families:
        if family.name.startswith(PREFIX):
            assert re.search(rf"\b{family.name}(_total|_bucket)?\b", shown), family.name
            everywhere += [family.name] if EVERYWHERE in family.documentation else []
    assert len(everywhere) == 8
    for expression in expressions():
        for name in everywhere:
            for before in re.findall(rf"(.{{,30}})\b{name}\b", expression):
                assert re.search(r"\b(min|max)( by \([\w, ]+\))? ?\($", before), expression


def test_each_panel_says_what_it_shows_and_each_alert_what_to_do():
    assert all(panel["title"] and panel["description"] and panel["targets"] for panel in DASHBOARD["panels"])
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in DASHBOARD["panels"]}
    assert len(places) == len(DASHBOARD["panels"]) == len({panel["id"] for panel in DASHBOARD["panels"]})
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            assert set(re.findall(r"{{(\w+)}}", target["legendFormat"])) <= result_labels(target["expr"]), target
    for rule in GROUP["rules"]:
        assert rule["labels"]["severity"] in ("page", "warn")
        assert "for" in rule or rule["alert"] in ("TaphouseBugs", "TaphouseDamage"), "one is one too many"
        assert rule["annotations"].keys() == {"summary", "description", "action"}
        assert set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["description"])) <= result_labels(rule["expr"])


def test_alerts_warn_before_the_service_does():
    """The limits of the rules and those of the code belong together."""
    rules = {rule["alert"]: rule["expr"] for rule in GROUP["rules"]}
    assert rules["TaphouseStoreFills"].endswith(f"> {FULL}")
    assert FULL < float(rules["TaphouseStoreFull"].rpartition("> ")[2]) < TOO_FULL
    assert rules["TaphouseBotsLate"].endswith(f">= {bot_seats.MOST_CLAIMED}")
    for alert, queues in (
        ("TaphouseGamesStandStill", (BOTS, CLOCKS)),
        ("TaphouseWebhooksLate", (NOTICES, DELIVERIES)),
    ):
        assert f'queue=~"{"|".join(queues)}"' in rules[alert]
        lease = max(bot_seats.LEASE, alarms.LEASE) if BOTS in queues else max(NOTICE_LEASE, deliveries.LEASE)
        assert float(rules[alert].rpartition("> ")[2]) >= 2 * lease
    results = {SUCCEEDED, UNSUCCESSFUL}
    assert {*re.findall(r'result="(\w+)"', rules["TaphouseWebhooksFail"])} == {UNSUCCESSFUL} < results
