-- name: cars_free
-- Of each car that has vehicles, how many are free for the whole period. Reservations of a vehicle never overlap, so the
-- last that begins before the end of the period says whether the vehicle is free: one look into the index a vehicle.
select v.car_id, count(*) filter (where v.state = 'in_service' and coalesce((
  select r.blocked_until from vehicle_reservations r
  where r.tenant_id = v.tenant_id and r.vehicle_id = v.id and r.starts_at < %(blocked_until)s
  order by r.starts_at desc limit 1
) <= %(starts_at)s, true)) as free
from vehicles v
where v.tenant_id = %(tenant)s and v.state <> 'sold'
group by v.car_id;

-- name: cars_held
select h.car_id, count(*) from car_holds h
where h.tenant_id = %(tenant)s and h.expires_at > %(now)s and h.starts_at < %(blocked_until)s
  and h.blocked_until > %(starts_at)s and h.token_hash <> %(own)s
group by h.car_id;

-- name: gaps
-- When vehicles of these cars are free again for long enough, the first hundred times of each car.
select car_id, free_since, taken_from from (
  select v.car_id, g.free_since, g.taken_from,
    row_number() over (partition by v.car_id order by g.free_since) as place
  from vehicles v
  cross join lateral (
    select max(p.starts_at) as first from vehicle_reservations p
    where p.tenant_id = v.tenant_id and p.vehicle_id = v.id and p.starts_at < %(blocked_until)s
  ) last
  cross join lateral (
    select r.blocked_until as free_since, lead(r.starts_at) over (order by r.starts_at) as taken_from
    from vehicle_reservations r
    where r.tenant_id = v.tenant_id and r.vehicle_id = v.id and r.starts_at >= last.first
  ) g
  where v.tenant_id = %(tenant)s and v.state = 'in_service' and v.car_id = any(%(cars)s)
    and (g.taken_from is null or g.taken_from - g.free_since >= %(length)s)
) found
where place <= 100
order by car_id, free_since;

-- name: busy
-- When each vehicle is taken within a window; a vehicle that is free all the time has one row without times. A vehicle in
-- the workshop is taken always.
select v.car_id, v.id,
  case when v.state = 'in_service' then r.starts_at else %(starts_at)s end,
  case when v.state = 'in_service' then r.blocked_until else %(ends_at)s end
from vehicles v
left join lateral (
  select taken.starts_at, taken.blocked_until from vehicle_reservations taken
  where taken.tenant_id = v.tenant_id and taken.vehicle_id = v.id and v.state = 'in_service'
    and taken.starts_at < %(ends_at)s and taken.blocked_until > %(starts_at)s
    and taken.starts_at >= coalesce((
      select max(before.starts_at) from vehicle_reservations before
      where before.tenant_id = v.tenant_id and before.vehicle_id = v.id and before.starts_at <= %(starts_at)s
    ), %(starts_at)s)
) r on true
where v.tenant_id = %(tenant)s and v.state <> 'sold' and v.car_id = any(%(cars)s);

-- name: lock_holds_of_ip
select pg_advisory_xact_lock(hashtextextended(%(tenant)s || '|holds|' || encode(%(ip_hash)s, 'hex'), 0));

-- name: live_holds_of_ip
select count(*) from car_holds
where tenant_id = %(tenant)s and ip_hash = %(ip_hash)s and expires_at > %(now)s and token_hash <> %(own)s;

-- name: hold
insert into car_holds (tenant_id, token_hash, car_id, starts_at, blocked_until, ip_hash, expires_at)
values (%(tenant)s, %(own)s, %(car)s, %(starts_at)s, %(blocked_until)s, %(ip_hash)s, %(expires_at)s)
on conflict (tenant_id, token_hash) do update set car_id = excluded.car_id, starts_at = excluded.starts_at,
  blocked_until = excluded.blocked_until, expires_at = excluded.expires_at;

-- name: drop_hold
delete from car_holds where tenant_id = %(tenant)s and token_hash = %(own)s;

-- name: drop_expired_holds
delete from car_holds where tenant_id = %(tenant)s and expires_at <= %(now)s;
