"""Which handover places a rental has, and what is wrong with them. Pure."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from abano.catalog.published.handover import NOT_AGREED, Handover, HandoverPlace, Side, is_open
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import FieldError, Message, Sentence
from abano.core.text import fold

PLACE_UNKNOWN = Message(
    "handover_place_unknown", "We do not hand over cars there. Please choose another place."
)
PLACE_CLOSED = Message(
    "handover_place_closed", "{place} is open {hours} on this day. Please choose another time or place."
)
PLACE_CLOSED_ALL_DAY = Message(
    "handover_place_closed_all_day", "{place} is closed on this day. Please choose another day or place."
)
# How a price line of each side is known; the code of the place follows.
LINES: Mapping[Side, str] = {"pickup": "handover:pickup:", "dropoff": "handover:return:"}
PLACE_FIELDS: Mapping[Side, str] = {"pickup": "pickupPlace", "dropoff": "dropoffPlace"}
TIME_FIELDS: Mapping[Side, str] = {"pickup": "pickupTime", "dropoff": "returnTime"}
BOTH_SIDES: frozenset[Side] = frozenset({"pickup", "dropoff"})


def choose_handover(
    catalog: Catalog,
    *,
    pickup: tuple[str, str | None],
    dropoff: tuple[str, str | None],
    agreed: Handover = NOT_AGREED,
    with_default: Collection[Side] = (),
) -> tuple[Handover, list[FieldError]]:
    """The handover places of a rental by location and code, and an error for each that is not offered.

    No code: as ``agreed``, if it is still in that location. An empty code: none. An agreed place remains
    valid with its agreed texts, even if no longer offered; it uses the current fee and hours, if any.

    ``with_default``: sides that get ``default_place`` instead of none.
    """
    places = Handover(_place(catalog, *pickup, agreed.pickup), _place(catalog, *dropoff, agreed.dropoff))
    asked: tuple[tuple[Side, str | None, HandoverPlace | None], ...] = (
        ("pickup", pickup[1], places.pickup),
        ("dropoff", dropoff[1], places.dropoff),
    )
    errors = [
        FieldError(PLACE_FIELDS[side], PLACE_UNKNOWN())
        for side, code, place in asked
        if code and place is None
    ]
    if places.pickup is None and "pickup" in with_default:
        places = replace(places, pickup=default_place(catalog, pickup[0]))
    if places.dropoff is None and "dropoff" in with_default:
        places = replace(places, dropoff=default_place(catalog, dropoff[0], places.pickup))
    return places, errors


def default_place(
    catalog: Catalog, location: str, beside: HandoverPlace | None = None
) -> HandoverPlace | None:
    """The default place of a location: the first of the cheapest ones. None if it has no places.

    ``beside``: the pickup place, preferred among places with the same fee. A default ensures that a fee
    charged at every place of the location applies. The site selects the same:
    frontend/src/lib/handover-places.ts.
    """
    offered = [
        place for place in catalog.handover_places if place.is_active and place.location == fold(location)
    ]
    return min(
        offered,
        key=lambda place: (place.fee, beside is None or place.code != beside.code),
        default=None,
    )


def _place(
    catalog: Catalog, location: str, code: str | None, agreed: HandoverPlace | None
) -> HandoverPlace | None:
    had = agreed if agreed is not None and agreed.location == fold(location) else None
    if had is not None and code in (None, had.code):
        current = catalog.handover_place(location, had.code)
        return replace(had, fee=current.fee, opening_hours=current.opening_hours) if current else had
    current = catalog.handover_place(location, code) if code else None
    return current if current is not None and current.is_active else None


def closed_errors(handover: Handover, pickup: datetime, dropoff: datetime) -> Iterator[FieldError]:
    """An error at the time of each place that is closed then. Local times."""
    for side, place in handover.places():
        moment = pickup if side == "pickup" else dropoff
        if not is_open(place.opening_hours, moment):
            yield FieldError(TIME_FIELDS[side], _closed(place, moment))


def _closed(place: HandoverPlace, moment: datetime) -> Sentence:
    hours = ", ".join(
        f"{each.opens}–{each.closes}" for each in place.opening_hours if each.weekday == moment.isoweekday()
    )
    return PLACE_CLOSED(place=place.name, hours=hours) if hours else PLACE_CLOSED_ALL_DAY(place=place.name)
