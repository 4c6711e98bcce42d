-- Counts the orders of a statement, and their bottles, in or out. The table is locked before the time
-- zone is read: until the writer has ended, no process rebuilds the totals in another zone.
create function roll_up_orders() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if not exists (select from changed) then return null; end if;
  perform add_to_counter('orders', sign * (select count(*) from changed)::int);
  lock table rollups in row exclusive mode;
  insert into rollups (name, day, shard, n, cents)
    select name, day, free_shard(), sign * sum(n), 0 from (
      select 'bottles' as name, delivery_date as day, bottles as n from changed
      where bottles <> 0 and status in ('pending', 'confirmed') and delivery_status = 'scheduled'
      union all select 'orders', shop_day(created_at), 1 from changed
    ) as counted group by name, day
  on conflict (name, day, shard) do update set n = rollups.n + excluded.n;
  return null;
end $$;

-- The dashboard's orders per day and bottles to deliver, and the list's total, at any number of orders.
create trigger orders_rollup_insert after insert on orders
  referencing new table as changed for each statement execute function roll_up_orders();

-- Deleted orders leave the totals. Their payments are deleted before, so no cents are left to take off.
create trigger orders_rollup_delete after delete on orders
  referencing old table as changed for each statement execute function roll_up_orders();

create function add_bottles(o orders, sign int) returns void language plpgsql as $$
begin
  if bottles_to_deliver(o) <> 0 then
    perform add_to_rollup('bottles', o.delivery_date, sign * bottles_to_deliver(o), 0);
  end if;
end $$;

create function roll_up_bottles() returns trigger language plpgsql as $$
begin
  perform add_bottles(old, -1);
  perform add_bottles(new, 1);
  return null;
end $$;

-- Bottles per day change with status, date and items. The condition is written out: calling a function
-- for every update would cost more than the rest.
create trigger orders_rollup_bottles after update on orders for each row
  when ((old.status in ('pending', 'confirmed') and old.delivery_status = 'scheduled')
    <> (new.status in ('pending', 'confirmed') and new.delivery_status = 'scheduled')
    or old.bottles <> new.bottles or old.delivery_date <> new.delivery_date)
  execute function roll_up_bottles();
