"""The manifests for Kubernetes: valid by its own schemas, and true to the image, the settings and each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from taphouse.service.runtime.setting_values import SHORTEST_KEY
from taphouse.service.runtime.settings import Settings, variable

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


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", MANIFESTS)
def test_it_is_valid(kind, version):
    kubernetes_validate.validate(MANIFESTS[kind], version, strict=True)


def test_a_mistake_is_found():
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


def test_a_pod_that_stops_has_time_to():
    sleeps = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]
    stops = int(ENV["TAPHOUSE_STOP_TIMEOUT"]["value"])
    assert POD["terminationGracePeriodSeconds"] >= sleeps + stops + 3 + 2
    assert DEPLOYMENT["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert MANIFESTS["HorizontalPodAutoscaler"]["spec"]["minReplicas"] >= 2
