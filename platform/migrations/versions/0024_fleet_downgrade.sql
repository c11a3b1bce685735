-- Accounts of the desk have no role to fall back to without reading more than before: they are disabled as analysts.
update admins set role = 'analyst', disabled_at = coalesce(disabled_at, now()) where role = 'desk';
delete from admin_invitations where role = 'desk';
alter table admins drop constraint admins_role_check;
alter table admins add constraint admins_role_check check (role in ('owner', 'manager', 'analyst'));
alter table admin_invitations drop constraint admin_invitations_role_check;
alter table admin_invitations add constraint admin_invitations_role_check
  check (role in ('owner', 'manager', 'analyst'));
drop trigger keep_vehicle on bookings;
drop trigger free_vehicle on bookings;
drop function booking_keeps_vehicle();
drop function booking_frees_vehicle();
drop function take_free_vehicle(bookings, timestamptz, boolean);
drop view reserved_bookings;
drop table car_holds, vehicle_reservations, vehicle_events, vehicle_services, vehicle_documents, vehicles;
drop function vehicle_span(bigint, timestamptz, timestamptz);
alter table tenant_settings drop column availability;
alter table tenant_settings drop column turn_round_minutes;
