"""The general board: a game that the page does not know, and the games that have boards of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from playwright.sync_api import Route, expect

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant, lower_first, pascal
from taphouse.lab.memory_store import MemoryStore
from tests.api.client import CASK, Client, create
from tests.api.server import Server, until
from tests.effort import BOUND
from tests.results.purse import COMMON_PURSE, OWN_PURSE, TWO_PURSES
from tests.tiny.rules import CaskRaceRules
from tests.web.visitor import DESKTOP, PHONE, Visitor, Visitors

pytestmark = pytest.mark.ecosystem

TURNS = 4


def test_a_flag_is_chosen_and_a_hint_tells_the_expected_result(tiny_too: Server, visitors: Visitors) -> None:
    anna = visitors(tiny_too.url)
    anna.new_table("CASK_RACE")
    anna.page.get_by_label("Who sits at seat 2").select_option("RANDOM")
    anna.page.get_by_text("Options", exact=True).click()
    spices = anna.page.get_by_role("checkbox", name="Yes")
    expect(spices).to_be_checked()
    spices.uncheck()
    anna.check_accessible()
    anna.page.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_selector(".table-page")
    anna.to_my_turn()
    anna.page.get_by_role("button", name="Hint", exact=True).click()
    anna.page.get_by_role("button", name="Why?").click()
    expect(anna.page.locator(".why")).to_contain_text(re.compile(r"Expected result: \d+% "))
    with httpx.Client(base_url=tiny_too.url, trust_env=False, timeout=BOUND) as http:
        game = http.get(f"/v1/games/{anna.page.url.rpartition('/')[2]}").json()
    assert game["options"]["spices"] is False


def test_a_table_begins_with_as_many_seats_as_the_game_needs(
    page: None, visitors: Visitors, serving: ExitStack
) -> None:
    sound = import_module("tests.tiny.about").GAME
    about = replace(sound.about, seats=range(3, 5))
    many = Game(about, sound.edition, CaskRaceRules, other_world=sound.other_world, fixes=sound.fixes)
    server = serving.enter_context(Server(store=MemoryStore(), games={about.kind: many}))
    anna = visitors(server.url)
    anna.new_table("CASK_RACE")
    expect(anna.page.locator(".places li")).to_have_count(3)
    anna.page.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_selector(".table-page")
    anna.go("/")
    anna.page.get_by_role("button", name=re.compile("^Learn Cask Race")).click()
    anna.page.wait_for_selector(".table-page")


def test_two_people_play_a_game_that_the_page_does_not_know(tiny_too: Server, visitors: Visitors) -> None:
    anna = visitors(tiny_too.url)
    ben = visitors(tiny_too.url, viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark", locale="de-DE")
    anna.go("/")
    anna.page.get_by_role("link", name="New table: Cask Race").click()
    route = anna.open_table("CASK_RACE", "OPEN", figures={"turnCap": TURNS})
    ben.go(route)
    ben.page.get_by_label("Dein Name").fill("Ben")
    ben.page.locator(".waiting .places button").first.click()
    both = (anna, ben)
    for one, me, other, words in (
        (anna, "Anna", "Ben", ["Draw pile", "Points", "Hand"]),
        (ben, "Ben", "Anna", ["Nachziehstapel", "Punkte", "Hand"]),
    ):
        areas = one.page.locator(".plain .others .area")
        expect(areas.locator("h2")).to_contain_text([me, other])
        for word in words:
            expect(one.page.locator(".plain").get_by_text(word, exact=True).first).to_be_visible()
        # One's own four cards lie open; of the other four there is one back with their number.
        expect(areas.first.locator(".plain-row").first.locator(".plain-card")).to_have_count(4)
        expect(areas.last.locator(".hidden-card")).to_have_count(1)
        expect(areas.last.locator(".plain-row").first.locator(".count")).to_have_text("4")
        one.check_fits()
        one.check_accessible()
    expect(ben.page.locator(".plain").get_by_text("Gerste").first).to_be_visible()

    # What a move would do is previewed where the pointer is at its button.
    turn = anna.page.locator(".counter", has_text="Turn").first
    anna.page.get_by_role("button", name="Pass", exact=True).hover()
    expect(anna.page.locator(".preview-note")).to_contain_text("Ben begins turn 2.")
    expect(turn).to_contain_text("1 →2")
    anna.page.get_by_role("heading", name="Cask Race").hover()
    expect(turn).to_have_text("Turn1")

    while anna.status != "OVER":
        until(
            lambda: anna.status == "OVER" or any(one.page.locator(".deciding.mine").count() for one in both), "a turn"
        )
        for one in both:
            if anna.status != "OVER" and one.page.locator(".deciding.mine").count():
                one.move()
    for one in both:
        expect(one.page.locator(".outcome tbody tr")).to_have_count(2)
        expect(one.page.locator(".plain .hidden-card")).to_have_count(0)
        one.check_fits()
        one.check_accessible()
    expect(anna.page.locator(".log")).to_contain_text("begins turn")
    expect(ben.page.locator(".log")).to_contain_text("beginnt Zug")


def check_named(visitor: Visitor) -> None:
    """Everything on the board that can be used, and each of its parts, has a name for a screen reader."""
    board = visitor.page.locator(".board-area")
    expect(board.get_by_role("region").first).to_be_visible()
    nameless = re.findall(r'^ *- (?:button|link|region|group|img)\b[^"\n]*$', board.aria_snapshot(), re.MULTILINE)
    assert nameless == []


@pytest.mark.parametrize("kind", GAMES)
def test_every_game_can_be_played_on_the_general_board(tiny_too: Server, visitors: Visitors, kind: str) -> None:
    with httpx.Client(base_url=tiny_too.url, trust_env=False, timeout=BOUND) as http:
        table = create(Client(http), 3, lower_first(pascal(kind)))
        while table.version < 12 or table.to_move != 1:
            table.play(table.moves()[-1]["notation"])
        anna = visitors(tiny_too.url, viewport=PHONE)
        held = anna.hold_back("**/graphql", "query Reference")
        anna.sit(table, 1)
        check_named(anna)
        held().continue_()
        expect(anna.page.locator(".board-area")).not_to_contain_text("…")
        check_named(anna)
        anna.page.unroute_all()
        anna.sit(table, 1, query="?board=plain")
    expect(anna.page.locator(".plain .others .area")).to_have_count(3)
    expect(anna.page.locator(".plain .others .area").first).to_contain_text("Ada")
    check_named(anna)
    anna.check_fits()
    anna.check_accessible()
    anna.page.set_viewport_size(DESKTOP)
    anna.check_fits()
    before = anna.version
    anna.page.locator(".deciding > .buttons .move").first.click()
    until(lambda: anna.version > before, "the move")
    assert anna.page.locator(".plain").inner_text().find("null") == -1


def pretend(visitor: Visitor, fields: Mapping[str, tuple[str, bool]], table: Mapping[str, Any]) -> None:
    """Show another table of Cask Race, with these fields: what they hold, and whether there are many, by their paths."""

    def described(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        (game,) = [one for one in body["data"]["catalogue"]["games"] if one["kind"] == "CASK_RACE"]
        game["table"] += [
            {"path": path, "title": path, "text": "Pretended.", "holds": holds, "many": many, "namedBy": []}
            for path, (holds, many) in fields.items()
        ]
        route.fulfill(response=answer, json=body)

    def laid(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        route.fulfill(response=answer, json=body | {"table": body["table"] | dict(table)})

    visitor.page.route(
        "**/graphql", lambda route: described(route) if "TableFields" in asked(route) else route.fallback()
    )
    visitor.page.route(re.compile(r"/v1/games/\w+\?at="), laid)


def asked(route: Route) -> str:
    return route.request.post_data or ""


def test_checkers_lie_in_piles_and_what_is_unknown_is_called_so(tiny_too: Server, visitors: Visitors) -> None:
    anna = visitors(tiny_too.url, viewport=PHONE)
    fields = {"bar": ("GROUP", True), "bar.at": ("WORD", False), "bar.seat": ("SEAT", False)}
    fields |= {"bar.checkers": ("NUMBER", False), "unseen": ("GROUP", True)}
    fields |= {"unseen.grain": ("WORD", False), "unseen.place": ("NUMBER", False)}
    counts = [("A1", 1, 2), ("B1", 2, 7), ("A2", 1, 1), ("B2", None, 0)]
    pretend(
        anna,
        fields,
        {
            "bar": [{"at": point, "seat": seat, "checkers": count} for point, seat, count in counts],
            "unseen": [{"grain": None, "place": 3}],
        },
    )
    with httpx.Client(base_url=tiny_too.url, trust_env=False, timeout=BOUND) as http:
        anna.sit(create(Client(http), 2, CASK), 1)
    points = anna.page.locator(".plain-point")
    for point, discs, said in [("a1", 2, "2"), ("b1", 5, "7"), ("a2", 1, ""), ("b2", 0, "")]:
        one = points.filter(has=anna.page.get_by_text(point, exact=True))
        expect(one.locator(".disc")).to_have_count(discs)
        expect(one.locator(".count")).to_have_text([said] if said else [])
    expect(points.filter(has=anna.page.get_by_text("b2", exact=True))).to_have_text("b2")
    row = anna.page.locator(".plain-row").filter(has=anna.page.get_by_text("unseen", exact=True))
    expect(row.locator(".plain-card")).to_contain_text("A hidden card")
    check_named(anna)
    anna.check_fits()
    anna.check_accessible()


def test_of_many_cards_the_last_lies_last(tiny_too: Server, visitors: Visitors) -> None:
    anna = visitors(tiny_too.url)
    pretend(anna, {"laid": ("NUMBER", True)}, {"laid": [5, 2, 5, 1, 3, 2, 2, 6, 1, 5, 3]})
    with httpx.Client(base_url=tiny_too.url, trust_env=False, timeout=BOUND) as http:
        anna.sit(create(Client(http), 2, CASK), 1)
    laid = anna.page.locator(".plain-row").filter(has=anna.page.get_by_text("laid", exact=True)).locator(".plain-spot")
    expect(laid.locator(".unseen")).to_have_text(["2 (3)", "6", "1 (2)", "5 (3)", "3 (2)"])


def sit_at(visitor: Visitor, kind: str, moves: Sequence[str], seats: int = 2) -> None:
    """Show a new game from its first seat, after these moves of its seats in turn."""
    with httpx.Client(base_url=visitor.url, trust_env=False, timeout=BOUND) as http:
        sent = {"kind": kind, "seats": [{"kind": "MINE"}] * seats, "seed": "1"}
        made = http.post("/v1/games", json=sent).json()
        id_, tokens = made["game"]["gameId"], [seat["token"] for seat in made["seats"]]
        for number, notation in enumerate(moves):
            headers = {"authorization": f"Bearer {tokens[number % seats]}"}
            body = {"moves": [{"notation": notation}]}
            assert http.post(f"/v1/games/{id_}/moves", json=body, headers=headers).status_code == 200
    held = {"gameId": id_, "kind": kind, "since": 0, "seats": {"1": tokens[0]}}
    visitor.page.add_init_script(
        f"localStorage.setItem({json.dumps(f'taphouse.held.{id_}')}, {json.dumps(json.dumps(held))})"
    )
    visitor.go(f"/table/{id_}")
    visitor.page.wait_for_selector(".plain .area")


def serve(serving: ExitStack, *modules: str) -> str:
    """The URL of a service that has the games of these modules beside the tiny one."""
    games = [import_module(module).GAME for module in modules]
    tiny = {game.about.kind: game for game in [import_module("tests.tiny.about").GAME, *games]}
    return serving.enter_context(Server(store=MemoryStore(), games=tiny)).url


def test_cards_that_moves_name_are_clicked_in_the_hands_where_they_lie(
    page: None, visitors: Visitors, serving: ExitStack
) -> None:
    anna = visitors(serve(serving, "hanabi"))
    sit_at(anna, "HANABI", [])
    expect(anna.page.locator(".deciding > .buttons")).to_have_count(0)
    own, other = (anna.page.locator(".plain .others .area").nth(place) for place in range(2))
    expect(own.locator(".plain-card")).to_contain_text(["A hidden card"] * 5)
    their = other.locator(".plain-spot").first
    colour, rank = (
        their.locator(".type").inner_text(),
        their.locator(".fact", has_text=re.compile("^Rank ")).inner_text(),
    )
    their.click()
    expect(anna.page.locator("dialog")).not_to_contain_text("null")
    expect(anna.page.locator("dialog .move")).to_have_text(
        [f"Clue Seat 2: {colour}", f"Clue Seat 2: {rank.partition(' ')[2]}"]
    )
    anna.page.keyboard.press("Escape")
    check_named(anna)
    anna.check_accessible()
    before = anna.version
    own.locator(".plain-spot").nth(2).click()  # while no clue is gone, none can be discarded
    until(lambda: anna.version > before, "the move")
    red, blue = (
        anna.page.locator(".plain-row", has_text="Fireworks").locator(".plain-card", has_text=name)
        for name in ("Red", "Blue")
    )
    tints = [one.evaluate("card => getComputedStyle(card).getPropertyValue('--tint')") for one in (red, blue)]
    assert ["red" in tints[0], "blue" in tints[1]] == [True, True]


def test_on_a_phone_the_moves_leave_the_hand_in_sight(page: None, visitors: Visitors, serving: ExitStack) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}
    anna = visitors(serve(serving, "hanabi"), **phone)
    sit_at(anna, "HANABI", [], 5)
    card = anna.page.locator(".area.mine .held").first.bounding_box()
    panel = anna.page.locator(".deciding").bounding_box()
    assert card is not None
    assert panel is not None
    assert panel["y"] + panel["height"] <= card["y"]
    assert card["y"] + card["height"] <= PHONE["height"]
    assert PHONE["height"] - panel["y"] < 0.35 * PHONE["height"], "the table is above"
    for held in anna.page.locator(".area.mine .held .plain-card").all():
        assert held.evaluate("card => card.scrollHeight <= card.clientHeight"), (
            "all that is known of a card can be read"
        )
    colours = anna.page.locator(".area.mine .held").first.locator(".fact", has_text="Colours")
    expect(colours.locator(".unseen")).to_have_text("Red · Yellow · Green · White · Blue")
    expect(colours.locator(".colours")).to_have_text("RYGWB")
    anna.page.locator(".area.mine .held").nth(3).tap()
    expect(anna.page.locator("dialog .move")).to_have_text(["Play card 4"])
    anna.page.keyboard.press("Escape")
    anna.check_fits()
    anna.check_accessible()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_dice_have_pips_and_the_bar_and_the_side_lie_beside_the_points(
    page: None, visitors: Visitors, serving: ExitStack, viewport: dict[str, int]
) -> None:
    anna = visitors(serve(serving, "backgammon"), viewport=viewport)
    sit_at(anna, "BACKGAMMON", [])
    dice = anna.page.locator(".plain-die")
    said = anna.page.locator(".plain-row", has_text="Dice").locator(".unseen").all_inner_texts()
    assert [dice.nth(place).locator(".pip").count() for place in range(2)] == [int(one[0]) for one in said]

    def at(name: str) -> Any:
        return anna.page.locator(f"[data-spot='point:{name}']").bounding_box()

    for row in "12":
        lying = [at(f"{column}{row}") for column in ("F", "BAR", "G", "L", "OFF")]
        assert [one["x"] for one in lying] == sorted(one["x"] for one in lying)
        assert max(one["y"] for one in lying) - min(one["y"] for one in lying) < 1
    disc = anna.page.locator(".plain-pile .disc").first.bounding_box()
    assert disc is not None
    assert abs(disc["width"] - disc["height"]) < 1
    if viewport == PHONE:
        for point in anna.page.locator(".plain-point:has(.count)").all():
            count, pile = (point.locator(part).bounding_box() for part in (".count", ".disc:last-child"))
            assert count is not None
            assert pile is not None
            assert count["y"] + count["height"] <= pile["y"] + 1, "a count lies on no checker"
    anna.check_fits()
    anna.check_accessible()


def test_a_service_can_have_some_of_the_games_alone(page: None, visitors: Visitors, serving: ExitStack) -> None:
    few = serving.enter_context(Server(store=MemoryStore(), games={"pint-craft": GAMES["pint-craft"]}))
    anna = visitors(few.url)
    anna.open_table("PINT_CRAFT", "RANDOM")
    assert anna.move()
    check_named(anna)


def test_choices_at_the_same_time_do_not_refuse_each_other(page: None, visitors: Visitors, serving: ExitStack) -> None:
    sealed_bids = import_module("goofspiel.about").GAME
    server = serving.enter_context(Server(store=MemoryStore(), games={"goofspiel": sealed_bids}))
    anna, ben = visitors(server.url), visitors(server.url)
    ben.go(anna.open_table("GOOFSPIEL", "OPEN"))
    ben.page.locator(".waiting .places button").first.click()
    anna.to_my_turn()
    held = anna.hold_back("**/graphql", "mutation Play")
    anna.click()
    sent = held()
    assert ben.move()
    until(lambda: anna.version == ben.version, "the other bid")
    sent.continue_()
    anna.page.unroute_all()
    expect(anna.page.locator(".log")).to_contain_text("Anna has bid a card.")
    expect(anna.page.locator(".deciding .problem")).to_have_count(0)


def test_a_table_that_cannot_be_read_says_why(tiny_too: Server, visitors: Visitors) -> None:
    with httpx.Client(base_url=tiny_too.url, trust_env=False, timeout=BOUND) as http:
        anna = visitors(tiny_too.url)
        refused = {"detail": "Come back later."}
        anna.page.route("**/v1/games/**", lambda route: route.fulfill(status=403, json=refused))
        anna.sit(create(Client(http), 2, CASK), 1)
    expect(anna.page.locator(".board-area .problem")).to_have_text("Come back later.")
    anna.faults.clear()


@pytest.mark.parametrize(
    ("game", "given", "said"),
    [
        (COMMON_PURSE, (0, 0), ("Alle verlieren gemeinsam", "")),
        (COMMON_PURSE, (3, 3), ("Alle gewinnen gemeinsam!", "victory")),
        (TWO_PURSES, (0, 1, 0), ("Du verlierst mit 1 Abstand", "")),
    ],
    ids=["all lost", "all won", "a team of one"],
)
def test_a_result_that_is_no_victory_of_one_seat_is_told_as_it_is(
    page: None, visitors: Visitors, serving: ExitStack, game: Game, given: tuple[int, ...], said: tuple[str, str]
) -> None:
    server = serving.enter_context(Server(store=MemoryStore(), games={game.about.kind: game}))
    anna = visitors(server.url, locale="de-DE")
    sit_at(anna, constant(game.about.kind), [f"give {coins}" for coins in given], len(given))
    expect(anna.page.locator("#result")).to_have_text(said[0])
    expect(anna.page.locator("section.outcome")).to_have_class(re.compile(f"^outcome {said[1]}$"))
    columns = anna.page.locator(".outcome").get_by_role("columnheader")
    expect(columns.last).to_have_text("Coins")  # the only category, which is not told twice
    expect(columns).to_have_count(3)


@pytest.mark.parametrize(
    ("locale", "pressed", "told"),
    [
        ("en-GB", ("This table", "Resign", "Really resign?"), ("You lose", "The result counts as 3 games.")),
        (
            "de-DE",
            ("Dieser Tisch", "Aufgeben", "Wirklich aufgeben?"),
            ("Du verlierst", "Das Ergebnis zählt als 3 Spiele."),
        ),
    ],
)
def test_a_game_is_conceded_at_its_own_stake(
    page: None, visitors: Visitors, serving: ExitStack, locale: str, pressed: Sequence[str], told: tuple[str, str]
) -> None:
    server = serving.enter_context(Server(store=MemoryStore(), games={OWN_PURSE.about.kind: OWN_PURSE}))
    anna = visitors(server.url, locale=locale)
    sit_at(anna, constant(OWN_PURSE.about.kind), [])
    for name in pressed:
        anna.page.get_by_role("button", name=name).click()
    expect(anna.page.locator("#result")).to_have_text(told[0])
    expect(anna.page.locator("section.outcome")).to_contain_text(told[1])
    expect(anna.page.locator(".log")).to_contain_text(re.compile("3 (games|Spiele)"))
    anna.check_accessible()
