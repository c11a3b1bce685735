-- Messages: the outbox, texts and settings of a company, unsubscribes.

create table outbox_messages (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  dead_at timestamptz,
  -- For a message about a booking: its occasion, the recipient's email at the time of sending, and the subject.
  -- once_key is unique among a booking's messages. outcome: the delivery status, or skipped, with the reason.
  booking_id uuid,
  once_key text,
  recipient text,
  subject text,
  outcome text constraint outbox_messages_outcome_check
    check (outcome in ('skipped', 'delivered', 'bounced', 'complained')),
  outcome_reason text,
  outcome_at timestamptz,
  primary key (tenant_id, id)
);
create index outbox_messages_due on outbox_messages (due_at) where sent_at is null and dead_at is null;
-- How many emails a company sent on a day.
create index outbox_messages_sent on outbox_messages (tenant_id, sent_at) where sent_at is not null;
-- Those of a booking, too; those without a once_key are as many as they are.
create unique index outbox_messages_once on outbox_messages (tenant_id, booking_id, once_key)
  where booking_id is not null;

-- One row a company. Without one all messages are sent, at the hours that the product proposes.
create table message_settings (
  tenant_id uuid primary key references tenants on delete cascade,
  switched_off text[] not null default '{}',
  reminder_hour integer not null check (reminder_hour between 0 and 23),
  thanks_days integer not null check (thanks_days between 0 and 30),
  review_url text not null default '' check (length(review_url) <= 500),
  -- With this the mail service's reports are signed; sealed.
  events_secret bytea,
  revision integer not null default 1,
  updated_at timestamptz not null
);

-- A company's own message texts. Without a row, the product's text is sent.
create table message_texts (
  tenant_id uuid not null references tenants on delete cascade,
  occasion text not null,
  language text not null check (length(language) between 2 and 20),
  subject text not null check (length(subject) between 1 and 200),
  heading text not null check (length(heading) between 1 and 200),
  body text not null check (length(body) between 1 and 4000),
  button text not null check (length(button) <= 60),
  revision integer not null default 1,
  updated_by uuid,
  updated_at timestamptz not null,
  primary key (tenant_id, occasion, language),
  constraint message_texts_admin_fkey foreign key (tenant_id, updated_by) references admins (tenant_id, id)
);

-- Recipients unsubscribed from optional messages. The email is stored as a keyed hash.
create table message_unsubscribes (
  tenant_id uuid not null references tenants on delete cascade,
  email_hash bytea not null check (length(email_hash) = 32),
  reason text not null check (reason in ('asked', 'complained')),
  created_at timestamptz not null,
  primary key (tenant_id, email_hash)
);

create table mail_counts (
  subject_hash bytea primary key,
  window_start timestamptz not null,
  emails integer not null check (emails > 0)
);
create index mail_counts_window on mail_counts (window_start);

-- Where a company's events are sent, and what became of each. Secrets are sealed.
create table webhook_endpoints (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  url text not null check (length(url) between 1 and 500),
  description text not null default '' check (length(description) <= 200),
  events text[] not null check (events <> '{}'),
  is_enabled boolean not null default true,
  -- Why it was disabled automatically; null: manually, or not at all.
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  sealed_secret bytea not null,
  -- Signs in addition to the new secret until then.
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  -- The first and the last failed attempt since the last success.
  failing_since timestamptz,
  last_failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint webhook_endpoints_previous_check check (
    (sealed_previous_secret is null) = (previous_secret_until is null)
  ),
  constraint webhook_endpoints_reason_check check (disabled_reason is null or not is_enabled)
);

-- A webhook event for one endpoint. No foreign key to tenants: every insert would lock the company's row.
create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- One event has the same id at every endpoint and at every attempt.
  event_id uuid not null,
  event_type text not null,
  object_id text not null,
  -- Of an alert: its page, and what the payload has of it.
  details jsonb,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz,
  -- When delivery was given up.
  dead_at timestamptz,
  primary key (tenant_id, id),
  constraint webhook_deliveries_endpoint_id_fkey
    foreign key (tenant_id, endpoint_id) references webhook_endpoints on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where delivered_at is null and dead_at is null;
create index webhook_deliveries_pending on webhook_deliveries (tenant_id, endpoint_id, due_at)
  where delivered_at is null and dead_at is null;
create index webhook_deliveries_of_endpoint on webhook_deliveries (tenant_id, endpoint_id, created_at, id);

-- Only the response's status is stored, not its body.
create table webhook_attempts (
  tenant_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  attempted_at timestamptz not null,
  status integer,
  duration_ms integer not null,
  -- Why there is no status.
  problem text check (problem in ('timeout', 'connection', 'not_public', 'unknown_host', 'tls', 'secret')),
  primary key (tenant_id, id),
  constraint webhook_attempts_delivery_id_fkey
    foreign key (tenant_id, delivery_id) references webhook_deliveries on delete cascade
);
create index webhook_attempts_of_delivery on webhook_attempts (tenant_id, delivery_id, attempted_at);

-- A company's account at a provider of WhatsApp or SMS. Secrets are sealed.
create table phone_channels (
  tenant_id uuid not null references tenants on delete cascade,
  channel text not null check (channel in ('whatsapp', 'sms')),
  is_enabled boolean not null,
  -- At Meta the phone number's id, at Twilio the account SID.
  account text not null check (length(account) between 1 and 64),
  -- At Twilio a number, a name, or the SID of a messaging service; at Meta the number as customers see it.
  sender text not null check (length(sender) <= 64),
  sealed_token bytea not null,
  -- Only at Meta: it signs events, and is asked for once when the webhook is added.
  sealed_app_secret bytea,
  sealed_verify_token bytea,
  daily_limit integer not null check (daily_limit between 1 and 100000),
  revision integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, channel)
);

-- Texts of automatic messages. For WhatsApp also the approved template's name, language and parameters in order.
create table phone_templates (
  tenant_id uuid not null,
  channel text not null,
  occasion text not null,
  language text not null check (length(language) between 2 and 20),
  body text not null check (length(body) between 1 and 1024),
  template_name text not null default '' check (length(template_name) <= 512),
  template_language text not null default '' check (length(template_language) <= 20),
  parameters text[] not null default '{}',
  updated_at timestamptz not null,
  primary key (tenant_id, channel, occasion, language),
  constraint phone_templates_channel_fkey foreign key (tenant_id, channel)
    references phone_channels on delete cascade
);

-- Whether a phone number may be written to, since when, and who said so.
create table phone_consents (
  tenant_id uuid not null references tenants on delete cascade,
  channel text not null check (channel in ('whatsapp', 'sms')),
  phone text not null check (length(phone) between 4 and 20),
  is_opted_in boolean not null,
  source text not null check (source in ('booking_form', 'desk', 'customer')),
  -- Of the colleague, for the source desk.
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (tenant_id, channel, phone)
);

-- Messages by WhatsApp and SMS in both directions. No foreign key to tenants: every insert would lock the
-- company's row.
create table phone_messages (
  tenant_id uuid not null,
  id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  is_inbound boolean not null default false,
  phone text not null,
  booking_id uuid,
  -- Of an automatic message: its occasion, the email that it goes along with, and the day of a reminder.
  occasion text,
  notice_id uuid,
  day text,
  is_asked_for boolean not null default false,
  body text not null default '',
  author_id uuid,
  state text not null check (
    state in ('pending', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped', 'received')
  ),
  reason text,
  provider_id text,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  changed_at timestamptz not null,
  -- When a colleague dealt with an inbound message: by an answer, or by saying so.
  handled_at timestamptz,
  primary key (tenant_id, id)
);
create index phone_messages_due on phone_messages (due_at) where state in ('pending', 'sending');
create index phone_messages_of_booking on phone_messages (tenant_id, booking_id, created_at);
create index phone_messages_of_phone on phone_messages (tenant_id, phone, created_at);
create index phone_messages_sent on phone_messages (tenant_id, channel, sent_at) where not is_inbound;
create index phone_messages_inbox on phone_messages (tenant_id, created_at)
  where is_inbound and handled_at is null;
create unique index phone_messages_provider on phone_messages (tenant_id, channel, provider_id)
  where provider_id is not null;
create unique index phone_messages_notice on phone_messages (tenant_id, notice_id, channel)
  where notice_id is not null;
