"""A screen reader's output for keyboard users, from Chromium's accessibility tree."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Page

# More focus stops than any part of a page has: needing them means a keyboard trap.
MAX_STOPS = 120
# Page timeout in tenths of a second.
PATIENCE = 450
# Only the name of a group is announced when one of its members is focused.
STATES = ("checked", "expanded", "invalid", "required", "disabled", "selected", "pressed")
LISTEN = """
(() => {
  const live = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], output";
  const announce = (node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest(live);
    const text = region?.textContent.trim().replace(/\\s+/g, " ");
    if (text) window.announceText(text);
  };
  const within = (node) => (node instanceof Element ? node.querySelectorAll(live) : []);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      announce(target);
      for (const node of addedNodes) for (const each of within(node)) announce(each);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()
"""


class NotUsable(AssertionError):
    """A keyboard or screen-reader user is stuck here, or nothing is announced."""


@dataclass
class ScreenReader:
    """A walk through a page. ``announced`` lists all announcements in order."""

    page: Page
    announced: list[str] = field(default_factory=list)
    stops: int = 0
    _cdp: CDPSession | None = None

    def __post_init__(self) -> None:
        self.page.expose_binding("announceText", lambda _source, text: self._record(text))
        self.page.add_init_script(LISTEN)
        self._cdp = self.page.context.new_cdp_session(self.page)

    def arrived(self) -> None:
        """Announce the title of an opened page."""
        self.announced.append(f"page: {self.page.title()}")

    def focused(self) -> str:
        """The announcement for the focused element. Raises NotUsable without focus or name."""
        assert self._cdp is not None
        found = self._cdp.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        tree = self._cdp.send(
            "Accessibility.getPartialAXTree", {"objectId": found["objectId"], "fetchRelatives": False}
        )
        try:
            return words_of(tree["nodes"][0])
        except NotUsable as error:
            where = self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
            raise NotUsable(f"{error}: {where}") from error

    def to(self, name: str, *, back: bool = False) -> str:
        """Press Tab until an element of this name is focused; returns its announcement. Raises NotUsable."""
        stops: list[str] = []
        for _ in range(MAX_STOPS):
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            try:
                stops.append(self.focused())
            except NotUsable as error:
                raise NotUsable(f"{error}; on the way to {name}: {stops[-12:]}") from error
            self.stops += 1
            if re.search(name, stops[-1]):
                self.announced.append(stops[-1])
                return stops[-1]
            if stops[-5:].count(stops[-1]) == 5:
                raise NotUsable(f"a trap: {stops[-1]}")
        raise NotUsable(f"{name} was not reached; on the way: {stops[:40]}")

    def wait(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait for a condition. Raises NotUsable after the page timeout."""
        for _ in range(PATIENCE):
            if is_so():
                return
            self.page.wait_for_timeout(100)
        raise NotUsable(f"{what}; the focus: {self._maybe_focused()}; last announced: {self.announced[-6:]}")

    def wait_focus(self, name: str) -> None:
        """Wait until the page has moved the focus to an element of this name, and announce it."""
        self.wait(
            lambda: re.search(name, self._maybe_focused()) is not None, f"the focus does not come to {name}"
        )
        self.announced.append(self.focused())

    def wait_announced(self, text: str, since: int) -> None:
        """Wait until a live region announces it, after the first ``since`` announcements."""
        self.wait(
            lambda: any(re.search(text, one) for one in self.announced[since:]), f"{text} is not announced"
        )

    def _maybe_focused(self) -> str:
        """While a page changes, no element may have the focus."""
        try:
            return self.focused()
        except NotUsable as error:
            return str(error)

    def _record(self, text: str) -> None:
        announcement = f"announced: {text[:300]}"
        if announcement not in self.announced[-8:]:
            self.announced.append(announcement)


def words_of(node: dict[str, Any]) -> str:
    """The announcement for a node. Raises NotUsable when it is empty."""
    role = node.get("role", {}).get("value", "")
    name = re.sub(r"\s+", " ", node.get("name", {}).get("value", "")).strip()
    if role in {"RootWebArea", "none", "generic"} and not name:
        raise NotUsable(f"the focus is nowhere: {role}")
    if not name:
        raise NotUsable(f"a {role} without a name")
    states = [
        each["name"] if each["value"].get("value") in (True, "true") else f"not {each['name']}"
        for each in node.get("properties", [])
        if each["name"] in STATES
        and (each["name"] in {"checked", "expanded"} or each["value"].get("value") in (True, "true"))
    ]
    value = str(node.get("value", {}).get("value", ""))
    described = node.get("description", {}).get("value", "")
    parts = [
        name,
        role,
        *([value] if value and value != name else []),
        *states,
        *([described] if described else []),
    ]
    return ", ".join(parts)
