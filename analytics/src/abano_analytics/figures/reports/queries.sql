-- What reports are computed from, one tenant at a time. A row counts in its newest version.
--
-- $tenant: uuid; $timezone: the company's; $since, $until: local days, [since, until).

-- name: rentals
-- Bookings with rental days in the period. The rental days are as many as were agreed, from the day of pickup on.
with newest as (
  select booking_id, reference, status, no_show, source, car_id, affiliate_id, pickup_location,
         attributed_session_id as session_id, coalesce(gclid, gbraid, wbraid) is not null as has_click_id,
         currency, total_minor, days, pickup_at, timezone($timezone, pickup_at)::date as first_day
  from bookings
  where tenant_id = $tenant
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1
),
chosen as (
  select * from newest where first_day < $until::date and first_day + days > $since::date
),
reserved as (
  select booking_id, vehicle_id
  from (
    select booking_id, vehicle_id, kind from vehicle_reservations where tenant_id = $tenant
    qualify row_number() over (partition by reservation_id order by row_xid desc) = 1)
  where kind = 'booking'
),
cars as (
  select vehicle_id, car_id from vehicles where tenant_id = $tenant
  qualify row_number() over (partition by vehicle_id order by row_xid desc) = 1
),
sessions as (
  select session_id, has_click_id, nullif(utm_source, '') as utm_source, nullif(utm_campaign, '') as utm_campaign
  from quiz_sessions
  where tenant_id = $tenant and session_id in (select session_id from chosen where session_id is not null)
  qualify row_number() over (partition by session_id order by row_xid desc) = 1
)
select chosen.booking_id::varchar as booking_id, reference, status, coalesce(no_show, false) as no_show,
       coalesce(source, 'site') as taken_by, chosen.car_id::varchar as booked_model,
       reserved.vehicle_id::varchar as vehicle, cars.car_id::varchar as vehicle_model, pickup_location as place,
       affiliate_id::varchar as affiliate, session_id,
       chosen.has_click_id or coalesce(sessions.has_click_id, false) as has_click_id,
       utm_source, utm_campaign as campaign, currency, total_minor, days, pickup_at, first_day
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
select vehicle_id::varchar as vehicle, timezone($timezone, starts_at) as since, timezone($timezone, ends_at) as until
from (
  select vehicle_id, kind, starts_at, ends_at from vehicle_reservations where tenant_id = $tenant
  qualify row_number() over (partition by reservation_id order by row_xid desc) = 1)
where kind <> 'booking' and timezone($timezone, starts_at) < $until::date
  and timezone($timezone, ends_at) > $since::date;
