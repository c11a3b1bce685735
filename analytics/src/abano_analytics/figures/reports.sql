-- What reports are computed from, one tenant at a time. A row counts in its newest version.
--
-- $tenant: uuid; $timezone: the company's; $since, $until: local days, [since, until).

-- name: rentals
-- Bookings with rental days in the period. The rental days are as many as were agreed, from the day of pickup on.
with superseded as (
  -- Few rows have more than one version: finding those first saves sorting all.
  select booking_id, max(row_xid) as newest_xid from bookings where tenant_id = $tenant
  group by booking_id having count(*) > 1
),
near as (
  -- A day more at either end, whatever the zone: local days are expensive to compute, and needed for few.
  select booking_id, reference, status, no_show, source, car_id, affiliate_id, pickup_location,
         attributed_session_id as session_id, coalesce(gclid, gbraid, wbraid) is not null as has_click_id,
         currency, total_minor, coalesce(cancellation_fee_minor, 0) as fee_minor, days, pickup_at
  from bookings left join superseded using (booking_id)
  where tenant_id = $tenant and (newest_xid is null or row_xid = newest_xid)
    and epoch_us(pickup_at) < epoch_us($until::date::timestamp) + 86400000000
    and epoch_us(pickup_at) + (days + 1)::bigint * 86400000000 > epoch_us($since::date::timestamp)
),
local as (
  select *, timezone($timezone, pickup_at)::date as first_day from near
),
chosen as (
  select * from local where first_day < $until::date and first_day + days > $since::date
),
superseded_reservations as (
  select reservation_id, max(row_xid) as newest_xid from vehicle_reservations where tenant_id = $tenant
  group by reservation_id having count(*) > 1
),
reserved as (
  select booking_id, vehicle_id
  from vehicle_reservations left join superseded_reservations using (reservation_id)
  where tenant_id = $tenant and kind = 'booking' and (newest_xid is null or row_xid = newest_xid)
),
cars as (
  select vehicle_id, car_id from vehicles where tenant_id = $tenant
  qualify row_number() over (partition by vehicle_id order by row_xid desc) = 1
),
sessions as (
  select session_id, has_click_id, nullif(name_key(utm_source), '') as utm_source,
         case when name_key(utm_campaign) <> '' then utm_campaign end as utm_campaign
  from quiz_sessions
  where tenant_id = $tenant and session_id in (select session_id from chosen where session_id is not null)
  qualify row_number() over (partition by session_id order by row_xid desc) = 1
)
select chosen.booking_id::varchar as booking_id, reference, status, coalesce(no_show, false) as no_show,
       coalesce(source, 'site') as taken_by, chosen.car_id::varchar as booked_model,
       reserved.vehicle_id::varchar as vehicle, cars.car_id::varchar as vehicle_model, pickup_location as place,
       affiliate_id::varchar as affiliate, session_id,
       chosen.has_click_id or coalesce(sessions.has_click_id, false) as has_click_id,
       utm_source, utm_campaign as campaign, currency, total_minor, fee_minor, days, pickup_at,
       first_day
from chosen
left join reserved using (booking_id)
left join cars on cars.vehicle_id = reserved.vehicle_id
left join sessions using (session_id);

-- name: answers
select session_id, value as answer
from quiz_answers
where tenant_id = $tenant and question_id = $question
qualify row_number() over (partition by session_id order by row_xid desc) = 1;

-- name: vehicles
select vehicle_id::varchar as vehicle, car_id::varchar as model
from vehicles
where tenant_id = $tenant
qualify row_number() over (partition by vehicle_id order by row_xid desc) = 1;

-- name: states
select vehicle_id::varchar as vehicle, timezone($timezone, changed_at) as since, state
from vehicle_states
where tenant_id = $tenant
qualify row_number() over (partition by vehicle_id, changed_at order by row_xid desc) = 1;

-- name: blocks
-- What is once a block is never a booking's: a newer version may move or release it.
with ids as (
  select distinct reservation_id from vehicle_reservations
  where tenant_id = $tenant and kind <> 'booking'
),
newest as (
  select vehicle_id, kind, starts_at, ends_at
  from vehicle_reservations
  where tenant_id = $tenant and reservation_id in (select reservation_id from ids)
  qualify row_number() over (partition by reservation_id order by row_xid desc) = 1
)
select vehicle_id::varchar as vehicle, timezone($timezone, starts_at) as since, timezone($timezone, ends_at) as until
from newest
where vehicle_id is not null and timezone($timezone, starts_at) < $until::date
  and timezone($timezone, ends_at) > $since::date;
