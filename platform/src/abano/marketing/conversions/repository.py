"""All SQL of offline conversions."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from sqlalchemy import select, text, update
from sqlalchemy.dialects.postgresql import insert

from abano.db.repositories import Repository
from abano.marketing.conversions.models import ConversionRetraction, ConversionSettings
from abano.marketing.conversions.rules import AdBooking

DEFAULT_NAME = "Booking"

# The time of a click is when its id was first seen: by click tracking or at the start of a quiz.
# Where the company asks for consent, a booking is reported only if its visitor allowed that.
_MAY_BE_SENT = "(consent_state = 'not_required' or (consent_state = 'granted' and ad_user_data))"
# Only of customers who allowed it, and only while the company sends it.
_EMAIL = """
case when consent_state = 'granted' and ad_user_data and exists (
  select from conversion_settings s where s.tenant_id = :tenant and s.sends_hashed_email
) then customer_email end"""
_AD_BOOKINGS = text(f"""
with ads as (
  select id, reference, gclid, gbraid, wbraid, coalesce(gclid, gbraid, wbraid) as click_id,
         total_minor, currency::text as currency, status, created_at, consent_state,
         ad_personalization, {_EMAIL} as email
  from bookings b
  where tenant_id = :tenant and created_at > :since
    and (gclid is not null or gbraid is not null or wbraid is not null)
    and {_MAY_BE_SENT}
    and (not :unreported or not exists (
      select from conversion_events e
      where e.tenant_id = :tenant and e.booking_id = b.id and (e.state <> 'sending' or e.lease_until > :now)
        -- A booking that was retracted since has to be reported again.
        and not exists (
          select from conversion_retractions r
          where r.tenant_id = :tenant and r.booking_id = b.id and r.sent_at > e.updated_at
        )
    ))
),
seen as (
  select coalesce(gclid, gbraid, wbraid) as click_id, min(created_at) as first_seen
  from click_records
  where tenant_id = :tenant and coalesce(gclid, gbraid, wbraid) in (select click_id from ads)
  group by 1
  union all
  select coalesce(gclid, gbraid, wbraid), min(started_at)
  from quiz_sessions
  where tenant_id = :tenant and coalesce(gclid, gbraid, wbraid) in (select click_id from ads)
  group by 1
),
clicks as (select click_id, min(first_seen) as clicked_at from seen group by 1),
cancellations as (
  select booking_id, max(created_at) as cancelled_at
  from booking_events
  where tenant_id = :tenant and to_status = 'cancelled' and booking_id in (select id from ads)
  group by 1
)
select ads.id, ads.consent_state, reference, gclid, gbraid, wbraid, total_minor, currency, ads.created_at,
       case when status = 'cancelled' then coalesce(cancelled_at, ads.created_at) end as cancelled_at, clicked_at,
       (
         select count(*) from conversion_retractions r
         where r.tenant_id = :tenant and r.booking_id = ads.id
           and (status <> 'cancelled' or r.cancelled_at < cancellations.cancelled_at)
       ) as retractions,
       ads.ad_personalization, ads.email
from ads left join clicks using (click_id) left join cancellations on booking_id = ads.id
order by ads.created_at, reference
""")  # noqa: S608 - conditions from above
_CONSENTS = text(f"""
select id, ad_personalization, {_EMAIL} from bookings
where tenant_id = :tenant and id = any(:ids) and {_MAY_BE_SENT}
""")  # noqa: S608 - conditions from above


class ConversionRepository(Repository):
    """One tenant's settings and bookings, within the caller's transaction."""

    async def bookings(
        self, since: datetime, *, now: datetime, only_unreported: bool = False
    ) -> list[AdBooking]:
        """Bookings made after ``since`` with a click id and without a refused consent, oldest first.

        ``only_unreported``: without those already sent by the API or being sent at ``now``.
        """
        values = {"tenant": self._tenant, "since": since, "now": now, "unreported": only_unreported}
        rows = await self._session.execute(_AD_BOOKINGS, values)
        return [AdBooking(*row) for row in rows]

    async def still_allowed(self, bookings: Sequence[AdBooking]) -> list[AdBooking]:
        """Those whose visitor has not withdrawn the consent since, with what it covers now."""
        ids = [booking.booking_id for booking in bookings]
        rows = await self._session.execute(_CONSENTS, {"tenant": self._tenant, "ids": ids})
        allowed = {row[0]: (row[1], row[2]) for row in rows}
        return [
            replace(booking, ad_personalization=allowed[key][0], email=allowed[key][1])
            for booking in bookings
            if (key := booking.booking_id) in allowed
        ]

    async def note_retractions(self, retractions: Sequence[tuple[UUID, datetime]], now: datetime) -> None:
        """Store which cancellations were reported; earlier reports are not changed."""
        if not retractions:
            return
        rows = [
            {"tenant_id": self._tenant, "booking_id": booking, "cancelled_at": cancelled, "sent_at": now}
            for booking, cancelled in retractions
        ]
        await self._session.execute(insert(ConversionRetraction).values(rows).on_conflict_do_nothing())

    async def settings(self) -> ConversionSettings | None:
        return await self._session.scalar(
            select(ConversionSettings).where(ConversionSettings.tenant_id == self._tenant)
        )

    async def keep(self, now: datetime, **values: object) -> None:
        """Insert or update the settings with ``values``."""
        first = {"tenant_id": self._tenant, "conversion_name": DEFAULT_NAME, "updated_at": now}
        change = {"updated_at": now, **values}
        await self._session.execute(
            insert(ConversionSettings)
            .values({**first, **change})
            .on_conflict_do_update(index_elements=["tenant_id"], set_=change)
        )

    async def note_fetch(self, now: datetime) -> None:
        await self._session.execute(
            update(ConversionSettings)
            .where(ConversionSettings.tenant_id == self._tenant)
            .values(fetched_at=now)
        )
