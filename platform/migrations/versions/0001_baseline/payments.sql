-- Payments: the journal, tills, invoices, online payments.

-- Payments of bookings: a journal of payments and deposits, tills, invoices, online payments.
--
-- The schema enforces the sums. Each entry has a debit and a credit account, so the journal always balances. The
-- entries of a booking form a chain: each starts from the paid and held amounts of the previous one, so nothing is
-- counted twice and refunds cannot exceed them. Invoice numbers form a chain too. Tills: the cash of one person, from
-- opening to closing. A closed till is immutable.
create table tills (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  admin_id uuid not null,
  currency char(3) not null,
  opened_at timestamptz not null,
  opening_minor bigint not null check (opening_minor >= 0),
  counted_at timestamptz,
  counted_by uuid,
  counted_minor bigint check (counted_minor >= 0),
  -- By the trigger, when it is counted.
  expected_minor bigint,
  reason text not null default '' check (length(reason) <= 500),
  closed_at timestamptz,
  closed_by uuid,
  primary key (tenant_id, id),
  constraint tills_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id),
  constraint tills_counted_by_fkey foreign key (tenant_id, counted_by) references admins (tenant_id, id),
  constraint tills_closed_by_fkey foreign key (tenant_id, closed_by) references admins (tenant_id, id),
  constraint tills_state_check check (
    (counted_at is null) = (counted_minor is null) and (counted_at is null) = (counted_by is null)
    and (counted_at is null) = (expected_minor is null) and (closed_at is null) = (closed_by is null)
    and (closed_at is null or counted_at is not null)
  )
);
create unique index tills_open_once on tills (tenant_id, admin_id) where counted_at is null;
create index tills_newest on tills (tenant_id, opened_at desc);

-- Cash that moved between two tills, or between a till and the bank. Append-only: a counter-entry reverses one.
create table cash_transfers (
  tenant_id uuid not null references tenants,
  id uuid not null,
  -- Empty: the bank.
  from_till uuid,
  to_till uuid,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  moved_on date not null,
  note text not null default '' check (length(note) <= 500),
  admin_id uuid not null,
  created_at timestamptz not null,
  reverses_id uuid,
  primary key (tenant_id, id),
  constraint cash_transfers_from_fkey foreign key (tenant_id, from_till) references tills (tenant_id, id),
  constraint cash_transfers_to_fkey foreign key (tenant_id, to_till) references tills (tenant_id, id),
  constraint cash_transfers_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id),
  constraint cash_transfers_reverses_fkey foreign key (tenant_id, reverses_id) references cash_transfers (tenant_id, id),
  constraint cash_transfers_reversed_once unique (tenant_id, reverses_id),
  constraint cash_transfers_ends_check check (num_nonnulls(from_till, to_till) >= 1 and from_till is distinct from to_till)
);

-- The journal. Append-only.
create table journal_entries (
  tenant_id uuid not null references tenants,
  id uuid not null,
  kind text not null check (kind in (
    'payment', 'refund', 'refund_failed', 'deposit_taken', 'deposit_returned', 'deposit_kept', 'deposit_applied',
    'reduction', 'till_over', 'till_short', 'cash_to_bank', 'cash_from_bank', 'cash_out', 'cash_in'
  )),
  method text check (method in ('cash', 'card', 'bank', 'online')),
  booking_id uuid,
  step integer check (step >= 1),
  previous_step integer,
  till_id uuid,
  transfer_id uuid,
  admin_id uuid,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  -- The amount the customer has paid and the deposit held, before and after this entry.
  paid_was bigint not null default 0,
  held_was bigint not null default 0,
  paid_is bigint not null generated always as (
      paid_was + case kind when 'payment' then amount_minor when 'refund_failed' then amount_minor
        when 'deposit_applied' then amount_minor when 'reduction' then amount_minor when 'refund' then -amount_minor
        else 0 end
    ) stored,
  held_is bigint not null generated always as (
      held_was + case kind when 'deposit_taken' then amount_minor when 'deposit_returned' then -amount_minor
        when 'deposit_kept' then -amount_minor when 'deposit_applied' then -amount_minor else 0 end
    ) stored,
  debit text not null generated always as (
      case kind when 'payment' then method when 'refund_failed' then method when 'deposit_taken' then method
        when 'refund' then 'customers' when 'deposit_returned' then 'deposits' when 'deposit_kept' then 'deposits'
        when 'deposit_applied' then 'deposits' when 'reduction' then 'reductions' when 'till_over' then 'cash'
        when 'till_short' then 'till_differences' when 'cash_to_bank' then 'bank' when 'cash_from_bank' then 'cash'
        when 'cash_out' then 'transfers' when 'cash_in' then 'cash' end
    ) stored,
  credit text not null generated always as (
      case kind when 'payment' then 'customers' when 'refund_failed' then 'customers' when 'deposit_taken' then 'deposits'
        when 'refund' then method when 'deposit_returned' then method when 'deposit_kept' then 'kept_deposits'
        when 'deposit_applied' then 'customers' when 'reduction' then 'customers' when 'till_over' then 'till_differences'
        when 'till_short' then 'cash' when 'cash_to_bank' then 'cash' when 'cash_from_bank' then 'bank'
        when 'cash_out' then 'cash' when 'cash_in' then 'transfers' end
    ) stored,
  primary key (tenant_id, id),
  constraint journal_entries_chain_key unique (tenant_id, booking_id, step, currency, paid_is, held_is),
  constraint journal_entries_step_key unique (tenant_id, booking_id, step),
  constraint journal_entries_chain_fkey foreign key (tenant_id, booking_id, previous_step, currency, paid_was, held_was)
    references journal_entries (tenant_id, booking_id, step, currency, paid_is, held_is),
  constraint journal_entries_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint journal_entries_till_fkey foreign key (tenant_id, till_id) references tills (tenant_id, id),
  constraint journal_entries_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id),
  constraint journal_entries_transfer_fkey foreign key (tenant_id, transfer_id)
    references cash_transfers (tenant_id, id),
  constraint journal_entries_not_below_zero check (paid_is >= 0 and held_is >= 0),
  constraint journal_entries_chain_check check (
    case when kind in ('till_over', 'till_short', 'cash_to_bank', 'cash_from_bank', 'cash_out', 'cash_in')
      then booking_id is null and step is null and previous_step is null and paid_was = 0 and held_was = 0
      when step = 1 then booking_id is not null and previous_step is null and paid_was = 0 and held_was = 0
      else booking_id is not null and previous_step = step - 1 end is true
  ),
  constraint journal_entries_moved_check check (
    case when kind in ('deposit_kept', 'deposit_applied', 'reduction') then method is null
      when kind = 'refund_failed' then method = 'online'
      when kind in ('till_over', 'till_short', 'cash_to_bank', 'cash_from_bank', 'cash_out', 'cash_in')
        then method = 'cash'
      else method is not null end is true
    and (transfer_id is not null) = (kind in ('cash_to_bank', 'cash_from_bank', 'cash_out', 'cash_in'))
    and (till_id is not null) = (method is not distinct from 'cash')
  )
);
create index journal_entries_of_till on journal_entries (tenant_id, till_id) where till_id is not null;
create index journal_entries_of_transfer on journal_entries (tenant_id, transfer_id) where transfer_id is not null;
create index journal_entries_newest on journal_entries (tenant_id, created_at desc);

-- A note on an entry. Not part of the journal, because it may contain personal data that has to be erased.
create table journal_notes (
  tenant_id uuid not null references tenants on delete cascade,
  entry_id uuid not null,
  body text not null check (length(body) between 1 and 500),
  primary key (tenant_id, entry_id),
  constraint journal_notes_entry_fkey foreign key (tenant_id, entry_id) references journal_entries (tenant_id, id)
);

-- Idempotency keys of calls that record money or come from the public API: a repeated key and body has no effect.
-- result_id: the object that a call with an API key created or changed.
create table payment_writes (
  tenant_id uuid not null references tenants on delete cascade,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  result_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
create index payment_writes_oldest on payment_writes (tenant_id, created_at);

-- The company that invoices of a booking are issued to. An empty name: they are issued to the customer again.
create table booking_bill_to (
  tenant_id uuid not null references tenants on delete cascade,
  booking_id uuid not null,
  name text not null check (length(name) <= 200),
  address text not null default '' check (length(address) <= 500),
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  vat_number text not null default '' check (length(vat_number) <= 40),
  updated_at timestamptz not null,
  primary key (tenant_id, booking_id),
  constraint booking_bill_to_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id)
    on delete cascade
);

-- The seller as shown on receipts and invoices.
create table seller_settings (
  tenant_id uuid not null references tenants on delete cascade,
  legal_name text not null default '' check (length(legal_name) <= 200),
  registration_number text not null default '' check (length(registration_number) <= 60),
  tax_id text not null default '' check (length(tax_id) <= 60),
  address text not null default '' check (length(address) <= 500),
  bank_account text not null default '' check (length(bank_account) <= 200),
  -- Included in prices. Null: no VAT.
  vat_basis_points integer check (vat_basis_points between 1 and 5000),
  -- By kind of line, where it differs; 0: outside VAT.
  vat_rates jsonb not null default '{}' check (jsonb_typeof(vat_rates) = 'object'),
  -- Of single services and protections, by the code of their line; before the rate of their kind.
  vat_by_item jsonb not null default '{}' check (jsonb_typeof(vat_by_item) = 'object'),
  -- What the tax is called on documents. Empty: the product's word in the document's language.
  tax_label text not null default '' check (length(tax_label) <= 20),
  footer text not null default '' check (length(footer) <= 500),
  updated_at timestamptz not null,
  payment_days integer not null default 0 constraint seller_settings_payment_days_check check (payment_days between 0 and 365),
  -- By language: what is printed instead of the product's sentence about the due date.
  payment_terms jsonb not null default '{}' check (jsonb_typeof(payment_terms) = 'object'),
  primary key (tenant_id)
);

-- How the numbers of a kind are written. Without a row: the defaults.
create table invoice_numbering (
  tenant_id uuid not null references tenants on delete cascade,
  kind text not null check (kind in ('invoice', 'credit_note')),
  series text not null check (series ~ '^[A-Za-z0-9]{0,12}$'),
  format text not null check (length(format) between 1 and 60),
  restarts_yearly boolean not null,
  revision integer not null check (revision >= 1),
  updated_at timestamptz not null,
  primary key (tenant_id, kind)
);

-- The last number given by kind and year; year 0: numbers that run on over the years. Its row is locked until the
-- document is stored.
create table invoice_counters (
  tenant_id uuid not null references tenants on delete cascade,
  kind text not null check (kind in ('invoice', 'credit_note', 'receipt')),
  year integer not null check (year between 2000 and 9999 or year = 0),
  last_number integer not null check (last_number >= 0),
  primary key (tenant_id, kind, year)
);

-- Numbers at which the company chose to go on, for example after another program. Append-only. Every other document
-- follows the one before it.
create table invoice_starts (
  tenant_id uuid not null references tenants on delete cascade,
  kind text not null check (kind in ('invoice', 'credit_note', 'receipt')),
  year integer not null check (year between 2000 and 9999 or year = 0),
  sequence integer not null check (sequence >= 2),
  chosen_by uuid,
  chosen_at timestamptz not null,
  primary key (tenant_id, kind, year, sequence),
  constraint invoice_starts_chosen_by_fkey foreign key (tenant_id, chosen_by) references admins (tenant_id, id)
);

-- Receipts, invoices and credit notes as they were issued. Append-only: an invoice is voided by a credit note.
create table invoices (
  tenant_id uuid not null references tenants,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note', 'receipt')),
  -- Of the counter: 0 for numbers that run on over the years.
  year integer not null check (year between 2000 and 9999 or year = 0),
  sequence integer not null check (sequence >= 1),
  previous_sequence integer,
  -- The first of the company's chain, or one that it chose to go on at.
  start_sequence integer generated always as (
    case when previous_sequence is null and sequence > 1 then sequence end
  ) stored,
  -- As it is printed.
  number text not null check (length(number) between 1 and 36),
  booking_id uuid not null,
  entry_id uuid,
  credits_id uuid,
  language text not null check (length(language) between 2 and 20),
  currency char(3) not null,
  total_minor bigint not null,
  data jsonb not null,
  issued_by uuid,
  issued_at timestamptz not null,
  primary key (tenant_id, id),
  constraint invoices_number_key unique (tenant_id, number),
  constraint invoices_sequence_key unique (tenant_id, kind, year, sequence),
  constraint invoices_no_gap_fkey foreign key (tenant_id, kind, year, previous_sequence)
    references invoices (tenant_id, kind, year, sequence),
  constraint invoices_no_gap_check check (previous_sequence = sequence - 1),
  constraint invoices_start_fkey foreign key (tenant_id, kind, year, start_sequence)
    references invoice_starts (tenant_id, kind, year, sequence),
  constraint invoices_receipt_once unique (tenant_id, entry_id),
  constraint invoices_credits_fkey foreign key (tenant_id, credits_id) references invoices (tenant_id, id),
  constraint invoices_entry_fkey foreign key (tenant_id, entry_id) references journal_entries (tenant_id, id),
  constraint invoices_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint invoices_issued_by_fkey foreign key (tenant_id, issued_by) references admins (tenant_id, id),
  constraint invoices_belongs_check check (
    (kind = 'credit_note') = (credits_id is not null) and (kind = 'receipt') = (entry_id is not null)
  )
);
create index invoices_credits on invoices (tenant_id, credits_id) where credits_id is not null;
create index invoices_of_booking on invoices (tenant_id, booking_id, issued_at);
create index invoices_newest on invoices (tenant_id, issued_at desc, id desc);

-- What the desk decided of an invoice before it is issued. Its recipient is the booking's, its lines and amounts follow
-- the booking.
create table invoice_drafts (
  tenant_id uuid not null references tenants on delete cascade,
  booking_id uuid not null,
  revision integer not null check (revision >= 1),
  language text not null check (length(language) between 2 and 20),
  -- Null: by the payment terms.
  due_on date,
  order_number text not null check (length(order_number) <= 60),
  note text not null check (length(note) <= 1000),
  -- What the desk saw when it saved.
  total_minor bigint not null,
  content_hash bytea not null check (length(content_hash) = 32),
  saved_by uuid,
  saved_at timestamptz not null,
  primary key (tenant_id, booking_id),
  constraint invoice_drafts_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id)
    on delete cascade,
  constraint invoice_drafts_saved_by_fkey foreign key (tenant_id, saved_by) references admins (tenant_id, id)
);
create index invoice_drafts_newest on invoice_drafts (tenant_id, saved_at desc, booking_id desc);

-- Stripe of one company: its own keys, or the account that the platform's key acts for. Without a row there are no
-- online payments.
create table stripe_settings (
  tenant_id uuid not null references tenants on delete cascade,
  sealed_key bytea,
  sealed_webhook_secret bytea,
  is_live boolean not null,
  key_end text not null check (length(key_end) <= 4),
  account_id text check (length(account_id) between 1 and 100),
  -- False until a connected account has completed Stripe's onboarding.
  can_charge boolean not null default true,
  -- Customers can place the deposit's card hold in My booking.
  offers_holds boolean not null default false,
  -- The way back from Stripe's onboarding: once, for the owner's session that left for it.
  return_hash bytea,
  return_expires_at timestamptz,
  problem jsonb,
  event_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id),
  constraint stripe_settings_account_key unique (account_id),
  constraint stripe_settings_keys_check check (
    (sealed_key is null) = (sealed_webhook_secret is null) and (sealed_key is null) = (account_id is not null)
  ),
  constraint stripe_settings_return_check check ((return_hash is null) = (return_expires_at is null))
);

-- Links to Stripe's payment page. A card hold is a link whose payment is authorised first and captured later.
create table online_payments (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  purpose text not null check (purpose in ('payment', 'deposit', 'hold')),
  state text not null default 'preparing' check (
    state in ('preparing', 'open', 'held', 'paid', 'released', 'expired', 'failed')
  ),
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  token_hash bytea not null,
  session_id text check (length(session_id) <= 200),
  url text check (length(url) <= 2000),
  intent_id text check (length(intent_id) <= 200),
  entry_id uuid,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  checked_at timestamptz not null,
  -- Of card holds: until when the amount can be captured, as estimated or as Stripe says; what was captured of it.
  authorized_at timestamptz,
  capture_before timestamptz,
  is_deadline_known boolean not null default false,
  captured_minor bigint,
  reminded_at timestamptz,
  -- What Stripe was asked and has not answered yet; the id is the idempotency key of the call.
  pending text check (pending in ('capture', 'release')),
  pending_id uuid,
  pending_minor bigint,
  pending_reason text check (length(pending_reason) <= 500),
  pending_by uuid,
  primary key (tenant_id, id),
  constraint online_payments_session_key unique (tenant_id, session_id),
  constraint online_payments_token_key unique (tenant_id, token_hash),
  constraint online_payments_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint online_payments_entry_fkey foreign key (tenant_id, entry_id) references journal_entries (tenant_id, id),
  constraint online_payments_created_by_fkey foreign key (tenant_id, created_by) references admins (tenant_id, id),
  constraint online_payments_pending_by_fkey foreign key (tenant_id, pending_by) references admins (tenant_id, id),
  constraint online_payments_paid_check check ((state = 'paid') = (entry_id is not null)),
  constraint online_payments_held_check check (
    state not in ('held', 'released')
    or (purpose = 'hold' and authorized_at is not null and capture_before is not null and intent_id is not null)
  ),
  constraint online_payments_captured_check check (
    (captured_minor is not null) = (purpose = 'hold' and state = 'paid') and captured_minor between 1 and amount_minor
  ),
  constraint online_payments_asked_check check (
    (pending is null) = (pending_id is null) and (pending is null or state = 'held')
    and (coalesce(pending, '') = 'capture') = (pending_minor is not null)
    and pending_minor between 1 and amount_minor
  )
);
create index online_payments_held on online_payments (tenant_id, capture_before) where state = 'held';
create index online_payments_of_booking on online_payments (tenant_id, booking_id, created_at);
create index online_payments_waiting on online_payments (tenant_id, checked_at) where state in ('preparing', 'open');

-- Refunds by Stripe. The journal has the refund from the beginning; one that Stripe refuses is undone there.
create table online_refunds (
  tenant_id uuid not null references tenants on delete cascade,
  entry_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  undone_by uuid,
  checked_at timestamptz not null,
  primary key (tenant_id, entry_id),
  constraint online_refunds_entry_fkey foreign key (tenant_id, entry_id) references journal_entries (tenant_id, id),
  constraint online_refunds_payment_fkey foreign key (tenant_id, payment_id) references online_payments (tenant_id, id),
  constraint online_refunds_undone_fkey foreign key (tenant_id, undone_by) references journal_entries (tenant_id, id),
  constraint online_refunds_undone_check check ((state = 'refused') = (undone_by is not null))
);
create index online_refunds_waiting on online_refunds (tenant_id, checked_at) where state = 'waiting';
create index online_refunds_of_payment on online_refunds (tenant_id, payment_id);

-- Stripe events that were received: each counts once.
create table stripe_events (
  tenant_id uuid not null references tenants on delete cascade,
  id text not null check (length(id) between 1 and 200),
  kind text not null check (length(kind) <= 100),
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index stripe_events_oldest on stripe_events (tenant_id, created_at);

-- Account numbers of the accountant's books, for exports; without a row the usual ones of SKR03.
create table accounting_settings (
  tenant_id uuid not null references tenants on delete cascade,
  chart text not null check (chart in ('skr03', 'skr04')),
  accounts jsonb not null check (jsonb_typeof(accounts) = 'object'),
  -- With DATEV; without both there is no file for it.
  consultant_number integer check (consultant_number between 1001 and 9999999),
  client_number integer check (client_number between 1 and 99999),
  updated_at timestamptz not null,
  primary key (tenant_id)
);

-- Periods as they were exported, with their files. Append-only: a period is exported once.
create table accounting_exports (
  tenant_id uuid not null references tenants,
  number integer not null check (number >= 1),
  first_day date not null,
  last_day date not null,
  postings integer not null check (postings >= 1),
  sums jsonb not null,
  journal bytea not null,
  -- Empty without the company's numbers with DATEV.
  datev bytea not null,
  has_datev boolean not null generated always as (datev <> '') stored,
  digest bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, number),
  constraint accounting_exports_admin_fkey foreign key (tenant_id, created_by) references admins (tenant_id, id),
  constraint accounting_exports_days_check check (last_day >= first_day),
  constraint accounting_exports_digest_check check (digest = sha256(journal || datev))
);

-- What each export has: entries, documents and commissions, each once.
create table accounting_export_sources (
  tenant_id uuid not null references tenants,
  source text not null check (length(source) <= 100),
  export_number integer not null,
  primary key (tenant_id, source),
  constraint accounting_export_sources_export_fkey foreign key (tenant_id, export_number)
    references accounting_exports (tenant_id, number)
);
create index accounting_export_sources_of_export on accounting_export_sources (tenant_id, export_number);
