alter table tenant_settings
  -- Whether visitors see the site; until then its people alone do.
  add column is_open boolean not null default true,
  -- Digests of what its starter gave it, so that it is known what the company made its own.
  add column began_with jsonb not null default '{}',
  -- The brand that is being worked on: {"brand": …, "revision": …}; null: none.
  add column brand_draft jsonb,
  -- Earlier brands, the newest first, for taking a change back.
  add column brand_history jsonb not null default '[]';

-- Domains of a company, and those it has not yet proved to be its own: what was found of them, and when.
create table domain_checks (
  tenant_id uuid not null references tenants on delete cascade,
  host text not null check (host = lower(host) and length(host) between 1 and 253),
  requested_at timestamptz not null,
  requested_by uuid,
  is_proved boolean not null default false,
  due_at timestamptz not null,
  checked_at timestamptz,
  -- {"state": "here" | "elsewhere" | "missing" | "unknown", "addresses": […]}
  dns jsonb not null default '{}',
  -- {"state": "valid" | "invalid" | "none", "issuer": …, "until": …, "problem": …}
  certificate jsonb not null default '{}',
  primary key (tenant_id, host)
);
create index domain_checks_due on domain_checks (due_at);
