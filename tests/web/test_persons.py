"""People with accounts: their profiles, the handles and ratings beside the seats, friends and blocks."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest
from playwright.sync_api import Locator, expect

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.concepts.ratings import LEAST_GAMES
from tests.access.accounts.test_ratings import awaited, lost, open_table, own
from tests.access.issuer import HOUR, Issuer
from tests.api.client import DANK, MINE, OPEN, Client, seats_of
from tests.api.server import Server
from tests.effort import BOUND
from tests.mail.post_office import PostOffice, code_in
from tests.web.visitor import PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

SIGNED_IN = (
    "([access, name, until]) => sessionStorage.setItem('taphouse.login', JSON.stringify({ access, name, until }))"
)
MINE_AND_OPEN = seats_of([MINE, OPEN], (None, None))
Account = Callable[[str], Client]


@pytest.fixture(scope="module")
def issuer(tmp_path_factory: pytest.TempPathFactory) -> Issuer:
    return Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")


@pytest.fixture(scope="module")
def server(page: None, issuer: Issuer) -> Iterator[Server]:
    """A service whose players have accounts, and that has all games that the client of these tests asks for."""
    with Server(store=MemoryStore(), accounts_client="table", **issuer.settings) as running:
        yield running


@pytest.fixture
def account(server: Server, issuer: Issuer, request: pytest.FixtureRequest) -> Iterator[Account]:
    """Makes clients of accounts that no other test has."""
    with httpx.Client(base_url=server.url, trust_env=False, timeout=BOUND) as http:
        yield lambda name: Client(http, issuer.token(f"{name} of {request.node.name}"))


def sign_in(visitor: Visitor, by: Client, name: str = "Ann of Ale") -> None:
    """Sign a visitor in, as if they came back from the issuer."""
    until = int((time.time() + HOUR) * 1000)
    visitor.page.add_init_script(f"({SIGNED_IN})({json.dumps([by.token, name, until])})")


def section(visitor: Visitor, title: str) -> Locator:
    return visitor.page.locator("section", has=visitor.page.get_by_role("heading", name=title))


def test_a_profile_is_opened_and_edited_and_what_is_wrong_is_said_at_its_field(
    visitors: Visitors, account: Account
) -> None:
    account("bob").do("saveProfile", handle="Bobbin")
    anna = visitors(viewport=PHONE, locale="de-DE", color_scheme="dark")
    page = anna.page
    sign_in(anna, account("ann"))
    anna.go("/")
    page.get_by_role("link", name="Ann of Ale").click()
    expect(page.get_by_role("heading", name="Dein Konto")).to_be_visible()
    handle = page.get_by_label("Benutzername", exact=True)
    anna.check_accessible()
    anna.check_fits()
    for wrong, said in (("bobbin", "hat schon jemand"), ("a b", "2 bis 20 Buchstaben")):
        handle.fill(wrong)
        page.get_by_role("button", name="Profil anlegen").click()
        expect(page.locator("#handle-problem")).to_contain_text(said)
        expect(handle).to_have_attribute("aria-invalid", "true")
    anna.check_accessible()
    handle.fill("Ann-Ale")
    page.get_by_label("Anzeigename").fill("Ann")
    page.get_by_role("radio", name="Gesicht 3").check(force=True)
    page.get_by_label("Anderen zeigen").check()
    page.get_by_role("button", name="Profil anlegen").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    page.get_by_label("Anzeigename").fill("Annie")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    anna.new_table("DANK_AND_DRAFT")
    expect(page.get_by_placeholder("Dein Name")).to_have_value("Annie")
    anna.go("/account")

    # Everybody finds the page of the profile, which offers its owner to edit it, and a guest nothing.
    page.get_by_role("link", name="@Ann-Ale").click()
    expect(page.get_by_role("heading", name="Annie")).to_be_visible()
    expect(page.get_by_role("link", name="Profil bearbeiten")).to_be_visible()
    anna.check_accessible()
    anna.check_fits()
    guest = visitors()
    guest.go("/player/ann-ale")
    expect(guest.page.get_by_role("heading", name="Annie")).to_be_visible()
    expect(guest.page.get_by_text("Last here")).to_be_visible()
    expect(guest.page.locator(".person button")).to_have_count(0)
    guest.go("/player/nobody")
    expect(guest.page.get_by_text("There is no such player.")).to_be_visible()
    guest.go("/account")
    expect(guest.page.locator("main").get_by_role("button", name="Sign in")).to_be_visible()
    guest.check_accessible()


def test_a_seat_has_the_handle_of_its_player_and_a_menu_to_befriend_or_block_them(
    visitors: Visitors, account: Account
) -> None:
    ann, bob, cid = (account(name) for name in ("ann", "bob", "cid"))
    bob.do("saveProfile", handle="Bob-Brew", name="Bob B.")
    made = ann.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN, OPEN], (None,) * 3))
    table = f"/table/{made['game']['gameId']}"
    bob.done("joinGame", gameId=made["game"]["gameId"], seat=2)
    anna, guest = visitors(), visitors(viewport=PHONE)
    page = anna.page
    sign_in(anna, ann)
    anna.go(table)
    guest.go(table)
    waiting = page.locator(".waiting .places li")
    expect(waiting.nth(1).get_by_role("link", name="@Bob-Brew")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^About"))).to_have_count(1)
    expect(guest.page.locator(".waiting .places li").nth(1)).to_contain_text("@Bob-Brew")
    expect(guest.page.get_by_role("button", name=re.compile("^About"))).to_have_count(0)
    anna.check_accessible()

    # Once the game runs: a player with a profile, and one without.
    cid.done("joinGame", gameId=made["game"]["gameId"], seat=3)
    expect(page.locator(".plate").nth(1).get_by_role("link", name="@Bob-Brew")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^About"))).to_have_count(2)
    anna.check_accessible()
    page.get_by_role("button", name="About Bob B.").click()
    page.get_by_role("button", name="Add as friend").click()
    expect(page.get_by_role("button", name="Remove from friends")).to_be_visible()
    anna.check_accessible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="About Seat 3").click()
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    page.keyboard.press("Escape")
    guest.check_fits()
    guest.check_accessible()

    # The account page lists both, and removes the marks.
    page.get_by_role("link", name="Ann of Ale").click()
    friends, blocked = section(anna, "Friends"), section(anna, "Blocked players")
    expect(friends.locator("li")).to_contain_text("@Bob-Brew")
    expect(blocked.locator("li")).to_contain_text("A player without a profile")
    anna.check_accessible()
    page.set_viewport_size(PHONE)
    anna.check_fits()
    blocked.get_by_role("button", name="Unblock").click()
    expect(blocked.locator("li")).to_have_count(0)
    friends.get_by_role("button", name="Remove from friends").click()
    expect(friends.locator("li")).to_have_count(0)
    friends.get_by_label("Add a friend by handle").fill("nobody")
    friends.get_by_role("button", name="Add as friend").click()
    expect(friends.get_by_role("alert")).to_contain_text("There is no such player.")
    friends.get_by_label("Add a friend by handle").fill("@bob-brew")
    friends.get_by_role("button", name="Add as friend").click()
    expect(friends.locator("li")).to_contain_text("@Bob-Brew")

    # So does the page of the profile.
    friends.get_by_role("link", name="@Bob-Brew").click()
    page.get_by_role("button", name="Remove from friends").click()
    expect(page.get_by_role("button", name="Add as friend")).to_be_visible()


def test_a_player_whom_the_account_has_not_met_can_be_marked_only_by_a_profile(
    visitors: Visitors, account: Account
) -> None:
    ann, bob = account("ann"), account("bob")
    bob.do("saveProfile", handle="Bob-Bock")
    made = bob.done("createGame", game={DANK: {}}, seats=MINE_AND_OPEN)
    Client(ann.http).done("joinGame", gameId=made["game"]["gameId"], name="Gus")
    anna = visitors()
    sign_in(anna, ann)
    anna.go(f"/table/{made['game']['gameId']}")
    anna.page.get_by_role("button", name="About Gus").click()
    expect(anna.page.get_by_text("You can add or block only players with an account")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("button", name="About Bob-Bock").click()
    anna.page.get_by_role("button", name="Block").click()
    expect(anna.page.get_by_role("button", name="Unblock")).to_be_visible()


def test_a_profile_is_closed_at_the_second_press_and_opened_again(visitors: Visitors, account: Account) -> None:
    ann = account("ann")
    ann.do("saveProfile", handle="Ann-Shut", name="Ann")
    game = ann.done("createGame", game={DANK: {}}, seats=MINE_AND_OPEN)["game"]["gameId"]
    anna, guest = visitors(viewport=PHONE, locale="de-DE", color_scheme="dark"), visitors()
    sign_in(anna, ann)
    page = anna.page
    guest.go(f"/table/{game}")
    seat = guest.page.locator(".waiting .places li").first
    expect(seat).to_contain_text("@Ann-Shut")
    anna.go("/account")
    closing = section(anna, "Profil schließen")
    expect(closing).to_contain_text("Niemand findet @Ann-Shut mehr")
    anna.check_accessible()
    anna.check_fits()
    closing.get_by_role("button", name="Profil schließen").click()
    closing.get_by_role("button", name="Profil wirklich schließen?").click()
    expect(closing).to_have_count(0)
    expect(page.get_by_label("Benutzername", exact=True)).to_have_value("Ann-Shut")
    expect(seat).not_to_contain_text("Ann")
    page.get_by_label("Benutzername", exact=True).fill("Ann-Else")
    page.get_by_role("button", name="Profil anlegen").click()
    expect(page.locator("form.profile")).to_contain_text("Ann-Shut bleibt dir noch für 30")
    anna.check_accessible()
    page.get_by_label("Benutzername", exact=True).fill("Ann-Shut")
    page.get_by_role("button", name="Profil anlegen").click()
    expect(closing).to_be_visible()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()


def test_the_account_page_has_the_notices_and_the_data_of_the_account(
    page: None, issuer: Issuer, visitors: Visitors, serving: ExitStack
) -> None:
    office = serving.enter_context(PostOffice())
    settings = {**issuer.settings, **office.settings}
    mailing = serving.enter_context(Server(store=MemoryStore(), accounts_client="table", **settings))
    anna = visitors(mailing.url, viewport=PHONE)
    http = serving.enter_context(httpx.Client(base_url=mailing.url, trust_env=False, timeout=BOUND))
    ann = Client(http, issuer.token("ann"))
    ann.do("saveProfile", handle="Ann-Data")
    made = ann.done("createGame", game={DANK: {}}, seats=MINE_AND_OPEN)
    Client(http).done("joinGame", gameId=made["game"]["gameId"])
    sign_in(anna, ann)
    anna.go("/account")
    notices, data = section(anna, "Notices"), section(anna, "Your data")

    # In this browser.
    sounds = notices.get_by_label("Sounds when it is your turn, and at the end")
    sounds.check()
    anna.check_accessible()
    anna.page.reload()
    expect(sounds).to_be_checked()

    # By email.
    address = notices.get_by_label("Email address")
    remind = notices.get_by_role("button", name="Remind me")
    address.fill("ann@nowhere")
    remind.click()
    expect(notices.get_by_role("alert")).to_have_text("This is no email address.")
    anna.check_accessible()
    address.fill("ann@example.org")
    remind.click()
    code = notices.get_by_label("Code from the email")
    code.fill("none")
    notices.get_by_role("button", name="Confirm").click()
    expect(notices.get_by_role("alert")).not_to_be_empty()
    anna.check_accessible()
    anna.check_fits()
    code.fill(code_in(office.wait("ann@example.org", 1)))
    notices.get_by_role("button", name="Confirm").click()
    expect(notices.get_by_text("Reminders go to ann@example.org.")).to_be_visible()
    notices.get_by_role("button", name="Send a test").click()
    expect(notices.get_by_text("A test is on its way.")).to_be_visible()

    # All of it as a file.
    with anna.page.expect_download() as saved:
        data.get_by_role("button", name="Download your data").click()
    found = json.loads(saved.value.path().read_text())
    assert (found["account"]["profile"]["handle"], found["email"]["address"]) == ("Ann-Data", "ann@example.org")
    assert [one["game"] for one in found["records"]] == [made["game"]["gameId"]]

    notices.get_by_role("button", name="No more emails").click()
    expect(address).to_have_value("")
    anna.check_fits()


def test_an_account_is_deleted_with_its_profile(visitors: Visitors, account: Account) -> None:
    ann = account("ann")
    ann.do("saveProfile", handle="Ann-Gone")
    anna = visitors()
    sign_in(anna, ann)
    # Signing out leads to the issuer, which is not there.
    anna.page.route("https://login.example/**", lambda route: route.abort())
    anna.go("/account")
    anna.page.get_by_role("button", name="Delete your account").click()
    anna.page.get_by_role("button", name="Really delete everything?").click()
    expect(anna.page.locator("main").get_by_role("button", name="Sign in")).to_be_visible()
    guest = visitors()
    guest.go("/player/Ann-Gone")
    expect(guest.page.get_by_text("There is no such player.")).to_be_visible()
    anna.faults.clear()  # the browser reports the aborted request


def test_open_tables_name_their_players_and_are_listed_by_pace_and_free_seats(
    visitors: Visitors, account: Account
) -> None:
    ann = account("ann")
    ann.do("saveProfile", handle="Ann-Open", name="Ann")
    for seats, clock in (([MINE, OPEN], None), ([MINE, OPEN, OPEN], {"perMove": 60, "onTimeOut": "RESIGN"})):
        ann.done("createGame", game={DANK: {}}, seats=seats_of(seats, (None,) * 3), clock=clock, visibility="OPEN")
    guest = visitors(viewport=PHONE, locale="de-DE")
    guest.go("/")
    tables = section(guest, "Tische, die auf Mitspieler warten")
    rows = tables.locator("li", has_text="Ann (@Ann-Open)")
    expect(rows).to_have_count(2)
    guest.check_accessible()
    guest.check_fits()
    tables.get_by_label("Tempo").select_option("LIVE")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("2 Plätze frei")
    tables.get_by_label("Tempo").select_option("UNTIMED")
    expect(rows).to_contain_text("1 Platz frei")
    tables.get_by_label("Freie Plätze").select_option("2")
    expect(rows).to_have_count(0)
    tables.get_by_label("Tempo").select_option("")
    expect(rows).to_contain_text("2 Plätze frei")


def test_ratings_are_on_profiles_and_leaderboards_and_beside_seats(visitors: Visitors, account: Account) -> None:
    ann, bob = account("ann"), account("bob")
    ann.do("saveProfile", handle="Ann-Elo", name="Ann")
    for _ in range(LEAST_GAMES):
        lost(bob, ann)
    for one in (ann, bob):
        awaited(lambda one=one: [rating["games"] for rating in own(one)] == [LEAST_GAMES])  # type: ignore[misc]
    rating = str(own(ann)[0]["rating"])
    guest = visitors(viewport=PHONE, locale="de-DE", color_scheme="dark")
    page = guest.page
    guest.go("/")
    page.get_by_role("link", name="Bestenliste: Cask Race").click()
    leader = page.locator(".leaders li")
    expect(leader).to_have_text(f"1.Ann@Ann-Elo{rating}10 gewertete Spiele")
    guest.check_accessible()
    guest.check_fits()
    leader.get_by_role("link", name="@Ann-Elo").click()
    curve = re.compile("^Cask Race: Zwischen -?\\d+ und -?\\d+ seit ")
    expect(page.get_by_role("img", name=curve)).to_be_visible()
    expect(page.locator(".ratings")).to_contain_text(f"{rating}10 gewertete Spiele")
    guest.check_accessible()
    guest.check_fits()

    table = open_table(ann, visibility="OPEN")
    guest.go("/")
    row = section(guest, "Tische, die auf Mitspieler warten").locator("li", has_text="Ann-Elo")
    expect(row).to_contain_text(f"Ann (@Ann-Elo, {rating})")
    expect(row).to_contain_text("Gewertet")
    row.get_by_role("link").click()
    expect(page.locator(".waiting .places li").first).to_contain_text(f"@Ann-Elo Wertung {rating}")
    expect(page.locator(".agreed")).to_contain_text("Gewertet")
    bob.done("joinGame", gameId=table)
    expect(page.locator(".plate").first).to_contain_text(f"@Ann-Elo Wertung {rating}")
    guest.check_accessible()
    guest.check_fits()

    ann.do("saveProfile", handle="Ann-Elo", name="Ann of the House of the Hundred Barrels")
    guest.go("/leaderboard/CASK_RACE")
    box = leader.locator("> b").bounding_box()
    assert box
    assert box["x"] > PHONE["width"] / 2, "the rating is not beside the name"

    # Without a profile, only the account itself sees them.
    ben = visitors()
    sign_in(ben, bob)
    ben.go("/account")
    expect(ben.page.get_by_role("img", name=re.compile("^Cask Race: Between"))).to_be_visible()
    ben.go("/leaderboard/DANK_AND_DRAFT")
    expect(ben.page.get_by_text("Nobody is here yet.")).to_be_visible()


def test_where_the_operator_has_turned_ratings_off_the_page_does_not_mention_them(
    page: None, issuer: Issuer, visitors: Visitors, serving: ExitStack
) -> None:
    off = serving.enter_context(Server(store=MemoryStore(), accounts_client="table", ratings=False, **issuer.settings))
    anna = visitors(off.url)
    with httpx.Client(base_url=off.url, trust_env=False, timeout=BOUND) as http:
        sign_in(anna, Client(http, issuer.token("ann")))
    anna.go("/")
    expect(anna.page.get_by_role("link", name="New table: Cask Race")).to_be_visible()
    expect(anna.page.get_by_role("link", name=re.compile("Leaderboard"))).to_have_count(0)
    anna.new_table("DANK_AND_DRAFT")
    anna.page.get_by_label("Who sits at seat 2").select_option("OPEN")
    expect(anna.page.get_by_label("For people only")).to_be_visible()
    expect(anna.page.get_by_label("Rated game")).to_have_count(0)


def test_the_first_page_follows_the_account_by_one_stream(visitors: Visitors, account: Account) -> None:
    ann, bob = account("ann"), account("bob")
    for one, handle in ((ann, "Ann-One"), (bob, "Bob-One")):
        one.do("saveProfile", handle=handle)
    bob.done("createGame", game={DANK: {}}, seats=MINE_AND_OPEN)
    ann.done("createGame", game={DANK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN", "challenge": "Bob-One"}])
    ben, sent = visitors(), list[str]()
    sign_in(ben, bob, "Bob of Ale")
    ben.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    ben.go("/")
    expect(section(ben, "Challenges to you").locator("li")).to_have_count(1)
    expect(section(ben, "Your tables").locator("li")).to_have_count(1)
    assert sum("accountEvents" in frame for frame in sent) == 1


def test_a_rated_table_is_opened_by_somebody_signed_in_and_fixes_its_terms(
    visitors: Visitors, account: Account
) -> None:
    anna, guest = visitors(viewport=PHONE), visitors()
    sign_in(anna, account("ann"))
    page = anna.page
    for visitor in (anna, guest):
        visitor.new_table("DANK_AND_DRAFT")
    rated = page.get_by_label("Rated game")
    expect(page.get_by_label("Taking back a move")).to_have_value("FREE")
    expect(rated).to_have_count(0)
    page.get_by_label("Who sits at seat 2").select_option("OPEN")
    guest.page.get_by_label("Who sits at seat 2").select_option("OPEN")
    expect(guest.page.get_by_label("For people only")).to_be_visible()
    expect(guest.page.get_by_label("Rated game")).to_have_count(0)
    expect(page.get_by_label("Hints by the service")).to_be_visible()
    rated.check()
    expect(page.get_by_text("Only players with an account can join")).to_be_visible()
    expect(page.get_by_label("Taking back a move")).to_have_value("CONSENT")
    expect(page.get_by_label("Hints by the service")).to_have_count(0)
    anna.check_accessible()
    anna.check_fits()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".waiting .agreed")).to_contain_text("Rated")


def test_a_player_is_challenged_from_their_profile_and_accepts_or_declines(
    visitors: Visitors, account: Account
) -> None:
    ann, bob = account("ann"), account("bob")
    ann.do("saveProfile", handle="Ann-Dare")
    bob.do("saveProfile", handle="Bob-Dare")
    anna, ben = visitors(), visitors(viewport=PHONE, locale="de-DE", color_scheme="dark")
    sign_in(anna, ann)
    sign_in(ben, bob, "Bob of Ale")
    challenges = section(ben, "Herausforderungen an dich")
    ben.go("/")
    expect(ben.page.get_by_role("link", name="Bob of Ale")).to_be_visible()

    def challenge() -> str:
        anna.go("/player/bob-dare")
        anna.page.get_by_role("link", name="Challenge: Dank & Draft").click()
        expect(anna.page.get_by_label("Handle of the player for seat 2")).to_have_value("Bob-Dare")
        anna.check_accessible()
        anna.page.get_by_role("button", name="Open the table").click()
        expect(anna.page.locator(".waiting .places li").nth(1)).to_contain_text("Challenged@Bob-Dare")
        return anna.page.url.rpartition("#")[2]

    # They learn of it at once, and decline on the first page.
    challenge()
    anna.check_accessible()
    expect(challenges.locator("li")).to_contain_text("@Ann-Dare) fordert dich heraus")
    ben.check_accessible()
    ben.check_fits()
    challenges.get_by_role("button", name="Ablehnen").click()
    expect(challenges).to_have_count(0)
    expect(anna.page.locator(".waiting .places li").nth(1)).not_to_contain_text("@Bob-Dare")

    # The account page lists them too. At the table itself, the player can decline or accept.
    ben.go("/account")
    table = challenge()
    expect(challenges.get_by_role("button", name="Annehmen")).to_be_visible()
    ben.check_accessible()
    ben.check_fits()
    challenges.get_by_role("link").click()
    ben.page.get_by_role("button", name="Annehmen").click()
    expect(ben.table).to_have_attribute("data-status", "RUNNING")
    assert ben.page.url.endswith(table)

    # At the table, the menu of the player leads to the next challenge, and the list accepts it.
    anna.page.get_by_role("button", name="About Bob of Ale").click()
    anna.page.get_by_role("link", name="Challenge").click()
    anna.page.get_by_role("button", name="Open the table").click()
    expect(anna.page.locator(".waiting .places li").nth(1)).to_contain_text("Challenged@Bob-Dare")
    ben.go("/")
    challenges.get_by_role("button", name="Annehmen").click()
    expect(ben.table).to_have_attribute("data-status", "RUNNING")

    # A challenge that is withdrawn is gone at once, and somebody without a profile makes none.
    ben.go("/")
    table = challenge()
    expect(challenges.locator("li")).to_have_count(1)
    anna.page.get_by_role("button", name="Withdraw Seat 2").click()
    expect(challenges).to_have_count(0)
    expect(anna.page.locator(".waiting .places li").nth(1)).not_to_contain_text("@Bob-Dare")
    ben.go(table)
    expect(ben.page.locator(".waiting .places li")).to_have_count(2)
    expect(ben.page.get_by_role("button", name="Annehmen")).to_have_count(0)
    stranger = visitors()
    sign_in(stranger, account("cid"))
    stranger.go("/player/bob-dare")
    expect(stranger.page.get_by_text("you need a profile yourself")).to_be_visible()
    expect(stranger.page.get_by_role("link", name=re.compile("^Challenge"))).to_have_count(0)
