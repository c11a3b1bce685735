-- Occupancy by model and day, as the report of rentals counts it (metrics/rentals.py of analytics).

-- name: occupancy
-- Days that a vehicle is rented, counted once, and days on which it is available: in service and not blocked at
-- local noon, or rented.
with days as (
  select day::date as day, day::date + time '12:00' as noon
  from generate_series(cast(:first as date), cast(:last as date), interval '1 day') as day
),
rented as (
  select distinct r.vehicle_id, d.day
  from reserved_bookings b
  join vehicle_reservations r on r.tenant_id = b.tenant_id and r.booking_id = b.booking_id and r.kind = 'booking'
  join days d on d.day >= timezone(:zone, b.pickup_at)::date
    and d.day < timezone(:zone, b.pickup_at)::date + b.days
  where b.tenant_id = :tenant and b.currency = :currency and b.status in ('confirmed', 'active', 'completed')
    and b.pickup_at < cast(:last as date) + interval '2 days'
    and b.pickup_at + make_interval(days => b.days + 1) > cast(:first as date) - interval '1 day'
),
blocked as (
  select distinct r.vehicle_id, d.day
  from vehicle_reservations r
  join days d on d.noon >= timezone(:zone, r.starts_at) and d.noon < timezone(:zone, r.ends_at)
  where r.tenant_id = :tenant and r.kind <> 'booking'
    and r.starts_at < cast(:last as date) + interval '2 days' and r.ends_at > cast(:first as date) - interval '1 day'
),
states as (
  select vehicle_id, state, timezone(:zone, changed_at) as since,
    lead(timezone(:zone, changed_at)) over (partition by vehicle_id order by changed_at) as until
  from vehicle_states where tenant_id = :tenant
)
select v.car_id, d.day, count(rented.vehicle_id)::int as rented,
  count(*) filter (
    where rented.vehicle_id is not null or (s.state = 'in_service' and blocked.vehicle_id is null)
  )::int as available
from vehicles v
cross join days d
left join rented on rented.vehicle_id = v.id and rented.day = d.day
left join blocked on blocked.vehicle_id = v.id and blocked.day = d.day
left join states s on s.vehicle_id = v.id and s.since <= d.noon and (s.until is null or d.noon < s.until)
where v.tenant_id = :tenant
group by v.car_id, d.day;

-- name: rentals
-- Rentals with days in the period in the order in which they were booked; car_minor: what their days cost.
select timezone(:zone, b.created_at)::date as booked_on, v.car_id, r.vehicle_id,
  timezone(:zone, b.pickup_at)::date as first_day, b.days, (
    select coalesce(sum((line ->> 'amount')::bigint), 0)::bigint
    from jsonb_array_elements(b.price_lines) as line
    where line ->> 'code' = 'car' or line ->> 'code' like 'car:%' or line ->> 'code' like 'car/%'
  ) as car_minor
from reserved_bookings b
join vehicle_reservations r on r.tenant_id = b.tenant_id and r.booking_id = b.booking_id and r.kind = 'booking'
join vehicles v on v.tenant_id = r.tenant_id and v.id = r.vehicle_id
where b.tenant_id = :tenant and b.currency = :currency and b.status in ('confirmed', 'active', 'completed')
  and timezone(:zone, b.pickup_at)::date <= cast(:last as date)
  and timezone(:zone, b.pickup_at)::date + b.days > cast(:first as date)
  and b.pickup_at < cast(:last as date) + interval '2 days'
order by b.created_at, b.booking_id
limit :most;
