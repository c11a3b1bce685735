"""Records a page while somebody works on it, and counts her time.

People's time is that of the keystroke-level model (Card, Moran and Newell 1983), not the script's: a script types in
no time, and a pause that it makes up says nothing.
"""

import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Locator, Page

# Seconds of the keystroke-level model: a key by an average typist, pointing and pressing, and making up one's mind.
KEY, POINT, THINK = 0.28, 1.2, 1.35
# A touch needs no pointer to be moved.
TOUCH = 0.6
FRAMES_A_SECOND = 4
WIDEST = 900
# How long the last picture of a recording stays.
LAST_MILLISECONDS = 2_500


@dataclass
class Recording:
    """One person at one page. ``touch`` for a phone."""

    name: str
    page: Page
    touch: bool = False
    person_seconds: float = 0.0
    machine_seconds: float = 0.0
    steps: list[str] = field(default_factory=list)
    frames: list[tuple[float, bytes]] = field(default_factory=list)

    def click(self, target: Locator) -> None:
        """Find something, decide for it and press it."""
        self.person_seconds += THINK + (TOUCH if self.touch else POINT)
        self._timed(target.click)

    def type(self, target: Locator, text: str) -> None:
        """Go to a field and write into it."""
        self.person_seconds += (TOUCH if self.touch else POINT) + KEY * len(text)
        self._timed(lambda: target.fill(text))

    def choose(self, target: Locator, value: str) -> None:
        """Pick an entry of a list."""
        self.person_seconds += THINK + 2 * (TOUCH if self.touch else POINT)
        self._timed(lambda: target.select_option(value))

    def press(self, keys: str) -> None:
        """A key or a chord."""
        self.person_seconds += THINK / 2 + KEY
        self._timed(lambda: self.page.keyboard.press(keys))

    def read(self, target: Locator, words: int = 12) -> None:
        """Wait for something and read it, at four words a second."""
        self._timed(target.first.wait_for)
        self.person_seconds += words / 4

    def step(self, what: str) -> None:
        """Begin a part of the work; its name stands in the table."""
        self.steps.append(what)

    def _timed(self, act: Any) -> None:
        started = time.monotonic()
        act()
        self.machine_seconds += time.monotonic() - started

    @contextmanager
    def filmed(self) -> Iterator[None]:
        """Keep what the page shows as long as the block runs."""
        session = self.page.context.new_cdp_session(self.page)

        def keep(event: dict[str, Any]) -> None:
            self.frames.append((event["metadata"]["timestamp"], base64.b64decode(event["data"])))
            session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

        session.on("Page.screencastFrame", keep)
        session.send("Page.startScreencast", {"format": "jpeg", "quality": 80})
        try:
            yield
        finally:
            # The last state of the page is drawn before the film ends.
            self.page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => done(true)))")
            session.send("Page.stopScreencast")
            session.detach()

    def save(self, folder: Path) -> Path:
        """Write the film as an animated WebP; pictures that follow each other too quickly are left out."""
        # Of pictures that follow each other too quickly the last one counts.
        by_moment = {int(moment * FRAMES_A_SECOND): content for moment, content in self.frames}
        if not by_moment:
            raise ValueError(f"{self.name}: nothing was shown.")
        pictures = [_small(content) for content in by_moment.values()]
        lasting = [round((b - a) * 1000 / FRAMES_A_SECOND) for a, b in pairwise(by_moment)]
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.name}.webp"
        pictures[0].save(
            file,
            save_all=True,
            append_images=pictures[1:],
            duration=[*lasting, LAST_MILLISECONDS],
            loop=0,
            quality=55,
            method=2,
        )
        return file


def _small(content: bytes) -> Image.Image:
    picture = Image.open(BytesIO(content)).convert("RGB")
    picture.thumbnail((WIDEST, WIDEST * 2))
    return picture
