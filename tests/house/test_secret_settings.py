"""No part of a secret setting is shown, whatever is wrong with it, and wherever it is given."""

from __future__ import annotations

import gzip
import io
import logging
import os
import socket
import ssl
import typing
from pathlib import Path

import pytest
from pydantic import SecretStr
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.redis_urls import check
from taphouse.service.runtime.settings import BadSettings, Settings, load, variable
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers.groups import of_redis_py
from taphouse.service.store.servers.pipelined_connection import ErrorReply
from taphouse.service.store.servers.reasons import reason_of
from tests.log_lines import log_lines

KEY = "k" * 32
CANARY = "CANARY"
SECRET = [name for name, field in Settings.model_fields.items() if "SecretStr" in repr(field.annotation)]
URLS = {
    "must be a URL like": [
        "CANARY",
        "http://CANARY@host",
        "REDIS://CANARY@host",
        "redis://",
        "redis:///0",
        "redis://:CANARY",
        "redis://CANARY@",
        "redis://user:CAN@CANARY@host:6379/0",
        "redis://user:CAN#CANARY@host:6379/0",
        "redis://user:CAN/CANARY@host:6379/0",
        "redis://user:12/CANARY@host",
        "redis://user:CAN?CANARY@host:6379/0",
        "redis://user:CAN%CANARY@host:6379/0",
        "redis://user:%ffCANARY@host:6379/0",
        "redis://user:[CANARY@host:6379/0",
        "redis://user:CANARY\n@host:6379/0",
        "redis://host:6379/0\n",
        " redis://host:6379/0",
        "redis://host:CANARY",
        "redis://host:99999",
        "redis://host/CANARY",
        "redis://host/-1",
        "redis://host/0#CANARY",
        "redis://host?CANARY",
        "redis://host?client_name=CAN+ARY",
        "redis://host,CANARY",
        "redis://host:1,redis://CANARY:2",
        "redis://\u2100CANARY:x@host",
        "redis://user:CANARY\udcff@host",
        "unix://CANARY/socket",
        "unix:CANARY",
        "unix:///socket#CANARY",
        "redis+sentinel://CANARY",
        "redis+sentinel://CANARY:99999/name",
        "redis+sentinel:///CANARY",
        "redis+sentinel://host/name/CANARY",
        "redis+sentinel://host/name?sentinel_password=a#CANARY",
        "redis+sentinel://host/name?sentinel_password=a&CANARY",
        "redis+sentinel://:CAN@CANARY@host/name",
    ],
    "has an option that is not known": [
        "redis://host?CANARY=1",
        "redis://host?ssl=CANARY",
        "redis://host?timeout=5",
        "redis://host?protocol=3",
        "redis://host?decode_responses=true",
        "redis://host?sentinel_password=CANARY",
        "redis://host?ssl_ca_certs=/CANARY",
        "unix:///socket?ssl_ca_certs=/CANARY",
        "redis+sentinel://host/name?master=CANARY",
    ],
    "has an option with a value that it cannot have": [
        "redis://host?db=CANARY",
        "redis://host?db=-1",
        "redis://host?client_name=",
        "rediss://host?ssl_cert_reqs=CANARY",
    ],
    "has options for TLS that do not work": [
        "rediss://host?ssl_ca_certs=/CANARY",
        "rediss://host?ssl_ciphers=CANARY",
        "rediss+sentinel://host/name?ssl_certfile=/CANARY&ssl_keyfile=/CANARY",
    ],
    "gives a user, a password, a database or an option twice": [
        "redis://host/1?db=2",
        "redis://host?db=1&db=2",
        "redis://user:CANARY@host?password=CANARY",
    ],
}
BAD = {
    "redis_url": [(url, said) for said, urls in URLS.items() for url in urls],
    "signing_key": [
        (CANARY, "needs at least 32"),
        (f"{KEY},{CANARY}", "needs at least 32"),
        (CANARY * 9 + "\udcff", "must be text in UTF-8"),
    ],
    "mail_server": [
        (CANARY, "must be a URL like"),
        ("http://user:CANARY@host", "must be a URL like"),
        ("smtp://user:CAN#CANARY@host", "must be a URL like"),
        ("smtp://user:CANARY@host/path", "must be a URL like"),
        ("smtp://user:CANARY@host?starttls=no", "must be a URL like"),
        ("smtp://user:CANARY@host:99999", "must be a URL like"),
        ("smtp://user:CANARY\udcff@host", "must be a URL like"),
    ],
    "accounts_keys": [
        ("/there/is/no/CANARY", "must be a file or an https URL"),
        ("htps://user:CANARY@issuer.example/keys", "must be a file or an https URL"),
        ("http://user:CANARY@issuer.example/keys", "must be a URL of visible ASCII characters"),
        ("https://user:CANARY@[issuer.example/keys", "must be a file or an https URL"),
        ("https://user:CAN\u2100ARY@issuer.example/keys", "must be a file or an https URL"),
        ("CANARY" * 2000, "must be a file or an https URL"),
        ("CANARY\udcff", "must be text in UTF-8"),
    ],
}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in [name for name in os.environ if name.startswith(("TAPHOUSE_", "OTEL_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TAPHOUSE_SIGNING_KEY", KEY)
    return monkeypatch


def test_the_settings_that_hold_secrets_are_known() -> None:
    assert sorted(SECRET) == sorted(BAD)
    revealing = ("key", "secret", "password", "token", "url")
    assert {name for name in Settings.model_fields if name.endswith(revealing)} <= {*SECRET, "rate_token", "public_url"}
    assert typing.get_type_hints(Settings)["rate_token"] is int


@pytest.mark.parametrize(
    ("name", "value", "said"), [(name, *bad) for name, several in BAD.items() for bad in several], ids=repr
)
def test_a_bad_value_is_told_by_the_name_of_its_setting_alone(
    environment: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    environment.setenv(variable(name), value)
    with pytest.raises(BadSettings) as refused:
        load()
    assert f"{variable(name)} {said}" in str(refused.value)
    assert not any(part in repr(refused.value) for part in (CANARY, "CAN", "issuer", "socket"))
    assert refused.value.__cause__ is None


@pytest.mark.parametrize("command", ["serve", "settings"])
@pytest.mark.parametrize("name", BAD)
def test_a_command_shows_no_bad_value(environment: pytest.MonkeyPatch, name: str, command: str) -> None:
    environment.setenv(variable(name), BAD[name][-1][0])
    ended = CliRunner().invoke(main, [command])
    assert ended.exit_code in (1, 2)
    assert variable(name) in ended.output
    assert CANARY not in ended.output


@pytest.mark.parametrize("command", ["store check", "store export FILE", "store import FILE", "shadow --store"])
def test_a_url_that_is_an_argument_is_not_shown(command: str, tmp_path: Path) -> None:
    named = command.replace("FILE", str(tmp_path / "file")).split()
    (tmp_path / "file").write_bytes(gzip.compress(b"{}")) if "import" in command else None
    tried = {
        "redis://user:CAN@CANARY@host": "must be a URL like",
        "redis://CANARY:CANARY@127.0.0.1:1/0": "Connection refused",
    }
    for url, said in tried.items():
        ended = CliRunner().invoke(main, [*named, url])
        assert ended.exit_code == 2
        assert said in ended.output or (said == "Connection refused" and "import" in command)
        assert not any(part in ended.output for part in (CANARY, "127.0.0.1", "Traceback"))


@pytest.mark.parametrize(
    "url",
    [
        "redis://h",
        "redis://h:1/2",
        "redis://user@h",
        "redis://:p%40ss%23@h:6379/0",
        "redis://user:a:b^c|{}~!$&'()*+,;=\xe9 p@[::1]:7/",
        "rediss://u:p@h?ssl_cert_reqs=none",
        "rediss://h?ssl_check_hostname=false&client_name=a",
        "unix:///tmp/x/s",
        "unix://u:p@/tmp/x y/s?db=3",
        "unix:///s?password=a%2Bb&username=x",
        "redis+sentinel://a,b:5/brewery",
        "rediss+sentinel://me:secret@[::1]:7,b/b-1/3?sentinel_password=s%2Fd/x==",
    ],
)
def test_a_url_that_means_one_thing_is_taken(url: str) -> None:
    check(url)


async def test_a_store_that_is_away_is_told_without_its_address() -> None:
    store = RedisStore.connect("redis://CANARY:CANARY@127.0.0.1:1/0", timeout=5)
    health = await store.health()
    await store.close()
    assert health.reason == "The store cannot be reached: Connection refused."


def test_what_a_library_says_of_a_server_is_not_passed_on() -> None:
    quoting = f"Error 111 connecting to {CANARY}:6379."
    caused = RedisConnectionError(quoting)
    caused.__context__ = ConnectionRefusedError(111, quoting)
    errors = [
        *(RedisError(quoting), OSError(quoting), OSError(2, quoting, CANARY), socket.gaierror(-2, quoting), caused),
        *(
            ssl.SSLCertVerificationError(1, quoting),
            ssl.SSLError(1, quoting),
            ValueError(quoting),
            UnicodeError(quoting),
        ),
        ErrorReply(typing.cast(typing.Any, None), f"NOPERM User {CANARY} has no permissions to run the 'info' command"),
    ]
    for error in errors:
        assert CANARY not in reason_of(error, of_redis_py)
        assert len(reason_of(error, of_redis_py)) > 20
    assert reason_of(errors[-1]) == "NOPERM The store's user may not use INFO."
    for said in ("SELECT is not allowed in cluster mode", "DB index is out of range"):
        assert "no database of the number" in reason_of(ResponseError(said), of_redis_py)
    assert reason_of(caused) == "The store cannot be reached: Connection refused."


def test_a_library_quotes_no_secret_in_the_log(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization:Bearer CANARY-1,x=CANARY-2")
    environment.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://me:CANARY-3@collector.example/x?key=CANARY-4")
    secrets = {
        "redis_url": SecretStr("redis://somebody:CANARY%2D5@store.example:6379/0"),
        "signing_key": SecretStr(f"{KEY}CANARY-6,{KEY}CANARY-7"),
        "accounts_keys": SecretStr("https://me:CANARY-8@issuer.example/keys"),
    }
    settings = Settings.model_construct(**secrets)
    lines = io.StringIO()
    with log_lines():
        for form in ("json", "console"):
            telemetry.configure(settings.model_copy(update={"log_format": form}), lines)
            logger = logging.getLogger("a.library")
            logger.warning("Header format invalid! %s", "authorization:Bearer CANARY-1")
            logger.warning("Header format invalid! %s", "x=CANARY-2")
            logger.error("https://me:CANARY-3@collector.example/x?key=CANARY-4")
            for value in secrets.values():
                try:
                    raise RuntimeError(value.get_secret_value())
                except RuntimeError as error:
                    logger.exception("failed")
                    telemetry.bug(error)
            logger.error("CANARY-5 at store.example:6379")
    assert "collector.example" in lines.getvalue()
    assert not [word for word in (CANARY, KEY, "store.example", "somebody") if word in lines.getvalue()]
