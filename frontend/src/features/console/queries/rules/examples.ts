/* eslint-disable lingui/no-unlocalized-strings -- SQL is the same in every language */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

interface Example {
  title: MessageDescriptor;
  sql: string;
}

export const shortExample = "select device, count(*) as sessions from sessions group by device";

export const examples: readonly Example[] = [
  {
    title: msg`Bookings by campaign and month`,
    sql: `select date_trunc('month', b.created_at) as month,
       coalesce(s.utm_campaign, '(none)') as campaign,
       count(*) as bookings, sum(b.total) as total
from bookings b left join sessions s using (session_id)
where b.status <> 'cancelled'
group by all
order by month, bookings desc`,
  },
  {
    title: msg`Conversion by device`,
    sql: `select device, count(*) as sessions,
       count(*) filter (where is_converted) as converted,
       round(100 * avg(is_converted::int), 1) as conversion_percent
from sessions
group by device
order by sessions desc`,
  },
  {
    title: msg`Answers that lead to bookings`,
    sql: `select a.question, a.answer, count(*) as answers,
       round(100 * avg(s.is_converted::int), 1) as conversion_percent
from answers a join sessions s using (session_id)
group by all
having count(*) >= 10
order by conversion_percent desc`,
  },
  {
    title: msg`Days between booking and pickup`,
    sql: `select date_diff('day', created_at, pickup_at) as days_ahead, count(*) as bookings
from bookings
group by all
order by days_ahead`,
  },
];
