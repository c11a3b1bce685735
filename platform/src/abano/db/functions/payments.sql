-- The expected cash of a till: its opening amount plus all cash movements.
create or replace function till_expected(of_till tills) returns bigint language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select of_till.opening_minor + coalesce(sum(case when e.debit = 'cash' then e.amount_minor else -e.amount_minor end), 0)::bigint
  from journal_entries e
  where e.tenant_id = of_till.tenant_id and e.till_id = of_till.id and e.kind not in ('till_over', 'till_short')
$$;

-- A closed till is immutable. Counting computes the expected cash; closing requires the difference in the journal.
create or replace function check_till() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_noted bigint;
begin
  if old.closed_at is not null or new.tenant_id <> old.tenant_id or new.id <> old.id or new.admin_id <> old.admin_id
    or new.opening_minor <> old.opening_minor or new.currency <> old.currency or new.opened_at <> old.opened_at
    or (old.counted_at is not null and (
      new.counted_at, new.counted_minor, new.counted_by, new.expected_minor
    ) is distinct from (old.counted_at, old.counted_minor, old.counted_by, old.expected_minor))
  then
    raise exception 'till % does not change any more', old.id using errcode = 'AB007';
  end if;
  if old.counted_at is null and new.counted_at is not null then
    new.expected_minor := till_expected(old);
  end if;
  if new.closed_at is not null then
    select coalesce(sum(case e.kind when 'till_over' then e.amount_minor when 'till_short' then -e.amount_minor end), 0)
    into v_noted from journal_entries e where e.tenant_id = new.tenant_id and e.till_id = new.id;
    if v_noted <> new.counted_minor - new.expected_minor then
      raise exception 'till % does not add up: % noted', new.id, v_noted using errcode = 'AB009';
    end if;
    if v_noted <> 0 and new.reason = '' then
      raise exception 'till % differs without a reason', new.id using errcode = 'AB009';
    end if;
  end if;
  return new;
end $$;

-- Cash can only be added before the count. After it, only the difference can be recorded.
create or replace function check_till_of_entry() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from tills t
  where t.tenant_id = new.tenant_id and t.id = new.till_id and t.currency = new.currency and t.closed_at is null
    and (t.counted_at is null or new.kind in ('till_over', 'till_short'))
  for share;
  if not found then
    raise exception 'till % takes no cash', new.till_id using errcode = 'AB008';
  end if;
  return new;
end $$;

-- Credit notes of an invoice cannot exceed its amounts.
create or replace function check_credit() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_left bigint;
begin
  select coalesce(sum(i.total_minor), 0) into v_left from invoices i
  where i.tenant_id = new.tenant_id and (i.id = new.credits_id or i.credits_id = new.credits_id);
  if v_left < 0 then
    raise exception 'invoice % is credited by % more than it has', new.credits_id, -v_left using errcode = 'AB010';
  end if;
  return new;
end $$;
