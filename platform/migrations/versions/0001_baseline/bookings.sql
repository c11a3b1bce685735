-- Bookings, their changes and notes, and the desk's customers.

create table bookings (
  tenant_id uuid not null,
  id uuid not null,
  reference text not null,
  status text not null default 'pending'
    check (status in ('pending', 'confirmed', 'active', 'completed', 'cancelled')),
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  driver_age integer not null,
  group_size integer not null,
  car_id uuid,
  car_name text not null,
  pickup_location text not null,
  dropoff_location text not null,
  -- The local times the customer chose, converted with the tenant's time zone.
  pickup_at timestamptz not null,
  return_at timestamptz not null check (return_at > pickup_at),
  -- The exact handover and return points, as agreed: catalog/published/handover.py. Null: not agreed.
  pickup_place jsonb check (jsonb_typeof(pickup_place) = 'object'),
  dropoff_place jsonb check (jsonb_typeof(dropoff_place) = 'object'),
  insurance_code text not null,
  service_codes text[] not null default '{}',
  promo_code text,
  gclid text,
  gbraid text,
  wbraid text,
  quiz_session_id text,
  device_fingerprint text,
  -- The quiz session the booking is attributed to, and the rule that matched it.
  attributed_session_id text,
  attribution_method text,
  consent_state text not null default 'not_required'
    check (consent_state in ('not_required', 'granted', 'refused', 'unknown')),
  -- What the visitor answered about ads along with the consent: whether the booking may be sent to the ad platform, and
  -- used for personalised ads. When, and to which version of the question. Null: not asked, or no consent.
  ad_user_data boolean,
  ad_personalization boolean,
  ad_answered_at timestamptz,
  ad_consent_version integer check (ad_consent_version > 0),
  currency char(3) not null,
  days integer not null check (days >= 1),
  daily_rate_minor bigint not null check (daily_rate_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  -- [{"code": …, "label": …, "quantity": …, "unitPrice": …, "amount": minor units}, ...]: adds up to total_minor.
  price_lines jsonb not null,
  -- The browser's step-2 estimate, unmodified and not verified.
  client_estimate text,
  needs_review boolean not null default false,
  review_reasons text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  -- Keyed hash of the IP of a booking with a promo code, to detect many bookings from one place. The IP itself is not
  -- stored, and the hash is deleted with visits.
  ip_hash bytea,
  -- A booking can be reverted by one status, including a cancellation. Triggers undo the effects of a cancellation,
  -- however the booking is restored.
  -- Start of the wait for confirmation after a revert. Null: since creation.
  waiting_since timestamptz,
  -- Null: the team's language for admins, otherwise the company's first.
  language text,
  -- Null: the customer saw the price only in the company's currency.
  display_currency char(3),
  display_rate numeric(14, 6),
  display_total_minor bigint,
  -- The booking's channel, the employee who created it, and no-show.
  source text not null default 'site',
  taken_by uuid,
  no_show boolean not null default false,
  -- The catalogue version that priced the booking. Null: unknown, or older than versions.
  catalog_version integer,
  -- The version of the terms the customer accepted. Null for bookings by staff and older ones.
  terms_version integer,
  -- Distance, cancellation and no-show terms at the time of booking. Later changes by the company do not apply.
  agreed_terms jsonb not null default '{}',
  -- The fee of a cancelled booking. Null until decided. A revert clears it.
  cancellation_fee_minor bigint check (cancellation_fee_minor >= 0),
  -- Customer messages: a company's texts and settings, and the outcome of each message.
  -- Incremented to invalidate the links sent for a booking.
  manage_version integer not null default 0 check (manage_version >= 0),
  -- The time of the customer's sign-out. Older cookies are invalid.
  own_sessions_ended_at timestamptz,
  -- Contact keys that limit unconfirmed bookings. Older bookings that are not pending need none.
  email_key text,
  phone_key text,
  -- The channel that brought the booking, and its commission as agreed when it was made. Null: no channel.
  channel_id uuid,
  channel_commission_minor bigint check (channel_commission_minor >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, reference),
  constraint bookings_channel_check check (num_nonnulls(channel_id, channel_commission_minor) in (0, 2)),
  constraint bookings_attribution_method_check
    check (attribution_method in ('session', 'gclid', 'fingerprint', 'address')),
  constraint bookings_display_check check (
    num_nonnulls(display_currency, display_rate, display_total_minor) in (0, 3)
  ),
  constraint bookings_taken_by_fkey foreign key (tenant_id, taken_by)
    references admins (tenant_id, id),
  constraint bookings_source_check
    check (source in ('site', 'phone', 'whatsapp', 'chat', 'walk_in', 'api'))
);
create index bookings_newest on bookings (tenant_id, created_at desc);
create index bookings_by_pickup on bookings (tenant_id, pickup_at, id);
create index bookings_unconfirmed on bookings (tenant_id, created_at) where status = 'pending';
create index bookings_row_xid on bookings (row_xid);
create index bookings_ip_hash on bookings (tenant_id, ip_hash) where ip_hash is not null;
create index bookings_gclid on bookings (tenant_id, gclid) where gclid is not null;
create index bookings_gbraid on bookings (tenant_id, gbraid) where gbraid is not null;
create index bookings_wbraid on bookings (tenant_id, wbraid) where wbraid is not null;
create index bookings_device on bookings (tenant_id, device_fingerprint) where device_fingerprint is not null;
create index bookings_quiz_session on bookings (tenant_id, quiz_session_id) where quiz_session_id is not null;
create index bookings_attributed on bookings (tenant_id, attributed_session_id)
  where attributed_session_id is not null;
create index bookings_of_channel on bookings (tenant_id, channel_id, created_at) where channel_id is not null;
create index bookings_unconfirmed_email on bookings (tenant_id, email_key) where (status = 'pending'::text);
create index bookings_unconfirmed_phone on bookings (tenant_id, phone_key) where (status = 'pending'::text);
-- The booking that a customer's message is about.
create index bookings_phone on bookings (tenant_id, phone_key) where phone_key <> '';

-- Append-only: events of a booking, with time and actor.
create table booking_events (
  tenant_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('customer', 'admin', 'system')),
  admin_id uuid,
  reason text not null default '',
  created_at timestamptz not null,
  note jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings
);
create index booking_events_of_booking on booking_events (tenant_id, booking_id, created_at);

create table idempotency_keys (
  tenant_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  booking_id uuid not null,
  created_at timestamptz not null,
  -- The digest of the raw body: a release with more or other fields still recognises a repeated submit.
  body_hash bytea not null,
  primary key (tenant_id, key),
  foreign key (tenant_id, booking_id) references bookings
);

-- Drafts sent by the wizard's first step, for a call back by the team. Deleted after the retention days.
create table personal_info_drafts (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  payload jsonb not null,
  created_at timestamptz not null,
  -- Null: stored before this revision.
  updated_at timestamptz,
  -- The message that notifies the company.
  message_id uuid,
  -- Identifies the visitor's next draft: the email in lower case, the phone number in E.164.
  email_key text,
  phone_key text,
  -- Incomplete bookings are leads for the team.
  state text not null default 'new'
    check (state in ('new', 'contacted', 'won', 'lost')),
  state_at timestamptz,
  state_by uuid,
  primary key (tenant_id, id),
  constraint personal_info_drafts_state_by_fkey
    foreign key (tenant_id, state_by) references admins (tenant_id, id)
);
create index personal_info_drafts_age on personal_info_drafts (tenant_id, created_at);
create index personal_info_drafts_email on personal_info_drafts (tenant_id, email_key);
create index personal_info_drafts_phone on personal_info_drafts (tenant_id, phone_key);

-- Notes of the team, and emails to the customer sent from the desk.
create table booking_notes (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  admin_id uuid not null,
  -- Document: why one of a driver was deleted.
  kind text not null check (kind in ('note', 'email', 'document')),
  body text not null check (length(body) between 1 and 6000),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings,
  foreign key (tenant_id, admin_id) references admins
);
create index booking_notes_of_booking on booking_notes (tenant_id, booking_id, created_at);

-- Changes of a booking by the desk: one row per change, with the differing values before and after.
create table booking_changes (
  tenant_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  kind text not null check (kind in ('taken', 'changed', 'no_show')),
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text not null default '' check (length(reason) <= 500),
  is_notified boolean not null default false,
  admin_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint booking_changes_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint booking_changes_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);
create index booking_changes_of_booking on booking_changes (tenant_id, booking_id, created_at);

-- Customers, the team's data about them, and merged duplicates.
create table customers (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- The customer this one was merged into. The merged row is unchanged, so that a merge can be undone.
  merged_into uuid,
  name text not null,
  -- As written in the newest booking.
  email text not null default '',
  phone text not null default '',
  language text,
  licence_number text not null default '' check (length(licence_number) <= 60),
  licence_expires_on date,
  is_blacklisted boolean not null default false,
  blacklist_reason text not null default '' check (length(blacklist_reason) <= 500),
  -- Lower case: the name on the first line, then one line per email and phone number.
  search_text text not null,
  last_booked_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customers_merged_check check (merged_into <> id),
  constraint customers_merged_fkey foreign key (tenant_id, merged_into) references customers (tenant_id, id)
);
create index customers_newest on customers (tenant_id, last_booked_at desc, id desc) where merged_into is null;
create index customers_merged on customers (tenant_id, merged_into) where merged_into is not null;
create index customers_blacklisted on customers (tenant_id, last_booked_at desc, id desc) where is_blacklisted;

-- Each pair of email and phone of a booking, and its customer.
create table customer_contacts (
  tenant_id uuid not null,
  email_key text not null,
  phone_key text not null,
  customer_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, email_key, phone_key),
  constraint customer_contacts_check check (email_key <> '' or phone_key <> ''),
  constraint customer_contacts_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id) on delete cascade
);
create index customer_contacts_phone on customer_contacts (tenant_id, phone_key) where phone_key <> '';
create index customer_contacts_of_customer on customer_contacts (tenant_id, customer_id);

-- A separate table: an assignment does not rewrite the booking, and the warehouse reads it once.
create table customer_bookings (
  tenant_id uuid not null,
  booking_id uuid not null,
  customer_id uuid not null,
  primary key (tenant_id, booking_id),
  constraint customer_bookings_booking_fkey foreign key (tenant_id, booking_id)
    references bookings (tenant_id, id) on delete cascade,
  constraint customer_bookings_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id) on delete cascade
);
create index customer_bookings_of_customer on customer_bookings (tenant_id, customer_id);

create table customer_notes (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  admin_id uuid not null,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customer_notes_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_notes_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);
create index customer_notes_of_customer on customer_notes (tenant_id, customer_id, created_at);

-- Changes of a customer and decisions about them. For a merge, other_id is the customer merged into this one, and
-- undone_at is set if the merge was undone.
create table customer_events (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('changed', 'blacklisted', 'unblacklisted', 'merged', 'unmerged')),
  other_id uuid,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text not null default '' check (length(reason) <= 500),
  undone_at timestamptz,
  admin_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customer_events_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_events_other_fkey foreign key (tenant_id, other_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_events_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);
create index customer_events_of_customer on customer_events (tenant_id, customer_id, created_at);
create index customer_events_of_other on customer_events (tenant_id, other_id) where other_id is not null;

-- Pairs marked as different people. They are not proposed again.
create table customer_distinctions (
  tenant_id uuid not null,
  one_id uuid not null,
  other_id uuid not null,
  admin_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, one_id, other_id),
  -- The smaller id first, so that each pair exists only once.
  constraint customer_distinctions_check check (one_id <= other_id),
  constraint customer_distinctions_one_fkey foreign key (tenant_id, one_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_distinctions_other_fkey foreign key (tenant_id, other_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_distinctions_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);
create index customer_distinctions_of_other on customer_distinctions (tenant_id, other_id);

-- Reports and changes by customers. The team reviews each entry.
create table booking_details (
  tenant_id uuid not null references tenants on delete cascade,
  booking_id uuid not null,
  flight_number text not null default '' check (length(flight_number) <= 60),
  second_driver_name text not null default '' check (length(second_driver_name) <= 160),
  second_driver_born date,
  second_driver_licence text not null default '' check (length(second_driver_licence) <= 60),
  second_driver_licence_expires_on date,
  updated_at timestamptz not null,
  -- The customer's delivery location and, for a new booking, the flight number.
  pickup_address text not null default '' check (length(pickup_address) <= 300),
  -- The collection location, if the return is at an address.
  dropoff_address text not null default '' check (length(dropoff_address) <= 300),
  primary key (tenant_id, booking_id),
  constraint booking_details_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id)
);

-- Team members who deliver and collect the vehicle.
create table booking_assignees (
  tenant_id uuid not null references tenants on delete cascade,
  booking_id uuid not null,
  kind text not null check (kind in ('handover', 'return')),
  admin_id uuid not null,
  assigned_at timestamptz not null,
  primary key (tenant_id, booking_id, kind),
  constraint booking_assignees_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint booking_assignees_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);

-- A scan is what the desk took of a driver's document: no action of the customer, but a photo like theirs.
create table customer_actions (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  kind text not null check (kind in ('changed', 'cancelled', 'details', 'licence', 'message', 'scan')),
  -- The customer's text.
  body text not null default '' check (length(body) <= 2000),
  -- For a licence or a scan: its photo or PDF, and whose it is.
  file_id uuid,
  -- For a scan: what it is of. What customers send is their licence.
  document text check (document in ('licence', 'passport', 'other')),
  is_second_driver boolean not null default false,
  seen_at timestamptz,
  seen_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customer_actions_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint customer_actions_seen_by_fkey foreign key (tenant_id, seen_by) references admins (tenant_id, id),
  constraint customer_actions_licence_check check (kind in ('licence', 'scan') or file_id is null),
  constraint customer_actions_scan_check check (
    (kind = 'scan') = (document is not null) and (kind <> 'scan' or file_id is not null)
  )
);
create index customer_actions_of_booking on customer_actions (tenant_id, booking_id, created_at);
create index customer_actions_unseen on customer_actions (tenant_id, created_at) where seen_at is null;
