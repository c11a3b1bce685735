"""Pure rules of tills."""

from typing import Literal

TillState = Literal["open", "counted", "closed"]


def till_state(*, is_counted: bool, is_closed: bool) -> TillState:
    """A counted one whose cash differs waits for a manager."""
    if is_closed:
        return "closed"
    return "counted" if is_counted else "open"
