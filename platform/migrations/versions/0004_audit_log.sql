-- What admins and operators changed, append-only: who, when, from where, what before and after.

create table audit_log (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  happened_at timestamptz not null,
  actor text not null check (actor in ('admin', 'operator')),
  -- Admins are disabled, never deleted, so their names stay readable here.
  admin_id uuid,
  ip_address inet,
  -- Domain and verb, such as booking.confirmed or admin.invited.
  action text not null check (action ~ '^[a-z_]+[.][a-z_]+$'),
  subject_kind text not null,
  subject_id text not null,
  -- The fields that changed. Secrets and personal data are redacted before they come here.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, admin_id) references admins,
  check ((actor = 'admin') = (admin_id is not null))
);
create index audit_log_newest on audit_log (tenant_id, happened_at desc, id desc);
create index audit_log_of_subject on audit_log (tenant_id, subject_kind, subject_id, happened_at desc);
