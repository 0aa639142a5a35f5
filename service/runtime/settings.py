"""What an operator can set: one frozen value, read from `TAPHOUSE_` variables of the environment."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "TAPHOUSE_"
SHORTEST_KEY = 32
MAKE_A_KEY = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"

UNIX = "unix"
"""Stands among the trusted proxies for those that come by a unix socket."""
ANY = "*"
"""Stands for all origins."""

_ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
_USUAL = {"http": ":80", "https": ":443"}

Days = Annotated[int, Field(ge=1, le=36_500)]


class BadSettings(Exception):
    """The environment cannot be understood. `sentences` says what to change, one variable each; it holds no secret."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class Settings(BaseSettings):
    """Everything that can be set. The descriptions are what `taphouse settings` prints.

    Build it with `load`, which turns errors into sentences.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,  # compose files and Makefiles pass unset variables as empty ones
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,  # the input may be a key or a URL with a password
    )

    host: str = Field(default="127.0.0.1", description="The address to listen on; 0.0.0.0 for every IPv4 address.")
    port: int = Field(default=8000, ge=0, le=65_535, description="The TCP port; 0 takes a free one and prints it.")
    workers: int = Field(
        default=1, ge=1, le=256, description="Worker processes. Every worker can answer every request."
    )
    stop_timeout: int = Field(
        default=5, ge=1, le=300, description="Seconds that open requests are given to finish when the service stops."
    )
    # Relative on purpose: a clone, a container and a unit file each have a working directory of their own, and games
    # that lie beside the clone that made them are easy to find, to copy and to delete.
    data_dir: Path = Field(
        default=Path("data"),
        description="Where the embedded server keeps the games and the signing key; unused with a Redis URL.",
    )
    redis_url: SecretStr | None = Field(
        default=None,
        description="A Redis or Valkey server or cluster: redis://, rediss:// or unix://. "
        "Without it the service runs an embedded Valkey in the data directory.",
    )
    signing_key: SecretStr | None = Field(
        default=None,
        description=f"The secret that signs the seats' tokens, at least {SHORTEST_KEY} characters. Several are "
        "separated by commas: the first signs, all are accepted. Required with a Redis URL; otherwise made once and "
        "kept in the data directory.",
    )
    accounts_issuer: str | None = Field(
        default=None,
        description="The issuer of the JSON Web Tokens of an app's own login: with it, players need no seats' tokens.",
    )
    accounts_audience: str | None = Field(default=None, description="The audience that these tokens must be for.")
    accounts_keys: str | None = Field(default=None, description="The issuer's key set (JWKS): a file, or an https URL.")
    editions_dir: Path | None = Field(default=None, description="A directory with edition files of your own (*.toml).")
    graphiql: bool = Field(
        default=True,
        description="Show GraphiQL to browsers at /graphql. Its page loads its scripts from a CDN, in the user's "
        "browser.",
    )
    introspection: bool = Field(default=True, description="Let clients ask for the GraphQL schema.")
    max_body: int = Field(default=262_144, ge=1024, le=1 << 30, description="The largest request body, in bytes.")
    long_poll_max: float = Field(
        default=25.0, gt=0, le=25, description="The longest that a request for events may wait, in seconds."
    )
    send_timeout: float = Field(
        default=20.0, gt=0, le=300, description="Seconds that a client may leave events unread before it is left."
    )
    ws_init_timeout: float = Field(
        default=10.0, gt=0, le=300, description="Seconds in which a WebSocket must send `connection_init`."
    )
    ws_idle_timeout: float = Field(
        default=60.0, gt=0, le=86_400, description="Seconds after which a WebSocket is closed on which nothing goes on."
    )
    ws_max_operations: int = Field(
        default=20, ge=1, le=10_000, description="The operations that may go on at once on a WebSocket."
    )
    ws_messages: int = Field(
        default=100,
        ge=0,
        le=1_000_000,
        description="The messages that a WebSocket may send in a second, on average of ten seconds; 0 for any number.",
    )
    rate_token: int = Field(
        default=2500,
        ge=0,
        le=1_000_000_000,
        description="The points that a token may spend in a second, at all instances together; 0 for any number. An answer says "
        "what it cost; a point is about 0.1 ms of one core.",
    )
    rate_token_burst: int = Field(
        default=10_000, ge=1, le=1_000_000_000, description="The points that a token may spend at once after a rest."
    )
    rate_address: int = Field(
        default=5000,
        ge=0,
        le=1_000_000_000,
        description="The points that an address (IPv6: a /64) may spend in a second, whatever its tokens; 0 for any number.",
    )
    rate_address_burst: int = Field(
        default=20_000, ge=1, le=1_000_000_000, description="The points that an address may spend at once after a rest."
    )
    connections_per_address: int = Field(
        default=256,
        ge=0,
        le=1_000_000,
        description="The requests, streams and WebSockets that an address may have open at once, in each process; 0 for any "
        "number.",
    )
    trusted_proxies: str = Field(
        default="",
        description="The proxies before the service, as addresses or networks separated by commas, such as 10.0.0.0/8; `unix` "
        "for those at a unix socket. Only of these X-Forwarded-For and X-Forwarded-Proto are believed.",
    )
    cors_origins: str = Field(
        default="",
        description="The web pages that browsers may use the API from, as origins separated by commas, such as "
        "https://play.example.org; * for all.",
    )
    waiting_days: Days = Field(
        default=1, description="Days after which a game that still waits for players is forgotten."
    )
    over_days: Days = Field(default=30, description="Days after which a finished game is forgotten.")
    idle_days: Days = Field(default=90, description="Days after which a game that nobody moves in is forgotten.")
    key_hours: int = Field(default=24, ge=1, le=8760, description="Hours for which an idempotency key is remembered.")
    store_timeout: float = Field(
        default=2.0, gt=0, le=60, description="Seconds to wait for the Redis server before answering that it is away."
    )
    bot_processes: int = Field(
        default=1, ge=1, le=64, description="Processes in which bots think; the first decision of a bot starts them."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="What is worth a log line."
    )
    log_format: Literal["auto", "json", "console"] = Field(
        default="auto", description="How log lines look; auto is console on a terminal and json elsewhere."
    )

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _in_any_case(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("redis_url")
    @classmethod
    def _a_redis_url(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            from redis.asyncio import ConnectionPool

            try:
                ConnectionPool.from_url(value.get_secret_value())
            except ValueError:  # not chained: its message may quote a part of the password
                raise ValueError("is no URL like redis://user:password@host:6379/0, rediss:// or unix://") from None
        return value

    @field_validator("signing_key")
    @classmethod
    def _long_keys(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and any(len(key) < SHORTEST_KEY for key in _split(value.get_secret_value())):
            raise ValueError(
                f"needs at least {SHORTEST_KEY} characters in each of its keys (commas separate them). Make one with: "
                + MAKE_A_KEY
            )
        return value

    @field_validator("editions_dir")
    @classmethod
    def _a_directory(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_dir():
            raise ValueError(f"must name a directory, and there is none at {value.absolute()}")
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: str) -> str:
        for one in _split(value) if value else ():
            if one != UNIX:
                try:
                    ip_network(one)
                except ValueError as error:
                    raise ValueError(
                        f"is a list like 10.0.0.0/8,127.0.0.1, and {one[:60]!r} is no address, network or `unix`: {error}"
                    ) from None
        return value

    @field_validator("cors_origins")
    @classmethod
    def _origins(cls, value: str) -> str:
        for one in _split(value) if value else ():
            if one != ANY and (not _ORIGIN.fullmatch(one) or one.endswith(_USUAL[one.partition(":")[0]])):
                raise ValueError(
                    f"is * or a list like https://play.example.org,http://localhost:5173, and {one[:60]!r} is no origin: a "
                    "scheme and a host in lower case, a port where it is not the usual one, and nothing after it"
                )
        return value

    @model_validator(mode="after")
    def _a_key_for_a_shared_store(self) -> Self:
        if self.redis_url is not None and self.signing_key is None:
            raise ValueError(
                f"{PREFIX}SIGNING_KEY is required with {PREFIX}REDIS_URL: every instance that shares the store must "
                f"accept the others' tokens. Make one with: {MAKE_A_KEY}"
            )
        return self

    @model_validator(mode="after")
    def _accounts_whole(self) -> Self:
        given = {name: getattr(self, name) for name in ("accounts_issuer", "accounts_audience", "accounts_keys")}
        missing = [variable(name) for name, value in given.items() if value is None]
        if missing and len(missing) < len(given):
            raise ValueError(f"{' and '.join(missing)} must be set too, or no account can be recognised")
        return self

    @field_validator("accounts_keys")
    @classmethod
    def _keys_from_a_safe_place(cls, value: str | None) -> str | None:
        if value is None:
            return None
        url = urlsplit(value)
        if url.scheme in ("http", "https"):
            if url.scheme == "http" and url.hostname not in ("127.0.0.1", "::1", "localhost"):
                raise ValueError("must be fetched by https, or anybody on the way could put his own keys into it")
        elif not Path(value).is_file():
            raise ValueError(f"must name a file or be an https URL, and there is no file at {Path(value).absolute()}")
        return value

    @property
    def signing_keys(self) -> tuple[str, ...]:
        """The keys, the signing one first; empty when none is set."""
        return () if self.signing_key is None else _split(self.signing_key.get_secret_value())

    @property
    def proxies(self) -> tuple[str, ...]:
        """The trusted proxies: addresses, networks, `unix`."""
        return _split(self.trusted_proxies) if self.trusted_proxies else ()

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins whose pages may use the API, among them perhaps `*`."""
        return _split(self.cors_origins) if self.cors_origins else ()

    def environment(self) -> dict[str, str]:
        """The variables that make `load` build this value again, with the secrets in clear, for a worker process."""
        return {
            variable(name): value.get_secret_value() if isinstance(value, SecretStr) else str(value)
            for name, value in self
            if value is not None
        }


def variable(field: str) -> str:
    """The environment variable of a field: `TAPHOUSE_PORT` of `port`."""
    return PREFIX + field.upper()


def load() -> Settings:
    """The settings as the environment has them.

    Raises:
        BadSettings: with a sentence for each variable that is wrong.
    """
    try:
        return Settings()
    except ValidationError as error:
        raise BadSettings(tuple(_sentence(detail["loc"], detail["msg"]) for detail in error.errors())) from None


def unknown(environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """A sentence for each `TAPHOUSE_` variable that means nothing, most likely a misspelt one."""
    known = [variable(name) for name in Settings.model_fields]
    sentences = []
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            guess = f"; did you mean {close[0]}?" if close else "."
            sentences.append(f"{name} is not a setting and is ignored{guess}")
    return tuple(sentences)


def _split(several: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in several.split(","))


def _sentence(where: tuple[int | str, ...], message: str) -> str:
    message = message.removeprefix("Value error, ").rstrip(".")
    if not where:
        return _ended(message)
    name = variable(str(where[0]))
    if message.startswith("Input should be "):
        message = "must be " + message.removeprefix("Input should be ").split(", unable to")[0]
    return _ended(f"{name} {message}")


def _ended(sentence: str) -> str:
    """With a full stop, but not behind a command that is to be pasted."""
    return sentence if sentence.endswith(MAKE_A_KEY) else sentence + "."
