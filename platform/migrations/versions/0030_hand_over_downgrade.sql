drop trigger withdraw_record on bookings;
drop function booking_withdraws_record();
drop view reporting.media_queue, reporting.print_queue;
drop table proposed_lines, hand_over_pictures, vehicle_damages, hand_over_records, hand_over_terms,
  media_removals, media_files;
drop function note_media_removal();
alter table vehicles drop column location;
-- Its older kinds are all that the release before knows.
update vehicle_events set kind = 'changed' where kind in ('handed_over', 'returned', 'damage_repaired');
alter table vehicle_events drop constraint vehicle_events_kind_check;
alter table vehicle_events add constraint vehicle_events_kind_check check (kind in (
  'created', 'changed', 'document_added', 'document_removed', 'service_planned', 'service_done', 'service_removed',
  'blocked', 'block_moved', 'unblocked', 'assigned', 'released'
));
update admins set role = 'analyst', disabled_at = coalesce(disabled_at, now()) where role = 'driver';
delete from admin_invitations where role = 'driver';
alter table admins drop constraint admins_role_check;
alter table admins add constraint admins_role_check check (role in ('owner', 'manager', 'desk', 'analyst'));
alter table admin_invitations drop constraint admin_invitations_role_check;
alter table admin_invitations add constraint admin_invitations_role_check
  check (role in ('owner', 'manager', 'desk', 'analyst'));
