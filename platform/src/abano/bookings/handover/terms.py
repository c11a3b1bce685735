"""Use cases of a company's terms for returns."""

from datetime import datetime

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.handover.models import HandoverTerms
from abano.bookings.handover.repository import HandoverRepository
from abano.bookings.handover.rules import Terms
from abano.bookings.handover.schemas import TermsRequest, TermsResponse
from abano.core.money import to_json, to_minor
from abano.db.unit_of_work import UnitOfWork
from abano.storage.service import Usage


async def load_terms(uow: UnitOfWork) -> Terms:
    """The company's, else the defaults."""
    row = await HandoverRepository(uow).find_terms()
    if row is None:
        return Terms()
    return Terms(
        fuel_eighth_minor=row.fuel_eighth_minor,
        cleaning_minor=row.cleaning_minor,
        damage_minor=row.damage_minor,
        drivers_may_change=row.drivers_may_change,
        fine_fee_minor=row.fine_fee_minor,
        toll_fee_minor=row.toll_fee_minor,
        parking_fee_minor=row.parking_fee_minor,
    )


def present_terms(terms: Terms, currency: str, usage: Usage) -> TermsResponse:
    return TermsResponse(
        fuel_eighth=to_json(terms.fuel_eighth_minor),
        cleaning=to_json(terms.cleaning_minor),
        damage=to_json(terms.damage_minor),
        drivers_may_change=terms.drivers_may_change,
        fine_fee=to_json(terms.fine_fee_minor),
        toll_fee=to_json(terms.toll_fee_minor),
        parking_fee=to_json(terms.parking_fee_minor),
        currency=currency,
        used_bytes=usage.used,
        max_bytes=usage.most,
    )


async def may_change_costs(uow: UnitOfWork, actor: Actor) -> bool:
    """Whether the actor may change or waive return costs.

    People who work with bookings always may, others where the company lets them.
    """
    return actor.admin is None or actor.may("bookings") or (await load_terms(uow)).drivers_may_change


async def change_terms(uow: UnitOfWork, actor: Actor, request: TermsRequest, now: datetime) -> None:
    repository = HandoverRepository(uow)
    before = await load_terms(uow)
    values = {
        "fuel_eighth_minor": to_minor(request.fuel_eighth),
        "cleaning_minor": to_minor(request.cleaning),
        "damage_minor": to_minor(request.damage),
        "drivers_may_change": request.drivers_may_change,
        "fine_fee_minor": to_minor(request.fine_fee),
        "toll_fee_minor": to_minor(request.toll_fee),
        "parking_fee_minor": to_minor(request.parking_fee),
    }
    row = await repository.find_terms()
    if row is None:
        await repository.add(HandoverTerms(tenant_id=uow.tenant_id, updated_at=now, **values))
    else:
        for field, value in values.items():
            setattr(row, field, value)
        row.updated_at = now
        await repository.flush()
    await record(
        uow,
        actor,
        "handover.terms_changed",
        subject=("return_costs", "terms"),
        before={field: getattr(before, field) for field in values},
        after=values,
        now=now,
    )
