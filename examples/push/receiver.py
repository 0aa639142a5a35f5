"""A receiver of webhooks that tells phones and browsers, by APNs, FCM and Web Push.

    pip install -r requirements.txt
    uvicorn receiver:app

Make one webhook for each account, with the URL `https://<your server>/hooks/<player>`. `PUSH` names a TOML file:

    secret = "whsec_..."                          # the secret of the webhooks
    devices = "devices.json"                      # {"<player>": [<device>, ...]}; see `locked`
    [apns]                                        # leave out what you do not use
    key = "AuthKey.p8"
    key_id = "..."
    team_id = "..."
    topic = "com.example.app"
    [fcm]
    account = "service-account.json"
    [web]
    key = "vapid.pem"
    subject = "mailto:you@example.com"
    services = []                                 # origins of push services besides those of the well-known browsers

A device is `{"apns": <token>}`, `{"fcm": <token>}` or `{"web": <PushSubscription>}`. It can have quiet hours in the time zone of
its player: `{"zone": "Europe/Berlin", "quiet": ["22:00", "08:00"]}`. A message has the type of the event, the game and its
version: no token, and nothing that a spectator does not know. The app asks the API for the rest, and has the words in the
player's language.

The receiver answers once all push services have taken the message. Otherwise it answers 503, and the delivery comes again, for
the devices that lack the message, until it is given up: a delivery that fails for a day stops the webhook for all devices. If
the receiver was restarted meanwhile, the others get it again and replace it, since all messages of a game have one id. A message
that a push service refuses for good is not tried again.
"""

from __future__ import annotations

import asyncio
import datetime
import fcntl
import functools
import json
import os
import re
import shutil
import tempfile
import time
import tomllib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import httpx
import jwt
import requests
from pywebpush import WebPushException, webpush
from standardwebhooks import Webhook, WebhookVerificationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

HOME = Path(os.environ.get("PUSH", "push.toml"))
SETTINGS: dict[str, Any] = tomllib.loads(HOME.read_text("utf-8"))
DEVICES = HOME.parent / SETTINGS["devices"]
MOST_BODY, SECONDS = 64 * 1024, 10
"""The most bytes of a delivery, and the seconds in which it must come. Until then, anybody may have sent it."""
MOST_REMEMBERED = 10_000
"""The latest deliveries of which the devices that have them are remembered."""
BROWSERS = re.compile(
    r"https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)"
)
"""The origins of the browsers' push services. A page may give any endpoint, even one in your network, so no other is asked."""
FOR_GOOD = {400, 413}
"""Statuses with which a push service refuses a device or a message for good."""
GIVEN_UP = 16 * 3600
"""The seconds after an event from which a device that still fails is given up."""
LASTS = 24 * 3600
"""The seconds for which a push service keeps a message for a device that is off."""

Device = dict[str, Any]
Message = dict[str, str]


class Gone(Exception):
    """The push service does not know the device any more."""


class Refused(Exception):
    """The device cannot have this message; another attempt would not help."""


had: OrderedDict[str, list[Device]] = OrderedDict()
"""By the id of a delivery, the devices that need it no more."""


async def hook(request: Request) -> Response:
    """Take a delivery, and pass it on to all devices of its player."""
    try:
        async with asyncio.timeout(SECONDS):
            body = await bounded_body(request)
    except TimeoutError:
        return Response(status_code=408, headers={"connection": "close"})
    if body is None:
        return Response(status_code=413, headers={"connection": "close"})
    try:
        told = Webhook(SETTINGS["secret"]).verify(body, dict(request.headers))
    except (WebhookVerificationError, ValueError):  # the latter for headers that are no signature
        return Response(status_code=401)
    data = told["data"]
    message = {"type": told["type"], "gameId": data.get("gameId", ""), "version": str(data.get("version", ""))}
    player, done = request.path_params["player"], had.setdefault(request.headers["webhook-id"], [])
    while len(had) > MOST_REMEMBERED:
        had.popitem(last=False)
    devices = [device for device in read().get(player, []) if device not in done]
    async with httpx.AsyncClient(http2=True, timeout=8) as http:
        ends = await asyncio.gather(*(settle(http, player, device, message, done) for device in devices))
    at = datetime.datetime.fromisoformat(told["timestamp"])
    late = (datetime.datetime.now(datetime.UTC) - at).total_seconds() > GIVEN_UP
    return Response(status_code=204 if late or all(ends) else 503)


async def settle(http: httpx.AsyncClient, player: str, device: Device, message: Message, done: list[Device]) -> bool:
    """Send a message to a device, and note it as done. Returns False if another attempt could help."""
    try:
        await send(http, device, message)
    except Gone:
        forget(player, device)
    except Refused as error:
        print(f"A push is given up: {error}", flush=True)
    except Exception as error:
        print(f"A push failed: {error!r}", flush=True)
        return False
    done.append(device)
    return True


async def bounded_body(request: Request) -> bytes | None:
    """The body; None if it is too large."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BODY:
            return None
    return bytes(body)


@contextmanager
def locked() -> Iterator[None]:
    """Change the file of the devices alone. Your app's server must take the same lock, and replace the file as a whole."""
    with DEVICES.with_suffix(".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def read() -> dict[str, list[Device]]:
    """The devices of all players."""
    devices: dict[str, list[Device]] = json.loads(DEVICES.read_text("utf-8"))
    return devices


def forget(player: str, gone: Device) -> None:
    """Remove a device of which the app was deleted, or that withdrew its permission."""
    with locked():
        kept = read()
        kept[player] = [device for device in kept.get(player, []) if device != gone]
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=DEVICES.parent, delete=False) as new:
            json.dump(kept, new)
        shutil.copymode(DEVICES, new.name)
        os.replace(new.name, DEVICES)


async def send(http: httpx.AsyncClient, device: Device, message: Message) -> None:
    """Send a message to a device, without a sound in its quiet hours."""
    quiet = is_quiet(device, datetime.datetime.now(datetime.UTC))
    if "apns" in device:
        answer = await to_apple(http, device["apns"], message, quiet)
    elif "fcm" in device:
        answer = await to_google(http, device["fcm"], message, quiet)
    else:
        answer = await asyncio.to_thread(to_browser, device["web"], message, quiet)
    if answer.status_code in (404, 410):
        raise Gone
    if answer.status_code in FOR_GOOD:
        raise Refused(f"{answer.status_code} {answer.text[:200]}")
    if answer.status_code >= 300:
        raise RuntimeError(f"{answer.status_code} {answer.text[:200]}")


def is_quiet(device: Device, now: datetime.datetime) -> bool:
    """True if it is a quiet hour where the device's player is."""
    if "quiet" not in device:
        return False
    begin, end = map(datetime.time.fromisoformat, device["quiet"])
    there = now.astimezone(ZoneInfo(device["zone"])).time()
    return begin <= there < end if begin <= end else there >= begin or there < end


async def to_apple(http: httpx.AsyncClient, token: str, message: Message, quiet: bool) -> httpx.Response:
    """Send by APNs. `loc-key` names a sentence in the app, which has one for each type in each language."""
    apns = SETTINGS["apns"]
    return await http.post(
        f"{apns.get('url', 'https://api.push.apple.com')}/3/device/{quote(token, safe='')}",
        headers={
            "authorization": f"bearer {apple_token(int(time.time()) // 1800)}",
            "apns-topic": apns["topic"],
            "apns-push-type": "alert",
            "apns-collapse-id": message["gameId"],
            "apns-expiration": str(int(time.time()) + LASTS),
        },
        json={
            "aps": {
                "alert": {"loc-key": message["type"]},
                "thread-id": message["gameId"],
                "interruption-level": "passive" if quiet else "active",
                **({} if quiet else {"sound": "default"}),
            },
            **message,
        },
    )


@functools.lru_cache(maxsize=1)
def apple_token(half_hour: int) -> str:
    """The token of your team. Apple wants one for 20 to 60 minutes."""
    apns = SETTINGS["apns"]
    key = (HOME.parent / apns["key"]).read_text("utf-8")
    return jwt.encode({"iss": apns["team_id"], "iat": half_hour * 1800}, key, "ES256", {"kid": apns["key_id"]})


async def to_google(http: httpx.AsyncClient, token: str, message: Message, quiet: bool) -> httpx.Response:
    """Send by FCM, as data: the app shows it, or stays silent."""
    account = google_account()
    url = SETTINGS["fcm"].get("url", "https://fcm.googleapis.com")
    return await http.post(
        f"{url}/v1/projects/{account['project_id']}/messages:send",
        headers={"authorization": f"Bearer {await google_token(http, account)}"},
        json={
            "message": {
                "token": token,
                "data": {**message, "quiet": json.dumps(quiet)},
                "android": {
                    "priority": "NORMAL" if quiet else "HIGH",
                    "collapse_key": message["gameId"],
                    "ttl": f"{LASTS}s",
                },
            }
        },
    )


@functools.cache
def google_account() -> dict[str, str]:
    """The service account of your Firebase project."""
    account: dict[str, str] = json.loads((HOME.parent / SETTINGS["fcm"]["account"]).read_text("utf-8"))
    return account


GOOGLE_TOKEN = {"value": "", "until": 0.0}


async def google_token(http: httpx.AsyncClient, account: dict[str, str]) -> str:
    """A token of the account, kept until a minute before it expires."""
    now = time.time()
    if now > GOOGLE_TOKEN["until"]:
        claims = {
            "iss": account["client_email"],
            "scope": "https://www.googleapis.com/auth/firebase.messaging",
            "aud": account["token_uri"],
            "iat": int(now),
            "exp": int(now) + 3600,
        }
        grant = {
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "assertion": jwt.encode(claims, account["private_key"], "RS256"),
        }
        answer = (await http.post(account["token_uri"], data=grant)).raise_for_status().json()
        GOOGLE_TOKEN.update(value=answer["access_token"], until=now + answer["expires_in"] - 60)
    return str(GOOGLE_TOKEN["value"])


def to_browser(subscription: dict[str, Any], message: Message, quiet: bool) -> requests.Response:
    """Send by Web Push, encrypted for the browser and signed by your VAPID key."""
    web = SETTINGS["web"]
    origin = re.match(r"https?://[^/?#\\@]+(?=/)", subscription["endpoint"])
    if origin is None or not (BROWSERS.fullmatch(origin[0]) or origin[0] in web.get("services", ())):
        raise Refused("the endpoint is none of a push service that is known")
    session = requests.Session()
    session.max_redirects = 0  # they could lead anywhere
    try:
        return webpush(
            subscription,
            json.dumps({**message, "quiet": quiet}),
            str(HOME.parent / web["key"]),
            {"sub": web["subject"]},
            ttl=LASTS,
            headers={"Topic": message["gameId"], "Urgency": "low" if quiet else "high"},
            timeout=8,
            requests_session=session,
        )
    except WebPushException as error:
        if error.response is None:
            raise
        return error.response


app = Starlette(routes=[Route("/hooks/{player}", hook, methods=["POST"])])
