"""The pages in a real Chromium on loopback: a click to the other window's update, a replay's moments, the first load.

    python bench/browser.py [--choices 100] [--motion] [--out FILE]

Two people play a Skirmish in two windows, by clicking. An update is there when the other window has written what
happened into its log, and the next frame begins. Every choice is on the disk before anybody hears of it. The first load
is measured with an empty cache: bytes over the wire, and the milliseconds until the first button can be pressed.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from server import running
from speed.figures import machine

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LOOKS = 300
"""The milliseconds that a person looks before a click; the odds have come by then."""
CLOCK = "performance.timeOrigin + performance.now()"
WATCH = f"""() => {{
    document.addEventListener('click', () => {{ window.clicked = {CLOCK}; }}, true);
    new MutationObserver(() => {{
        if (window.heard) return;
        window.heard = {CLOCK};
        requestAnimationFrame(() => {{ window.updated = {CLOCK}; }});
    }}).observe(document.querySelector('.log'), {{childList: true}});
}}"""
READY = """selector => new MutationObserver(() => {
    if (!window.interactive && document.querySelector(selector)) window.interactive = performance.now();
}).observe(document, {childList: true, subtree: true})"""
IDLE = "() => !document.body.classList.contains('sending') && !document.querySelector('.list.waiting')"


def open_page(browser: Browser, motion: str, state: Any = None) -> Page:
    """A window of a browser of its own, perhaps with the cookies of another."""
    size: Any = {"width": 1366, "height": 820}
    context = browser.new_context(viewport=size, reduced_motion=motion, storage_state=state)  # type: ignore[arg-type]
    context.add_init_script("localStorage.setItem('battlewright.one-press', 'true')")
    return context.new_page()


def sit_down(browser: Browser, url: str, motion: str) -> list[Page]:
    """Two people at one Skirmish."""
    host, guest = open_page(browser, motion), open_page(browser, motion)
    host.goto(url)
    host.get_by_label("Opponent").select_option("friend")
    host.get_by_role("button", name="Start the battle").click()
    guest.goto(host.get_by_label("Invitation to side b").input_value())
    guest.get_by_role("button", name="Take the side").click()
    for page in (host, guest):
        page.locator(".log .step").first.wait_for()
        page.wait_for_function(IDLE)
        page.evaluate(WATCH)
    return [host, guest]


def click_through(browser: Browser, url: str, choices: int, motion: str) -> dict[str, Any]:
    """Play some choices; the milliseconds from each click to the other window's update."""
    pages = sit_down(browser, url, motion)
    heard: list[float] = []
    updated: list[float] = []
    while len(heard) < choices:
        for page in pages:
            page.wait_for_function(IDLE)
        chooses = next((page for page in pages if page.locator(".opt").count()), None)
        if chooses is None:
            pages[0].wait_for_timeout(20)
            continue
        other = pages[1 - pages.index(chooses)]
        chooses.wait_for_timeout(LOOKS)
        for page in pages:
            page.evaluate("window.heard = window.updated = 0")
        chooses.locator(".opt").first.click()
        if chooses.locator(".opt.sel").count():  # a model is selected before it is placed
            chooses.locator(".opt.sel").click()
        other.wait_for_function("() => window.updated", timeout=5_000)
        clicked = chooses.evaluate("window.clicked")
        heard.append(other.evaluate("window.heard") - clicked)
        updated.append(other.evaluate("window.updated") - clicked)
    for page in pages:
        page.context.close()
    return {"choices": choices, "motion": motion, "written": quantiles(heard), "next frame": quantiles(updated)}


def quantiles(found: list[float]) -> dict[str, float]:
    """The median, the 95th percentile and the largest of some milliseconds."""
    return {
        "median_ms": round(statistics.median(found), 1),
        "p95_ms": round(statistics.quantiles(found, n=20)[-1], 1),
        "most_ms": round(max(found), 1),
    }


def first_load(browser: Browser, url: str, selector: str, state: Any = None, times: int = 5) -> dict[str, float]:
    """What a page takes that was never loaded before: bytes over the wire, and milliseconds until one can act."""
    sizes, moments = [], []
    for _ in range(times):
        page = open_page(browser, "no-preference", state)
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        received: list[float] = []
        wire.on("Network.loadingFinished", lambda event, received=received: received.append(event["encodedDataLength"]))
        page.add_init_script(f"({READY})({json.dumps(selector)})")
        page.goto(url)
        page.wait_for_function("() => window.interactive")
        page.wait_for_load_state("networkidle")
        sizes.append(sum(received))
        moments.append(page.evaluate("window.interactive"))
        page.context.close()
    return {"kb_over_the_wire": round(max(sizes) / 1000, 1), "interactive_ms": round(statistics.median(moments))}


def first_loads(browser: Browser, url: str) -> dict[str, Any]:
    """The first load of the start, and of a match by somebody who is to choose in it."""
    page = open_page(browser, "reduce")
    page.goto(url)
    page.get_by_role("button", name="Play now").click()
    page.locator(".opt").first.wait_for()
    state = page.context.storage_state()
    return {
        "the start": first_load(browser, url, ".hero button"),
        "a match": first_load(browser, page.url, ".opt", state),
    }


def through_a_replay(browser: Browser, url: str) -> dict[str, Any]:
    """The milliseconds for a moment of a finished battle, asked for in a page, each for the first time."""
    players = {"system": "skirmish", "players": {"a": "greedy", "b": "greedy"}, "watch": True}
    page = open_page(browser, "reduce")
    page.goto(url)
    path = page.evaluate(
        """async (wanted) => {
            const headers = {"content-type": "application/json"};
            const made = await fetch("/api/matches", {method: "POST", headers, body: JSON.stringify(wanted)});
            const path = `/api/matches/${(await made.json()).match}`;
            while ((await (await fetch(path)).json()).state !== "over") await new Promise((go) => setTimeout(go, 200));
            return path; }""",
        players,
    )
    taken = page.evaluate(
        """async (path) => {
            const {steps} = await (await fetch(`${path}/moments`)).json(), taken = [];
            for (let index = 0; index < 100; index += 1) {
                const began = performance.now();
                await (await fetch(`${path}/moments/${Math.floor((index * steps) / 100)}`)).json();
                taken.push(performance.now() - began);
            }
            return taken; }""",
        path,
    )
    page.context.close()
    return quantiles(taken)


def main() -> None:
    """Measure it, say it, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--choices", type=int, default=100)
    parser.add_argument("--motion", action="store_true", help="let models glide; the people then wait for it")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    motion = "no-preference" if asked.motion else "reduce"
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"sqlite:///{folder}/matches.db") as (url, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        result: dict[str, Any] = {
            "what": "the pages in Chromium on loopback: from a click to the other window's update, and first loads",
            "date": datetime.date.today().isoformat(),
            "machine": {**machine(), "busy before": os.getloadavg()[0]},
            "chromium": browser.version,
            "click to the other window": click_through(browser, url, asked.choices, motion),
            "a moment of a replay": through_a_replay(browser, url),
            "first load": first_loads(browser, url),
        }
        browser.close()
    print(json.dumps(result, indent=1))
    if asked.out:
        asked.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
