-- Partners and their promo codes. Registration, sign-in and the commission ledger come with a later revision.

create table affiliates (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 2 and 120),
  email text not null check (email = lower(email)),
  status text not null default 'active' check (status in ('active', 'paused')),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, email)
);

-- A code without an affiliate is the company's own. Empty overrides: the company's settings count.
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
