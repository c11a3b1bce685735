-- What the team notes about a booking, and the e-mails it sent to the customer from the desk.
create table booking_notes (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  admin_id uuid not null,
  kind text not null check (kind in ('note', 'email')),
  body text not null check (length(body) between 1 and 6000),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings,
  foreign key (tenant_id, admin_id) references admins
);
create index booking_notes_of_booking on booking_notes (tenant_id, booking_id, created_at);

-- Who recommended a booking: the affiliate whose promo code it used.
create view booking_referrers with (security_invoker = true) as
  select b.tenant_id, b.id as booking_id, a.id as affiliate_id, a.name as affiliate_name
  from bookings b
  join promo_codes p on p.tenant_id = b.tenant_id and p.code = b.promo_code
  join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id;
grant select on booking_referrers to abano_app;
