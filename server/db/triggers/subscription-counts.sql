-- The subscription is locked before its items are read, so that of two changes at once the second sees
-- both. An item never changes its subscription.
create function store_item_quantities() returns trigger language plpgsql as $$
begin
  perform 1 from subscriptions where id in (select subscription_id from changed)
    order by id for no key update;
  update subscriptions s set item_quantities = current.item_quantities
  from (
    select c.subscription_id as id, coalesce(
      jsonb_object_agg(i.product_id, i.quantity) filter (where i.product_id is not null), '{}'
    ) as item_quantities
    from (select distinct subscription_id from changed) c
      left join subscription_items i on i.subscription_id = c.subscription_id
    group by c.subscription_id
  ) current
  where s.id = current.id and s.item_quantities <> current.item_quantities;
  return null;
end $$;

-- Recurring revenue is priced per set of items, and few sets differ: the set is a column to group by.
create trigger subscription_items_insert after insert on subscription_items
  referencing new table as changed for each statement execute function store_item_quantities();

-- Another quantity is another set of items, with another price.
create trigger subscription_items_update after update on subscription_items
  referencing new table as changed for each statement execute function store_item_quantities();

-- What is left when an item is taken off is another set of items.
create trigger subscription_items_delete after delete on subscription_items
  referencing old table as changed for each statement execute function store_item_quantities();

create function count_subscription(sub subscriptions, delta int) returns void language sql as $$
  insert into subscription_counts (status, frequency, item_quantities, n)
  values (sub.status, sub.frequency, case when sub.status = 'active' then sub.item_quantities else '{}' end, delta)
$$;

create function roll_up_subscription(sub subscriptions, delta int) returns void language plpgsql as $$
begin
  perform add_to_rollup('started', shop_month(sub.created_at), delta, 0);
  if sub.status = 'cancelled' and sub.cancelled_at is not null then
    perform add_to_rollup('cancelled', shop_month(sub.cancelled_at), delta, 0);
  end if;
end $$;

create function count_subscriptions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_subscription(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_subscription(new, 1); end if;
  return null;
end $$;

create function roll_up_subscriptions() returns trigger language plpgsql as $$
begin
  lock table rollups in row exclusive mode;
  if tg_op <> 'INSERT' then perform roll_up_subscription(old, -1); end if;
  if tg_op <> 'DELETE' then perform roll_up_subscription(new, 1); end if;
  return null;
end $$;

-- Totals by status and recurring revenue for dashboard and list, without reading every subscription.
create trigger subscriptions_count after insert or delete on subscriptions
  for each row execute function count_subscriptions();

-- A subscription with another status, frequency or items leaves one count and joins another.
create trigger subscriptions_count_update after update on subscriptions for each row
  when ((old.status, old.frequency, old.item_quantities) is distinct from (new.status, new.frequency, new.item_quantities))
  execute function count_subscriptions();

-- Started and cancelled subscriptions per month, half a year back, without reading every one of them.
create trigger subscriptions_rollup after insert or delete on subscriptions
  for each row execute function roll_up_subscriptions();

-- A subscription that is cancelled, taken up again or corrected counts in other months.
create trigger subscriptions_rollup_update after update on subscriptions for each row
  when ((old.status = 'cancelled') <> (new.status = 'cancelled')
    or (old.created_at, old.cancelled_at) is distinct from (new.created_at, new.cancelled_at))
  execute function roll_up_subscriptions();
