"""What a money figure is asked for: sessions as every figure, and how bookings are attributed to them."""

from dataclasses import dataclass
from typing import Literal

from abano_analytics.figures.query import FigureQuery

# How many days before its booking a session counts.
Window = Literal[7, 30, 90]
# Which of a booking's sessions its amount counts for: one of them, or all of them in equal parts.
Credit = Literal["first", "last", "linear"]


@dataclass(frozen=True, slots=True)
class MoneyQuery:
    """Sessions of ``figures``, with the bookings that they are credited with."""

    figures: FigureQuery
    window: Window = 90
    credit: Credit = "last"

    @property
    def name(self) -> str:
        """Different for different queries: a part of entity tags."""
        return f"{self.figures.name}-{self.window}-{self.credit}"
