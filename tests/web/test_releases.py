"""Instances of two builds at once: a page of one, whose files the other is asked for; and files that nobody has."""

from __future__ import annotations

import gzip
import re
import shutil
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from taphouse.lab.memory_store import MemoryStore
from taphouse.service import app, lifespan
from taphouse.service.http.pages import Pages
from taphouse.service.http.shared_files import FOLDER, ZIPPED, SharedFiles
from tests.api.server import Server, until
from tests.web.test_storage import REFUSE
from tests.web.visitor import Visitor, Visitors

pytestmark = pytest.mark.ecosystem

ASSETS = "**/assets/**"


def another_build(folder: Path) -> Path:
    """A build whose files have the same contents and other names."""
    found = [file.name for file in (FOLDER / "assets").iterdir() if file.suffix != ZIPPED]
    renamed = {name: re.sub(r"-([\w-]{8})\.", lambda digest: f"-{digest[1][::-1]}.", name) for name in found}
    names = re.compile("|".join(map(re.escape, renamed)))
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(f"*{ZIPPED}"))
    for file in [path for path in folder.rglob("*.*") if path.is_file()]:
        if file.suffix in {".js", ".css", ".html", ".webmanifest"}:
            file.write_text(names.sub(lambda name: renamed[name[0]], file.read_text()))
        to = file.rename(file.with_name(renamed.get(file.name, file.name)))
        to.with_name(f"{to.name}{ZIPPED}").write_bytes(gzip.compress(to.read_bytes(), mtime=0))
    return folder


@pytest.fixture
def two(page: None, serving: ExitStack, tmp_path: Path) -> tuple[Server, Server, MemoryStore]:
    """Two instances of two builds on one store."""
    store, other = MemoryStore(), another_build(tmp_path / "web")
    first = serving.enter_context(Server(store=store))
    patch = serving.enter_context(pytest.MonkeyPatch.context())
    patch.setattr(app, "Pages", partial(Pages, other))
    patch.setattr(lifespan, "SharedFiles", partial(SharedFiles, folder=other))
    return first, serving.enter_context(Server(store=store)), store


def ask_for_files(visitor: Visitor, server: Server) -> None:
    """Let an instance be asked for all files from now on."""

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        route.fulfill(response=route.fetch(url=f"{server.url}/assets/{name}"))

    visitor.page.route(ASSETS, answer)


def test_the_instances_have_each_other_s_files(visitors: Visitors, two: tuple[Server, Server, MemoryStore]) -> None:
    first, second, store = two
    count = len([*(FOLDER / "assets").glob(f"*{ZIPPED}")])
    until(lambda: len(store._files) > count, "both builds are in the store")
    for page_of, files_of in ((first, second), (second, first)):
        anna = visitors(page_of.url)
        ask_for_files(anna, files_of)
        anna.open_table("DANK_AND_DRAFT", "GREEDY")
        assert anna.move()
        anna.page.goto(f"{page_of.url}/docs")
        expect(anna.page.locator("h1, h2").first).to_be_visible()


def test_a_tab_goes_on_over_a_release(visitors: Visitors, two: tuple[Server, Server, MemoryStore]) -> None:
    first, second, store = two
    until(lambda: any(name.startswith("shared") for name in store._files), "the first build is in the store")
    anna = visitors(first.url)
    anna.go("/")
    expect(anna.page.locator(".kind")).to_have_count(4)
    ask_for_files(anna, second)
    anna.open_table("PINT_CRAFT", "GREEDY")
    anna.page.get_by_label("Language").select_option("Deutsch")
    expect(anna.page.get_by_role("button", name="Dieser Tisch")).to_be_visible()


def gone(visitor: Visitor, pattern: str = ASSETS, times: int | None = None) -> list[str]:
    """Let nobody have some files from now on. The pages that are loaded meanwhile."""
    loaded = list[str]()
    visitor.page.on("request", lambda request: request.is_navigation_request() and loaded.append(request.url))
    visitor.page.route(pattern, lambda route: route.fulfill(status=404), **({} if times is None else {"times": times}))
    return loaded


def without_missing_files(visitor: Visitor) -> None:
    visitor.page.goto("about:blank")  # no more of them come late
    visitor.faults = [fault for fault in visitor.faults if "404" not in fault and "dynamically imported" not in fault]


@pytest.mark.parametrize("path", ["/", "/docs", "/graphql", "/offline"])
@pytest.mark.parametrize(
    ("locale", "said"), [("en-GB", "could not be loaded in full"), ("de-AT", "nicht ganz geladen")]
)
def test_a_page_without_its_files_is_loaded_once_more_and_then_says_so(
    visitors: Visitors, server: Server, path: str, locale: str, said: str
) -> None:
    anna = visitors(locale=locale)
    loaded = gone(anna)
    anna.page.goto(server.url + path)
    expect(anna.page.get_by_role("alert")).to_contain_text(said)
    assert len(loaded) == 2
    without_missing_files(anna)


def test_a_page_whose_files_were_missing_once_is_shown(visitors: Visitors, server: Server) -> None:
    anna = visitors()
    loaded = gone(anna, "**/assets/index-*.js", times=1)
    anna.page.goto(server.url)
    expect(anna.page.locator(".kind")).to_have_count(3)
    assert len(loaded) == 2
    without_missing_files(anna)


def test_a_part_that_nobody_has_is_named_in_words(visitors: Visitors) -> None:
    anna = visitors()
    anna.new_table("DANK_AND_DRAFT")
    expect(anna.page.get_by_role("button", name="Open the table")).to_be_visible()
    loaded = gone(anna, "**/assets/at_table-*.js")
    anna.page.get_by_role("button", name="Open the table").click()
    expect(anna.page.locator("p.problem")).to_have_text(re.compile("could not be loaded. Reload the page"))
    assert len(loaded) == 1
    without_missing_files(anna)


def test_a_page_with_seats_that_only_memory_keeps_is_not_loaded_anew(visitors: Visitors) -> None:
    anna = visitors()
    anna.page.add_init_script(REFUSE)
    anna.new_table("DANK_AND_DRAFT")
    expect(anna.page.get_by_role("button", name="Open the table")).to_be_visible()
    loaded = gone(anna, "**/assets/at_table-*.js")
    anna.page.get_by_role("button", name="Open the table").click()
    expect(anna.page.locator("p.problem")).to_contain_text("could not be loaded")
    assert loaded == []
    without_missing_files(anna)
