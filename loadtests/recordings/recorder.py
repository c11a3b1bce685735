"""Records a page while someone works on it, and counts her time.

People's time is that of the keystroke-level model (Card, Moran and Newell 1983), not the script's: a script types in
no time, and a pause that it makes up says nothing. The film runs in that time, too.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page

# Seconds of the keystroke-level model: a key by an average typist, pointing and pressing, and making up one's mind.
KEY, POINT, THINK = 0.28, 1.2, 1.35
# A touch needs no pointer to be moved.
TOUCH = 0.6
WORDS_A_SECOND = 4
MAX_WIDTH = 900
# How long the last picture of a recording stays.
LAST_SECONDS = 3.0


@dataclass
class Recording:
    """One person at one page. ``touch`` for a phone; ``taps`` and ``keys`` are what she pressed and typed."""

    name: str
    page: Page
    touch: bool = False
    person_seconds: float = 0.0
    machine_seconds: float = 0.0
    taps: int = 0
    keys: int = 0
    # What each step is called, and for how long the person and the machine were at it.
    steps: list[str] = field(default_factory=list)
    step_seconds: list[float] = field(default_factory=list)
    # What the page showed, and for how many seconds of hers.
    frames: list[tuple[bytes, float]] = field(default_factory=list)

    def step(self, what: str) -> None:
        """Start a step; its name is listed in the table, with its seconds."""
        self.steps.append(what)
        self.step_seconds.append(0.0)

    def click(self, target: Locator) -> None:
        """Find something, decide for it and press it."""
        self.act(THINK + self._pointing, target.click, taps=1)

    def type(self, target: Locator, text: str) -> None:
        """Go to a field and write into it."""
        self.act(self._pointing + KEY * len(text), lambda: target.fill(text), taps=1, keys=len(text))

    def tick(self, target: Locator) -> None:
        """Press a box or a round button that is drawn by its label."""
        self.act(THINK + self._pointing, lambda: target.check(force=True), taps=1)

    def choose(self, target: Locator, label: str) -> None:
        """Pick an entry of a list."""
        self.act(THINK + 2 * self._pointing, lambda: target.select_option(label), taps=2)

    def press(self, keys: str) -> None:
        """A key or a chord."""
        self.act(THINK / 2 + KEY, lambda: self.page.keyboard.press(keys), keys=1)

    def read(self, target: Locator, words: int = 12) -> None:
        """Wait for something and read it."""
        self.act(words / WORDS_A_SECOND, target.first.wait_for)

    def act(self, person: float, act: Callable[[], object], *, taps: int = 0, keys: int = 0) -> None:
        """Do something that takes a person so many seconds, and the machine as long as it takes."""
        if not self.frames:
            self.frames.append((self.page.screenshot(type="jpeg", quality=80), 0.0))
        started = time.monotonic()
        act()
        waited = time.monotonic() - started
        self.machine_seconds += waited
        self.person_seconds += person
        if self.steps:
            self.step_seconds[-1] += person + waited
        self.taps += taps
        self.keys += keys
        self.frames.append((self.page.screenshot(type="jpeg", quality=80), person))

    def save(self, folder: Path) -> Path:
        """Write the film as an animated WebP. Raises ValueError when nothing was done."""
        if not self.frames:
            raise ValueError(f"{self.name}: nothing was done.")
        pictures = [_small(content) for content, _ in self.frames]
        # A picture is seen while the next thing is done.
        seconds = [*(lasting for _, lasting in self.frames[1:]), LAST_SECONDS]
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.name}.webp"
        pictures[0].save(
            file,
            save_all=True,
            append_images=pictures[1:],
            duration=[round(each * 1000) for each in seconds],
            loop=0,
            quality=55,
            method=2,
        )
        return file

    @property
    def _pointing(self) -> float:
        return TOUCH if self.touch else POINT


def _small(content: bytes) -> Image.Image:
    picture = Image.open(BytesIO(content)).convert("RGB")
    picture.thumbnail((MAX_WIDTH, MAX_WIDTH * 2))
    return picture
