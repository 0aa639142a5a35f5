"""The compose files: valid by the schema of the Compose Specification, and true to the settings and to what they promise."""

from __future__ import annotations

import json
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from pydantic import SecretStr

from taphouse.service.runtime.redis_urls import parsed
from taphouse.service.runtime.settings import Settings, variable

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = sorted(DEPLOY.glob("compose*.yaml"))
SENTINEL = yaml.safe_load((DEPLOY / "compose.sentinel.yaml").read_text())["services"]


def resolved(path: Path) -> dict[str, Any]:
    """A file with its services completed by those that they extend, as Compose does it."""
    compose: dict[str, Any] = yaml.safe_load(path.read_text())
    for name, service in compose["services"].items():
        if (extended := service.pop("extends", None)) is not None:
            base = resolved(path.with_name(extended["file"]))["services"][extended["service"]]
            environment = base.get("environment", {}) | service.get("environment", {})
            ports = [*base.get("ports", []), *service.get("ports", [])]
            compose["services"][name] = base | service | {"environment": environment, "ports": ports}
    return compose


def wrong(document: Any, kind: str = "compose-spec") -> list[str]:
    """The faults of a document, by the schema of its kind that check-jsonschema has."""
    file = resources.files("check_jsonschema").joinpath(f"builtin_schemas/vendor/{kind}.json")
    schema = json.loads(file.read_text())
    return [error.message for error in jsonschema_rs.validator_for(schema).iter_errors(document)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_is_valid_and_names_settings_that_there_are(path):
    assert wrong(yaml.safe_load(path.read_text())) == []
    compose = resolved(path)
    ours = [one for one in compose["services"].values() if "build" in one]
    assert ours
    for service in ours:
        named = {name for name in service["environment"] if name.startswith("TAPHOUSE_")}
        assert named <= {variable(field) for field in Settings.model_fields}
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    for service in compose["services"].values():
        assert service.get("networks", ["back"]) == ["back"] or "build" in service
        assert set(service.get("depends_on", {})) <= compose["services"].keys()
    assert compose["networks"]["back"] == {"internal": True}


def test_a_mistake_is_found():
    assert len(FILES) == 3
    assert wrong({"services": {"one": {"image": "x", "ports": 80}}})
    assert wrong({"services": {"one": {"imagee": "x"}}})


def test_the_instances_ask_every_sentinel_for_the_master_that_they_watch():
    sentinels = {name for name in SENTINEL if name.startswith("sentinel-")}
    for name in ("taphouse-1", "taphouse-2"):
        url = SENTINEL[name]["environment"]["TAPHOUSE_REDIS_URL"]
        parsed(url)
        hosts, _, watched = url.removeprefix("redis+sentinel://").partition("/")
        assert {host.partition(":")[0] for host in hosts.split(",")} == sentinels
        assert f"sentinel monitor {watched} " in SENTINEL["sentinel-1"]["command"][-1]
    assert len(sentinels) == 3, "a quorum of two"


@pytest.mark.parametrize("name", [name for name in SENTINEL if "taphouse" not in name])
def test_a_store_writes_its_configuration_once(name: str, tmp_path: Path) -> None:
    """The scripts run here with a server that prints its arguments; the sentinels keep roles in the files that they write."""
    service = SENTINEL[name]
    script = service["command"][-1].replace("/data", str(tmp_path)).replace("$$", "$")
    shims = tmp_path / "bin"
    shims.mkdir()
    for server in ("valkey-server", "valkey-sentinel"):
        (shims / server).write_text('#!/bin/sh\ncat "$1"\n')
        (shims / server).chmod(0o755)
    env = {"PATH": f"{shims}:/usr/bin:/bin", **service.get("environment", {})}
    first, second = [
        subprocess.run(["sh", "-ec", script], env=env, capture_output=True, text=True, check=True).stdout for _ in "12"
    ]
    assert first == second
    lines = first.splitlines()
    if name.startswith("sentinel"):
        assert "sentinel monitor games valkey-1 6379 2" in lines
    else:
        assert {"appendonly yes", "appendfsync always", "maxmemory-policy noeviction"} <= set(lines)
        assert f"replica-announce-ip {name}" in lines
        assert ("replicaof valkey-1 6379" in lines) == (name != "valkey-1")
    (written,) = tmp_path.glob("*.conf")
    written.write_text("as a sentinel left it\n")
    again = subprocess.run(["sh", "-ec", script], env=env, capture_output=True, text=True, check=True)
    assert again.stdout == "as a sentinel left it\n"


def test_players_sign_in_at_the_realm_that_the_service_trusts():
    services = resolved(DEPLOY / "compose.accounts.yaml")["services"]
    given = services["taphouse"]["environment"]
    settings = Settings(
        signing_key=SecretStr("k" * 32),
        **{name: given[variable(name)] for name in ("accounts_issuer", "accounts_audience", "accounts_client")},
        accounts_keys=SecretStr(given["TAPHOUSE_ACCOUNTS_KEYS"]),
    )
    (mounted,) = services["keycloak"]["volumes"]
    realm = json.loads((DEPLOY / mounted.partition(":")[0]).read_text())
    assert settings.accounts_issuer == f"{services['keycloak']['environment']['KC_HOSTNAME']}/realms/{realm['realm']}"
    assert "127.0.0.1:8080:8080" in services["taphouse"]["ports"]
    (client,) = realm["clients"]
    assert (client["clientId"], client["publicClient"]) == (settings.accounts_client, True)
    assert client["attributes"]["pkce.code.challenge.method"] == "S256"
    page = f"http://localhost:{services['taphouse']['ports'][0].rpartition(':')[2]}"
    assert (client["redirectUris"], client["webOrigins"]) == ([f"{page}/"], [page])
    (mapper,) = client["protocolMappers"]
    assert mapper["config"]["included.custom.audience"] == settings.accounts_audience
