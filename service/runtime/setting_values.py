"""The types of settings that are lists, keys and URLs. Messages name the problem, and quote no secret."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, SecretStr

SHORTEST_KEY = 32
MAKE_A_KEY = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"

UNIX = "unix"
"""The entry of `trusted_proxies` for proxies that connect over a unix socket."""
ANY = "*"
"""The entry of `cors_origins` for all origins, and of `allowed_hosts` for all names."""
LOOPBACK = "loopback"
"""The entry of both for this machine: `localhost`, names below it, 127.0.0.0/8, `[::1]`, at any port."""

_ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
_HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_OPERATOR = re.compile(
    r"(?P<name>[a-z0-9_-]{1,40}):(?P<scopes>[a-z+]+):(?P<digest>[0-9a-f]{64})(?::(?P<account>[0-9a-f]{32}))?"
)
_MAIL_FROM = re.compile(r"([^<>\"\r\n@]{1,100}<[!-?A-~]+@[A-Za-z0-9.-]+>|[!-;=?A-~]+@[A-Za-z0-9.-]+)")
_LINK = re.compile(r"https?://[!-~]{1,900}")
_ROOT_PATH = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}){1,8}")


def split(text: str) -> tuple[str, ...]:
    """The entries of a list that commas separate; none in an empty text."""
    return tuple(part.strip() for part in text.split(",")) if text else ()


def ended(sentence: str) -> str:
    """The sentence with a full stop, except after a command to paste."""
    return sentence if sentence.endswith(MAKE_A_KEY) else sentence + "."


def is_loopback(host: str) -> bool:
    """Return whether a name or an address is this machine's own: `localhost`, names below it, 127.0.0.0/8, `::1`."""
    name = host.lower().removesuffix(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        found = ip_address(name)
    except ValueError:
        return False
    return found.is_loopback


def signs_in(issuer: str) -> bool:
    """Return whether players can sign in at an issuer: codes and tokens must not cross a network in clear."""
    url = urlsplit(issuer)
    return bool(url.hostname) and (url.scheme == "https" or (url.scheme == "http" and is_loopback(url.hostname or "")))


def _directory(value: Path) -> Path:
    if not value.is_dir():
        raise ValueError(f"must name a directory, but {value.absolute()} is not one")
    return value


def is_root_path(path: str) -> bool:
    """Return whether a text is a path below which a proxy can show the service: it needs no encoding, and no normalisation."""
    return _ROOT_PATH.fullmatch(path) is not None


def _redis_url(value: SecretStr) -> SecretStr:
    from taphouse.service.runtime.redis_urls import check

    check(value.get_secret_value())
    return value


def _text(value: SecretStr) -> str:
    try:
        return value.get_secret_value().encode().decode()
    except UnicodeEncodeError:  # of bytes in the environment that are no text
        raise ValueError("must be text in UTF-8") from None


def _signing_keys(value: SecretStr) -> SecretStr:
    if any(len(key) < SHORTEST_KEY for key in split(_text(value)) or ("",)):
        raise ValueError(
            f"needs at least {SHORTEST_KEY} characters in each key (commas separate keys). Generate one with: "
            + MAKE_A_KEY
        )
    return value


def _networks(value: str) -> str:
    for proxy in split(value):
        if proxy != UNIX:
            try:
                ip_network(proxy)
            except ValueError as error:
                raise ValueError(
                    f"must be a list like 10.0.0.0/8,127.0.0.1, but {proxy[:60]!r} is not an address, a network or "
                    f"`unix`: {error}"
                ) from None
    return value


def _origins(value: str) -> str:
    for origin in split(value):
        if origin not in (ANY, LOOPBACK) and (
            not _ORIGIN.fullmatch(origin) or origin.endswith(_DEFAULT_PORTS[origin.partition(":")[0]])
        ):
            raise ValueError(
                f"must be * or a list like https://play.example.org,http://localhost:5173, but {origin[:60]!r} is not an "
                "origin: a scheme and a host in lower case, the port if it is not the default, and nothing after it"
            )
    return value


def _named(value: str) -> str:
    if {ANY, LOOPBACK} & {*split(value)}:
        raise ValueError("must be a list like https://play.example.org,http://localhost:5173")
    return value


def _hosts(value: str) -> str:
    for host in split(value):
        if host != ANY and not _HOST.fullmatch(host):
            raise ValueError(
                f"must be * or a list like play.example.org,10.0.0.7:8000, but {host[:60]!r} is not a host: a name in "
                "lower case or an address, and a port if only that one is allowed"
            )
    return value


def _root_path(value: str) -> str:
    root = value.rstrip("/")
    if root and not is_root_path(root):
        raise ValueError(
            "must be a path like /taphouse, of letters, digits, dots, dashes, underscores, tildes and slashes"
        )
    return root


def _key_set(value: SecretStr) -> SecretStr:
    place = _text(value)
    try:
        url = urlsplit(place)
        remote, port = url.scheme in ("http", "https"), url.port
        found = remote or Path(place).is_file()
    except (ValueError, OSError):  # not chained: it may quote the URL
        raise ValueError("must be a file or an https URL, and this is neither") from None
    if not found:
        raise ValueError("must be a file or an https URL, but there is no such file")
    if remote and (not url.hostname or "@" in url.netloc or port == 0 or not re.fullmatch(r"[!-~]+", place)):
        raise ValueError("must be a URL of visible ASCII characters, with a host, and without user and password")
    if url.scheme == "http" and url.hostname not in ("127.0.0.1", "::1", "localhost"):
        raise ValueError("must use https: over plain http, an attacker on the network could replace the keys")
    return value


def operator_entry(entry: str) -> re.Match[str]:
    """The `name`, `scopes`, `digest` and `account` in an entry such as `ada:games+people:<digest>`.

    Raises:
        ValueError: It is no such entry. The message quotes no more than its name.
    """
    from taphouse.schema.concepts.operators import OperatorScope

    found, name = _OPERATOR.fullmatch(entry), entry.partition(":")[0][:40]
    if found is None:
        raise ValueError(
            f"must be a list like ada:games+people:<digest>, as `taphouse admin token` prints it, and that of {name!r} is not"
        )
    known, scopes = [one.lower() for one in OperatorScope.__members__], found["scopes"].split("+")
    if not {*scopes} <= {*known}:
        raise ValueError(f"gives {name!r} a scope that there is not; the scopes are {', '.join(known)}")
    if OperatorScope.SEATS.name.lower() in scopes and found["account"] is None:
        raise ValueError(
            f"gives {name!r} the scope seats, so it must name their account too: they see no hands in games in which they sit"
        )
    return found


def _operators(value: str) -> str:
    for entry in split(value):
        operator_entry(entry)
    return value


def _mail_server(value: SecretStr) -> SecretStr:
    try:
        url = urlsplit(_text(value))
        right = url.scheme in ("smtp", "smtps") and bool(url.hostname) and url.port != 0
        right = right and url.path in ("", "/") and not url.query and not url.fragment
    except ValueError:  # not chained: it may quote the password
        right = False
    if not right:
        raise ValueError("must be a URL like smtp://user:password@mail.example.org:587 or smtps://mail.example.org")
    return value


def _mail_from(value: str) -> str:
    if not _MAIL_FROM.fullmatch(value):
        raise ValueError("must be an address in ASCII, perhaps with a name, like Taphouse <games@example.org>")
    return value


def _public_url(value: str) -> str:
    root = value.rstrip("/")
    url = urlsplit(root)
    if not _LINK.fullmatch(root) or "@" in url.netloc or url.query or url.fragment or not signs_in(root):
        raise ValueError("must be an https URL like https://play.example.org/taphouse (http only on loopback)")
    return root


def _game_link(value: str) -> str:
    if not _LINK.fullmatch(value.replace("{game}", "game")) or value.count("{game}") != 1 or not signs_in(value):
        raise ValueError("must be an https URL with {game}, like https://play.example.org/games/{game}")
    return value


RedisURL = Annotated[SecretStr, AfterValidator(_redis_url)]
"""A URL of a store; see `runtime.redis_urls`."""
SigningKeys = Annotated[SecretStr, AfterValidator(_signing_keys)]
"""A list of keys."""
Networks = Annotated[str, AfterValidator(_networks)]
"""A list of addresses, networks and `UNIX`."""
Origins = Annotated[str, AfterValidator(_origins)]
"""A list of origins, `ANY` and `LOOPBACK`."""
NamedOrigins = Annotated[Origins, AfterValidator(_named)]
"""A list of origins alone."""
Hosts = Annotated[str, AfterValidator(_hosts)]
"""A list of hosts with or without a port, and `ANY`."""
RootPath = Annotated[str, AfterValidator(_root_path)]
"""A path without a slash at its end; empty for none."""
KeySet = Annotated[SecretStr, AfterValidator(_key_set)]
"""A file or a URL of public keys. A URL may have a password."""
Operators = Annotated[str, AfterValidator(_operators)]
"""A list of operators: the name, scopes and digest of each, and perhaps an account."""
Directory = Annotated[Path, AfterValidator(_directory)]
"""An existing directory."""
MailServer = Annotated[SecretStr, AfterValidator(_mail_server)]
"""A URL of an SMTP server, which may have a password."""
MailFrom = Annotated[str, AfterValidator(_mail_from)]
"""An email address, perhaps with a name."""
PublicURL = Annotated[str, AfterValidator(_public_url)]
"""A URL without a slash at its end."""
GameLink = Annotated[str, AfterValidator(_game_link)]
"""A URL with `{game}` in it."""
