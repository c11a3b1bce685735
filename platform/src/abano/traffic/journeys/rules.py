"""Pure rules of journeys: which steps a browser may tell, and which pages are named."""

import re
from datetime import datetime, timedelta
from typing import Literal

# A booking is told by the server alone.
BrowserStep = Literal[
    "landing", "quiz_intro", "quiz_start", "search", "car", "wizard_1", "wizard_2", "wizard_3"
]
MOST_STEPS = 20
# Steps wait in the browser while it is offline; older ones are as good as lost.
LONGEST_WAIT = timedelta(hours=6)
# Words of a page's address, such as /cars/dacia-duster. Tokens of links are longer, or have capitals.
_PAGE = re.compile(r"/|(?:/[a-z0-9][a-z0-9._-]{0,39}){1,3}/?")


def page_of(path: str | None) -> str | None:
    """The landing page as it is stored; None for an address that may hold more than the name of a page."""
    return path if path and _PAGE.fullmatch(path) else None


def reached_at(now: datetime, milliseconds_ago: int) -> datetime:
    """When a step was reached, by the server's clock."""
    return now - min(timedelta(milliseconds=milliseconds_ago), LONGEST_WAIT)
