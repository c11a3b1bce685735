-- Views for the analytics service: without names, emails, phones or IP addresses.

create schema reporting;

create view reporting.tenants with (security_invoker = true) as
  select t.id as tenant_id, t.slug, t.status, s.timezone, s.currency
  from tenants t join tenant_settings s on s.tenant_id = t.id;

create view reporting.quiz_definitions with (security_invoker = true) as
  select tenant_id, version, definition::text as definition, is_current, created_at, row_xid
  from quiz_definitions;

create view reporting.quiz_sessions with (security_invoker = true) as
  select tenant_id, session_id, quiz_version, gclid is not null or gbraid is not null or wbraid is not null
           as has_click_id,
         utm_source, utm_medium, utm_campaign, utm_term, utm_content, entry_path, device,
         started_at, completed_at, updated_at, row_xid,
         language, country, is_returning
  from quiz_sessions;

create view reporting.quiz_answers with (security_invoker = true) as
  select tenant_id, session_id, question_id, value, question_text, answer_text, is_counted, answered_at, row_xid
  from quiz_answers;

create view reporting.quiz_question_views with (security_invoker = true) as
  select tenant_id, session_id, question_id, viewed_at, row_xid
  from quiz_question_views;

-- A commission is created in its booking's transaction and keeps its affiliate, so it needs no version of its own.
create view reporting.bookings with (security_invoker = true) as
  select b.tenant_id, b.id as booking_id, b.reference, b.status, b.car_name, b.attributed_session_id,
         b.attribution_method, b.gclid, b.gbraid, b.wbraid, b.consent_state, b.currency, b.total_minor, b.days,
         b.created_at, b.updated_at, b.row_xid,
         b.car_id, b.source, b.no_show, c.affiliate_id, b.pickup_location, b.pickup_at, b.return_at,
         b.cancellation_fee_minor
  from bookings b left join commissions c on c.tenant_id = b.tenant_id and c.booking_id = b.id;

create view reporting.click_records with (security_invoker = true) as
  select tenant_id, id as click_id, gclid, gbraid, wbraid, session_id, created_at, row_xid
  from click_records;

-- Tenants with pending background work: the worker reads this view, then works inside each tenant.
create view reporting.outbox_queue with (security_invoker = true) as
  select tenant_id, kind, created_at, due_at, attempts, sent_at, dead_at
  from outbox_messages;

create view reporting.webhook_queue with (security_invoker = true) as
  select tenant_id, created_at, due_at, delivered_at, dead_at
  from webhook_deliveries;

-- The affiliate of a booking: the owner of its promo code.
create view booking_referrers with (security_invoker = true) as
  select b.tenant_id, b.id as booking_id, a.id as affiliate_id, a.name as affiliate_name
  from bookings b
  join promo_codes p on p.tenant_id = b.tenant_id and p.code = b.promo_code
  join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id;

create view reporting.erasures with (security_invoker = true) as
  select tenant_id, id as erasure_id, kind, subject, created_at, row_xid from warehouse_erasures;

-- The fleet's data of a booking.
create view reserved_bookings with (security_invoker = true) as
  select b.tenant_id, b.id as booking_id, b.reference, b.status, b.customer_name, b.customer_phone, b.car_id,
    b.car_name, b.pickup_location, b.dropoff_location, b.pickup_at, b.return_at, b.updated_at,
    b.days, b.currency, b.price_lines, b.created_at
  from bookings b;

-- Tenants with pending background work: the worker reads this view, then works inside each tenant.
create view reporting.media_queue with (security_invoker = true) as select tenant_id from media_removals;

create view reporting.export_queue with (security_invoker = true) as
  select tenant_id, due_at from company_exports where due_at is not null;

create view reporting.agreement_queue with (security_invoker = true) as
  select tenant_id, print_at from agreement_signatures where print_at is not null;

create view reporting.print_queue with (security_invoker = true) as
  select tenant_id, print_at from handover_records where print_at is not null;

-- What customers show of their bookings. member_id is the customer that the booking was given to, which another one may
-- be shown as.
create view customers_bookings with (security_invoker = true) as
  select l.tenant_id, l.customer_id as member_id, b.id as booking_id, b.reference, b.status, b.no_show,
    b.customer_email, b.customer_phone, b.car_name, b.pickup_location, b.dropoff_location, b.pickup_at, b.return_at,
    b.total_minor, b.currency, b.created_at
  from customer_bookings l join bookings b on b.tenant_id = l.tenant_id and b.id = l.booking_id;

create view reporting.vehicles with (security_invoker = true) as
  select tenant_id, id as vehicle_id, car_id, created_at, row_xid from vehicles;

create view reporting.vehicle_states with (security_invoker = true) as
  select tenant_id, vehicle_id, changed_at, state, row_xid from vehicle_states;

-- A released reservation is one without a vehicle. The same booking may be given one again, under the same id.
create view reporting.vehicle_reservations with (security_invoker = true) as
  select tenant_id, id as reservation_id, vehicle_id, kind, booking_id, starts_at, ends_at, row_xid
  from vehicle_reservations
  union all
  select g.tenant_id, g.id, null, null, null, null, null, g.row_xid
  from released_reservations g
  where not exists (
    select from vehicle_reservations r where r.tenant_id = g.tenant_id and r.id = g.id
  );

-- Which tenants have work waiting.
create view reporting.media_to_prepare with (security_invoker = true) as
  select tenant_id, prepare_at from media_items where prepare_at is not null;

create view reporting.unconfirmed_bookings with (security_invoker = true) as
  select b.tenant_id, greatest(b.created_at, b.waiting_since) + make_interval(hours => s.unconfirmed_hours) as expires_at
  from bookings b join tenant_settings s on s.tenant_id = b.tenant_id
  where b.status = 'pending';

create view reporting.unassigned_bookings with (security_invoker = true) as
  select b.tenant_id, b.row_xid from bookings b
  where not exists (
    select from customer_bookings l where l.tenant_id = b.tenant_id and l.booking_id = b.id
  );

create view reporting.journey_events with (security_invoker = true) as
  select tenant_id, visit_id, step, reached_at, session_id, booking_id, page, language, device, utm_source,
         utm_medium, utm_campaign, has_click_id, row_xid,
         utm_term, utm_content, country, is_returning, link, label
  from journey_events
  -- Assignments of experiments are not steps of a visit.
  where step not like 'form\_%';

create view reporting.booking_touches with (security_invoker = true) as
  select tenant_id, booking_id, session_id, touched_at, row_xid from booking_touches;

create view reporting.brands_to_draw with (security_invoker = true) as
  select tenant_id, draw_brand_at from tenant_settings where draw_brand_at is not null;
