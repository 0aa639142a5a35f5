"""The manifests for Kubernetes: valid by its own schemas, and true to the image, the settings and each other."""

from __future__ import annotations

import re
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from opentelemetry.exporter.otlp.proto.http import trace_exporter
from redis.connection import Connection

from taphouse.service.runtime.redis_urls import SENTINEL_PORT, parsed
from taphouse.service.runtime.setting_values import SHORTEST_KEY
from taphouse.service.runtime.settings import Settings, variable
from taphouse.service.webhooks.addresses import PORTS, is_allowed

ROOT = Path(__file__).parents[2]
MANIFESTS: dict[str, Any] = {
    one["kind"]: one for one in yaml.safe_load_all((ROOT / "deploy/kubernetes/taphouse.yaml").read_text())
}
DEPLOYMENT, SERVICE, POLICY = (
    MANIFESTS["Deployment"]["spec"],
    MANIFESTS["Service"]["spec"],
    MANIFESTS["NetworkPolicy"]["spec"],
)
POD = DEPLOYMENT["template"]["spec"]
(CONTAINER,) = POD["containers"]
ENV: dict[str, Any] = {one["name"]: one for one in CONTAINER["env"]}
LABELS = DEPLOYMENT["template"]["metadata"]["labels"]
VERSIONS = ["1.30", "1.37"]
"""The first in which `preStop` may sleep, and the newest."""


@pytest.fixture(scope="module")
def kubernetes_validate() -> ModuleType:
    """Imported without the grammars of IRIs, which no manifest has, and which take two seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "rfc3987_syntax", None)
        import kubernetes_validate

        return kubernetes_validate


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", MANIFESTS)
def test_it_is_valid(kubernetes_validate, kind, version):
    kubernetes_validate.validate(MANIFESTS[kind], version, strict=True)


def test_a_mistake_is_found(kubernetes_validate):
    misspelt = {**MANIFESTS["PodDisruptionBudget"], "spec": {"maxUnavailabel": 1}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(misspelt, VERSIONS[-1], strict=True)


def test_everything_is_about_the_same_pods():
    assert set(MANIFESTS) == {
        *("ServiceAccount", "Deployment", "Service"),
        *("HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"),
    }
    assert {one["metadata"]["namespace"] for one in MANIFESTS.values()} == {"taphouse"}
    budget = MANIFESTS["PodDisruptionBudget"]["spec"]["selector"]
    assert DEPLOYMENT["selector"] == budget == POLICY["podSelector"] == {"matchLabels": LABELS}
    assert SERVICE["selector"] == LABELS
    assert (
        MANIFESTS["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"]
        == MANIFESTS["Deployment"]["metadata"]["name"]
    )
    assert POD["serviceAccountName"] == MANIFESTS["ServiceAccount"]["metadata"]["name"]
    assert "replicas" not in DEPLOYMENT, "it would undo what the autoscaler decided"


def test_the_settings_are_settings_and_secrets_are_references():
    fields = {variable(name): name for name in Settings.model_fields}
    assert ENV.keys() <= fields.keys()
    secret = {"TAPHOUSE_REDIS_URL", "TAPHOUSE_SIGNING_KEY"}
    assert {name for name, one in ENV.items() if "valueFrom" in one} == secret
    given = {fields[name]: one["value"] for name, one in ENV.items() if "value" in one}
    Settings(**given, redis_url="redis://h", signing_key="k" * SHORTEST_KEY)


def test_pods_run_like_the_image_and_may_do_nothing_else():
    (user,) = re.findall(r"^USER (\d+):", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert POD["securityContext"]["runAsUser"] == int(user)
    assert POD["securityContext"]["runAsNonRoot"]
    limits = CONTAINER["securityContext"]
    assert (limits["readOnlyRootFilesystem"], limits["allowPrivilegeEscalation"]) == (True, False)
    assert limits["capabilities"] == {"drop": ["ALL"]}
    assert {mount["mountPath"] for mount in CONTAINER["volumeMounts"]} == {"/data", "/tmp"}  # noqa: S108
    assert POD["enableServiceLinks"] is POD["automountServiceAccountToken"] is False


def test_ports_and_probes_are_those_of_the_service():
    ports = {port["name"]: port["containerPort"] for port in CONTAINER["ports"]}
    assert ports == {"http": 8000, "metrics": int(ENV["TAPHOUSE_METRICS_PORT"]["value"])}
    assert DEPLOYMENT["template"]["metadata"]["annotations"]["prometheus.io/port"] == str(ports["metrics"])
    assert SERVICE["ports"][0]["targetPort"] == "http", "metrics are in no service"
    paths = {name: CONTAINER[name]["httpGet"]["path"] for name in ("startupProbe", "livenessProbe", "readinessProbe")}
    assert paths == {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"}
    opened = [port["port"] for rule in POLICY["ingress"] for port in rule["ports"]]
    assert sorted(opened) == sorted(ports)
    assert all(rule["from"] for rule in POLICY["ingress"]), "an empty one would let everybody in"


def test_pods_are_spread_over_zones_and_hosts():
    spread = POD["topologySpreadConstraints"]
    assert [one["topologyKey"] for one in spread] == ["topology.kubernetes.io/zone", "kubernetes.io/hostname"]
    for one in spread:
        assert one["labelSelector"] == {"matchLabels": LABELS}
        assert one["whenUnsatisfiable"] == "ScheduleAnyway", "a zone that is away must not hold up the others"


def let_out(address: str, port: int, protocol: str = "TCP") -> bool:
    """True if the policy lets pods reach an address outside the cluster."""
    target = ip_address(address)

    def lies_in(block: dict[str, Any]) -> bool:
        return target in ip_network(block["cidr"]) and all(
            target not in ip_network(one) for one in block.get("except", ())
        )

    return any(
        (port, protocol) in {(one["port"], one.get("protocol", "TCP")) for one in rule["ports"]}
        and any("ipBlock" in to and lies_in(to["ipBlock"]) for to in rule["to"])
        for rule in POLICY["egress"]
    )


def let_into(namespace: str, port: int, protocol: str = "TCP") -> bool:
    """True if the policy lets pods reach a namespace."""
    selector = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": namespace}}}
    return any(
        (port, protocol) in {(one["port"], one.get("protocol", "TCP")) for one in rule["ports"]}
        and selector in rule["to"]
        for rule in POLICY["egress"]
    )


PUBLIC = ("8.8.8.8", "93.184.216.34", "2600:1f18::1", "2a00:1450:4001::1")
PRIVATE = ("10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "fd00::1", "fe80::1", "::1")


def test_webhooks_and_keys_get_out_to_where_the_service_sends_them_and_nowhere_else():
    (told,) = re.findall(r"An https URL at port (\d+) or (\d+),", (ROOT / "docs/api/accounts.md").read_text())
    assert set(map(int, told)) == PORTS
    for port in PORTS:
        assert [one for one in PUBLIC if not (is_allowed(ip_address(one), "https") and let_out(one, port))] == []
        assert [one for one in PRIVATE if is_allowed(ip_address(one), "https") or let_out(one, port)] == []
    assert not any(let_out(one, 80) for one in PUBLIC)


def test_names_the_store_and_traces_get_out():
    assert let_into("kube-system", 53, "UDP")
    assert let_into("kube-system", 53, "TCP"), "long answers come over TCP"
    text = (ROOT / "deploy/kubernetes/taphouse.yaml").read_text()
    (url,) = re.findall(r"redis-url='([^']+)'", text)
    for port in {Connection().port, *(port for _, port in parsed(url).sentinels), SENTINEL_PORT}:
        assert let_out("10.20.3.4", port)
    collector = urlsplit(trace_exporter.DEFAULT_ENDPOINT).port
    assert collector
    assert let_into("monitoring", collector)
    rules = [selector["namespaceSelector"] for rule in POLICY["ingress"] for selector in rule["from"]]
    assert {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}} in rules


MI, KI = 1 << 20, 1 << 10


def test_the_figures_of_the_autoscaler_fit_each_other():
    """Those of its comment too: they are what pods were measured to use."""
    text = (ROOT / "deploy/kubernetes/taphouse.yaml").read_text()
    reckoning = re.sub(r"\s+# ", " ", text[text.index("  # Moves cost CPU") : text.index("  minReplicas")])
    (empty,) = re.findall(r"uses (\d+)Mi without", reckoning)
    (follower,) = re.findall(r"(\d+)Ki for each follower", reckoning)
    (target, each) = re.findall(r"at the (\d+)Mi of the target it has (\d+) followers", reckoning)[0]
    (pods, all_) = re.findall(r"(\d+) pods have (\d+)", reckoning)[0]
    (limit,) = re.findall(r"limit of (\d+)Mi", reckoning)
    (over,) = re.findall(r"until (\d+) % over", reckoning)
    spec = MANIFESTS["HorizontalPodAutoscaler"]["spec"]
    cpu, memory = [one["resource"] for one in spec["metrics"]]
    assert (cpu["name"], memory["name"]) == ("cpu", "memory")
    assert memory["target"] == {"type": "AverageValue", "averageValue": f"{target}Mi"}
    assert CONTAINER["resources"]["requests"]["memory"] == f"{target}Mi", "what pods use is reserved for them"
    assert CONTAINER["resources"]["limits"]["memory"] == f"{limit}Mi"
    assert spec["maxReplicas"] == int(pods)
    held = (int(target) - int(empty)) * MI / (int(follower) * KI)
    assert int(each) == pytest.approx(held, rel=0.05)
    assert int(each) * int(pods) >= int(all_)
    left = spec["minReplicas"] - 1
    fullest = int(empty) + (int(target) * (1 + int(over) / 100) - int(empty)) * (left + 1) / left
    assert fullest <= int(limit), "when a pod goes, the others have its followers"


def test_a_pod_that_stops_has_time_to():
    sleeps = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]
    stops = int(ENV["TAPHOUSE_STOP_TIMEOUT"]["value"])
    assert POD["terminationGracePeriodSeconds"] >= sleeps + stops + 3 + 2
    assert DEPLOYMENT["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert MANIFESTS["HorizontalPodAutoscaler"]["spec"]["minReplicas"] >= 2
