"""Take the pictures of the pages anew: ``python docs/pictures.py`` plays a battle in Chromium and keeps the screen."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).resolve().parent / "images"
PORT = 8791
URL = f"http://127.0.0.1:{PORT}"
BATTLE = {
    "system": "skirmish",
    "names": ["lantern-company", "hollow-king"],
    "options": {},
    "players": {"a": "person", "b": "greedy"},
    "seed": 11,
}
BEGIN = "async (wanted) => (await (await import('/static/api.js')).begin(wanted)).match"
IS_IDLE = "() => document.querySelector('.opt') && !document.querySelector('.list.waiting')"
STEPS = 24
SIZES = {"table": ((1366, 820), "light"), "table-dark": ((1366, 820), "dark"), "table-phone": ((390, 780), "light")}


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


def play(page: Page) -> None:
    """Make the advised choices until a shot is worth a look, and look at it."""
    for step in range(4 * STEPS):
        page.wait_for_function(IS_IDLE)
        page.wait_for_timeout(400)
        shots = page.locator(".opt[data-choice^='shoot']:has(.star)")
        if step >= STEPS and shots.count() and page.locator("path.sure").count():
            shots.first.click()
            page.locator(".dock .total").wait_for()
            return
        number = page.locator(".stage").get_attribute("data-number")
        best = page.locator(".opt:has(.star)")
        (best if best.count() else page.locator(".opt")).first.evaluate("each => { each.click(); each.click(); }")
        page.wait_for_function("was => document.querySelector('.stage').dataset.number !== was", arg=number)
    raise SystemExit("No shot was worth a look.")


def take(browser: Browser) -> None:
    """Play once, and look at it in every size."""
    context = browser.new_context(base_url=URL, reduced_motion="reduce", viewport={"width": 1366, "height": 820})
    page = context.new_page()
    page.goto("/")
    page.goto(f"/match/{page.evaluate(BEGIN, BATTLE)}")
    play(page)
    for name, ((width, height), scheme) in SIZES.items():
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(6000)  # the dice go
        page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=88)
    context.close()


def main() -> None:
    """Serve, play and take the pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "battlewright", "serve", "--port", str(PORT)]
        server = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/matches.db"])
        try:
            wait_for_server()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                take(browser)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
