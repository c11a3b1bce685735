-- Marketing: quiz, click ids and visits, affiliates and commissions, conversions, campaign costs.

create table quiz_definitions (
  tenant_id uuid not null references tenants on delete cascade,
  version text not null check (length(version) between 1 and 40),
  definition jsonb not null,
  is_current boolean not null default false,
  created_at timestamptz not null default now(),
  row_xid xid8 not null default pg_current_xact_id(),
  -- Translations, only those that exist: {"ka": {"title": "…"}}.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  note text not null default '' check (length(note) <= 300),
  published_by uuid,
  media_references text[] not null generated always as (media_references(definition, translations)) stored,
  primary key (tenant_id, version),
  foreign key (tenant_id, published_by) references admins
);
create unique index quiz_definitions_one_current on quiz_definitions (tenant_id) where is_current;

-- The browser generates session_id. A row may exist before its start was received, if answers arrive first:
-- started_at is then the time of the session's first report.
create table quiz_sessions (
  tenant_id uuid not null,
  session_id text not null check (length(session_id) between 1 and 120),
  quiz_version text not null,
  device_fingerprint text,
  gclid text,
  gbraid text,
  wbraid text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  source_url text,
  referrer text,
  entry_path text,
  user_agent text,
  device text not null default 'unknown' check (device in ('phone', 'tablet', 'desktop', 'unknown')),
  consent_state text not null default 'not_required'
    check (consent_state in ('not_required', 'granted', 'refused', 'unknown')),
  -- As in bookings.
  ad_user_data boolean,
  ad_personalization boolean,
  ad_answered_at timestamptz,
  ad_consent_version integer check (ad_consent_version > 0),
  start_received boolean not null default false,
  started_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  consent_id text check (length(consent_id) <= 64),
  -- Filters of sessions: the page's language, the visitor's country, and whether the visitor is returning. The
  -- country is derived from the IP, which is not stored; the browser reports whether the visitor is returning.
  language text check (length(language) <= 40),
  country text check (country ~ '^[A-Z]{2}$'),
  is_returning boolean,
  -- The experiment that assigned the session's version. Null: not assigned by an experiment. A comparison includes
  -- only the sessions its experiment assigned.
  experiment_id uuid,
  primary key (tenant_id, session_id)
);
create index quiz_sessions_gclid on quiz_sessions (tenant_id, gclid, started_at desc) where gclid is not null;
create index quiz_sessions_row_xid on quiz_sessions (row_xid);
create index quiz_sessions_gbraid on quiz_sessions (tenant_id, gbraid) where gbraid is not null;
create index quiz_sessions_wbraid on quiz_sessions (tenant_id, wbraid) where wbraid is not null;
create index quiz_sessions_consent on quiz_sessions (tenant_id, consent_id) where consent_id is not null;
create index quiz_sessions_experiment on quiz_sessions (tenant_id, experiment_id, quiz_version) where experiment_id is not null;
create index quiz_sessions_fingerprint on quiz_sessions (tenant_id, device_fingerprint, started_at desc) where (device_fingerprint is not null);

create table quiz_answers (
  tenant_id uuid not null,
  session_id text not null,
  question_id text not null check (length(question_id) between 1 and 60),
  value text not null,
  question_text text not null,
  answer_text text not null,
  -- False if a later change of another answer skipped this question: the answer no longer counts.
  is_counted boolean not null default true,
  answered_at timestamptz not null,
  -- Increases with the visitor's answers: a delayed retry of an older answer cannot overwrite a newer one.
  sequence integer not null default 0,
  row_xid xid8 not null default pg_current_xact_id(),
  -- The words of a written answer, which are personal data: text; or name, email, phone and consent. Reporting has no
  -- access to them.
  details jsonb check (jsonb_typeof(details) = 'object'),
  -- When the company was done with a contact. Null: it is open.
  followed_up_at timestamptz,
  primary key (tenant_id, session_id, question_id),
  foreign key (tenant_id, session_id) references quiz_sessions on delete cascade
);
create index quiz_answers_row_xid on quiz_answers (row_xid);
create index quiz_answers_details on quiz_answers (tenant_id, answered_at desc) where details is not null;

create table quiz_question_views (
  tenant_id uuid not null,
  session_id text not null,
  question_id text not null check (length(question_id) between 1 and 60),
  viewed_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, session_id, question_id),
  foreign key (tenant_id, session_id) references quiz_sessions on delete cascade
);
create index quiz_question_views_row_xid on quiz_question_views (row_xid);

create table click_records (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  gclid text,
  gbraid text,
  wbraid text,
  device_fingerprint text,
  ip_address inet,
  domain text,
  source_url text,
  referrer text,
  user_agent text,
  screen_resolution text,
  timezone text,
  language text,
  platform text,
  session_id text,
  browser_storage_support jsonb,
  cross_domain_capable boolean,
  tracking_method text,
  consent_state text not null default 'not_required'
    check (consent_state in ('not_required', 'granted', 'refused', 'unknown')),
  -- As in bookings.
  ad_user_data boolean,
  ad_personalization boolean,
  ad_answered_at timestamptz,
  ad_consent_version integer check (ad_consent_version > 0),
  created_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  -- Withdrawn consent, erasure in the warehouse, and attribution by IP.
  -- A random key the browser generates with the consent and deletes on withdrawal. It identifies exactly the rows
  -- stored under this consent.
  consent_id text check (length(consent_id) <= 64),
  primary key (tenant_id, id)
);
create index click_records_ip on click_records (tenant_id, ip_address, created_at desc) where gclid is not null;
create index click_records_age on click_records (tenant_id, created_at);
create index click_records_row_xid on click_records (row_xid);
create index click_records_gclid on click_records (tenant_id, gclid) where gclid is not null;
create index click_records_gbraid on click_records (tenant_id, gbraid) where gbraid is not null;
create index click_records_wbraid on click_records (tenant_id, wbraid) where wbraid is not null;
create index click_records_session on click_records (tenant_id, session_id) where session_id is not null;
create index click_records_consent on click_records (tenant_id, consent_id) where consent_id is not null;
create index click_records_device on click_records (tenant_id, ip_address, device_fingerprint)
  where device_fingerprint is not null;
create index click_records_fingerprint on click_records (tenant_id, device_fingerprint, created_at desc) where (gclid is not null);

create table ip_visits (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  ip_address inet not null,
  is_google_ads_traffic boolean not null default false,
  visited_at timestamptz not null,
  primary key (tenant_id, id)
);
create index ip_visits_newest on ip_visits (tenant_id, visited_at desc);

-- Affiliates and their promo codes.
create table affiliates (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 2 and 120),
  email text not null check (email = lower(email)),
  status text not null default 'active' check (status in ('active', 'paused')),
  created_at timestamptz not null,
  -- The payout recipient.
  paypal_email text check (length(paypal_email) between 3 and 254),
  phone text not null default '' check (length(phone) <= 40),
  website text not null default '' check (length(website) <= 500),
  notes text not null default '' check (length(notes) <= 2000),
  -- Empty: created by the company. There is no account until the affiliate sets a password by email.
  password_hash text,
  payout_email_changed_at timestamptz,
  -- Null: the team's language for admins, otherwise the company's first.
  language text,
  primary key (tenant_id, id),
  unique (tenant_id, email)
);

-- A code without an affiliate belongs to the company. Null overrides: the company's settings apply.
create table promo_codes (
  tenant_id uuid not null references tenants on delete cascade,
  code text not null check (code = upper(code) and length(code) between 2 and 40),
  affiliate_id uuid,
  discount_basis_points integer check (discount_basis_points between 0 and 10000),
  commission_basis_points integer check (commission_basis_points between 0 and 10000),
  is_active boolean not null default true,
  starts_at timestamptz,
  expires_at timestamptz,
  maximum_uses integer check (maximum_uses > 0),
  uses integer not null default 0,
  created_at timestamptz not null,
  primary key (tenant_id, code),
  foreign key (tenant_id, affiliate_id) references affiliates
);
create index promo_codes_of_affiliate on promo_codes (tenant_id, affiliate_id);

create table affiliate_sessions (
  tenant_id uuid not null,
  token_hash bytea not null,
  affiliate_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, affiliate_id) references affiliates on delete cascade
);
create index affiliate_sessions_of_affiliate on affiliate_sessions (tenant_id, affiliate_id);

create table affiliate_password_resets (
  tenant_id uuid not null,
  token_hash bytea not null,
  -- Null: no account has this email. The row exists so that both cases take the same time.
  affiliate_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, affiliate_id) references affiliates on delete cascade
);
create index affiliate_password_resets_of_affiliate on affiliate_password_resets (tenant_id, affiliate_id);

-- What each referred booking earns. Append-only.
create table commissions (
  tenant_id uuid not null references tenants,
  booking_id uuid not null,
  affiliate_id uuid not null,
  promo_code text not null,
  currency char(3) not null,
  -- The booking's stored total after the discount.
  base_minor bigint not null check (base_minor >= 0),
  basis_points integer not null check (basis_points between 0 and 10000),
  -- The booking has the affiliate's own email or phone: no commission.
  is_self_referral boolean not null,
  amount_minor bigint not null,
  earned_at timestamptz not null,
  primary key (tenant_id, booking_id),
  unique (tenant_id, booking_id, affiliate_id, amount_minor),
  foreign key (tenant_id, booking_id) references bookings,
  foreign key (tenant_id, affiliate_id) references affiliates,
  check (amount_minor = case when is_self_referral then 0 else (base_minor * basis_points + 5000) / 10000 end)
);
create index commissions_of_affiliate on commissions (tenant_id, affiliate_id, earned_at desc);

-- Append-only: a payout recorded by mistake is reversed.
create table commission_payouts (
  tenant_id uuid not null references tenants,
  id uuid not null,
  affiliate_id uuid not null,
  currency char(3) not null,
  total_minor bigint not null check (total_minor > 0),
  paid_by uuid not null,
  created_at timestamptz not null,
  paypal_email text,
  primary key (tenant_id, id),
  unique (tenant_id, id, affiliate_id),
  foreign key (tenant_id, affiliate_id) references affiliates,
  foreign key (tenant_id, paid_by) references admins
);
create index commission_payouts_of_affiliate on commission_payouts (tenant_id, affiliate_id, created_at desc);
create index commission_payouts_newest on commission_payouts (tenant_id, created_at desc);

create table commission_reversals (
  tenant_id uuid not null,
  payout_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  reversed_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, payout_id),
  foreign key (tenant_id, payout_id) references commission_payouts,
  foreign key (tenant_id, reversed_by) references admins
);

-- The ledger. A booking's steps form a chain in which each step starts from the state of the previous one. So a
-- commission is earned once, voided at most once, and not paid twice. 'recovered' offsets a paid commission in a
-- later payout after its booking was cancelled. 'reversed' undoes a step of a reversed payout.
create table commission_entries (
  tenant_id uuid not null references tenants,
  booking_id uuid not null,
  step integer not null check (step >= 1),
  previous_step integer,
  affiliate_id uuid not null,
  kind text not null,
  amount_minor bigint not null,
  was_void boolean,
  was_paid boolean,
  is_void boolean not null,
  is_paid boolean not null,
  payout_id uuid,
  created_at timestamptz not null,
  -- Amounts the entry adds to each sum. owed = earned - voided - paid.
  earned_minor bigint not null generated always as (case when kind = 'earned' then amount_minor else 0 end) stored,
  paid_minor bigint not null generated always as (
      case when payout_id is null then 0 when is_paid then amount_minor else -amount_minor end
    ) stored,
  -- The reason of a rejected commission, shown to the affiliate, and who decided. A downgrade keeps both.
  reason text check (length(reason) between 1 and 500),
  decided_by uuid,
  voided_minor bigint not null generated always as (
      case when kind in ('voided', 'refused') then amount_minor when kind = 'restored' then -amount_minor else 0 end
    ) stored,
  primary key (tenant_id, booking_id, step),
  unique (tenant_id, booking_id, step, is_void, is_paid),
  foreign key (tenant_id, booking_id, affiliate_id, amount_minor)
    references commissions (tenant_id, booking_id, affiliate_id, amount_minor),
  foreign key (tenant_id, booking_id, previous_step, was_void, was_paid)
    references commission_entries (tenant_id, booking_id, step, is_void, is_paid),
  foreign key (tenant_id, payout_id, affiliate_id)
    references commission_payouts (tenant_id, id, affiliate_id),
  constraint commission_entries_decided_by
    foreign key (tenant_id, decided_by) references admins,
  constraint commission_entries_check check (
    case kind
      when 'earned' then payout_id is null and not is_void and case when step = 1
        then previous_step is null and was_void is null and was_paid is null and not is_paid
        else previous_step = step - 1 and was_void and was_paid = is_paid
      end
      when 'voided' then previous_step = step - 1 and not was_void and is_void and was_paid = is_paid
        and payout_id is null
      when 'refused' then previous_step = step - 1 and not was_void and is_void and not was_paid and not is_paid
        and payout_id is null and amount_minor > 0
      when 'restored' then previous_step = step - 1 and was_void and not is_void and not was_paid and not is_paid
        and payout_id is null and amount_minor > 0
      when 'paid' then previous_step = step - 1 and not was_void and not is_void and not was_paid and is_paid
        and payout_id is not null and amount_minor > 0
      when 'recovered' then previous_step = step - 1 and was_void and is_void and was_paid and not is_paid
        and payout_id is not null and amount_minor > 0
      when 'reversed' then previous_step = step - 1 and was_void = is_void and was_paid <> is_paid
        and payout_id is not null and amount_minor > 0
    end is true
  ),
  constraint commission_entries_decision check (
    (reason is not null) = (kind = 'refused') and (decided_by is not null) = (kind in ('refused', 'restored'))
  )
);
create index commission_entries_of_affiliate on commission_entries (tenant_id, affiliate_id, created_at desc);
create index commission_entries_of_payout on commission_entries (tenant_id, payout_id) where payout_id is not null;

-- Reasons why a commission needs approval by an owner or manager before payment.
create table commission_holds (
  tenant_id uuid not null,
  booking_id uuid not null,
  reason text not null,
  created_at timestamptz not null,
  released_at timestamptz,
  released_by uuid,
  primary key (tenant_id, booking_id, reason),
  foreign key (tenant_id, booking_id) references commissions,
  foreign key (tenant_id, released_by) references admins,
  check ((released_at is null) = (released_by is null)),
  constraint commission_holds_reason_check
    check (reason in ('paid_click', 'shared_ip', 'by_staff'))
);
create index commission_holds_open on commission_holds (tenant_id, booking_id) where released_at is null;

-- Offline conversions for Google Ads: the conversion's name, the secret URL of its files, and uploads by the Data
-- Manager API.
create table conversion_settings (
  tenant_id uuid primary key references tenants on delete cascade,
  -- The exact name of the conversion action in Google Ads.
  conversion_name text not null check (length(conversion_name) between 1 and 100),
  -- SHA-256 of the secret in the URL. Null without a URL.
  secret_hash bytea check (length(secret_hash) = 32),
  urls_created_at timestamptz,
  -- The last download of a file.
  fetched_at timestamptz,
  -- Whether Google gets the hashed email of customers who agreed (enhanced conversions).
  sends_hashed_email boolean not null default false,
  updated_at timestamptz not null
);

-- Exists while the company uploads by the API.
create table conversion_senders (
  tenant_id uuid primary key references tenants on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  -- The manager account through which the key has access, if not directly.
  login_account_id text check (login_account_id ~ '^[0-9]{10}$'),
  conversion_action_id text not null check (conversion_action_id ~ '^[0-9]{1,20}$'),
  -- The service account's key, encrypted with the installation's secret.
  sealed_key bytea not null,
  client_email text not null,
  -- The error of the last attempt as a whole. Null if it succeeded.
  problem text,
  failures integer not null default 0,
  due_at timestamptz not null,
  sent_at timestamptz,
  updated_at timestamptz not null,
  problem_note jsonb
);

-- One row per booking that was or is being uploaded, so that none is uploaded twice.
create table conversion_events (
  tenant_id uuid not null,
  booking_id uuid not null,
  state text not null check (state in ('sending', 'sent', 'refused')),
  -- The lease during an upload: after this time, another worker may take over.
  lease_until timestamptz not null,
  request_id text,
  -- Google's reason for a rejection.
  reason text,
  updated_at timestamptz not null,
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references bookings on delete cascade
);

-- Results of accepted requests, reported by Google later.
create table conversion_requests (
  tenant_id uuid not null references tenants on delete cascade,
  request_id text not null,
  events integer not null,
  state text not null check (state in ('processing', 'done', 'partial', 'failed', 'unknown')),
  not_taken integer not null default 0,
  reasons text,
  sent_at timestamptz not null,
  check_at timestamptz,
  primary key (tenant_id, request_id)
);

-- Cancellations uploaded to Google in a retraction file. After a retraction, Google accepts nothing more for its
-- order id: a booking restored later is uploaded with another one.
create table conversion_retractions (
  tenant_id uuid not null,
  booking_id uuid not null,
  cancelled_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (tenant_id, booking_id, cancelled_at),
  foreign key (tenant_id, booking_id) references bookings on delete cascade
);

create table quiz_drafts (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  definition jsonb not null,
  based_on text,
  revision integer not null check (revision >= 0),
  updated_at timestamptz not null,
  updated_by uuid,
  media_references text[] not null generated always as (media_references(definition)) stored,
  foreign key (tenant_id, updated_by) references admins
);

-- Steps of visits to the public site, from the landing page to the booking. Only the first of each step counts.
create table journey_events (
  tenant_id uuid not null,
  visit_id uuid not null,
  step text not null constraint journey_events_step_check check (step ~ '^[a-z][a-z0-9_]{0,29}$'),
  reached_at timestamptz not null,
  session_id text,
  booking_id uuid,
  page text,
  language text,
  device text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  has_click_id boolean not null default false,
  row_xid xid8 not null default pg_current_xact_id(),
  -- Filters of visits, as of sessions, stored with the landing step. The country is derived from the IP, which is not
  -- stored; the browser reports whether the visitor is returning.
  utm_term text,
  utm_content text,
  country text constraint journey_events_country_check check (country ~ '^[A-Z]{2}$'),
  is_returning boolean,
  -- Of a pressed link or button: the URL without its query, and the visible text.
  link text constraint journey_events_link_check check (length(link) <= 200),
  label text constraint journey_events_label_check check (length(label) <= 60),
  primary key (tenant_id, visit_id, step)
);
create index journey_events_age on journey_events (tenant_id, reached_at);
create index journey_events_session on journey_events (tenant_id, session_id) where session_id is not null;
create index journey_events_booking on journey_events (tenant_id, booking_id) where booking_id is not null;
create index journey_events_row_xid on journey_events (row_xid);
-- The form order an experiment assigned to a visit.
create index journey_events_form on journey_events (tenant_id, step, reached_at) where step like 'form\_%';

-- A campaign's cost from first_day to last_day, inclusive. campaign_key: the campaign in lower case, for comparisons.
-- base_minor: the amount in the company's currency at that time. upload_id: the import; a manual entry has its own.
create table campaign_costs (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  upload_id uuid not null,
  file_name text not null default '' check (length(file_name) <= 200),
  source text not null check (length(source) between 1 and 400),
  campaign text not null check (length(campaign) between 1 and 200),
  campaign_key text not null check (length(campaign_key) between 1 and 400),
  first_day date not null,
  last_day date not null,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor >= 0),
  base_currency char(3) not null,
  base_minor bigint not null check (base_minor >= 0),
  clicks bigint check (clicks >= 0),
  impressions bigint check (impressions >= 0),
  -- As the advertising program counts them.
  conversions numeric(16, 6) check (conversions >= 0),
  created_at timestamptz not null,
  created_by uuid,
  primary key (tenant_id, id),
  constraint campaign_costs_days_in_order check (last_day >= first_day),
  constraint campaign_costs_once unique (tenant_id, source, campaign_key, first_day, last_day),
  constraint campaign_costs_created_by_fkey foreign key (tenant_id, created_by) references admins (tenant_id, id)
);
create index campaign_costs_upload on campaign_costs (tenant_id, upload_id);
create index campaign_costs_days on campaign_costs (tenant_id, first_day);

-- The advertising account whose costs are read by its API.
create table ad_accounts (
  tenant_id uuid not null references tenants (id) on delete cascade,
  source text not null check (source in ('google')),
  -- Also the upload_id of its costs. Another account gets another one.
  id uuid not null,
  customer_id text not null check (customer_id ~ '^[0-9]{10}$'),
  -- The manager account through which the key has access, if not directly.
  login_customer_id text check (login_customer_id ~ '^[0-9]{10}$'),
  -- The service account's key, encrypted with the installation's secret.
  sealed_key bytea not null,
  client_email text not null,
  currency char(3),
  read_from date not null,
  due_at timestamptz not null,
  -- The last reading that succeeded.
  read_at timestamptz,
  -- Why the last reading failed, as {code, params}. Null if it succeeded.
  problem jsonb,
  failures integer not null default 0,
  -- Lines of the last reading that could not be stored, and why the first of them could not.
  refused integer not null default 0,
  refused_reason jsonb,
  created_at timestamptz not null,
  created_by uuid,
  primary key (tenant_id, source),
  constraint ad_accounts_id unique (tenant_id, id),
  constraint ad_accounts_created_by_fkey foreign key (tenant_id, created_by) references admins (tenant_id, id)
);

-- Quiz sessions that may have led to a booking, each once.
create table booking_touches (
  tenant_id uuid not null,
  booking_id uuid not null,
  session_id text not null,
  touched_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, booking_id, session_id),
  constraint booking_touches_booking_fkey foreign key (tenant_id, booking_id)
    references bookings (tenant_id, id) on delete cascade
);
create index booking_touches_session on booking_touches (tenant_id, session_id);
create index booking_touches_row_xid on booking_touches (row_xid);

create table experiments (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  subject text not null check (subject in ('quiz', 'bookingForm')),
  name text not null check (length(name) between 1 and 80),
  arms jsonb not null check (jsonb_array_length(arms) between 2 and 4),
  promote_winner boolean not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  outcome text not null check (outcome in ('running', 'decided', 'stopped', 'expired')),
  verdict jsonb,
  started_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, started_by) references admins,
  check (ends_at > started_at and ends_at <= started_at + interval '91 days'),
  check ((outcome = 'running') = (ended_at is null))
);
create unique index experiments_one_running on experiments (tenant_id, subject) where outcome = 'running';

-- Brokers and price feeds. Turned off, never deleted: bookings refer to them.
create table channels (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('price_feed', 'broker')),
  rate_basis text not null check (rate_basis in ('gross', 'net')),
  commission_basis_points integer not null check (commission_basis_points between 0 and 10000),
  -- Slugs of the cars that it does not offer.
  hidden_cars text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index channels_name on channels (tenant_id, lower(name));
alter table api_keys add constraint api_keys_channel_fkey foreign key (tenant_id, channel_id) references channels;
alter table bookings add constraint bookings_channel_fkey foreign key (tenant_id, channel_id) references channels;
