"""Counts by day or hour, and by campaign or source: what alert rules are judged on."""

from datetime import datetime
from typing import Literal

from pydantic import ConfigDict

from abano_shared.contract.answers import ContractModel
from abano_shared.contract.figures import PeriodParameters

SeriesCount = Literal["sessions", "visits", "bookings"]
SeriesUnit = Literal["day", "hour"]
# By campaign, by source, or not at all.
Split = Literal["", "campaign", "source"]
# Half a year of hours.
MAX_BUCKETS = 4500
MAX_PARTS = 200


class SeriesParameters(PeriodParameters):
    """``counted`` by ``unit``, from the first local midnight or hour at ``since``; ``split``: by part."""

    model_config = ConfigDict(extra="forbid")

    counted: SeriesCount = "sessions"
    unit: SeriesUnit = "day"
    split: Split = ""


class SeriesPart(ContractModel):
    """Sessions, visits or bookings without a name have the key ''.

    ``buckets``: only of days or hours with any: their number from 0, the count, and of sessions how many completed at
    any time, completed soon, booked at any time, booked soon, and the booked value in minor units.
    """

    key: str
    name: str
    buckets: list[tuple[int, int, int, int, int, int, int]]


class SeriesResponse(ContractModel):
    """The largest parts. ``data_through``: until when all is counted."""

    parts: list[SeriesPart]
    data_through: datetime
