"""The example that turns webhooks into APNs, FCM and Web Push messages, in an environment of its own."""

from __future__ import annotations

import base64
import datetime
import json
import secrets
import subprocess
import threading
import time
import venv
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from taphouse.service.webhooks.sending import payload, signature
from taphouse.service.webhooks.stored import Delivery
from tests.servers import free_port
from tests.webhooks.receiver import SECRET

pytestmark = pytest.mark.ecosystem

EXAMPLE = Path(__file__).parents[2] / "examples" / "push"
GAME = "e3ss5v" * 4
DECRYPT = """
import base64, http_ece, sys
from cryptography.hazmat.primitives.serialization import load_pem_private_key
key = load_pem_private_key(open(sys.argv[1], "rb").read(), None)
print(http_ece.decrypt(base64.b64decode(sys.argv[3]), private_key=key, auth_secret=base64.b64decode(sys.argv[2])).decode())
"""


class PushServices(ThreadingHTTPServer):
    """APNs, FCM with its token endpoint, and the push service of a browser, all in one."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Recorder)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.asked: list[tuple[str, dict[str, str], bytes]] = []
        self.statuses: dict[str, int] = {}


class Recorder(BaseHTTPRequestHandler):
    """Keeps requests, and answers with the status that a test wants for a path."""

    server: PushServices

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        status = self.server.statuses.get(self.path, 201 if self.path == "/browser" else 200)
        self.send_response(status)
        if status == 307:
            self.send_header("location", f"{self.server.url}/elsewhere")
        answer = b'{"access_token": "from-google", "expires_in": 3600}' if self.path == "/token" else b"{}"
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with what the example requires."""
    home = tmp_path_factory.mktemp("push")
    venv.create(home, with_pip=True)
    pip = [
        home / "bin" / "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--requirement",
        EXAMPLE / "requirements.txt",
    ]
    subprocess.run(pip, check=True)
    return home / "bin" / "python"


class Setting:
    """A receiver, the push services that it knows, and the keys of their users."""

    def __init__(self, home: Path, services: PushServices) -> None:
        self.home, self.services = home, services
        self.apple, self.vapid, self.browser = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
        self.google = rsa.generate_private_key(65537, 2048)
        self.auth = b"0123456789abcdef"
        self.url = ""
        self.log: list[str] = []
        for name, key in (("apple", self.apple), ("vapid", self.vapid), ("browser", self.browser)):
            (home / f"{name}.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        account = {
            "project_id": "pub",
            "client_email": "pub@example.com",
            "token_uri": f"{services.url}/token",
            "private_key": self.google.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
        }
        (home / "account.json").write_text(json.dumps(account))
        (home / "push.toml").write_text(f"""
            secret = "{SECRET}"
            devices = "devices.json"
            [apns]
            key = "apple.pem"
            key_id = "KEY"
            team_id = "TEAM"
            topic = "com.example.pub"
            url = "{services.url}"
            [fcm]
            account = "account.json"
            url = "{services.url}"
            [web]
            key = "vapid.pem"
            subject = "mailto:host@example.com"
            services = ["{services.url}"]
        """)

    def subscription(self) -> dict[str, Any]:
        """The subscription of a browser."""
        public = self.browser.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {
            "p256dh": base64.urlsafe_b64encode(public).decode(),
            "auth": base64.urlsafe_b64encode(self.auth).decode(),
        }
        return {"endpoint": f"{self.services.url}/browser", "keys": keys}

    def devices(self, *devices: dict[str, Any]) -> None:
        """Write down the devices of Anna."""
        (self.home / "devices.json").write_text(json.dumps({"anna": devices}))

    def deliver(self, secret: str = SECRET, id_: str = "", player: str = "anna", hours: float = 0) -> int:
        """The status of the answer to a delivery of an event that is so many hours old."""
        id_ = id_ or secrets.token_hex(8)
        now = int(time.time())
        body = payload(Delivery("YOUR_TURN", GAME, 7, 2, int(now - hours * 3600) * 1000, epoch="1f3a9c27"))
        at = str(now)
        signed = signature(secret.removeprefix("whsec_"), id_, at, body)
        headers = {"webhook-id": id_, "webhook-timestamp": at, "webhook-signature": signed}
        self.services.asked.clear()
        return httpx.post(f"{self.url}/hooks/{player}", content=body, headers=headers, timeout=60).status_code

    def sent(self, path: str) -> tuple[dict[str, str], bytes]:
        """The headers and the body of the only request to a path."""
        (one,) = [(headers, body) for to, headers, body in self.services.asked if to == path]
        return one


@pytest.fixture(scope="module")
def setting(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setting]:
    services = PushServices()
    threading.Thread(target=services.serve_forever, daemon=True).start()
    setting = Setting(tmp_path_factory.mktemp("settings"), services)
    port = free_port()
    command = [python, "-m", "uvicorn", "receiver:app", "--port", str(port)]
    environment = {"PUSH": str(setting.home / "push.toml"), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=EXAMPLE, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert any("Uvicorn running" in line for line in process.stderr)
        reader = threading.Thread(target=setting.log.extend, args=(process.stderr,), daemon=True)
        reader.start()
        setting.url = f"http://127.0.0.1:{port}"
        yield setting
        process.terminate()
        reader.join()
    services.shutdown()
    services.server_close()


def test_a_turn_reaches_an_iphone_an_android_phone_and_a_browser(setting: Setting, python: Path) -> None:
    setting.devices({"apns": "an-iphone"}, {"fcm": "a-phone"}, {"web": setting.subscription()})
    assert setting.deliver() == 204
    told = {"type": "YOUR_TURN", "gameId": GAME, "version": "7"}

    headers, body = setting.sent("/3/device/an-iphone")
    claims = jwt.decode(headers["authorization"].removeprefix("bearer "), setting.apple.public_key(), ["ES256"])
    assert claims["iss"] == "TEAM"
    assert (headers["apns-topic"], headers["apns-collapse-id"]) == ("com.example.pub", GAME)
    message = json.loads(body)
    assert message.pop("aps")["alert"] == {"loc-key": "YOUR_TURN"}
    assert message == told

    headers, body = setting.sent("/v1/projects/pub/messages:send")
    assert headers["authorization"] == "Bearer from-google"
    message = json.loads(body)["message"]
    assert (message["token"], message["data"]) == ("a-phone", {**told, "quiet": "false"})
    assert message["android"]["collapse_key"] == GAME

    headers, body = setting.sent("/browser")
    assert headers["content-encoding"] == "aes128gcm"
    assert (headers["topic"], headers["urgency"]) == (GAME, "high")
    signed = headers["authorization"].partition("t=")[2].partition(",")[0]
    claims = jwt.decode(signed, setting.vapid.public_key(), ["ES256"], audience=setting.services.url)
    assert claims["sub"] == "mailto:host@example.com"
    secret = base64.b64encode(setting.auth).decode()
    command = [python, "-c", DECRYPT, setting.home / "browser.pem", secret, base64.b64encode(body).decode()]
    read = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(read) == {**told, "quiet": False}


def test_in_quiet_hours_a_message_makes_no_sound(setting: Setting) -> None:
    now = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=13)))  # Tongatapu has no summer time
    around = [(now + datetime.timedelta(hours=hours)).strftime("%H:%M") for hours in (-2, 2)]
    setting.devices(
        {"apns": "asleep", "zone": "Pacific/Tongatapu", "quiet": around},
        {"apns": "awake", "zone": "Pacific/Tongatapu", "quiet": around[::-1]},
    )
    assert setting.deliver() == 204
    (_, asleep), (_, awake) = setting.sent("/3/device/asleep"), setting.sent("/3/device/awake")
    assert "sound" not in json.loads(asleep)["aps"]
    assert json.loads(awake)["aps"]["sound"] == "default"


def test_a_device_that_is_gone_is_forgotten_and_a_push_that_fails_comes_again(setting: Setting) -> None:
    setting.devices({"apns": "sold"}, {"apns": "kept"}, {"web": setting.subscription()})
    setting.services.statuses = {"/3/device/sold": 410, "/browser": 404}
    assert setting.deliver() == 204
    assert json.loads((setting.home / "devices.json").read_text()) == {"anna": [{"apns": "kept"}]}
    setting.services.statuses = {"/3/device/kept": 500}
    assert setting.deliver() == 503
    setting.services.statuses = {}
    assert setting.deliver() == 204


def test_a_device_that_fails_is_tried_again_alone(setting: Setting) -> None:
    setting.devices({"apns": "fails"}, {"apns": "works"}, {"apns": "broken"}, {"web": setting.subscription()})
    setting.services.statuses = {"/3/device/fails": 500, "/3/device/broken": 400}
    assert setting.deliver(id_="again") == 503
    assert {path for path, _, _ in setting.services.asked} >= {"/3/device/works", "/3/device/broken", "/browser"}
    setting.services.statuses = {}
    assert setting.deliver(id_="again") == 204
    assert [path for path, _, _ in setting.services.asked] == ["/3/device/fails"]
    assert setting.deliver(id_="again") == 204
    assert setting.services.asked == []


def test_a_device_that_never_works_does_not_stop_the_webhook(setting: Setting) -> None:
    setting.devices({"apns": "fails"}, {"apns": "works"})
    setting.services.statuses = {"/3/device/fails": 403}
    assert [setting.deliver(hours=hours) for hours in (0, 15, 17)] == [503, 503, 204]
    setting.services.statuses = {}


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:1/inside",
        "https://127.0.0.1/inside",
        "https://169.254.169.254/latest",
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://fcm.googleapis.com:22/x",
        "https://example.org/fcm.googleapis.com/",
        "file:///etc/passwd",
    ],
)
def test_an_endpoint_that_is_no_push_service_is_never_asked(setting: Setting, endpoint: str) -> None:
    setting.devices({"web": setting.subscription() | {"endpoint": endpoint}}, {"apns": "works"})
    began = time.monotonic()
    assert setting.deliver() == 204
    assert [path for path, _, _ in setting.services.asked] == ["/3/device/works"]
    assert time.monotonic() - began < 5


def test_a_push_service_leads_nowhere_else(setting: Setting) -> None:
    setting.services.statuses = {"/browser": 307}
    setting.devices({"web": setting.subscription()})
    assert setting.deliver() == 503
    assert [path for path, _, _ in setting.services.asked] == ["/browser"]
    setting.services.statuses = {}


def test_a_token_stays_within_its_path(setting: Setting) -> None:
    setting.devices({"apns": "../../token?x"})
    assert setting.deliver() == 204
    assert [path for path, _, _ in setting.services.asked] == ["/3/device/..%2F..%2Ftoken%3Fx"]


def test_deliveries_at_once_forget_one_device_each(setting: Setting) -> None:
    gone = [{"apns": f"gone-{number}"} for number in range(8)]
    setting.services.statuses = {f"/3/device/{one['apns']}": 410 for one in gone}
    (setting.home / "devices.json").write_text(
        json.dumps({"anna": [{"apns": "kept"}, *gone[:4]], "ben": [*gone[4:], {"apns": "kept"}]})
    )
    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(lambda player: setting.deliver(player=player), ("anna", "ben"))] == [204, 204]
    kept = [{"apns": "kept"}]
    assert json.loads((setting.home / "devices.json").read_text()) == {"anna": kept, "ben": kept}
    assert sorted(file.name for file in setting.home.glob("tmp*")) == []
    setting.services.statuses = {}


def test_a_body_is_bounded_before_it_is_checked(setting: Setting) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 64 << 20:
            sent += 1 << 16
            yield b"x" * (1 << 16)

    with suppress(httpx.WriteError, httpx.ReadError):  # the receiver may close the connection while it is being sent
        assert httpx.post(f"{setting.url}/hooks/anna", content=endless(), timeout=60).status_code == 413
    assert sent < 64 << 20


@pytest.mark.parametrize(
    ("header", "value"),
    [
        *(("webhook-signature", one) for one in ("", "v1", "v1,", "v1,x", "v1,\u00e9", "v1,a,b", "v1," + "A" * 8000)),
        *(("webhook-timestamp", one) for one in ("", "x", "nan", "1e400", "-1", "9" * 5000, "\u0661")),
        *(("webhook-id", one) for one in ("", "\u00e9")),
    ],
)
@pytest.mark.parametrize("body", [b"{}", b"", b"\xff", b"[" * 9000])
def test_what_is_not_genuine_is_refused_without_a_traceback(
    setting: Setting, header: str, value: str, body: bytes
) -> None:
    good = {"webhook-id": "x", "webhook-timestamp": str(int(time.time())), "webhook-signature": "v1,aaaa"}
    sent = {**good, header: value}
    for headers in (sent, {name: one for name, one in sent.items() if name != header}):
        encoded = [(name.encode(), one.encode()) for name, one in headers.items()]
        asked = httpx.post(f"{setting.url}/hooks/anna", content=body, headers=encoded, timeout=60)
        assert asked.status_code == 401
    assert [line for line in setting.log if "Traceback" in line] == []


def test_a_delivery_of_somebody_else_reaches_nobody(setting: Setting) -> None:
    setting.devices({"apns": "an-iphone"})
    assert setting.deliver("whsec_" + "A" * 32) == 401
    assert setting.services.asked == []
