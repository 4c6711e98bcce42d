-- A payment never changes its order. The date of a paid cycle is read without a lock, because the
-- payment is always locked before its cycle is marked as paid, here and in roll_up_renewals.
create function roll_up_payment() returns trigger language plpgsql as $$
declare
  delta bigint;
  placed timestamptz;
  renewed date;
begin
  lock table rollups in row exclusive mode;
  select created_at,
    case tg_op when 'UPDATE' then revenue_of(new, total_cents, tax_cents + deposit_cents) else 0 end
      - revenue_of(old, total_cents, tax_cents + deposit_cents)
  into placed, delta from orders where id = old.order_id;
  perform add_to_rollup('orders', shop_day(placed), 0, delta);
  select date into renewed from cycles where order_id = old.order_id and status in ('paid', 'invoiced');
  if found then
    perform add_to_rollup('renewals', date_trunc('month', renewed)::date, 0, delta);
  end if;
  return null;
end $$;

-- Only demo data is inserted as paid. Lateral joins with OFFSET 0 keep the planner from reading all
-- orders for a batch of payments.
create function roll_up_new_payments() returns trigger language plpgsql as $$
begin
  if not exists (select from changed where paid_at is not null) then return null; end if;
  lock table rollups in row exclusive mode;
  insert into rollups (name, day, shard, n, cents)
    select 'orders', shop_day(o.created_at), free_shard(), 0,
      sum(revenue_cents(p.amount_cents, p.refunded_cents, p.refunded_owed_cents, o.total_cents,
        o.tax_cents + o.deposit_cents))
    from changed p, lateral (
      select created_at, total_cents, tax_cents, deposit_cents from orders where id = p.order_id offset 0) o
    where p.paid_at is not null
    group by 2
  on conflict (name, day, shard) do update set cents = rollups.cents + excluded.cents;
  insert into rollups (name, day, shard, n, cents)
    select 'renewals', date_trunc('month', c.date)::date, free_shard(), 0,
      sum(revenue_cents(p.amount_cents, p.refunded_cents, p.refunded_owed_cents, o.total_cents,
        o.tax_cents + o.deposit_cents))
    from changed p,
      lateral (select date from cycles where order_id = p.order_id and status in ('paid', 'invoiced') offset 0) c,
      lateral (select total_cents, tax_cents, deposit_cents from orders where id = p.order_id offset 0) o
    where p.paid_at is not null group by 2
  on conflict (name, day, shard) do update set cents = rollups.cents + excluded.cents;
  return null;
end $$;

-- Revenue per day and month: a sum over two tables, which no index has.
create trigger payments_rollup_insert after insert on payments
  referencing new table as changed for each statement execute function roll_up_new_payments();

-- A payment that succeeds or is refunded changes the revenue of its day and month.
create trigger payments_rollup_update after update on payments for each row
  when (captured_cents(old) <> captured_cents(new) or (new.paid_at is not null
    and (old.amount_cents, old.refunded_owed_cents) <> (new.amount_cents, new.refunded_owed_cents)))
  execute function roll_up_payment();

-- The revenue of a deleted payment must leave the totals.
create trigger payments_rollup_delete after delete on payments for each row
  when (old.paid_at is not null) execute function roll_up_payment();

-- Locks the payment, so that it is counted either here or in roll_up_payment.
create function locked_revenue(of_order uuid) returns bigint language sql as $$
  select revenue_of(p, o.total_cents, o.tax_cents + o.deposit_cents)
  from payments p join orders o on o.id = p.order_id where p.order_id = of_order for no key update of p
$$;

-- An invoiced renewal counts at once, and its revenue when it is paid.
create function is_renewed(status text) returns boolean language sql immutable as $$
  select status in ('paid', 'invoiced')
$$;

create function roll_up_renewals() returns trigger language plpgsql as $$
declare
  captured bigint;
begin
  if tg_op <> 'INSERT' and is_renewed(old.status) then
    captured := locked_revenue(old.order_id);
    perform add_to_rollup('renewals', date_trunc('month', old.date)::date, -1, -coalesce(captured, 0));
  end if;
  if tg_op <> 'DELETE' and is_renewed(new.status) then
    captured := locked_revenue(new.order_id);
    perform add_to_rollup('renewals', date_trunc('month', new.date)::date, 1, coalesce(captured, 0));
  end if;
  return null;
end $$;

-- Renewals and their revenue per month: half a year of paid cycles is too much to add up per request.
create trigger cycles_rollup_insert after insert on cycles for each row
  when (is_renewed(new.status)) execute function roll_up_renewals();

-- A renewal counts from its payment or invoice on, and in another month when it is moved.
create trigger cycles_rollup_update after update on cycles for each row
  when ((is_renewed(old.status) or is_renewed(new.status))
    and (old.status, old.date, old.order_id) is distinct from (new.status, new.date, new.order_id))
  execute function roll_up_renewals();

-- A deleted renewal must leave the totals of its month.
create trigger cycles_rollup_delete after delete on cycles for each row
  when (is_renewed(old.status)) execute function roll_up_renewals();
