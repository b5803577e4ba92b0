"""Take the README's pictures of the page anew: ``python docs/page_picture.py`` plays some moves in a real browser."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

IMAGES = Path(__file__).resolve().parent / "images"
SIZE: ViewportSize = {"width": 1366, "height": 800}
SEED = 34
CHOICES = 17
"""How many choices are made before the picture is taken."""
BEGIN = "asked => import('/static/api.js').then((api) => api.begin(asked))"
IS_ADVISED = "() => document.querySelector('.opt .bar.on') && document.querySelector('.reaching path')"


@contextmanager
def server() -> Iterator[str]:
    """A server with an empty database: its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "battlewright", "serve", "--port", "0", "--database"]
        with subprocess.Popen([*command, f"sqlite:///{folder}/matches.db"], stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout is not None
            url = run.stdout.readline().split("listens on ")[1].split("/ ")[0]
            while b"ready" not in urllib.request.urlopen(f"{url}/healthz").read():
                time.sleep(0.1)
            yield url
            run.terminate()


def play(page: Page) -> None:
    """Play a battle as advised, up to a model that may shoot."""
    page.goto("/")
    wanted = {"system": "skirmish", "seed": SEED, "players": {"a": "person", "b": "greedy"}}
    page.goto(f"/match/{page.evaluate(BEGIN, wanted)['match']}")
    for made in range(60):
        page.locator(".opt").first.wait_for()
        page.wait_for_timeout(900)
        shots = page.locator(".opt[data-choice^='shoot']")
        if made >= CHOICES and shots.count() > 2:
            page.wait_for_function(IS_ADVISED)
            shots.first.hover()
            page.locator(".terms").wait_for()
            page.wait_for_timeout(5500)  # until the dice have gone
            return
        best = page.locator(".opt:has(.star)")
        (best if best.count() else page.locator(".opt")).first.click()
    raise SystemExit("No shot was offered.")


def main() -> None:
    chromium = shutil.which("chromium")
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for scheme in ("light", "dark"):
            context = browser.new_context(base_url=url, viewport=SIZE, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            play(page)
            page.screenshot(path=IMAGES / f"table-{scheme}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
