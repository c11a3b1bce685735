"""Use cases of proposed price lines: charges at a return, and the desk's decision on them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record as note_in_audit
from abano.booking_record.models import BookingRow
from abano.bookings.handover.models import HandoverRecord, ProposedLine
from abano.bookings.handover.presentation import body_of_car, present_damage_history
from abano.bookings.handover.repository import HandoverRepository
from abano.bookings.handover.rules import (
    Decision,
    LineKind,
    Proposal,
    Returned,
    decide_in_yard,
    propose,
    propose_drivers,
    without_accepted,
)
from abano.bookings.handover.schemas import (
    CostDecision,
    DamagesResponse,
    DecisionRequest,
    RecordRequest,
    ReverseDecisionRequest,
)
from abano.bookings.handover.terms import load_terms, may_change_costs
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.terms import excess_of, young_driver_fee
from abano.core.clock import age_on
from abano.core.errors import Conflict, NotAllowed, NotFound
from abano.core.ids import new_id
from abano.core.languages.texts import Texts, texts_in
from abano.core.money import to_json, to_minor
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations.service import record_change
from abano.payments.invoices.service import of_booking
from abano.payments.journal.service import PriceLine, add_line

MAX_LABEL_LENGTH = 120
# Statuses in which the second driver can still change.
CHANGEABLE = frozenset({"pending", "confirmed", "active"})
PREPAID_FUEL = "prepaidFuel"


class LineDecided(Conflict):
    """Someone else has already decided on this line."""


class LineNotDecided(Conflict):
    """There is no decision on this line to reverse."""


class DriverFeeChanged(Conflict):
    """The fee of the second driver changed meanwhile, or is in the price already. Check it and try again."""


class ChargeIsInvoiced(NotAllowed):
    """This charge is on an invoice. Ask an owner or manager to undo it and issue a credit note."""


async def costs_of_return(
    uow: UnitOfWork,
    catalog: Catalog,
    booking: BookingRow,
    request: RecordRequest,
    at: datetime,
    handed_over: HandoverRecord | None,
) -> list[Proposal]:
    """Proposed charges for a return at that moment, less those accepted for a withdrawn return."""
    option = catalog.insurance_option(booking.insurance_code)
    kilometres_a_day = booking.agreed_terms.get("kilometresADay")
    returned = Returned(
        due_at=booking.return_at,
        at=at,
        daily_rate=booking.daily_rate_minor,
        fuel_before=handed_over.fuel_eighths if handed_over else None,
        fuel=request.fuel_eighths,
        is_fuel_prepaid=PREPAID_FUEL in booking.service_codes,
        is_clean=request.is_clean,
        damages=tuple(each.id for each in request.damages),
        excess=excess_of(option, catalog.car(booking.car_name)),
        kilometres=request.mileage_km - handed_over.mileage_km if handed_over else None,
        included_kilometres=kilometres_a_day * booking.days if kilometres_a_day else None,
        extra_kilometre=booking.agreed_terms.get("extraKilometre", 0),
        late_after_minutes=booking.agreed_terms.get("lateAfterMinutes", 0),
        late_fee=booking.agreed_terms.get("lateFee", 0),
        late_hour_percent=booking.agreed_terms.get("lateHourPercent", 0),
    )
    return await _not_accepted(uow, booking, propose(await load_terms(uow), returned))


async def costs_of_handover(uow: UnitOfWork, zone: ZoneInfo, booking: BookingRow) -> list[Proposal]:
    """The agreed fee for a second driver, less the amount accepted for a withdrawn handover."""
    details = (await HandoverRepository(uow).details_of([booking.id])).get(booking.id)
    if details is None or not details.second_driver_name:
        return []
    terms, born = booking.agreed_terms, details.second_driver_born
    age = age_on(booking.pickup_at.astimezone(zone).date(), born) if born else None
    fees = terms.get("additionalDriverFee", 0), young_driver_fee(terms, age)
    return await _not_accepted(uow, booking, propose_drivers(booking.days, *fees))


async def _not_accepted(uow: UnitOfWork, booking: BookingRow, proposals: list[Proposal]) -> list[Proposal]:
    accepted = [
        (cast(LineKind, line.kind), line.decided_minor or 0)
        for line, _ in await HandoverRepository(uow).lines(booking.id)
        if line.state == "accepted"
    ]
    return without_accepted(proposals, accepted)


async def driver_fees(uow: UnitOfWork, zone: ZoneInfo, booking: BookingRow) -> list[Proposal]:
    """Fees of the second driver that are not in the price yet and that no one has to decide on, or refused."""
    if booking.status not in CHANGEABLE:
        return []
    known = {
        line.kind
        for line, _ in await HandoverRepository(uow).lines(booking.id)
        if line.state in {"proposed", "refused"}
    }
    return [each for each in await costs_of_handover(uow, zone, booking) if each.kind not in known]


async def add_driver_fees(
    uow: UnitOfWork,
    catalog: Catalog,
    zone: ZoneInfo,
    actor: Actor,
    booking_id: UUID,
    shown: int,
    now: datetime,
) -> None:
    """Add the fees of the second driver to the price; the handover does not propose them again.

    ``shown``: their sum in minor units, as the desk saw it. Raises NotFound, DriverFeeChanged.
    """
    booking = await HandoverRepository(uow).lock_booking(booking_id)
    fees = await driver_fees(uow, zone, booking)
    if not fees or sum(each.amount for each in fees) != shown:
        raise DriverFeeChanged
    for each in fees:
        line = ProposedLine(
            tenant_id=uow.tenant_id,
            id=new_id(),
            record_id=None,
            booking_id=booking.id,
            kind=each.kind,
            quantity=each.quantity,
            amount_minor=each.amount,
            state="proposed",
            created_at=now,
        )
        await HandoverRepository(uow).add(line)
        await _decide(uow, catalog, actor, booking, line, each.amount, "", "", now)


async def propose_lines(
    uow: UnitOfWork,
    catalog: Catalog,
    actor: Actor,
    booking: BookingRow,
    row: HandoverRecord,
    costs: Sequence[Proposal],
    decisions: Sequence[CostDecision],
    now: datetime,
) -> None:
    """Store the proposed charges with the decisions made in the yard. The desk decides the rest."""
    taken = decide_in_yard(
        costs,
        [_decision(each) for each in decisions],
        may_change=await may_change_costs(uow, actor),
        is_signed=any(row.signature),
    )
    for each, decision in zip(costs, taken, strict=True):
        line = ProposedLine(
            tenant_id=uow.tenant_id,
            id=new_id(),
            record_id=row.id,
            booking_id=row.booking_id,
            kind=each.kind,
            damage_id=each.damage_id,
            quantity=each.quantity,
            amount_minor=each.amount,
            state="proposed",
            created_at=now,
        )
        await HandoverRepository(uow).add(line)
        if decision is not None:
            amount = decision.amount if decision.is_accepted else None
            await _decide(uow, catalog, actor, booking, line, amount, decision.reason, "", now)


def _decision(given: CostDecision) -> Decision:
    shown = to_minor(given.shown)
    amount = shown if given.amount is None else to_minor(given.amount)
    return Decision(given.kind, given.damage_id, given.decision == "accept", shown, amount, given.reason)


async def decide(
    uow: UnitOfWork,
    catalog: Catalog,
    actor: Actor,
    booking_id: UUID,
    line_id: UUID,
    request: DecisionRequest,
    now: datetime,
) -> None:
    """Accept a proposed line, also with another amount, or refuse it. An accepted one is a line of the booking.

    Raises NotFound, LineDecided.
    """
    booking = await HandoverRepository(uow).lock_booking(booking_id)
    line = await HandoverRepository(uow).lock_line(booking_id, line_id)
    if line is None:
        raise NotFound
    if line.state != "proposed":
        raise LineDecided
    amount = line.amount_minor if request.amount is None else to_minor(request.amount)
    accepted = amount if request.decision == "accept" else None
    await _decide(uow, catalog, actor, booking, line, accepted, request.reason, request.label, now)


async def _decide(
    uow: UnitOfWork,
    catalog: Catalog,
    actor: Actor,
    booking: BookingRow,
    line: ProposedLine,
    accepted: int | None,
    reason: str,
    label: str,
    now: datetime,
) -> None:
    """Accept an open line for an amount in minor units, or reject it (None). Amounts above 0 are charged."""
    line.state = "refused" if accepted is None else "accepted"
    line.reason, line.decided_by, line.decided_at, line.decided_minor = reason, actor.admin_id, now, accepted
    if accepted:
        texts = texts_in(booking.language or catalog.rules.languages[0])
        line.label = label or line_label(texts, cast(LineKind, line.kind), line.quantity)
        price_line = PriceLine(line.label, accepted, reason, _vat_charge(line))
        await add_line(uow, actor.admin_id, booking, price_line, now)
    await HandoverRepository(uow).flush()
    await note_in_audit(
        uow,
        actor,
        "booking.line_decided",
        subject=("booking", booking.reference),
        before={"kind": line.kind, "amount": to_json(line.amount_minor)},
        after={"state": line.state, "amount": to_json(line.decided_minor or 0)},
        now=now,
    )


async def reverse(
    uow: UnitOfWork,
    catalog: Catalog,
    actor: Actor,
    booking_id: UUID,
    line_id: UUID,
    request: ReverseDecisionRequest,
    now: datetime,
) -> None:
    """Reopen a decided line.

    A charge is offset by a price line of the opposite amount: the booking's history and issued invoices are not
    rewritten. Raises NotFound, LineNotDecided, ChargeIsInvoiced, PriceBelowZero.
    """
    repository = HandoverRepository(uow)
    booking = await repository.lock_booking(booking_id)
    line = await repository.lock_line(booking_id, line_id)
    if line is None:
        raise NotFound
    if line.state not in {"accepted", "refused"}:
        raise LineNotDecided
    before = {"state": line.state, "amount": to_json(line.decided_minor or 0)}
    if line.decided_minor:
        await _check_may_reverse(uow, actor, booking, line.decided_at)
        texts = texts_in(booking.language or catalog.rules.languages[0])
        label = line.label or line_label(texts, cast(LineKind, line.kind), line.quantity)
        reversal = texts.gettext("Reversed: {label}", label=label)[:MAX_LABEL_LENGTH]
        price_line = PriceLine(reversal, -line.decided_minor, request.reason, _vat_charge(line))
        await add_line(uow, actor.admin_id, booking, price_line, now)
    # Of a withdrawn return, the next return proposes the cost again.
    line.state = "proposed" if await repository.has_current_record(line) else "withdrawn"
    line.label, line.reason = "", ""
    line.decided_minor, line.decided_by, line.decided_at = None, None, None
    await repository.flush()
    await note_in_audit(
        uow,
        actor,
        "booking.line_reversed",
        subject=("booking", booking.reference),
        before={"kind": line.kind, **before},
        after={"state": line.state, "reason": request.reason},
        now=now,
    )


async def _check_may_reverse(
    uow: UnitOfWork, actor: Actor, booking: BookingRow, decided_at: datetime | None
) -> None:
    """Only who may issue a credit note may undo what is on an invoice."""
    if actor.admin is None or actor.may("refunds"):
        return
    for each in await of_booking(uow, booking.id):
        invoice = each.invoice
        is_later = decided_at is None or decided_at <= invoice.issued_at
        if invoice.kind == "invoice" and not each.is_void and is_later:
            raise ChargeIsInvoiced


def _vat_charge(line: ProposedLine) -> str:
    return "damage" if line.kind == "damage" else "service"


def line_label(texts: Texts, kind: LineKind, quantity: int) -> str:
    """What the line is called on the customer's bill."""
    match kind:
        case "driver" | "young_driver":
            return _driver_label(texts, kind, quantity)
        case "late":
            return texts.ngettext("Late return, {count} hour", "Late return, {count} hours", quantity)
        case "distance":
            return texts.ngettext("{count} extra kilometre", "{count} extra kilometres", quantity)
        case "fuel":
            return texts.ngettext(
                "Missing fuel, {count} eighth of the tank",
                "Missing fuel, {count} eighths of the tank",
                quantity,
            )
        case "damage":
            return texts.gettext("Damage to the car")
        case "cleaning":
            return texts.gettext("Cleaning")


def _driver_label(texts: Texts, kind: Literal["driver", "young_driver"], days: int) -> str:
    if kind == "driver":
        return texts.ngettext("Second driver, {count} day", "Second driver, {count} days", days)
    return texts.ngettext("Young second driver, {count} day", "Young second driver, {count} days", days)


# Use cases of a vehicle's damages.


async def list_damages(uow: UnitOfWork, vehicle_id: UUID) -> DamagesResponse:
    """Raises NotFound."""
    if await HandoverRepository(uow).find_vehicle(vehicle_id) is None:
        raise NotFound
    body = await body_of_car(uow, vehicle_id)
    return DamagesResponse(damages=await present_damage_history(uow, vehicle_id), body=body)


async def repair(uow: UnitOfWork, actor: Actor, vehicle_id: UUID, damage_id: UUID, now: datetime) -> None:
    """Mark damage as repaired. Idempotent. Raises NotFound."""
    repository = HandoverRepository(uow)
    damage = await repository.find_damage(vehicle_id, damage_id)
    if damage is None:
        raise NotFound
    if damage.repaired_at is not None:
        return
    damage.repaired_at, damage.repaired_by = now, actor.admin_id
    await repository.flush()
    after = {"kind": damage.kind, "foundAt": damage.found_at}
    await record_change(uow, vehicle_id, "damage_repaired", now=now, actor=actor, after=after)
    await note_in_audit(
        uow, actor, "vehicle.damage_repaired", subject=("vehicle", vehicle_id), after=after, now=now
    )
