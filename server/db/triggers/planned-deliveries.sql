-- Rules 46 and 64: which subscriptions need their planned deliveries computed again. Without zones
-- they are not read, so nothing is written.
create function mark_plan(subscription uuid) returns void language sql as $$
  insert into plans_to_update (subscription_id) select subscription where exists (select from zone_zips)
  on conflict (subscription_id) do update set mark = excluded.mark
$$;

create function mark_plan_of_subscription() returns trigger language plpgsql as $$
begin
  perform mark_plan(new.id);
  return null;
end $$;

-- A new subscription has deliveries to plan.
create trigger subscriptions_plan after insert on subscriptions
  for each row execute function mark_plan_of_subscription();

-- Other dates, bottles or another ZIP code of a subscription take other places of a day's capacity.
create trigger subscriptions_plan_update after update on subscriptions for each row
  when ((old.status, old.frequency, old.anchor, old.anchor_cycle, old.next_cycle, old.next_date,
      old.delivery_zip, old.item_quantities)
    is distinct from (new.status, new.frequency, new.anchor, new.anchor_cycle, new.next_cycle,
      new.next_date, new.delivery_zip, new.item_quantities))
  execute function mark_plan_of_subscription();

create function mark_plan_of_cycle() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform mark_plan(old.subscription_id);
    return null;
  end if;
  perform mark_plan(new.subscription_id);
  -- Its order takes the place from now on, or it is skipped.
  if new.status <> 'planned' then
    delete from planned_deliveries where subscription_id = new.subscription_id and cycle = new.cycle;
  end if;
  return null;
end $$;

-- A cycle has an order, a skip or another date, or lost it.
create trigger cycles_plan after insert or delete on cycles
  for each row execute function mark_plan_of_cycle();

-- A cycle that is moved is planned for another date. From its order on, only the order counts.
create trigger cycles_plan_update after update on cycles for each row
  when ((old.status = 'planned', old.date, old.is_moved)
    is distinct from (new.status = 'planned', new.date, new.is_moved))
  execute function mark_plan_of_cycle();

create function mark_plan_of_item() returns trigger language plpgsql as $$
begin
  perform mark_plan(case when tg_op = 'DELETE' then old.subscription_id else new.subscription_id end);
  return null;
end $$;

-- Extra items are bottles of a single delivery.
create trigger one_time_items_plan after insert or update or delete on one_time_items
  for each row execute function mark_plan_of_item();

create function mark_all_plans() returns trigger language plpgsql as $$
begin
  update plan_state set is_outdated = true where not is_outdated;
  return null;
end $$;

-- Route days decide where deliveries land.
create trigger zones_plan after insert or update on zones
  for each statement execute function mark_all_plans();

-- A ZIP code in another zone has other route days.
create trigger zone_zips_plan after insert or update or delete on zone_zips
  for each statement execute function mark_all_plans();

-- Closed dates, and whether deliveries land on route days at all, decide the dates of all subscriptions.
create trigger shop_settings_plan after update on shop_settings for each row
  when ((old.calendar, old.route_days_only) is distinct from (new.calendar, new.route_days_only))
  execute function mark_all_plans();
