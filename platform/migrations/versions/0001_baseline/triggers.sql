-- Triggers, by table. Their functions are in abano/db/functions.

create trigger tenants_stay before delete on tenants for each row execute function refuse_tenant_deletion();

create trigger redraw_changed_brand before update of brand on tenant_settings
  for each row when (new.brand is distinct from old.brand) execute function redraw_changed_brand();

create trigger erase_touches after insert on warehouse_erasures
  for each row execute function erase_booking_touches();

create trigger earn_commission after insert on bookings
  for each row when (new.promo_code is not null) execute function bookings_keep_ledger();
create trigger void_commission after update of status on bookings
  for each row when (new.promo_code is not null and new.status = 'cancelled' and old.status <> 'cancelled')
  execute function bookings_keep_ledger();
create trigger give_back_promo_use after update of status on bookings
  for each row when (new.promo_code is not null and new.status = 'cancelled' and old.status <> 'cancelled')
  execute function give_back_promo_use();
create trigger undo_cancellation after update of status on bookings
  for each row when (new.promo_code is not null and old.status = 'cancelled' and new.status <> 'cancelled')
  execute function undo_cancellation();
create trigger wait_for_payout after update of status on bookings
  for each row when (
    new.promo_code is not null and new.status <> old.status and 'cancelled' not in (new.status, old.status)
  ) execute function wait_for_payout();
create trigger keep_promises after insert on bookings
  for each row when (
    (new.car_id is not null or new.service_codes <> '{}') and new.status in ('pending', 'confirmed', 'active')
  ) execute function booking_keeps_promises();
create trigger free_vehicle after update of status on bookings
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function booking_frees_vehicle();
create trigger withdraw_record after update of status on bookings
  for each row when (
    (old.status = 'completed' and new.status = 'active') or (old.status = 'active' and new.status = 'confirmed')
  ) execute function booking_withdraws_record();
create trigger keep_changed_services after update of service_codes, pickup_at, return_at, status on bookings
  for each row when (
    new.service_codes <> '{}' and new.status in ('pending', 'confirmed', 'active')
    and (
      new.service_codes <> old.service_codes or new.pickup_at <> old.pickup_at or new.return_at <> old.return_at
      or old.status not in ('pending', 'confirmed', 'active')
    )
  ) execute function booking_keeps_services();
create trigger remember_touches after insert on bookings for each row
  when (new.attributed_session_id is not null) execute function remember_booking_touches();
create trigger keep_contact_keys before insert on bookings
  for each row when (new.email_key is null or new.phone_key is null) execute function keep_contact_keys();
create trigger keep_changed_contact_keys before update of customer_email, customer_phone on bookings
  for each row execute function keep_contact_keys();
create trigger take_vehicle_out after update of status on bookings
  for each row when ((old.status = 'active') <> (new.status = 'active'))
  execute function booking_takes_vehicle_out();
create trigger stamp_row_xid before update on bookings for each row execute function stamp_row_xid();

create trigger stamp_row_xid before update on vehicles for each row execute function stamp_row_xid();
create trigger remember_state after insert or update of state on vehicles
  for each row execute function remember_vehicle_state();

create trigger stamp_row_xid before update on vehicle_reservations for each row execute function stamp_row_xid();
create trigger remember_released after delete on vehicle_reservations
  for each row execute function remember_released_reservation();
create trigger is_out before insert on vehicle_reservations
  for each row when (new.booking_id is not null and new.is_firm) execute function reservation_is_out();

create trigger stamp_row_xid before update on vehicle_states for each row execute function stamp_row_xid();

create trigger stamp_row_xid before update on released_reservations for each row execute function stamp_row_xid();

create trigger tills_stay before update on tills for each row execute function check_till();

create trigger credit_of_invoice after insert on invoices
  for each row when (new.credits_id is not null) execute function check_credit();

create trigger entry_of_open_till before insert on journal_entries
  for each row when (new.till_id is not null) execute function check_till_of_entry();

create trigger stamp_row_xid before update on quiz_definitions for each row execute function stamp_row_xid();

create trigger stamp_row_xid before update on quiz_sessions for each row execute function stamp_row_xid();

create trigger stamp_row_xid before update on quiz_answers for each row execute function stamp_row_xid();

create trigger stamp_row_xid before update on quiz_question_views for each row execute function stamp_row_xid();

create trigger stamp_row_xid before update on click_records for each row execute function stamp_row_xid();

create constraint trigger payout_adds_up after insert on commission_payouts
  deferrable initially deferred for each row execute function check_payout_sum();
create constraint trigger has_payout_email after insert on commission_payouts deferrable initially deferred
  for each row when (new.paypal_email is null or new.paypal_email = '') execute function check_payout_email();

create constraint trigger reversal_adds_up after insert on commission_reversals
  deferrable initially deferred for each row execute function check_payout_sum();

create constraint trigger entry_adds_up after insert on commission_entries
  deferrable initially deferred for each row when (new.payout_id is not null) execute function check_payout_sum();
create trigger commission_is_payable after insert on commission_entries
  for each row when (new.kind = 'paid') execute function check_commission_payable();
create trigger decision_is_possible after insert on commission_entries
  for each row when (new.kind in ('refused', 'restored')) execute function check_commission_decision();

create trigger stamp_row_xid before update on journey_events for each row execute function stamp_row_xid();

create trigger stamp_row_xid before update on booking_touches for each row execute function stamp_row_xid();

create trigger note_removal after delete on media_files
  for each row execute function note_media_removal();

create trigger redraw_brand_of_item after update of stem on media_items
  for each row when (new.stem is distinct from old.stem) execute function redraw_brand_of_item();

create trigger note_removal after delete on media_parts
  for each row execute function note_media_removal();

-- Events for webhooks, written with their cause.
create trigger emit_booking_created after insert on bookings for each row execute function emit_booking_event();
create trigger emit_booking_status after update of status on bookings
  for each row when (new.status <> old.status) execute function emit_booking_event();
create trigger emit_booking_changed
  after update of
    customer_name, customer_email, customer_phone, car_id, pickup_at, return_at, pickup_location, dropoff_location,
    insurance_code, service_codes, total_minor
  on bookings
  for each row when (
    new.status = old.status
    and (
      new.customer_name, new.customer_email, new.customer_phone, new.car_id, new.pickup_at, new.return_at,
      new.pickup_location, new.dropoff_location, new.insurance_code, new.service_codes, new.total_minor
    ) is distinct from (
      old.customer_name, old.customer_email, old.customer_phone, old.car_id, old.pickup_at, old.return_at,
      old.pickup_location, old.dropoff_location, old.insurance_code, old.service_codes, old.total_minor
    )
  ) execute function emit_booking_event();
create trigger emit_payment after insert on journal_entries
  for each row when (new.kind in ('payment', 'refund')) execute function emit_payment_event();
create trigger emit_invoice after insert on invoices
  for each row when (new.kind <> 'receipt') execute function emit_invoice_event();
create trigger emit_block after insert on vehicle_reservations
  for each row when (new.kind <> 'booking') execute function emit_block_event();
create trigger emit_lead after insert on personal_info_drafts
  for each row execute function emit_event('lead.created');
create trigger emit_payout after insert on commission_payouts
  for each row execute function emit_event('affiliate.payout');
create trigger emit_quiz_started_completed after insert on quiz_sessions
  for each row when (new.completed_at is not null) execute function emit_quiz_event();
create trigger emit_quiz_completed after update of completed_at on quiz_sessions
  for each row when (new.completed_at is not null and old.completed_at is null) execute function emit_quiz_event();
create trigger emit_alert_opened after insert on alert_firings
  for each row execute function emit_alert_event();
create trigger emit_alert_state after update of resolved_at on alert_firings
  for each row when ((new.resolved_at is null) <> (old.resolved_at is null)) execute function emit_alert_event();

-- WhatsApp and SMS go along with automatic emails.
create trigger add_phone_messages after insert on outbox_messages
  for each row when (new.kind = 'booking.customer_message' and new.booking_id is not null)
  execute function add_phone_messages();

-- Functions of a company's deletion act as the schema's owner: for the application alone.
revoke execute on function
  request_tenant_deletion(text, integer, boolean), undo_tenant_deletion(), begin_tenant_removal(jsonb),
  remove_tenant_rows(text, integer), finish_tenant_removal(integer, jsonb), note_deletion_told(text)
from public;
grant execute on function
  request_tenant_deletion(text, integer, boolean), undo_tenant_deletion(), begin_tenant_removal(jsonb),
  remove_tenant_rows(text, integer), finish_tenant_removal(integer, jsonb), note_deletion_told(text)
to abano_app;

-- The register of companies is changed by operators and the worker's job for sign-ups, never by what serves companies.
revoke execute on function create_company(uuid, text, text, text, jsonb) from public;
grant execute on function create_company(uuid, text, text, text, jsonb) to abano_operator;

-- Rows that Postgres replicates here get a transaction of this server, by which its analytics service finds them.
do $$
declare
  v_table regclass;
begin
  for v_table in select tgrelid::regclass from pg_trigger where tgname = 'stamp_row_xid' loop
    execute format('alter table %s enable always trigger stamp_row_xid', v_table);
  end loop;
end $$;
