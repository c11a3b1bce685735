"""Adds the company's names to reports, which only contain ids. Pure.

The response's tag includes the names, so that it changes with them.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson
from sqlalchemy import select

from abano.analytics.figures.client import Answer
from abano.analytics.figures.pages import Labels
from abano.catalog.published.models import CarRow, Location
from abano.db.repositories import Repository
from abano.fleet.reservations.models import VehicleRow
from abano.marketing.affiliates.models import Affiliate
from abano_shared.contract.reports import Cut

# What the company calls its vehicles, cars, places and affiliates.


class NamedVehicle(NamedTuple):
    plate: str
    car_id: str


class NameRepository(Repository):
    """Names of one tenant by their keys, within the caller's transaction."""

    async def vehicles(self) -> dict[str, NamedVehicle]:
        """By plate, sold ones too."""
        query = (
            select(VehicleRow.id, VehicleRow.plate, VehicleRow.car_id)
            .where(VehicleRow.tenant_id == self._tenant)
            .order_by(VehicleRow.plate_key)
        )
        return {
            str(row.id): NamedVehicle(row.plate, str(row.car_id))
            for row in await self._session.execute(query)
        }

    async def cars(self) -> dict[str, str]:
        query = (
            select(CarRow.id, CarRow.name)
            .where(CarRow.tenant_id == self._tenant)
            .order_by(CarRow.position, CarRow.name)
        )
        return {str(row.id): row.name for row in await self._session.execute(query)}

    async def places(self) -> dict[str, str]:
        query = select(Location.code, Location.name).where(Location.tenant_id == self._tenant)
        rows = await self._session.execute(query.order_by(Location.position, Location.name))
        return {row.code: row.name for row in rows}

    async def affiliates(self) -> dict[str, str]:
        query = select(Affiliate.id, Affiliate.name).where(Affiliate.tenant_id == self._tenant)
        return {str(row.id): row.name for row in await self._session.execute(query)}


_QUOTE = '"'


@dataclass(frozen=True, slots=True)
class Names:
    """``affiliates`` and references only for those who may see them."""

    vehicles: Mapping[str, NamedVehicle]
    cars: Mapping[str, str]
    places: Mapping[str, str]
    affiliates: Mapping[str, str]
    shows_references: bool
    answers: Labels = field(default_factory=dict)

    def inner_tag(self, known_tag: str) -> str:
        """The service's part of the caller's tag. Empty if the tag was built with other names."""
        end = self._mark + _QUOTE
        return known_tag.removesuffix(end) + _QUOTE if known_tag.endswith(end) else ""

    def tag(self, inner: str) -> str:
        return inner.removesuffix(_QUOTE) + self._mark + _QUOTE

    @property
    def _mark(self) -> str:
        selection = (self.vehicles, self.cars, self.places, self.affiliates, self.shows_references)
        texts = repr((selection, sorted(self.answers.items(), key=repr)))
        return f"-names-{hashlib.sha256(texts.encode()).hexdigest()[:12]}"

    def named_report(
        self, answer: Answer, cut: Cut, period: dict[str, str], question: str | None
    ) -> dict[str, Any]:
        """The content of a report. ``answer`` has a body."""
        content: dict[str, Any] = orjson.loads(answer.body or b"{}")
        for row in content["rows"]:
            row["label"], row["detail"] = self._label(cut, row["key"], row["label"], question)
        for asked in content["questions"]:
            asked["text"] = self.answers.get((asked["questionId"], None), asked["text"])
        content["cut"], content["period"] = cut, period
        content["choices"] = {
            "vehicles": [{"key": key, "label": named.plate} for key, named in self.vehicles.items()],
            "models": _choices(self.cars),
            "places": _choices(self.places),
        }
        return content

    def named_list(self, answer: Answer) -> dict[str, Any]:
        """The content of a list of rentals. ``answer`` has a body."""
        content: dict[str, Any] = orjson.loads(answer.body or b"{}")
        for rental in content["rentals"]:
            vehicle = self.vehicles.get(rental["vehicle"])
            rental["vehicle"] = vehicle.plate if vehicle else None
            rental["model"] = self.cars.get(rental["model"])
            rental["place"] = self.places.get(rental["place"], rental["place"])
            rental["affiliate"] = self.affiliates.get(rental["affiliate"])
            if not self.shows_references:
                rental["bookingId"] = rental["reference"] = None
        return content

    def _label(
        self, cut: Cut, key: str, given: str | None, question: str | None
    ) -> tuple[str | None, str | None]:
        """What a row is called, and what a vehicle is."""
        if cut == "vehicle":
            vehicle = self.vehicles.get(key)
            return (vehicle.plate, self.cars.get(vehicle.car_id)) if vehicle else (None, None)
        if cut == "answer":
            return self.answers.get((question or "", key), given), None
        known = {"model": self.cars, "place": self.places, "affiliate": self.affiliates}.get(cut, {})
        return known.get(key), None


def _choices(names: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"key": key, "label": name} for key, name in names.items()]
