drop view reporting.vehicle_reservations;
drop view reporting.vehicle_states;
drop view reporting.vehicles;
drop view reporting.bookings;
create view reporting.bookings with (security_invoker = true) as
  select tenant_id, id as booking_id, reference, status, car_name, attributed_session_id, attribution_method,
         gclid, gbraid, wbraid, consent_state, currency, total_minor, days, created_at, updated_at, row_xid
  from bookings;
grant select on reporting.bookings to abano_reporting;
revoke select (car_id, source, no_show, pickup_location, pickup_at, return_at) on bookings
  from abano_reporting;
drop policy reporting_read on commissions;
revoke select (tenant_id, booking_id, affiliate_id) on commissions from abano_reporting;
drop policy reporting_read on vehicles;
revoke select (tenant_id, id, car_id, created_at, row_xid) on vehicles from abano_reporting;
drop policy reporting_read on vehicle_reservations;
revoke select (tenant_id, id, vehicle_id, kind, booking_id, starts_at, ends_at, row_xid) on vehicle_reservations
  from abano_reporting;
drop trigger stamp_row_xid on vehicles;
drop trigger stamp_row_xid on vehicle_reservations;
drop trigger remember_state on vehicles;
drop trigger remember_released on vehicle_reservations;
drop function remember_vehicle_state();
drop function remember_released_reservation();
drop table vehicle_states, released_reservations;
alter table vehicle_reservations drop column row_xid;
alter table vehicles drop column row_xid;
