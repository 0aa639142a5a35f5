"""Settings are read from the environment, and what is wrong with them is said in sentences."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.runtime import settings
from taphouse.service.runtime.loopback import completed
from taphouse.service.runtime.settings import BadSettings, Settings, load
from taphouse.service.runtime.unknown_settings import unknown

KEY = "k" * 32
CANARY = "CANARY-hunter2"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in [name for name in os.environ if name.startswith("TAPHOUSE_")]:
        monkeypatch.delenv(name)
    return monkeypatch


def refusal(environment: pytest.MonkeyPatch, **variables: str) -> str:
    for name, value in variables.items():
        environment.setenv("TAPHOUSE_" + name, value)
    with pytest.raises(BadSettings) as refused:
        load()
    assert CANARY not in repr(refused.value)
    return "\n".join(refused.value.sentences)


def test_nothing_set_serves_here_with_an_embedded_server():
    found = load()
    assert (found.host, found.port, found.workers) == ("127.0.0.1", 8000, 1)
    assert found.data_dir == Path("data")
    assert found.redis_url is None
    assert found.signing_keys == ()


def test_a_variable_changes_its_setting_and_an_empty_one_does_not(environment):
    environment.setenv("TAPHOUSE_PORT", "8123")
    environment.setenv("TAPHOUSE_LOG_LEVEL", "WARNING")
    environment.setenv("TAPHOUSE_REDIS_URL", "")
    assert load().port == 8123
    assert load().log_level == "warning"
    assert load().redis_url is None


def test_settings_cannot_be_changed_later():
    with pytest.raises(ValidationError):
        load().port = 1


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PORT", "eight", "TAPHOUSE_PORT must be a valid integer"),
        ("PORT", "70000", "TAPHOUSE_PORT must be less than or equal to 65535."),
        ("WORKERS", "0", "TAPHOUSE_WORKERS must be greater than or equal to 1."),
        ("GRAPHIQL", "perhaps", "TAPHOUSE_GRAPHIQL must be a valid boolean"),
        ("STORE_TIMEOUT", "nan", "TAPHOUSE_STORE_TIMEOUT must be"),
        ("LOG_FORMAT", "xml", "TAPHOUSE_LOG_FORMAT must be 'auto', 'json' or 'console'."),
        ("EDITIONS_DIR", "/no/such/place", "TAPHOUSE_EDITIONS_DIR must name a directory"),
        ("RATE_TOKEN", "-1", "TAPHOUSE_RATE_TOKEN must be greater than or equal to 0."),
        ("RATE_ADDRESS_BURST", "0", "TAPHOUSE_RATE_ADDRESS_BURST must be greater than or equal to 1."),
        ("CONNECTIONS_PER_ADDRESS", "many", "TAPHOUSE_CONNECTIONS_PER_ADDRESS must be a valid integer"),
        (
            "TRUSTED_PROXIES",
            "10.0.0.0/8,proxy",
            "TAPHOUSE_TRUSTED_PROXIES must be a list like 10.0.0.0/8,127.0.0.1, but 'proxy'",
        ),
        ("TRUSTED_PROXIES", "10.0.0.1/8", "TAPHOUSE_TRUSTED_PROXIES must be a list like"),
        ("TRUSTED_PROXIES", "10.0.0.1,", "TAPHOUSE_TRUSTED_PROXIES must be a list like"),
        ("TRUSTED_PROXIES", "*", "TAPHOUSE_TRUSTED_PROXIES must be a list like"),
        (
            "CORS_ORIGINS",
            "play.example.org",
            "TAPHOUSE_CORS_ORIGINS must be * or a list like https://play.example.org,",
        ),
        ("CORS_ORIGINS", "https://play.example.org/", "but 'https://play.example.org/' is not an origin"),
        ("CORS_ORIGINS", "https://play.example.org:443", "is not an origin"),
        ("CORS_ORIGINS", "https://Play.example.org", "is not an origin"),
        ("CORS_ORIGINS", "https://*.example.org", "is not an origin"),
        (
            "ALLOWED_HOSTS",
            "https://play.example.org",
            "TAPHOUSE_ALLOWED_HOSTS must be * or a list like play.example.org,",
        ),
        ("ALLOWED_HOSTS", "Play.example.org", "is not a host"),
        ("ALLOWED_HOSTS", "a,", "is not a host"),
        ("REDIS_URL", f"http://{CANARY}@host", "TAPHOUSE_REDIS_URL must be a URL like redis://"),
        ("REDIS_URL", f"redis://user:pass@host:{CANARY}", "TAPHOUSE_REDIS_URL must be a URL like redis://"),
        ("SIGNING_KEY", CANARY, "TAPHOUSE_SIGNING_KEY needs at least 32 characters in each"),
        ("SIGNING_KEY", f"{KEY},{CANARY}", "TAPHOUSE_SIGNING_KEY needs at least 32 characters in each"),
        ("SIGNING_KEY", f"{KEY},", "TAPHOUSE_SIGNING_KEY needs at least 32 characters in each"),
    ],
)
def test_a_wrong_value_is_refused_by_name_and_never_quoted_if_secret(environment, name, value, said):
    assert said in refusal(environment, **{name: value})


def test_every_wrong_variable_has_its_sentence(environment):
    said = refusal(environment, PORT="x", WORKERS="x")
    assert "TAPHOUSE_PORT" in said
    assert "TAPHOUSE_WORKERS" in said


def test_a_shared_store_needs_a_signing_key_and_is_told_how_to_make_one(environment):
    said = refusal(environment, REDIS_URL=f"redis://:{CANARY}@host/0")
    assert "TAPHOUSE_SIGNING_KEY is required" in said
    made = subprocess.run(
        [sys.executable, *shlex.split(said[said.index("python3") :])[1:]], capture_output=True, text=True, check=True
    ).stdout.strip()
    environment.setenv("TAPHOUSE_SIGNING_KEY", made)
    assert load().signing_keys == (made,)


def test_keys_are_separated_by_commas_and_the_first_one_signs(environment):
    environment.setenv("TAPHOUSE_SIGNING_KEY", f"{KEY}1, {KEY}2")
    assert load().signing_keys == (KEY + "1", KEY + "2")


def test_proxies_and_origins_are_separated_by_commas(environment):
    assert (load().proxies, load().origins) == ((), ())
    environment.setenv("TAPHOUSE_TRUSTED_PROXIES", "10.0.0.0/8, ::1,unix")
    environment.setenv("TAPHOUSE_CORS_ORIGINS", "https://play.example.org, http://localhost:5173,http://[::1]:3000")
    assert load().proxies == ("10.0.0.0/8", "::1", "unix")
    assert load().origins == ("https://play.example.org", "http://localhost:5173", "http://[::1]:3000")
    environment.setenv("TAPHOUSE_CORS_ORIGINS", "*")
    assert load().origins == ("*",)


def test_players_sign_in_at_an_https_issuer_or_on_this_machine(environment):
    given = {"AUDIENCE": "taphouse", "KEYS": "https://login.example/keys", "CLIENT": "table"}
    for name, value in given.items():
        environment.setenv(f"TAPHOUSE_ACCOUNTS_{name}", value)
    environment.setenv("TAPHOUSE_ACCOUNTS_ORIGINS", "https://token.example, https://out.example:8443")
    for issuer in ("https://login.example/realms/one", "http://127.0.0.1:9000", "http://localhost:8080/realms/one"):
        environment.setenv("TAPHOUSE_ACCOUNTS_ISSUER", issuer)
        assert load().issuer_origins == ("https://token.example", "https://out.example:8443")
    for issuer in ("http://login.example", "login.example", "accounts"):
        environment.setenv("TAPHOUSE_ACCOUNTS_ISSUER", issuer)
        with pytest.raises(
            BadSettings, match="TAPHOUSE_ACCOUNTS_CLIENT needs an https URL as TAPHOUSE_ACCOUNTS_ISSUER"
        ):
            load()


@pytest.mark.parametrize("value", ["*", "loopback", "https://token.example,*", "https://token.example/path"])
def test_the_page_asks_named_origins_alone(environment, value):
    environment.setenv("TAPHOUSE_ACCOUNTS_ORIGINS", value)
    with pytest.raises(BadSettings, match="TAPHOUSE_ACCOUNTS_ORIGINS must be"):
        load()


def test_a_service_that_only_this_machine_can_reach_has_no_rates_and_answers_to_its_names(environment):
    for host in ("127.0.0.1", "localhost", "::1", "127.0.0.9"):
        found = completed(Settings(host=host))
        assert (found.rate_token, found.rate_address, found.ws_messages) == (0, 0, 0)
        assert (found.origins, found.hosts) == (("loopback",), ("loopback",))
        assert found.connections_per_address == Settings().connections_per_address


def test_a_service_that_others_can_reach_keeps_its_limits(environment):
    for public in (Settings(host="0.0.0.0"), Settings(host="192.0.2.1"), Settings(trusted_proxies="127.0.0.1")):  # noqa: S104
        assert completed(public) == public


def test_what_is_set_holds_wherever_the_service_listens(environment):
    environment.setenv("TAPHOUSE_RATE_TOKEN", "2500")
    environment.setenv("TAPHOUSE_CORS_ORIGINS", "https://play.example.org")
    environment.setenv("TAPHOUSE_ALLOWED_HOSTS", "*")
    found = completed(load())
    assert (found.rate_token, found.rate_address) == (2500, 0)
    assert (found.origins, found.hosts) == (("https://play.example.org",), ("*",))


def test_secrets_are_not_shown(environment):
    found = Settings(redis_url=SecretStr(f"redis://:{CANARY}@h"), signing_key=SecretStr(CANARY * 4))
    assert CANARY not in repr(found)
    assert CANARY not in str(found)


def test_a_misspelt_variable_is_pointed_out():
    (said,) = unknown({"TAPHOUSE_DATADIR": "x", "TAPHOUSE_PORT": "1", "PATH": "x"})
    assert said == "TAPHOUSE_DATADIR is not a setting and is ignored; did you mean TAPHOUSE_DATA_DIR?"


def test_every_setting_has_a_meaning():
    assert all(field.description for field in Settings.model_fields.values())


def test_the_settings_command_lists_every_variable_without_secrets(environment):
    environment.setenv("TAPHOUSE_REDIS_URL", f"redis://:{CANARY}@host/0")
    environment.setenv("TAPHOUSE_SIGNING_KEY", CANARY * 4)
    environment.setenv("TAPHOUSE_PORT", "8123")
    table = CliRunner().invoke(main, ["settings"], env={"COLUMNS": "200"})
    as_json = CliRunner().invoke(main, ["settings", "--json"])
    assert (table.exit_code, as_json.exit_code) == (0, 0)
    assert CANARY not in table.output + as_json.output
    rows = {row["variable"]: row for row in json.loads(as_json.stdout)}
    assert rows["TAPHOUSE_PORT"]["value"] == 8123
    assert rows["TAPHOUSE_PORT"]["default"] == 8000
    assert rows["TAPHOUSE_SIGNING_KEY"]["value"] == "(hidden)"
    assert rows["TAPHOUSE_DATA_DIR"]["value"] == "data"
    for field in Settings.model_fields:
        assert rows[settings.variable(field)]["meaning"]
        assert settings.variable(field) in table.output


def test_the_settings_command_says_what_is_wrong(environment):
    environment.setenv("TAPHOUSE_PORT", "x")
    result = CliRunner().invoke(main, ["settings"])
    assert result.exit_code == 1
    assert "TAPHOUSE_WORKERS" in result.stdout
    assert "TAPHOUSE_PORT must be a valid integer" in result.stderr
