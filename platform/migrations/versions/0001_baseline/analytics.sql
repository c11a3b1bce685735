-- Analytics: annotations, saved views, reports by email, alerts.

create table analytics_annotations (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  day date not null,
  text text not null check (length(text) between 1 and 80),
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references admins
);
create index analytics_annotations_day on analytics_annotations (tenant_id, day);

create table analytics_views (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  query text not null check (length(query) <= 2000),
  is_shared boolean not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references admins
);

create table analytics_view_links (
  tenant_id uuid not null,
  id uuid not null,
  view_id uuid not null,
  token_hash bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  reads integer not null default 0,
  last_read_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, view_id) references analytics_views on delete cascade,
  foreign key (tenant_id, created_by) references admins
);
create index analytics_view_links_view on analytics_view_links (tenant_id, view_id);

-- Chart: how the result is drawn, by names of its columns; null for a table.
create table analytics_queries (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  sql text not null check (length(sql) between 1 and 10000),
  chart_kind text check (chart_kind in ('line', 'bar')),
  chart_x text check (length(chart_x) <= 200),
  chart_y text check (length(chart_y) <= 200),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references admins
);

-- Who gets a report of a week or a month, or word of alerts. Query: the filters of sessions, as in an address.
create table insight_subscriptions (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  admin_id uuid not null,
  kind text not null,
  query text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint insight_subscriptions_once unique (tenant_id, admin_id, kind, query),
  constraint insight_subscriptions_kind check (kind in ('week', 'month', 'alerts')),
  constraint insight_subscriptions_query check (length(query) <= 4000),
  constraint insight_subscriptions_admin foreign key (tenant_id, admin_id) references admins on delete cascade,
  constraint insight_subscriptions_author foreign key (tenant_id, created_by) references admins
);

-- One email per subscription and period, regardless of the number of workers; for alerts, one per day.
create table insight_reports_sent (
  tenant_id uuid not null references tenants (id) on delete cascade,
  subscription_id uuid not null,
  first_day date not null,
  created_at timestamptz not null,
  primary key (tenant_id, subscription_id, first_day),
  constraint insight_reports_sent_subscription foreign key (tenant_id, subscription_id)
    references insight_subscriptions on delete cascade
);

-- What was noticed. Campaign '': all sessions. Before and now: shares, or sessions a day.
create table insight_alerts (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  measure text not null,
  campaign text not null,
  since timestamptz not null,
  sessions integer not null,
  before double precision not null,
  now double precision not null,
  first_seen_on date not null,
  last_seen_on date not null,
  created_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_by uuid,
  primary key (tenant_id, id),
  constraint insight_alerts_once unique (tenant_id, measure, campaign, first_seen_on),
  constraint insight_alerts_measure check (measure in ('conversion', 'completion', 'sessions', 'silence')),
  constraint insight_alerts_admin foreign key (tenant_id, dismissed_by) references admins
);
create index insight_alerts_newest on insight_alerts (tenant_id, last_seen_on desc);

-- Whether a company is watched, and the last day that was looked at.
create table insight_watches (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  is_on boolean not null default true,
  looked_at_day date
);

-- Alerts of one's own. Query: filters of sessions, as in an address. Recipients: colleagues by id. Split: judged for
-- each campaign or source. Hours: of a condition 'missing'. Checked through: the end of what was judged last.
create table alert_rules (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  name text not null,
  metric text not null,
  query text not null default '',
  split text not null default '',
  window_days integer not null,
  hours integer not null default 0,
  condition text not null,
  limit_value double precision not null default 0,
  min_sessions integer not null default 0,
  recipients uuid[] not null,
  is_on boolean not null default true,
  snoozed_until date,
  checked_through timestamptz,
  last_value double precision,
  emailed_on date,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint alert_rules_condition check (condition in ('above', 'below', 'falls', 'rises', 'missing')),
  constraint alert_rules_split check (split in ('', 'campaign', 'source')),
  constraint alert_rules_window check (window_days in (1, 3, 7, 28)),
  constraint alert_rules_hours check (hours between 0 and 72 and (condition = 'missing') = (hours > 0)),
  constraint alert_rules_query check (length(query) <= 4000),
  constraint alert_rules_author foreign key (tenant_id, created_by) references admins
);

-- What a rule noticed: figures of the days when it fired last. Of each part of a rule (the key of a campaign or source)
-- one is open at a time; one that fires again soon is the same, fired once more.
create table alert_firings (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  part text not null default '',
  part_name text not null default '',
  first_day date not null,
  last_day date not null,
  value double precision not null,
  before double precision,
  sessions integer not null,
  link text not null,
  last_met_on date not null,
  times integer not null default 1,
  created_at timestamptz not null,
  opened_at timestamptz not null,
  notified_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  resolved_at timestamptz,
  primary key (tenant_id, id),
  constraint alert_firings_rule foreign key (tenant_id, rule_id) references alert_rules on delete cascade,
  constraint alert_firings_admin foreign key (tenant_id, acknowledged_by) references admins
);
create unique index alert_firings_open on alert_firings (tenant_id, rule_id, part) where resolved_at is null;
create index alert_firings_newest on alert_firings (tenant_id, last_day desc);

-- Events that the company defines over the pages and presses of visits; applied when figures are read. Kind: page (seen)
-- or press (of a link or button). Comparison: of the URL, or of the visible text. Page: where it was pressed, or null.
create table analytics_events (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null,
  comparison text not null,
  value text not null,
  page text,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint analytics_events_kind check (kind in ('page', 'press')),
  constraint analytics_events_comparison check (comparison in ('is', 'starts', 'contains', 'text')),
  constraint analytics_events_text check (comparison <> 'text' or kind = 'press'),
  constraint analytics_events_author foreign key (tenant_id, created_by) references admins
);
