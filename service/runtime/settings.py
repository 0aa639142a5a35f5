"""The operator's settings: one frozen value, read from the `TAPHOUSE_` environment variables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from taphouse.service.runtime.setting_values import (
    MAKE_A_KEY,
    SHORTEST_KEY,
    Directory,
    GameLink,
    Hosts,
    KeySet,
    MailFrom,
    MailServer,
    NamedOrigins,
    Networks,
    Operators,
    Origins,
    PublicURL,
    RedisURL,
    RootPath,
    SigningKeys,
    ended,
    signs_in,
    split,
)

PREFIX = "TAPHOUSE_"
Webhooks = Literal["off", "https", "any"]
"""The URLs that webhooks may have: none, public https URLs, or any http and https URL."""
Talk = Literal["off", "phrases", "free"]
"""The widest mode of talk beside games."""
Replicas = Annotated[int, Field(ge=0, le=16)] | Literal["auto"]
IDLE_SECONDS = 75
"""The default pause between two requests. Balancers usually keep idle connections for 60 s, and should close them first."""
Days = Annotated[int, Field(ge=1, le=36_500)]


def _quota(default: int, what: str) -> Any:
    return Field(default=default, ge=0, le=1_000_000, description=f"The most {what}; 0 for no limit.")


class BadSettings(Exception):
    """The environment holds invalid settings. `sentences` has one sentence per problem, without secrets."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class Settings(BaseModel):
    """All settings. `taphouse settings` prints the descriptions.

    Build it with `load`, which turns validation errors into sentences.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_default=True,
        defer_build=True,
        hide_input_in_errors=True,  # the input may be a key or a URL with a password
    )

    host: str = Field(default="127.0.0.1", description="The address to listen on; 0.0.0.0 for all IPv4 addresses.")
    port: int = Field(default=8000, ge=0, le=65_535, description="The TCP port; 0 picks a free port and prints it.")
    workers: int = Field(default=1, ge=1, le=256, description="Worker processes. Any worker can answer any request.")
    stop_timeout: int = Field(
        default=5, ge=1, le=300, description="Seconds that open requests get to finish when the service stops."
    )
    idle_timeout: int = Field(
        default=IDLE_SECONDS,
        ge=1,
        le=3600,
        description="Seconds that a connection stays open between two requests. Keep it longer than your balancer's idle "
        "timeout, usually 60 s: otherwise the balancer sends requests on connections that are being closed.",
    )
    # Relative on purpose: a clone, a container and a unit file each have their own working directory, and games stored
    # next to the clone are easy to find, copy and delete.
    data_dir: Path = Field(
        default=Path("data"),
        description="The directory in which the embedded server stores the games and the signing key; unused with a Redis URL.",
    )
    redis_url: RedisURL | None = Field(
        default=None,
        description="A Redis or Valkey server or cluster: redis://, rediss:// or unix://; or a server that sentinels watch: "
        "redis+sentinel://host:26379,host:26379/name. If unset, the service runs an embedded Valkey in the data directory.",
    )
    store_replicas: Replicas = Field(
        default="auto",
        description="The replicas that must have a change before it is acknowledged. auto: one, if the Redis server has any. "
        "With 0, a failover may lose what was acknowledged.",
    )
    store_replica_wait: Annotated[float, Field(gt=0, le=20)] = Field(
        default=0.5, description="Seconds that they have before the answer is 503; at most 0.4 of the store's timeout."
    )
    signing_key: SigningKeys | None = Field(
        default=None,
        description=f"The secret that signs seat and host tokens, at least {SHORTEST_KEY} characters. To rotate keys, list "
        "several separated by commas: the first signs, all are accepted. Required with a Redis URL; otherwise generated "
        "once and stored in the data directory.",
    )
    former_record_keys: Path | None = Field(
        default=None,
        description="A file with the public keys that signed records before the signing key was changed, as "
        "/.well-known/taphouse-record-keys gave them. They stay published.",
    )
    accounts_issuer: str | None = Field(
        default=None,
        description="The issuer (`iss`) of the JSON Web Tokens from your app's login. With accounts, players need no seat "
        "tokens.",
    )
    accounts_audience: str | None = Field(default=None, description="The audience (`aud`) of these tokens.")
    accounts_keys: KeySet | None = Field(
        default=None, description="The issuer's key set (JWKS): a file or an https URL."
    )
    accounts_name: str = Field(
        default="name",
        min_length=1,
        max_length=100,
        description="The claim of these tokens with the player's display name, which others see only if the player wants.",
    )
    accounts_program: str = Field(
        default="program",
        min_length=1,
        max_length=100,
        description="The claim of these tokens that is true for the account of a program: its seats are marked as a program's.",
    )
    accounts_client: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="The client id of the web table at the issuer. With it, players can sign in on the page, by authorization "
        "code with PKCE.",
    )
    accounts_scopes: str = Field(
        default="openid profile",
        min_length=1,
        max_length=500,
        description="The scopes that the page asks the issuer for, separated by spaces.",
    )
    accounts_origins: NamedOrigins = Field(
        default="",
        description="The origins of the issuer's endpoints that the page may ask, separated by commas, if any is elsewhere than "
        "the issuer.",
    )
    games: str = Field(
        default="",
        description="The kinds of games to serve, separated by commas; by default all that are installed (`taphouse games`).",
    )
    editions_dir: Directory | None = Field(
        default=None, description="A directory with your own edition files (*.toml)."
    )
    import_editions: bool = Field(
        default=False,
        description="Let clients import records with editions of their own, which the records hold. Other players are shown "
        "their titles and texts.",
    )
    graphiql: bool = Field(default=True, description="Serve GraphiQL to browsers at /graphql.")
    docs: bool = Field(
        default=True, description="Serve the reference of the API at /docs, unless introspection is off."
    )
    web: bool = Field(default=True, description="Serve the web table, a page to play in a browser, at /.")
    introspection: bool = Field(
        default=True, description="Allow introspection of the GraphQL schema, and serve /openapi.json."
    )
    federation: bool = Field(
        default=False, description="Serve the GraphQL schema as a subgraph of Apollo Federation, for a gateway."
    )
    trusted_documents: Path | None = Field(
        default=None,
        description="A JSON file with the only documents that /graphql executes, by the SHA-256 digest of each: "
        '{"<digest>": "query ..."}, or the manifest of Apollo\'s tools. If unset, all documents are executed.',
    )
    max_body: int = Field(
        default=262_144, ge=1024, le=1 << 30, description="The largest request body or WebSocket message, in bytes."
    )
    compress_from: int = Field(
        default=1024,
        ge=0,
        le=1 << 30,
        description="The bytes of a response from which it is compressed with gzip for clients that accept it; 0 for never. "
        "Responses with tokens never are.",
    )
    long_poll_max: float = Field(
        default=25.0, gt=0, le=25, description="The longest that a long poll for events may wait, in seconds."
    )
    send_timeout: float = Field(
        default=20.0,
        gt=0,
        le=300,
        description="Seconds that a client may leave sent data unread before it is disconnected.",
    )
    ws_init_timeout: float = Field(
        default=10.0, gt=0, le=300, description="Seconds that a WebSocket has to send `connection_init`."
    )
    ws_idle_timeout: float = Field(
        default=60.0,
        gt=0,
        le=86_400,
        description="Seconds after which a WebSocket without a running operation is closed.",
    )
    ws_max_operations: int = Field(
        default=20, ge=1, le=10_000, description="The most operations running at once on one WebSocket."
    )
    ws_operations_per_address: int = Field(
        default=1000,
        ge=0,
        le=1_000_000,
        description="The most operations running at once on all WebSockets of an address, per process; 0 for no limit.",
    )
    ws_messages: int = Field(
        default=100,
        ge=0,
        le=1_000_000,
        description="The messages a WebSocket may send per second, averaged over ten seconds; 0 for no limit, the default "
        "on a loopback address without proxies.",
    )
    rate_token: int = Field(
        default=2500,
        ge=0,
        le=1_000_000_000,
        description="The points a token may spend per second, across all instances; 0 for no limit, the default on a loopback "
        "address without proxies. Every answer reports its cost; a point is at most 0.1 ms of one core.",
    )
    rate_token_burst: int = Field(
        default=10_000, ge=1, le=1_000_000_000, description="The most points a token may spend at once."
    )
    rate_address: int = Field(
        default=5000,
        ge=0,
        le=1_000_000_000,
        description="The points an address (IPv6: a /64) may spend per second, with all its tokens; 0 for no limit, the "
        "default on a loopback address without proxies.",
    )
    rate_address_burst: int = Field(
        default=20_000, ge=1, le=1_000_000_000, description="The most points an address may spend at once."
    )
    connections_per_address: int = Field(
        default=256,
        ge=0,
        le=1_000_000,
        description="The most connections an address may have, per process, and the most requests, streams and WebSockets open "
        "at once; 0 for no limit.",
    )
    # Without rates for addresses, there are no quotas either.
    quota_games: int = _quota(
        1000, "games, created within a day and not played to their end, of an address or an account"
    )
    quota_waiting: int = _quota(200, "games of an address or an account that wait for players")
    quota_listed: int = _quota(20, "games of an address or an account in the list of open games")
    quota_seats: int = _quota(60, "seats in others' games that an address or an account may take within an hour")
    quota_webhooks: int = _quota(100, "webhooks that an address or an account may create within a day")
    quota_reports: int = _quota(20, "reports that an address or an account may file within a day")
    quota_emails: int = _quota(
        20, "emails with codes or tests that an address or an account may have sent within a day"
    )
    quota_megabytes: int = _quota(1000, "megabytes that an address's games write in a day before it can create no more")
    trusted_proxies: Networks = Field(
        default="",
        description="The reverse proxies in front of the service, as addresses or networks separated by commas, such as "
        "10.0.0.0/8; `unix` for those on a unix socket. X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Prefix are only "
        "trusted from these.",
    )
    root_path: RootPath = Field(
        default="",
        description="The path below which a proxy shows the service, such as /taphouse. The proxy may keep or remove it. If "
        "unset, X-Forwarded-Prefix gives it.",
    )
    cors_origins: Origins = Field(
        default="",
        description="The origins of web pages that may use the API, separated by commas, such as https://play.example.org; "
        "* for all; `loopback` for those of this machine, which is the default on a loopback address without proxies.",
    )
    allowed_hosts: Hosts = Field(
        default="",
        description="The names under which the service answers, separated by commas, such as play.example.org; other values "
        "of Host are refused. * for all, the default; `loopback` for those of this machine, which is the default on a "
        "loopback address without proxies.",
    )
    away_seconds: int = Field(
        default=600,
        ge=1,
        le=86_400,
        description="The seconds after which a player or host counts as away from a game that waits for its start, unless they "
        "read or follow it.",
    )
    waiting_days: Days = Field(
        default=1, description="Days without a change after which a game that waits for players expires."
    )
    unplayed_hours: int = Field(
        default=24,
        ge=1,
        le=876_000,
        description="Hours without a change after which a game expires that has started, but in which no move was ever made.",
    )
    over_days: Days = Field(default=30, description="Days after which a finished or abandoned game expires.")
    idle_days: Days = Field(default=90, description="Days without a change after which a running game expires.")
    store_timeout: float = Field(
        default=2.0, gt=0, le=60, description="Seconds to wait for the Redis server before answering 503."
    )
    webhooks: Webhooks = Field(
        default="https",
        description="The addresses that webhooks may lead to: https to public addresses; any: also http, other ports, and "
        "private and loopback addresses, for receivers in the operator's own network; off: there are none.",
    )
    profiles: bool = Field(
        default=True,
        description="Accounts may open public profiles, and befriend and block the players whom they meet.",
    )
    quick_play: bool = Field(
        default=True,
        description="Players may ask for a seat at any table that fits, and meet others who ask for the same.",
    )
    challenges: bool = Field(
        default=True, description="Players with profiles may challenge each other. Only with `profiles`."
    )
    ratings: bool = Field(
        default=True,
        description="Accounts may play rated games. Without accounts, there are none.",
    )
    presence: bool = Field(
        default=True, description="Show the players of a game whether the others are there, unless a profile hides it."
    )
    standing_orders: bool = Field(
        default=True,
        description="Players of games without clocks, or with a day or more for each, may leave moves to be made if the others "
        "do what they expect.",
    )
    talk: Talk = Field(
        default="free",
        description="The talk that is allowed beside games: free: any text; phrases: those of a list; off: none.",
    )
    operators: Operators = Field(
        default="",
        description="The operators, separated by commas, each as NAME:SCOPES:DIGEST or NAME:SCOPES:DIGEST:ACCOUNT, such as "
        "ada:games+people:<digest>. `taphouse admin token` makes a token with its entry. If unset, there are none.",
    )
    report_days: int = Field(
        default=90, ge=0, le=36_500, description="Days for which the reports of players are kept; 0 to take none."
    )
    mail_server: MailServer | None = Field(
        default=None,
        description="The SMTP server that sends reminders by email: smtp://user:password@host:587 with STARTTLS, or smtps:// "
        "with TLS from the start. If unset, there are none. Needs taphouse[mail].",
    )
    mail_from: MailFrom | None = Field(
        default=None,
        description="The sender of these emails, such as Taphouse <games@example.org>. What bounces goes to it.",
    )
    public_url: PublicURL | None = Field(
        default=None,
        description="The URL at which players reach the service, such as https://play.example.org/taphouse. Emails link to it.",
    )
    game_link: GameLink | None = Field(
        default=None,
        description="The URL of a game in your app, with {game} in place of its id. If unset, emails link to the web table.",
    )
    feed: bool = Field(
        default=False,
        description="Keep a feed of all games that begin and end, for operators and their webhooks.",
    )
    bot_processes: int = Field(
        default=1, ge=1, le=64, description="Processes in which bots think; each is started when it is first needed."
    )
    bot_experts: int = Field(
        default=1,
        ge=1,
        le=64,
        description="Further processes, in which bots SEARCH_EXPERT think, for up to 3 seconds each; others wait in line.",
    )
    metrics_port: int | None = Field(
        default=None,
        ge=0,
        le=65_535,
        description="The TCP port of the metrics for Prometheus, at /metrics; each further worker takes the next port. If unset, "
        "there are none.",
    )
    metrics_host: str = Field(
        default="127.0.0.1",
        description="The address of that port. Metrics show how busy the service is: do not let the public reach them.",
    )
    traces: bool = Field(
        default=False,
        description="Export OpenTelemetry traces over OTLP/HTTP, as the OTEL_ variables say. Needs taphouse[traces].",
    )
    log_level: Literal["auto", "debug", "info", "warning", "error"] = Field(
        default="auto",
        description="The lowest level that is logged; auto means warning on a terminal and info elsewhere. Each request is a "
        "line of level info.",
    )
    log_format: Literal["auto", "json", "console"] = Field(
        default="auto", description="The format of log lines; auto means console on a terminal and json elsewhere."
    )

    @field_validator("log_level", "log_format", "webhooks", "talk", mode="before")
    @classmethod
    def _in_any_case(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @model_validator(mode="after")
    def _a_key_for_a_shared_store(self) -> Self:
        if self.redis_url is not None and self.signing_key is None:
            raise ValueError(
                f"{PREFIX}SIGNING_KEY is required with {PREFIX}REDIS_URL: instances that share a store must accept each "
                f"other's tokens. Generate one with: {MAKE_A_KEY}"
            )
        return self

    @model_validator(mode="after")
    def _accounts_whole(self) -> Self:
        given = {name: getattr(self, name) for name in ("accounts_issuer", "accounts_audience", "accounts_keys")}
        missing = [variable(name) for name, value in given.items() if value is None]
        if missing and len(missing) < len(given):
            raise ValueError(f"{' and '.join(missing)} must be set too: accounts need all three settings")
        if self.accounts_client is not None and not signs_in(self.accounts_issuer or ""):
            raise ValueError(
                f"{variable('accounts_client')} needs an https URL as {variable('accounts_issuer')} (http only on loopback)"
            )
        return self

    @model_validator(mode="after")
    def _mail_whole(self) -> Self:
        missing = [variable(name) for name in ("mail_from", "public_url") if getattr(self, name) is None]
        if self.mail_server is not None and missing:
            raise ValueError(f"{' and '.join(missing)} must be set too: emails have a sender, and link to the service")
        return self

    @property
    def signing_keys(self) -> tuple[str, ...]:
        """The keys, the one that signs first; empty if none is set."""
        return () if self.signing_key is None else split(self.signing_key.get_secret_value())

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of games to serve; empty for all that are installed."""
        return split(self.games)

    @property
    def proxies(self) -> tuple[str, ...]:
        """The trusted proxies: addresses, networks, `unix`."""
        return split(self.trusted_proxies)

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins whose pages may use the API; `*` stands for all, `loopback` for those of this machine."""
        return split(self.cors_origins)

    @property
    def issuer_origins(self) -> tuple[str, ...]:
        """The origins of the issuer's endpoints, besides its own."""
        return split(self.accounts_origins)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which the service answers; empty or `*` for all, `loopback` for those of this machine."""
        return split(self.allowed_hosts)


def variable(field: str) -> str:
    """The environment variable of a field: `TAPHOUSE_PORT` for `port`."""
    return PREFIX + field.upper()


class _WithoutKey(Settings):
    """The settings of commands that sign no tokens."""

    @model_validator(mode="after")
    def _a_key_for_a_shared_store(self) -> Self:
        return self


def load(*, signs: bool = True) -> Settings:
    """Read the settings from the environment.

    Args:
        signs: True if the command signs tokens, so that a shared store needs a key.

    Raises:
        BadSettings: A variable is invalid.
    """
    given = {name.upper(): value for name, value in os.environ.items()}
    # Compose files and Makefiles pass unset variables as empty strings.
    read = {name: value for name in Settings.model_fields if (value := given.get(variable(name)))}
    try:
        return (Settings if signs else _WithoutKey).model_validate(read)
    except ValidationError as error:
        raise BadSettings(tuple(_sentence(detail["loc"], detail["msg"]) for detail in error.errors())) from None


def _sentence(where: tuple[int | str, ...], message: str) -> str:
    message = message.removeprefix("Value error, ").rstrip(".")
    if not where:
        return ended(message)
    name = variable(str(where[0]))
    if message.startswith("Input should be "):
        message = "must be " + message.removeprefix("Input should be ").split(", unable to")[0]
    return ended(f"{name} {message}")
