"""Use cases of fines: import a file, charge them to customers or keep them as costs, and their notices."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.fines.csv_file import IN_FUTURE, ReadFine, ReadLine
from abano.bookings.fines.models import VehicleFine
from abano.bookings.fines.repository import FineFilter, FineRepository, KnownVehicle, ListedFine
from abano.bookings.fines.rules import VAT_CHARGES, FineKind, Outcome, Rental, find_rental
from abano.bookings.fines.schemas import ChargeFineRequest, FineBooking, FineLine, FineProblem
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.languages.texts import Texts, format_moment, texts_in
from abano.core.money import to_decimal, to_json, to_minor
from abano.core.paging import Page, PageRequest
from abano.db.personal_data import PersonalRecords
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.costs import service as costs
from abano.fleet.costs.rules import CostKind
from abano.fleet.costs.schemas import VehicleCostRequest
from abano.payments.journal.service import HeldBooking, PriceLine, add_line, hold_booking
from abano.storage.images import Picture
from abano.storage.service import Content, Media, delete_files
from abano.tenancy.directory.tenant import Tenant

MAX_LABEL_LENGTH = 120
COST_KINDS: dict[FineKind, CostKind] = {"fine": "fine", "toll": "toll", "parking": "fine"}
NO_SUCH_BOOKING = Message("fine_booking_unknown", "There is no booking with this reference")
NO_SUCH_VEHICLE = Message("fine_vehicle_unknown", "There is no vehicle with this plate")
BOOKING_MISSING = Message("fine_booking_missing", "Please enter the reference of the booking")


class FineKnown(Conflict):
    """This vehicle already has a fine of this time and reference."""


class FineDecided(Conflict):
    """Someone else has already decided on this fine."""


class FineNotDecided(Conflict):
    """There is no decision on this fine to reverse."""


class BookingNotChargeable(Conflict):
    """A cancelled booking can't be charged. Choose another booking or keep it as a cost."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A line beside what is known: its vehicle, and the rental that had it then."""

    line: ReadLine
    outcome: Outcome
    vehicle: KnownVehicle | None = None
    rental: Rental | None = None

    def shown(self) -> FineLine:
        fine, cells = self.line.fine, self.line.cells
        return FineLine(
            line=self.line.number,
            plate=self.vehicle.plate if self.vehicle else cells.get("Plate", "")[:40],
            happened_at=fine.happened_at if fine else None,
            kind=fine.kind if fine else None,
            amount=to_json(fine.amount) if fine else None,
            currency=fine.currency if fine else "",
            reference=fine.reference if fine else cells.get("Reference", "")[:80],
            outcome=self.outcome,
            booking=FineBooking.of(self.rental) if self.rental else None,
            problems=[
                FineProblem(
                    column=column, code=sentence.code, message=sentence.text, params=dict(sentence.params)
                )
                for column, sentence in self.line.problems
            ],
        )


async def check_lines(uow: UnitOfWork, lines: Sequence[ReadLine]) -> list[Checked]:
    """What would become of each line of a file."""
    repository = FineRepository(uow)
    fines = [line.fine for line in lines if line.fine is not None]
    vehicles = await repository.vehicles({fine.plate_key for fine in fines})
    found = [fine for fine in fines if fine.plate_key in vehicles]
    if not found:
        return [Checked(line, "unknown_plate" if line.fine else "bad") for line in lines]
    first, last = (pick(fine.happened_at for fine in found) for pick in (min, max))
    ids = [each.id for each in vehicles.values()]
    known = await repository.known(ids, first, last)
    candidates = await repository.candidates(ids, first, last)
    checked: list[Checked] = []
    for line in lines:
        fine = line.fine
        if fine is None:
            checked.append(Checked(line, "bad"))
            continue
        vehicle = vehicles.get(fine.plate_key)
        if vehicle is None:
            checked.append(Checked(line, "unknown_plate"))
            continue
        key = (vehicle.id, fine.happened_at, fine.reference)
        rental = find_rental(candidates.get(vehicle.id, ()), fine.happened_at)
        outcome: Outcome = "known" if key in known else "matched" if rental else "unmatched"
        checked.append(Checked(line, outcome, vehicle, rental))
        known.add(key)
    return checked


async def import_lines(uow: UnitOfWork, actor: Actor, checked: Sequence[Checked], now: datetime) -> int:
    """Store new fines and return their number. Invalid lines and unknown plates are skipped."""
    rows = [
        _row(uow, actor, each.vehicle, fine, each.rental, now)
        for each in checked
        if (fine := each.line.fine) is not None
        and each.vehicle is not None
        and each.outcome in {"matched", "unmatched"}
    ]
    count = await FineRepository(uow).add_all(rows)
    if count:
        await record(
            uow, actor, "fine.imported", subject=("fines", "import"), after={"count": count}, now=now
        )
    return count


async def add(uow: UnitOfWork, actor: Actor, fine: ReadFine, now: datetime) -> UUID:
    """Store one, matched to the rental that had the vehicle then. Raises InvalidInput, FineKnown."""
    repository = FineRepository(uow)
    if fine.happened_at > now:
        raise InvalidInput.of("happenedAt", IN_FUTURE())
    vehicle = (await repository.vehicles({fine.plate_key})).get(fine.plate_key)
    if vehicle is None:
        raise InvalidInput.of("plate", NO_SUCH_VEHICLE())
    candidates = await repository.candidates([vehicle.id], fine.happened_at, fine.happened_at)
    rental = find_rental(candidates.get(vehicle.id, ()), fine.happened_at)
    row = _row(uow, actor, vehicle, fine, rental, now)
    if not await repository.add_all([row]):
        raise FineKnown
    added = cast(UUID, row["id"])
    await _note(uow, actor, await repository.get_locked(added), "fine.added", now)
    return added


def _row(
    uow: UnitOfWork, actor: Actor, vehicle: KnownVehicle, fine: ReadFine, rental: Rental | None, now: datetime
) -> dict[str, object]:
    return {
        "tenant_id": uow.tenant_id,
        "id": new_id(),
        "vehicle_id": vehicle.id,
        "kind": fine.kind,
        "happened_at": fine.happened_at,
        "amount_minor": fine.amount,
        "currency": fine.currency,
        "reference": fine.reference,
        "note": fine.note,
        "state": "open",
        "booking_id": rental.booking_id if rental else None,
        "created_by": actor.admin_id,
        "created_at": now,
    }


async def list_fines(uow: UnitOfWork, criteria: FineFilter, request: PageRequest) -> Page[ListedFine]:
    """Raises InvalidInput for the cursor."""
    return await FineRepository(uow).page(criteria, request)


async def charge(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    fine_id: UUID,
    request: ChargeFineRequest,
    now: datetime,
) -> None:
    """Add the amount and the handling fee to the price of the booking, and the amount to the vehicle's costs.

    The company pays the authority in any case: without the cost, the profit would count what was passed on.
    Raises NotFound, FineDecided, BookingNotChargeable, InvalidInput.
    """
    fine = await _get_open(uow, fine_id)
    booking = await _booking_of(uow, fine, request.booking_reference)
    if booking.status == "cancelled":
        raise BookingNotChargeable
    kind, texts = cast(FineKind, fine.kind), texts_in(booking.language or catalog.rules.languages[0])
    amount, fee = to_minor(request.amount), to_minor(request.handling_fee)
    label = _label(texts, fine, tenant)
    line = PriceLine(label, amount, fine.note, VAT_CHARGES[kind])
    await add_line(uow, actor.admin_id, booking, line, now)
    if fee:
        name = f"{texts.gettext('Handling fee')} · {label}"[:MAX_LABEL_LENGTH]
        await add_line(uow, actor.admin_id, booking, PriceLine(name, fee, "", "service"), now)
    fine.booking_id, fine.fee_minor = booking.id, fee
    is_own_currency = booking.currency == tenant.currency
    cost_id = await _add_cost(uow, tenant, actor, fine, amount, now) if is_own_currency else None
    _decide(fine, actor, "charged", amount, booking.currency, cost_id, now)
    await FineRepository(uow).flush()
    after = {"kind": kind, "amount": f"{to_decimal(amount)} {booking.currency}", "fee": to_json(fee)}
    subject = ("booking", booking.reference)
    await record(uow, actor, "fine.charged", subject=subject, after=after, now=now)


async def keep(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, fine_id: UUID, amount: int, now: datetime
) -> None:
    """The company pays it itself: a cost of the vehicle. Raises NotFound, FineDecided."""
    fine = await _get_open(uow, fine_id)
    cost_id = await _add_cost(uow, tenant, actor, fine, amount, now)
    _decide(fine, actor, "kept", amount, tenant.currency, cost_id, now)
    await FineRepository(uow).flush()
    await _note(uow, actor, fine, "fine.kept", now)


async def reverse(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    fine_id: UUID,
    reason: str,
    now: datetime,
) -> None:
    """Reopen a decided fine and remove its cost.

    A charge is offset by price lines of the opposite amount: the booking's history and issued invoices are
    not rewritten. Raises NotFound, FineNotDecided.
    """
    fine = await FineRepository(uow).get_locked(fine_id)
    if fine.state == "open":
        raise FineNotDecided
    before = {"state": fine.state, "amount": f"{to_decimal(fine.charged_minor or 0)} {fine.charged_currency}"}
    subject: tuple[str, object] = ("vehicle", fine.vehicle_id)
    if fine.state == "charged" and fine.booking_id is not None:
        booking = await hold_booking(uow, fine.booking_id)
        texts = texts_in(booking.language or catalog.rules.languages[0])
        label, kind = _label(texts, fine, tenant), cast(FineKind, fine.kind)
        fee = f"{texts.gettext('Handling fee')} · {label}"
        for name, amount, charge in (
            (label, fine.charged_minor or 0, VAT_CHARGES[kind]),
            (fee, fine.fee_minor or 0, "service"),
        ):
            if amount:
                reversal = texts.gettext("Reversed: {label}", label=name)[:MAX_LABEL_LENGTH]
                await add_line(
                    uow, actor.admin_id, booking, PriceLine(reversal, -amount, reason, charge), now
                )
        subject = ("booking", booking.reference)
    cost_id = fine.cost_id
    fine.state, fine.charged_minor, fine.charged_currency, fine.fee_minor = "open", None, None, None
    fine.cost_id, fine.decided_by, fine.decided_at = None, None, None
    await FineRepository(uow).flush()
    if cost_id is not None:
        await costs.remove(uow, actor, cost_id, now)
    await record(
        uow, actor, "fine.reversed", subject=subject, before=before, after={"reason": reason}, now=now
    )


async def remove(uow: UnitOfWork, actor: Actor, fine_id: UUID, now: datetime) -> None:
    """Remove one that no one decided on, with its notice. Raises NotFound, FineDecided."""
    fine = await _get_open(uow, fine_id)
    await FineRepository(uow).remove(fine)
    if fine.notice_id is not None:
        await delete_files(uow, [fine.notice_id])
    await _note(uow, actor, fine, "fine.removed", now)


# Notices: the authority's letter, visible only to the team.


async def require_fine(uow: UnitOfWork, fine_id: UUID) -> None:
    """Raises NotFound."""
    if await FineRepository(uow).find(fine_id) is None:
        raise NotFound


async def keep_notice(
    uow: UnitOfWork, media: Media, actor: Actor, fine_id: UUID, file: Picture | bytes, now: datetime
) -> None:
    """Replace the notice. Raises NotFound, MediaFull, MediaUnavailable."""
    fine = await FineRepository(uow).get_locked(fine_id)
    old, new = fine.notice_id, new_id()
    if isinstance(file, Picture):
        await media.add_picture(uow, new, file, fine.booking_id, now)
    else:
        await media.add_document(uow, new, file, fine.booking_id, now)
    fine.notice_id = new
    await FineRepository(uow).flush()
    if old is not None:
        await delete_files(uow, [old])
    await _note(uow, actor, fine, "fine.notice_added", now)


async def read_notice(uow: UnitOfWork, media: Media, fine_id: UUID) -> Content:
    """Raises NotFound if there is no fine or no notice, MediaUnavailable, ContentLost."""
    fine = await FineRepository(uow).find(fine_id)
    if fine is None or fine.notice_id is None:
        raise NotFound
    return await media.read(uow, fine.notice_id)


async def _get_open(uow: UnitOfWork, fine_id: UUID) -> VehicleFine:
    fine = await FineRepository(uow).get_locked(fine_id)
    if fine.state != "open":
        raise FineDecided
    return fine


async def _booking_of(uow: UnitOfWork, fine: VehicleFine, reference: str) -> HeldBooking:
    booking_id = fine.booking_id
    if reference:
        booking_id = await FineRepository(uow).find_booking(reference)
        if booking_id is None:
            raise InvalidInput.of("bookingReference", NO_SUCH_BOOKING())
    if booking_id is None:
        raise InvalidInput.of("bookingReference", BOOKING_MISSING())
    return await hold_booking(uow, booking_id)


async def _add_cost(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, fine: VehicleFine, amount: int, now: datetime
) -> UUID:
    request = VehicleCostRequest(
        kind=COST_KINDS[cast(FineKind, fine.kind)],
        spent_on=fine.happened_at.astimezone(tenant.zone).date(),
        amount=to_decimal(amount),
        note=fine.reference,
    )
    return (await costs.store(uow, actor, fine.vehicle_id, request, tenant.currency, now)).id


def _decide(
    fine: VehicleFine,
    actor: Actor,
    state: str,
    amount: int,
    currency: str,
    cost_id: UUID | None,
    now: datetime,
) -> None:
    fine.state, fine.charged_minor, fine.charged_currency = state, amount, currency
    fine.cost_id, fine.decided_by, fine.decided_at = cost_id, actor.admin_id, now


def _label(texts: Texts, fine: VehicleFine, tenant: Tenant) -> str:
    """What it is called on the customer's bill: Fine, Tue, 7 Jul 2026, 09:00 · 4711."""
    names = {
        "fine": texts.pgettext("on a bill", "Fine"),
        "toll": texts.pgettext("on a bill", "Toll"),
        "parking": texts.pgettext("on a bill", "Parking charge"),
    }
    moment = format_moment(fine.happened_at.astimezone(tenant.zone), texts.locale)
    return " · ".join(filter(None, (f"{names[fine.kind]}, {moment}", fine.reference)))[:MAX_LABEL_LENGTH]


async def _note(uow: UnitOfWork, actor: Actor, fine: VehicleFine, action: str, now: datetime) -> None:
    after = {
        "kind": fine.kind,
        "happenedAt": fine.happened_at,
        "amount": f"{to_decimal(fine.amount_minor)} {fine.currency}",
    }
    await record(uow, actor, action, subject=("vehicle", fine.vehicle_id), after=after, now=now)


# The offence is erased with the person; amounts belong to the company's accounts. The notice contains the
# driver's name.
PERSONAL_RECORDS = (
    PersonalRecords(
        "finesAndTolls",
        find="""
select to_jsonb(f) - array['tenant_id', 'created_by', 'decided_by'] from vehicle_fines f
where f.tenant_id = :tenant and f.booking_id = any(:booking_ids) order by f.happened_at, f.id
""",
        erase="""
with notices as (
  delete from media_files m using vehicle_fines f
  where m.tenant_id = :tenant and f.tenant_id = :tenant and f.booking_id = any(:booking_ids) and m.id = f.notice_id
)
update vehicle_fines set note = '', notice_id = null
where tenant_id = :tenant and booking_id = any(:booking_ids) returning id
""",
    ),
)
