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
  -- Of a message about a booking: which one, the address it went to when it was sent and its subject. once_key is unique
  -- among the messages of a booking. outcome: what became of it after it was sent, or that it was left out, and why.
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

-- What a company says in its own words; where it has no row, the product's text is sent.
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

-- Who wants no messages beside those about a booking. The address is kept as a keyed hash.
create table message_unsubscribes (
  tenant_id uuid not null references tenants on delete cascade,
  address_hash bytea not null check (length(address_hash) = 32),
  reason text not null check (reason in ('asked', 'complained')),
  created_at timestamptz not null,
  primary key (tenant_id, address_hash)
);

create table mail_counts (
  subject_hash bytea primary key,
  window_start timestamptz not null,
  emails integer not null check (emails > 0)
);
create index mail_counts_window on mail_counts (window_start);
