"""A receiver of webhooks that tells phones and browsers, by APNs, FCM and Web Push.

    pip install -r requirements.txt
    uvicorn receiver:app

Make one webhook for each account, with the URL `https://<your server>/hooks/<player>`. `PUSH` names a TOML file:

    secret = "whsec_..."                          # the secret of the webhooks
    devices = "devices.json"                      # {"<player>": [<device>, ...]}, which your app's server writes
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

A device is `{"apns": <token>}`, `{"fcm": <token>}` or `{"web": <PushSubscription>}`. It can have quiet hours in the time zone of
its player: `{"zone": "Europe/Berlin", "quiet": ["22:00", "08:00"]}`. A message has the type of the event, the game and its
version: no token, and nothing that a spectator does not know. The app asks the API for the rest, and has the words in the
player's language.

The receiver answers once all push services have taken the message. Otherwise it answers 503, and the delivery comes again; a
device that has the message then replaces it, since all messages of a game have one id.
"""

from __future__ import annotations

import asyncio
import datetime
import functools
import json
import os
import time
import tomllib
from pathlib import Path
from typing import Any
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
LASTS = 24 * 3600
"""The seconds for which a push service keeps a message for a device that is off."""

Device = dict[str, Any]
Message = dict[str, str]


class Gone(Exception):
    """The push service does not know the device any more."""


async def hook(request: Request) -> Response:
    """Take a delivery, and pass it on to all devices of its player."""
    body = await request.body()
    try:
        told = Webhook(SETTINGS["secret"]).verify(body, dict(request.headers))
    except WebhookVerificationError:
        return Response(status_code=401)
    data = told["data"]
    message = {"type": told["type"], "gameId": data.get("gameId", ""), "version": str(data.get("version", ""))}
    player = request.path_params["player"]
    devices: list[Device] = json.loads(DEVICES.read_text("utf-8")).get(player, [])
    async with httpx.AsyncClient(http2=True, timeout=8) as http:
        ends = await asyncio.gather(*(send(http, device, message) for device in devices), return_exceptions=True)
    forget(player, [device for device, end in zip(devices, ends, strict=True) if isinstance(end, Gone)])
    failed = [end for end in ends if isinstance(end, BaseException) and not isinstance(end, Gone)]
    for error in failed:
        print(f"A push failed: {error!r}", flush=True)
    return Response(status_code=503 if failed else 204)


def forget(player: str, gone: list[Device]) -> None:
    """Remove devices of which the app was deleted, or that withdrew their permission."""
    if gone:
        kept = json.loads(DEVICES.read_text("utf-8"))
        kept[player] = [device for device in kept[player] if device not in gone]
        DEVICES.write_text(json.dumps(kept), "utf-8")


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
    answer.raise_for_status()


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
        f"{apns.get('url', 'https://api.push.apple.com')}/3/device/{token}",
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
    try:
        return webpush(
            subscription,
            json.dumps({**message, "quiet": quiet}),
            str(HOME.parent / web["key"]),
            {"sub": web["subject"]},
            ttl=LASTS,
            headers={"Topic": message["gameId"], "Urgency": "low" if quiet else "high"},
            timeout=8,
        )
    except WebPushException as error:
        if error.response is None:
            raise
        return error.response


app = Starlette(routes=[Route("/hooks/{player}", hook, methods=["POST"])])
