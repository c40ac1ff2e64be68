"""The page in a real browser: by keyboard and by mouse, and for those who hear it read.

It needs Debian's chromium. Where there is none the tests say so and are left out, unless
DECKBUILDER_BROWSER=required asks for them, as `.ci/run` does.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import threading
from collections.abc import Callable
from contextlib import contextmanager

import pytest

from deckbuilder.sessions.own_decks import deck_names, open_deck
from deckbuilder.web.site import Site

CHROMIUM = shutil.which("chromium")
REQUIRED = os.environ.get("DECKBUILDER_BROWSER") == "required"
if not REQUIRED:
    pytest.importorskip("playwright", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine", allow_module_level=True)

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FAULTY = (
    "Game: Invasion\nFormat: invasion-constructed\nCapital: Orc\n\n4 Choppa\n3 Snotling Saboteur\n"
)

REFUSED = re.compile("status of 4(00|09)|net::ERR_FAILED")
"""What the browser says of answers that refuse, or do not come, as some tests want them."""
DUEL = {"deck": "dwarf", "against": "orc", "bots": "random", "seed": "2"}


@contextmanager
def served(port=0):
    """A site that listens, in a thread of its own; yields its port."""
    import uvicorn

    from deckbuilder.web.application import application
    from deckbuilder.web.serving import listening

    with listening(port) as door:
        site = Site(port=door.getsockname()[1])
        config = uvicorn.Config(
            application(site),
            http="h11",
            ws="none",
            lifespan="off",
            log_level="error",
            # As the program does; a browser keeps connections that it does not need yet.
            timeout_graceful_shutdown=3,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
        door.listen()
        thread.start()
        try:
            yield site.port
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def page(browser, tmp_path, monkeypatch):
    """A tab in which nothing is complained of: no error of a script, nothing that is blocked."""
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    tab = browser.new_context(viewport={"width": 1024, "height": 800}).new_page()
    said: list[str] = []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    yield tab
    tab.context.close()
    assert [each for each in said if not REFUSED.search(each)] == []


def begin(page: Page, port: int, law: str) -> None:
    page.goto(f"http://127.0.0.1:{port}/en/decks")
    page.select_option("#format", law)
    page.get_by_role("button", name="Begin a deck").click()
    expect(page.locator("#results [data-stop]").first).to_be_visible()


def test_a_legal_deck_is_built_from_nothing_by_keyboard(page):
    with served() as port:
        begin(page, port, "dreamblade-constructed")
        keys = page.keyboard
        # Sixteen miniatures, at most three of a name: five times three, and one.
        keys.press("/")
        keys.type("s:base-set")
        expect(page.locator("#results [role=status]")).not_to_have_text("0 cards found")
        keys.press("ArrowDown")
        for number, count in enumerate("333331", start=1):
            keys.press(count)
            expect(page.locator(f"#found-{number} output")).to_have_text(count)
            keys.press("ArrowRight")
        expect(page.locator("#deck .mark").first).to_have_text("16 cards")
        expect(page.locator("#verdict")).to_have_text("legal")
        keys.press("u")
        expect(page.locator("#deck .mark").first).to_have_text("15 cards")
        expect(page.locator("#verdict")).to_have_text("not legal")
        keys.press("r")
        expect(page.locator("#verdict")).to_have_text("legal")
        keys.press("?")
        expect(page.locator("#keys")).to_be_visible()
        keys.press("Escape")
        expect(page.locator("#keys")).not_to_be_visible()


def test_a_real_list_with_faults_is_imported_and_mended_by_mouse(page):
    with served() as port:
        page.goto(f"http://127.0.0.1:{port}/en/decks")
        page.fill("#text", FAULTY)
        page.get_by_role("button", name="Read").click()
        expect(page.locator("tr.told").first).to_contain_text("Choppa")
        page.get_by_role("link", name="Open").first.click()
        expect(page.locator("#verdict")).to_have_text("not legal")
        page.get_by_role("button", name="Mend").click()
        expect(page.locator("#verdict")).to_have_text("legal")
        with page.expect_download() as saved:
            page.get_by_text("Name, format, export").click()
            page.get_by_role("link", name="pdf", exact=True).click()
        assert saved.value.suggested_filename.endswith(".pdf")


def test_nothing_is_lost_when_the_program_ends_and_an_open_tab_goes_on(page):
    with served() as port:
        begin(page, port, "xeno")
        page.locator("#found-1 button[value=more]").click()
        expect(page.locator("#found-1 output")).to_have_text("1")
    (name,) = deck_names()
    assert open_deck(name).deck.size() == 1
    with served(port):
        # The same tab, not even loaded again.
        page.locator("#found-1 button[value=more]").click()
        expect(page.locator("#found-1 output")).to_have_text("2")


def test_two_tabs_in_two_languages_do_not_overwrite_each_other(page):
    with served() as port:
        begin(page, port, "xeno")
        other = page.context.new_page()
        other.goto(page.url.replace("/en/", "/ja/"))
        expect(other.locator("html")).to_have_attribute("lang", "ja")
        page.locator("#found-1 button[value=more]").click()
        expect(page.locator("#found-1 output")).to_have_text("1")
        other.locator("#found-2 button[value=more]").click()
        expect(other.locator("#notice")).to_contain_text("別の場所で変更")
        other.reload()
        expect(other.locator("#found-1 output")).to_have_text("1")
        expect(other.locator("#found-2 output")).to_have_text("0")


def path_of(page: Page) -> str:
    return page.url.partition("127.0.0.1")[2].partition("/")[2]


def set_up(page: Page, asked: dict[str, str]) -> None:
    for field, value in asked.items():
        found = page.locator(f"#{field}")
        if found.evaluate("each => each.tagName") == "SELECT":
            found.select_option(value)
        else:
            found.fill(value)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#choices")


def sit_down(page: Page, port: int, law: str, **asked: str) -> None:
    page.goto(f"http://127.0.0.1:{port}/en/drafts/new?format={law}")
    set_up(page, {"seed": "7", **asked})


def after(page: Page, act: Callable[[], None]) -> bool:
    """Act, and wait until the table has moved on; False where the draft is over then."""
    version = page.get_attribute("#choices [name=version]", "value")
    act()
    page.wait_for_function(
        "version => document.querySelector('#choices [name=version]')?.value !== version",
        arg=version,
    )
    return page.locator("#choices").count() == 1


def test_a_whole_draft_by_keyboard(page):
    with served() as port:
        sit_down(page, port, "invasion-draft", seat="order", bots="rating")
        keys = page.keyboard
        keys.press("c")
        expect(page.locator("#coach-title")).to_be_visible()
        keys.press("1")
        keys.press("2")
        after(page, lambda: keys.press("Enter"))
        going, chosen = True, 1
        while going:
            # Two at once where two are taken; a capital at the end is one of a few.
            for key in "12"[: int(page.get_attribute("#choices", "data-most"))]:
                keys.press(key)
            going = after(page, lambda: keys.press("Enter"))
            chosen += 1
        assert chosen > 30
        expect(page.locator("article")).to_have_count(2)
        page.get_by_role("link", name="Look back").click()
        expect(page.locator(".judged").first).to_be_visible()


def test_a_whole_draft_by_mouse_over_the_end_of_the_program(page):
    with served() as port:
        sit_down(page, port, "nightfall-draft", players="3", seat="2")
        page.locator(".pick").nth(1).click()
        after(page, lambda: page.get_by_role("button", name="Take").click())
        after(page, lambda: page.get_by_role("button", name="Undo").click())
    with served(port):
        # The same tab goes on where the log stands.
        page.reload()
        going = True
        while going:
            page.locator(".pick").first.click()
            going = after(page, lambda: page.get_by_role("button", name="Take").click())
        expect(page.locator("article .mark.good")).to_have_count(3)
        page.get_by_role("button", name="Open as a deck").first.click()
        expect(page.locator("#verdict")).to_have_text("legal")
        page.goto("about:blank")


def play(page: Page, port: int, game: str, **asked: str) -> None:
    page.goto(f"http://127.0.0.1:{port}/en/games/new?game={game}")
    set_up(page, asked)


def test_a_game_of_xeno_by_keyboard(page):
    with served() as port:
        play(page, port, "xeno", players="4", seat="2", bots="casual", seed="5")
        page.keyboard.press("c")
        expect(page.locator("#coach-title")).to_be_visible()
        going = True
        while going:
            going = after(page, lambda: page.keyboard.press("1"))
        expect(page.get_by_role("heading", name="The game is over.")).to_be_visible()


def test_a_duel_at_its_board_by_mouse_over_the_end_of_the_program(page):
    with served() as port:
        play(
            page,
            port,
            "invasion",
            deck="dwarf",
            against="orc",
            bots="random",
            seed="2",
            **{"option-first": "1"},
        )
        for _ in range(3):
            after(page, lambda: page.locator("#choices button.pick").first.click())
        # What may be chosen is lit on the table: a card of the hand is played from there.
        lit = page.locator(".token.lit > button.on-table").first
        expect(lit).to_be_visible()
        after(page, lit.click)
        prompt = page.locator(".prompt").text_content()
    with served(port):
        page.reload()
        expect(page.locator(".prompt")).to_have_text(prompt)
        for _ in range(4):
            after(page, lambda: page.locator("#choices .pick").first.click())
        expect(page.locator(".told li").first).to_be_visible()
        page.goto("about:blank")


def test_an_event_of_ten_lists_from_its_beginning_to_its_book(page, tmp_path):
    whole = {"Hero": 1, "Emperor": 1, "Spirit": 2, "Sage": 2, "Noble": 2, "Reaper": 2}
    whole |= {"Maiden": 2, "Diviner": 2, "Soldier": 2, "Boy": 2}
    files = []
    for number in range(10):
        cards = {**whole, "Boy": 1} if number == 3 else whole
        lines = "".join(f"{count}x {name}\n" for name, count in cards.items())
        path = tmp_path / f"player-{number}.txt"
        path.write_text(f"Game: XENO\nPlayer: Player {number}\n\n{lines}", encoding="utf-8")
        files.append(str(path))
    (tmp_path / "stray.pdf").write_bytes(b"%PDF-1.4")
    with served() as port:
        page.goto(f"http://127.0.0.1:{port}/en/events")
        page.fill("#event-name", "Spring Cup")
        page.select_option("#event-format", "xeno")
        page.fill("#event-players", "Player 3\nPlayer 4\nNobody Else")
        page.get_by_role("button", name="Begin an event").click()
        page.wait_for_selector("#files")
        page.set_input_files("#files", [*files, str(tmp_path / "stray.pdf")])
        page.get_by_role("button", name="Take in").click()
        expect(page.locator("#sent")).to_have_text("11 / 11")
        expect(page.locator("#notice")).to_be_empty()
        # What is refused among others is told at the end, whatever came after it.
        (tmp_path / "notes.yaml").write_text("name: no list", encoding="utf-8")
        page.set_input_files("#files", [str(tmp_path / "notes.yaml"), *files[:2]])
        page.get_by_role("button", name="Take in").click()
        expect(page.locator("#sent")).to_have_text("0 / 3")
        told = page.locator("#notice .faults > li")
        expect(told).to_have_count(3)
        expect(told.first).to_contain_text("notes.yaml")
        expect(told.last).to_contain_text("player-1.txt")
        expect(told.last).to_contain_text("already")
        page.locator("#notice button").click()
        page.route("**/lists", lambda route: route.abort(), times=1)
        page.set_input_files("#files", files[:2])
        page.get_by_role("button", name="Take in").click()
        expect(told.first).to_contain_text("player-0.txt The page does not answer.")
        expect(told).to_have_count(2)
        page.locator("#notice button").click()
        # Of the three who are expected one list is legal, one is not, and one is missing.
        expect(page.locator(".lists .mark.good")).to_have_count(1)
        expect(page.locator(".lists tbody tr")).to_have_count(12)
        page.get_by_role("link", name="player-3.txt").click()
        page.get_by_role("button", name="Write these changes").click()
        page.get_by_role("link", name="Spring Cup").click()
        expect(page.locator(".lists .mark.good")).to_have_count(2)
        with page.expect_download() as saved:
            page.get_by_role("link", name="PDF", exact=True).click()
        assert saved.value.suggested_filename == "spring-cup.pdf"
        for scheme in ("light", "dark"):
            # Loaded anew, so that no colour is on its way from one scheme to the other.
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.reload()
            assert axe_of(page) == []
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def axe_of(page: Page) -> list[tuple[str, str]]:
    """Return what axe-core finds wrong with a page: rules and elements."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found]


def test_two_tabs_at_one_draft_tell_each_other(page):
    with served() as port:
        sit_down(page, port, "nightfall-draft", players="3", seat="2")
        other = page.context.new_page()
        other.goto(page.url)
        page.locator(".pick").first.click()
        after(page, lambda: page.get_by_role("button", name="Take").click())
        other.locator(".pick").first.click()
        other.get_by_role("button", name="Take").click()
        expect(other.locator("#notice")).to_contain_text("moved on")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_can_be_read_by_everybody_and_fits_narrow_screens(page, scheme):
    page.emulate_media(color_scheme=scheme)
    with served() as port:
        begin(page, port, "invasion-constructed")
        page.locator("#found-1 button[value=more]").click()
        expect(page.locator("#found-1 output")).to_have_text("1")
        paths = ["/en/", "/ja/decks", "/en/drafts/new?format=nightfall-draft", path_of(page)]
        sit_down(page, port, "invasion-draft", seat="order")
        paths += ["/ja/drafts", path_of(page), f"{path_of(page)}/review"]
        play(page, port, "invasion", **DUEL)
        for path in (*paths, "/ja/games", "/en/games/new?game=invasion", path_of(page)):
            page.goto(f"http://127.0.0.1:{port}/{path.strip('/')}")
            assert axe_of(page) == []
            page.set_viewport_size({"width": 390, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            page.set_viewport_size({"width": 1024, "height": 800})


def test_the_port_is_free_again_afterwards(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path))
    with served() as port:
        pass
    with socket.create_server(("127.0.0.1", port)):
        pass
