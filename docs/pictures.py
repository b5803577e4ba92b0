"""Take the pictures of the pages anew: ``python docs/pictures.py [NAME ...]`` plays in Chromium and keeps the screen.

``table``, ``table-dark`` and ``table-phone`` are the pictures of the README. Each of the others shows one page in all
modes: on a laptop in the light and in the dark, on a phone, and on a phone on its side.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

DOCS = Path(__file__).resolve().parent
IMAGES = DOCS / "images"
PORT = 8791
URL = f"http://127.0.0.1:{PORT}"
Scheme = Literal["light", "dark"]
BEGIN = "async (wanted) => (await (await import('/static/api.js')).begin(wanted)).match"
IS_IDLE = "() => document.querySelector('.opt .star') && !document.querySelector('.list.waiting')"
SHOWN = 6000
"""The milliseconds after which the dice of a roll are gone."""
README: dict[str, tuple[tuple[int, int], Scheme]] = {
    "table": ((1366, 820), "light"),
    "table-dark": ((1366, 820), "dark"),
    "table-phone": ((390, 780), "light"),
}


class Mode(NamedTuple):
    """A window, and where it stands in the picture of a page."""

    width: int
    height: int
    scheme: Scheme
    left: int
    top: int


MODES = (
    Mode(1366, 768, "light", 0, 0),
    Mode(1366, 768, "dark", 0, 792),
    Mode(390, 844, "light", 1390, 0),
    Mode(390, 844, "dark", 1804, 0),
    Mode(844, 390, "light", 1390, 868),
    Mode(683, 384, "dark", 1390, 1282),
)
"""The last one is a laptop at 200 % zoom."""
SHEET = 2258, 1672


def wait_for_server() -> None:
    """Wait until the server is ready."""
    for _ in range(240):
        try:
            with urlopen(f"{URL}/readyz"):
                return
        except (URLError, OSError):
            pass
        time.sleep(0.5)
    raise SystemExit("The server does not answer.")


def begin(page: Page, system: str, **wanted: object) -> None:
    """Begin a battle against the computer."""
    page.goto("/")
    players = {"a": "person", "b": "medium"}
    page.goto(f"/match/{page.evaluate(BEGIN, {'system': system, 'players': players, 'seed': 11, **wanted})}")


def follow_star(page: Page, steps: int, kind: str) -> None:
    """Make choices with a star, and on until there is one of a kind, which is selected."""
    for step in range(4 * steps):
        page.wait_for_function(IS_IDLE)
        wanted = page.locator(f".opt[data-choice^='{kind}']:has(.star)")
        if step >= steps and wanted.count():
            wanted.first.click()
            page.locator(".dock .do").wait_for()
            return
        number = page.locator(".stage").get_attribute("data-number")
        page.locator(".opt:has(.star)").first.evaluate("each => { each.click(); each.click(); }")
        page.wait_for_function("was => document.querySelector('.stage').dataset.number !== was", arg=number)
    raise SystemExit(f"No choice of the kind {kind!r} had a star.")


def skirmish(page: Page) -> None:
    begin(page, "skirmish", names=["lantern-company", "hollow-king"])
    follow_star(page, 24, "shoot")


def heroes(page: Page) -> None:
    begin(page, "heroes")
    follow_star(page, 4, "use")


def formations(page: Page) -> None:
    begin(page, "formations")
    follow_star(page, 3, "act action=")


def report(page: Page) -> None:
    replay = (DOCS / "examples" / "forces" / "short.replay").read_text(encoding="utf-8")
    made = page.request.post("/api/replays", data={"replay": replay}).json()
    page.goto(f"/match/{made['match']}/replay")
    page.get_by_role("tab", name="Report").click()
    page.locator(".waterfall").wait_for()


def address(path: str, ready: str) -> Callable[[Page], None]:
    """A page beside the table, and what is there when it has everything."""

    def show(page: Page) -> None:
        page.goto(path)
        page.locator(ready).first.wait_for()

    return show


PAGES: dict[str, Callable[[Page], None]] = {
    "page-start": address("/", ".offer button"),
    "page-skirmish": skirmish,
    "page-heroes": heroes,
    "page-formations": formations,
    "page-report": report,
    "page-builder": address("/build", ".maker .rank:has-text('(')"),
    "page-cards": address("/cards?kind=rosters&shipped=lantern-company", ".card"),
    "page-odds": address("/odds/skirmish/shot?ballistics=4&difficulty=12.5", ".chart svg"),
    "page-rules": address("/rules/skirmish", ".ruled"),
}


def keep(page: Page, mode: Mode) -> bytes:
    """Return the screen of a page in a window."""
    page.emulate_media(color_scheme=mode.scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": mode.width, "height": mode.height})
    page.wait_for_timeout(SHOWN / 10)
    return page.screenshot(type="png")


def take(browser: Browser, names: list[str]) -> None:
    """Show each page in all windows, and put them together."""
    for name, show in PAGES.items():
        if name not in names and not (name == "page-skirmish" and {*names} & {*README}):
            continue
        context = browser.new_context(base_url=URL, reduced_motion="reduce", viewport={"width": 1366, "height": 820})
        page = context.new_page()
        show(page)
        page.wait_for_timeout(SHOWN)
        if name == "page-skirmish":
            for title, (size, scheme) in README.items():
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.wait_for_timeout(SHOWN / 10)
                page.screenshot(path=IMAGES / f"{title}.jpg", type="jpeg", quality=88)
        screens = [base64.b64encode(keep(page, mode)).decode() for mode in MODES]
        context.close()
        sheet = browser.new_page(viewport={"width": SHEET[0], "height": SHEET[1]}, device_scale_factor=0.62)
        sheet.set_content(
            "<body style='margin: 0; background: #8a8478'>"
            + "".join(
                f"<img style='position: absolute; left: {mode.left}px; top: {mode.top}px; width: {mode.width}px;"
                f" border-radius: 10px' src='data:image/png;base64,{screen}'>"
                for mode, screen in zip(MODES, screens, strict=True)
            )
        )
        sheet.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=80)
        sheet.close()


def main() -> None:
    """Serve, play and take the pictures."""
    names = sys.argv[1:] or [*README, *PAGES]
    if unknown := {*names} - {*README, *PAGES}:
        raise SystemExit(f"Unknown: {', '.join(sorted(unknown))}. There are {', '.join([*README, *PAGES])}.")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "battlewright", "serve", "--port", str(PORT)]
        server = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/matches.db"])
        try:
            wait_for_server()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                take(browser, names)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
