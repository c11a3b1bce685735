-- As abano_app: requests, what their links brought, and what expired.

-- name: count_attempt
-- Counts before the check, and starts over after the window. Returns the attempts of this window and when it began.
insert into sign_up_attempts as a (subject_hash, window_start, attempts) values (%(subject)s, %(now)s, 1)
on conflict (subject_hash) do update set
  attempts = case when a.window_start <= %(now)s - %(window)s then 1 else a.attempts + 1 end,
  window_start = case when a.window_start <= %(now)s - %(window)s then %(now)s else a.window_start end
returning attempts, window_start;

-- name: list_slugs
select slug from tenants;

-- name: is_host_taken
-- By the setting of set_lookup_host, row-level security shows the one domain that is asked for.
select exists (select from tenant_domains where host = %(host)s);

-- name: set_lookup_host
select set_config('abano.lookup_host', %(host)s, true);

-- name: add_sign_up
insert into company_sign_ups
  (id, email, language, company_name, slug, country, currency, timezone, requested_at, mail_due_at)
values (%(id)s, %(email)s, %(language)s, %(company_name)s, %(slug)s, %(country)s, %(currency)s, %(timezone)s,
  %(now)s, %(now)s);

-- name: find_sign_up
select id, email, company_name, slug, requested_at, confirmed_at, is_slug_taken, company_id
from company_sign_ups where id = %(id)s;

-- name: confirm_sign_up
-- Once: the second use of a link changes nothing.
update company_sign_ups set confirmed_at = %(now)s, slug = %(slug)s, password_hash = %(password_hash)s,
  seal = %(seal)s, is_slug_taken = false
where id = %(id)s and confirmed_at is null and company_id is null;

-- name: is_being_set_up
select exists (select from company_setups where tenant_id = %(tenant)s);

-- name: delete_expired
-- Confirmed ones stay until their company exists.
delete from company_sign_ups where requested_at <= %(oldest)s and (confirmed_at is null or company_id is not null);

-- name: delete_attempts
delete from sign_up_attempts where window_start <= %(before)s;

-- As abano_operator: the worker, and the command line.

-- name: claim_email
-- It is due again later unless it was sent by then: a worker that dies in between loses none.
update company_sign_ups set mail_attempts = mail_attempts + 1,
  mail_due_at = %(now)s + make_interval(secs => least(30 * 2 ^ mail_attempts, 3600))
where id = (
  select id from company_sign_ups where mail_due_at <= %(now)s order by mail_due_at limit 1 for update skip locked
)
returning id, email, company_name, language, mail_attempts;

-- name: claim_invitation_email
update company_invitations set mail_attempts = mail_attempts + 1,
  mail_due_at = %(now)s + make_interval(secs => least(30 * 2 ^ mail_attempts, 3600))
where id = (
  select id from company_invitations where mail_due_at <= %(now)s order by mail_due_at limit 1
  for update skip locked
)
returning id, email, language, expires_at, mail_attempts;

-- name: note_email
update company_sign_ups set mail_due_at = null, mailed_at = %(sent_at)s where id = %(id)s;

-- name: note_invitation_email
update company_invitations set mail_due_at = null, mailed_at = %(sent_at)s where id = %(id)s;

-- name: is_invited
select 1 from company_invitations where email = %(email)s and expires_at > %(now)s;

-- name: delete_sign_up
delete from company_sign_ups where id = %(id)s;

-- name: list_confirmed
select id from company_sign_ups where confirmed_at is not null and company_id is null
order by confirmed_at limit %(limit)s;

-- name: lock_confirmed
select email, language, company_name, slug, country, currency, timezone, password_hash, seal
from company_sign_ups
where id = %(id)s and confirmed_at is not null and company_id is null
for update skip locked;

-- name: lock_creation
-- Two slugs that look alike are not created at the same time.
select pg_advisory_xact_lock(hashtext('company sign-up'));

-- name: note_company
update company_sign_ups set company_id = %(company)s, password_hash = null, seal = null, mail_due_at = null
where id = %(id)s;

-- name: refuse_slug
-- Its owner chooses another address with the same link.
update company_sign_ups set is_slug_taken = true, confirmed_at = null, password_hash = null, seal = null
where id = %(id)s;

-- name: delete_expired_invitations
delete from company_invitations where expires_at <= %(now)s;

-- name: use_invitation
delete from company_invitations where email = %(email)s;

-- name: list_sign_ups
select email, company_name, slug, country, requested_at, mailed_at,
  case when company_id is not null then 'created' when confirmed_at is not null then 'creating'
    when is_slug_taken then 'slug_taken' else 'unconfirmed' end
from company_sign_ups order by requested_at desc limit %(limit)s;

-- name: list_invitations
select i.email, coalesce(o.email, ''), i.created_at, i.expires_at, i.mailed_at
from company_invitations i left join operators o on o.id = i.invited_by
order by i.created_at desc limit %(limit)s;

-- name: add_invitation
-- A new one to the same address replaces the earlier one.
insert into company_invitations as c (id, email, language, invited_by, created_at, expires_at, mail_due_at)
values (%(id)s, %(email)s, %(language)s, %(operator)s, %(now)s, %(until)s, %(now)s)
on conflict (email) do update set language = excluded.language, invited_by = excluded.invited_by,
  created_at = excluded.created_at, expires_at = excluded.expires_at, mail_due_at = excluded.mail_due_at,
  mail_attempts = 0, mailed_at = null;

-- name: delete_invitation
delete from company_invitations where email = %(email)s returning id;
