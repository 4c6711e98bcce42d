-- Columns of an order that depend on rows of other tables, so that an index can be built on
-- them. The code that makes a payment fail or recover has locked its order first
-- (docs/decisions/011-lock-order.md).
create function flag_failed_payment() returns trigger language plpgsql as $$
begin
  update orders set has_failed_payment = (tg_op <> 'DELETE' and new.status = 'failed')
  where id = case tg_op when 'DELETE' then old.order_id else new.order_id end;
  return null;
end $$;

-- The list of failed payments reads one index of orders; failed checkouts would fill a join with rows.
create trigger payments_flag_insert after insert on payments for each row
  when (new.status = 'failed') execute function flag_failed_payment();

-- An order joins the list of failed payments when its payment fails, and leaves it when the payment recovers.
create trigger payments_flag_update after update on payments for each row
  when ((old.status = 'failed') <> (new.status = 'failed')) execute function flag_failed_payment();

-- An order without its failed payment would stay in the list of failed payments.
create trigger payments_flag_delete after delete on payments for each row
  when (old.status = 'failed') execute function flag_failed_payment();

-- Orders are locked before their stops are read, so that of two changes at once the second sees both.
create function flag_scheduled(of_orders uuid[]) returns void language plpgsql as $$
begin
  perform 1 from orders where id = any (of_orders) order by id for no key update;
  update orders set has_schedule = not has_schedule
  where id = any (of_orders) and has_schedule <> exists (
    select 1 from schedules where order_id = orders.id and status <> 'cancelled');
end $$;

create function flag_changed_stops() returns trigger language plpgsql as $$
declare
  changed uuid[] := array(
    select unnest(array[b.order_id, a.order_id]) from stops_before b join stops_after a using (id)
    where (b.status = 'cancelled') <> (a.status = 'cancelled') or b.order_id <> a.order_id);
begin
  if changed <> '{}' then perform flag_scheduled(changed); end if;
  return null;
end $$;

create function flag_deleted_stops() returns trigger language plpgsql as $$
declare
  deleted uuid[] := array(select order_id from stops_before where status <> 'cancelled');
begin
  if deleted <> '{}' then perform flag_scheduled(deleted); end if;
  return null;
end $$;

-- Once per statement, under the same locks.
create function flag_new_stops() returns trigger language plpgsql as $$
declare
  scheduled uuid[] := array(select order_id from changed where status <> 'cancelled');
begin
  perform 1 from orders where id = any (scheduled) order by id for no key update;
  update orders set has_schedule = true where id = any (scheduled) and not has_schedule;
  return null;
end $$;

-- Orders without a stop are counted along one index; else every upcoming order looks for its stop.
create trigger schedules_flag_insert after insert on schedules
  referencing new table as changed for each statement execute function flag_new_stops();

-- An order is unscheduled again when its stop is cancelled, and not when it is set back or given a stop.
create trigger schedules_flag_update after update on schedules
  referencing old table as stops_before new table as stops_after
  for each statement execute function flag_changed_stops();

-- An order is unscheduled again when its only stop is deleted.
create trigger schedules_flag_delete after delete on schedules
  referencing old table as stops_before for each statement execute function flag_deleted_stops();
