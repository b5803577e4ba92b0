"""A browser for tests of the pages: windows that let nothing out to other servers, and hands that play."""

from __future__ import annotations

import shutil
from asyncio import AbstractEventLoop, _set_running_loop, get_running_loop
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.web.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, WebSocket

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NOT_NEEDED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
"""Pages behind the address bar, which every new window would load, in processes of their own."""
NOT_FOR_TESTS = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""What Playwright itself switches off: the browser heeds the last list alone."""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-features=" + ",".join((*NOT_NEEDED, *NOT_FOR_TESTS)),
)
TIMEOUT = 20_000
"""The milliseconds that a page may take for one thing: two processes a core run tests of browsers."""
IS_IDLE = "() => !document.body.classList.contains('sending') && !document.querySelector('.list.waiting')"


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, AbstractEventLoop]]:
    """Debian's Chromium, one for all tests of a process, and the event loop that Playwright keeps running for it."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here; tools/chromium.sh installs it")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        started, loop = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS)), get_running_loop()
        _set_running_loop(None)
        yield started, loop
        _set_running_loop(loop)
        started.close()


@pytest.fixture
def browser(chromium: tuple[Browser, AbstractEventLoop]) -> Iterator[Browser]:
    """The browser. Its event loop runs during this test alone: others have loops of their own."""
    started, loop = chromium
    _set_running_loop(loop)
    yield started
    _set_running_loop(None)


@dataclass
class Window:
    """A window of a browser of its own, with everything that went wrong in it and all frames that it got."""

    page: Page
    host: str
    strangers: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Note requests to other servers, errors of scripts, and frames."""
        self.page.on("request", lambda request: self._check(request.url))
        self.page.on("websocket", self._follow)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        if (
            message.type == "error"
            and "Failed to load resource" not in message.text
            and "WebSocket" not in message.text
        ):
            self.errors.append(message.text)

    def _check(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.strangers.append(url)

    def _follow(self, socket: WebSocket) -> None:
        self._check(socket.url)
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    @property
    def question(self) -> str:
        return self.page.locator(".q").inner_text()

    @property
    def steps(self) -> list[str]:
        """The log, line by line."""
        return self.page.locator(".log .step").all_inner_texts()

    def wait(self) -> None:
        """Wait until nothing is sent or played any more."""
        self.page.wait_for_function(IS_IDLE)

    def after(self, act: Callable[[], object]) -> None:
        """Do something, and wait until the log has grown."""
        count = self.page.locator(".log .step").count()
        act()
        self.page.wait_for_function("count => document.querySelectorAll('.log .step').length > count", arg=count)
        self.wait()

    def move(self, act: Callable[[], object]) -> None:
        """Do something, and wait until the match has moved on."""
        number = self.page.locator(".stage").get_attribute("data-number")
        act()
        self.page.wait_for_function("was => document.querySelector('.stage').dataset.number !== was", arg=number)
        self.wait()

    def press(self, choice: Locator) -> None:
        """Click a choice until it is made: once, or a second time where the first click selects it."""
        choice.click()
        if self.page.evaluate("() => document.querySelector('.opt.sel') && !document.querySelector('.list.waiting')"):
            choice.click()

    def make(self, choice: Locator) -> None:
        """Make a choice, and wait until the match has moved on."""
        self.move(lambda: self.press(choice))

    def choose(self, kind: str = "") -> None:
        """Make the first choice, or the first of a kind."""
        choice = self.page.locator(f".opt[data-choice^='{kind}']" if kind else ".opt").first
        self.after(lambda: self.press(choice))

    def play_until(self, word: str, most: int = 40) -> None:
        """Click first choices until the question has a word in it."""
        for _ in range(most):
            self.page.locator(".opt").first.wait_for()
            if word in self.question:
                return
            self.choose()
        raise AssertionError(f"{word!r} was not asked")

    def close(self) -> None:
        """Close it; nothing may have gone wrong in it."""
        self.page.context.close()
        assert self.strangers == []
        assert self.errors == []


NewWindow = Callable[..., Window]


def open_window(
    browser: Browser, url: str, *, makes_forced: bool = False, one_press: bool = True, **options: Any
) -> Window:
    """Open a window of a browser of its own. Unless it is asked to be as people find it, it asks for forced choices
    too, and one press makes a choice."""
    context = browser.new_context(base_url=url, **{"reduced_motion": "reduce", **options})
    for name, is_on in (("forced", makes_forced), ("one-press", one_press)):
        setting = f"'battlewright.{name}'"
        context.add_init_script(
            f"localStorage.getItem({setting}) ?? localStorage.setItem({setting}, '{str(is_on).lower()}')"
        )
    context.set_default_timeout(TIMEOUT)
    window = Window(context.new_page(), urlsplit(url).netloc)
    window.listen()
    return window


@pytest.fixture
def new_window(browser: Browser, shared_server: Server) -> Iterator[NewWindow]:
    """Opens windows; at the end nothing may have gone wrong in them."""
    opened: list[Window] = []

    def new(server: Server = shared_server, **options: Any) -> Window:
        opened.append(open_window(browser, server.url, **options))
        return opened[-1]

    yield new
    for window in opened:
        window.close()


def violations_on(window: Window, where: str) -> str:
    """Return the serious findings of axe on a page."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(window.page).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    lines = [f"{where}: {each['id']}: {node['html'][:160]}" for each in serious for node in each["nodes"][:3]]
    return "\n".join(lines)
