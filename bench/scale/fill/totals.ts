/** Totals that triggers maintain, computed once: triggers are off while the tables are filled. */
export const totals = [
  'select rebuild_rollups()',
  'delete from counters',
  `insert into counters (name, shard, n)
   select 'customers', 0, count(*) from customers union all select 'orders', 0, count(*) from orders
   union all select 'schedules:' || status, 0, count(*) from schedules group by status`,
  'delete from subscription_counts',
  `insert into subscription_counts (status, frequency, item_quantities, n)
   select status, frequency, case when status = 'active' then item_quantities else '{}' end, count(*)
   from subscriptions group by 1, 2, 3`,
  `insert into invoice_counter (id, last_number)
   select 1, coalesce(max(invoice_number), 0) from orders
   on conflict (id) do update set last_number = excluded.last_number`,
]
