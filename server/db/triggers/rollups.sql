-- Totals per day and month for the dashboard, in the shop's time zone, which the server stores when it
-- starts (server/db/rollups.ts).
create function shop_day(instant timestamptz) returns date language sql stable as $$
  select (instant at time zone coalesce((select value from settings where name = 'time_zone'), 'UTC'))::date
$$;

create function shop_month(instant timestamptz) returns date language sql stable as $$
  select date_trunc('month', shop_day(instant))::date
$$;

create function add_to_rollup(rollup text, on_day date, delta bigint, delta_cents bigint) returns void
  language sql as $$
  insert into rollups (name, day, shard, n, cents)
  values (rollup, on_day, free_shard(), delta, delta_cents)
  on conflict (name, day, shard)
  do update set n = rollups.n + excluded.n, cents = rollups.cents + excluded.cents
$$;

create function captured_cents(payment payments) returns bigint language sql immutable as $$
  select case when payment.paid_at is null then 0 else payment.amount_cents - payment.refunded_cents end
$$;

-- Sales tax is owed to the state and a deposit to the customer: neither is revenue. Of an order that
-- credit paid in part, they are the same share of the card's part as of the total. What was refunded of
-- them is known (refunded-owed.sql); they are never more than what is left.
create function revenue_cents(amount_cents int, refunded_cents int, refunded_owed_cents int,
    total_cents int, owed_cents int) returns bigint language sql immutable as $$
  select (amount_cents - refunded_cents)::bigint - case when owed_cents = 0 or total_cents = 0 then 0
    else greatest(0, least(amount_cents - refunded_cents,
      round(amount_cents::numeric * owed_cents / total_cents)::bigint - refunded_owed_cents)) end
$$;

create function revenue_of(payment payments, total_cents int, owed_cents int) returns bigint
  language sql immutable as $$
  select case when payment.paid_at is null then 0 else revenue_cents(payment.amount_cents,
    payment.refunded_cents, payment.refunded_owed_cents, total_cents, owed_cents) end
$$;

create function bottles_to_deliver(o orders) returns int language sql immutable as $$
  select case when o.status in ('pending', 'confirmed') and o.delivery_status = 'scheduled'
    then o.bottles else 0 end
$$;

-- Computes all totals again. A writer either waits at its rollup, or is waited for: it counts once.
create function rebuild_rollups() returns void language plpgsql as $$
begin
  lock table rollups in exclusive mode;
  delete from rollups;
  insert into rollups (name, day, shard, n, cents)
    select 'orders', shop_day(o.created_at), 0, count(*),
      coalesce(sum(revenue_of(p, o.total_cents, o.tax_cents + o.deposit_cents)), 0)
    from orders o left join payments p on p.order_id = o.id group by 2;
  insert into rollups (name, day, shard, n, cents)
    select 'bottles', o.delivery_date, 0, sum(bottles_to_deliver(o)), 0
    from orders o where bottles_to_deliver(o) <> 0 group by 2;
  insert into rollups (name, day, shard, n, cents)
    select 'renewals', date_trunc('month', c.date)::date, 0, count(*),
      coalesce(sum(revenue_of(p, o.total_cents, o.tax_cents + o.deposit_cents)), 0)
    from cycles c left join orders o on o.id = c.order_id left join payments p on p.order_id = o.id
    where c.status in ('paid', 'invoiced') group by 2;
  insert into rollups (name, day, shard, n, cents)
    select 'started', shop_month(created_at), 0, count(*), 0 from subscriptions group by 2;
  insert into rollups (name, day, shard, n, cents)
    select 'cancelled', shop_month(cancelled_at), 0, count(*), 0 from subscriptions
    where status = 'cancelled' and cancelled_at is not null group by 2;
end $$;
