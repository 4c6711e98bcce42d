-- Processes of one shop notify each other of changes.
create function notify_catalog() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_catalog', '');
  return null;
end $$;

-- Every process reads its cached product list again when any process changes a product or price.
create trigger products_notify after insert or update or delete or truncate on products
  for each statement execute function notify_catalog();

-- A new or withdrawn price changes the product list that every process caches, but no row of products.
create trigger product_prices_notify after insert or update or delete or truncate on product_prices
  for each statement execute function notify_catalog();

create function notify_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_order', new.id::text);
  return null;
end $$;

-- Open order pages follow a change at once, from any process.
create trigger orders_notify after update on orders for each row
  when ((old.status, old.delivery_status, old.delivery_date)
    is distinct from (new.status, new.delivery_status, new.delivery_date))
  execute function notify_order();

create function notify_payment() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_order', new.order_id::text);
  return null;
end $$;

-- The page of an order also shows its payment status, which is no column of orders.
create trigger payments_notify after update on payments for each row
  when (old.status is distinct from new.status)
  execute function notify_payment();

create function notify_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_settings', '');
  return null;
end $$;

-- Rule 33: a change of the settings reaches every process.
create trigger shop_settings_notify after update on shop_settings
  for each statement execute function notify_settings();

-- Rule 46: a page contains whether there are zones, and a change of zones reaches every process too.
create trigger zones_notify after insert or update or delete on zones
  for each statement execute function notify_settings();

-- A ZIP code that is added or removed changes the zones in every process, but no row of zones.
create trigger zone_zips_notify after insert or update or delete on zone_zips
  for each statement execute function notify_settings();

create function notify_plan() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_plan', new.id::text || ' ' || new.status);
  return null;
end $$;

-- Rule 50: screens follow the progress of a plan, and the process that computes it its cancellation.
create trigger route_plans_notify after update on route_plans for each row
  when ((old.status, old.progress) is distinct from (new.status, new.progress))
  execute function notify_plan();

create function notify_board() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_board', new.date::text);
  return null;
end $$;

-- The board of a date follows its routes. Stops that are moved or cancelled count up the version.
create trigger routes_notify after insert or update on routes for each row
  execute function notify_board();

-- Open boards mark a delivery on hold, and one that is paid or released.
create trigger cycles_notify_board after update on cycles for each row
  when ((old.hold_at, old.released_at) is distinct from (new.hold_at, new.released_at))
  execute function notify_board();

create function notify_board_of_stop() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_board', new.scheduled_date::text);
  return null;
end $$;

-- Open boards show stops that are on their way or done, which is no new version of their route.
create trigger schedules_notify_board after update on schedules for each row
  when (old.status is distinct from new.status) execute function notify_board_of_stop();

create function notify_board_of_order() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_board', new.delivery_date::text);
  if tg_op = 'UPDATE' and old.delivery_date <> new.delivery_date then
    perform pg_notify('carboy_board', old.delivery_date::text);
  end if;
  return null;
end $$;

-- Open boards list the deliveries of their date that are to be planned, or no longer, with their address.
create trigger orders_notify_board after update on orders for each row
  when ((old.status, old.delivery_status, old.delivery_date, old.bottles, old.delivery_address, old.delivery_zip)
    is distinct from (new.status, new.delivery_status, new.delivery_date, new.bottles, new.delivery_address, new.delivery_zip))
  execute function notify_board_of_order();

-- Phone orders are confirmed from the start, so no update shows them on open boards.
create trigger orders_notify_board_insert after insert on orders for each row
  when (new.status = 'confirmed') execute function notify_board_of_order();

create function notify_board_of_route() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_board', date::text) from routes where id = new.route_id;
  return null;
end $$;

-- Open boards show the stops that drivers added, until they undo them.
create trigger driver_events_notify_board after update on driver_events for each row
  when (new.type = 'stop-added' and old.booking is distinct from new.booking)
  execute function notify_board_of_route();

-- Open boards show what waits for staff, or no longer does.
create trigger driver_reviews_notify_board after insert or update on driver_reviews for each row
  execute function notify_board_of_route();

create function notify_board_of_point() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_board', open.delivery_date::text) from (
    -- A cancelled subscription may still get its first delivery (rule 17).
    select distinct delivery_date from orders where customer_id = new.customer_id
      and (status <> 'cancelled' or is_recurring) and delivery_status <> 'delivered'
  ) open;
  return null;
end $$;

-- Boards show what is known about a door: those of its open deliveries follow.
create trigger delivery_points_notify_board after update on delivery_points for each row
  when ((old.lat, old.lon, old.gate_code, old.instructions, old.guest_instructions, old.notes,
      old.opening_hours, old.hours_are_hard, old.extra_minutes)
    is distinct from (new.lat, new.lon, new.gate_code, new.instructions, new.guest_instructions,
      new.notes, new.opening_hours, new.hours_are_hard, new.extra_minutes))
  execute function notify_board_of_point();

-- The first that is known about a door is a new row, which no update shows on open boards.
create trigger delivery_points_notify_board_insert after insert on delivery_points for each row
  when (new.version > 0) execute function notify_board_of_point();

create function notify_route() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_route', new.id::text || ' plan');
  return null;
end $$;

-- Rule 63: open tracking pages follow their route. One notification per route and transaction.
create trigger routes_notify_tracking after insert or update on routes for each row
  execute function notify_route();

create function notify_route_of_state() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_route', new.route_id::text || ' stop');
  return null;
end $$;

-- Open tracking pages follow what a driver reported about a stop, which no row of routes has.
create trigger stop_states_notify after insert or update on stop_states for each row
  execute function notify_route_of_state();

create function notify_route_of_stop() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_route', route_id(new.truck_id, new.scheduled_date)::text || ' stop');
  return null;
end $$;

-- Open tracking pages follow what staff set by hand, without a report of a driver.
create trigger schedules_notify_tracking after update on schedules for each row
  when (new.truck_id is not null and (old.status, old.outcome_at) is distinct from (new.status, new.outcome_at))
  execute function notify_route_of_stop();

create function notify_route_of_hold() returns trigger language plpgsql as $$
begin
  perform pg_notify('carboy_route', route_id(truck_id, scheduled_date)::text || ' stop')
  from schedules where order_id = new.order_id and truck_id is not null
    and status in ('pending', 'in-progress');
  return null;
end $$;

-- A delivery on hold is no stop of the truck, so the tracking pages of its route change.
create trigger cycles_notify_tracking after update on cycles for each row
  when (new.order_id is not null and (old.hold_at, old.released_at, old.status)
    is distinct from (new.hold_at, new.released_at, new.status) and (old.hold_at is not null or new.hold_at is not null))
  execute function notify_route_of_hold();
