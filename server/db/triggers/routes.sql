-- A route is one truck on one date, and its stops are the schedules of both. It exists from its first
-- stop on, and its version counts every change of its stops, by any code that writes schedules. Routes
-- are locked in the order of their ids. Lock order: orders, schedules, routes.
create function route_id(of_truck uuid, on_date date) returns uuid language sql immutable as $$
  -- Version 8 and its variant, because the API accepts only ids of RFC 9562.
  select overlay(overlay(md5(of_truck::text || on_date::text) placing '8' from 13) placing '8' from 17)::uuid
$$;

-- New routes begin with version 1; the version of others is counted up.
create function touch_routes(of_trucks uuid[], on_dates date[]) returns void language sql as $$
  insert into routes (id, truck_id, date)
  select distinct route_id(truck_id, date), truck_id, date
  from unnest(of_trucks, on_dates) as touched (truck_id, date) where truck_id is not null
  order by 1
  on conflict (truck_id, date) do update set version = routes.version + 1
$$;

create function touch_routes_of_stops() returns trigger language plpgsql as $$
declare
  of_trucks uuid[];
  on_dates date[];
begin
  select array_agg(truck_id), array_agg(scheduled_date) into of_trucks, on_dates
  from stops where status <> 'cancelled' and truck_id is not null;
  if of_trucks is not null then perform touch_routes(of_trucks, on_dates); end if;
  return null;
end $$;

create function touch_routes_of_changed_stops() returns trigger language plpgsql as $$
declare
  of_trucks uuid[];
  on_dates date[];
begin
  select array_agg(changed.truck_id), array_agg(changed.scheduled_date) into of_trucks, on_dates
  from stops_before b join stops_after a using (id),
    lateral (values (b.truck_id, b.scheduled_date, b.status), (a.truck_id, a.scheduled_date, a.status))
      changed (truck_id, scheduled_date, status)
  where changed.status <> 'cancelled' and changed.truck_id is not null
    and (a.truck_id, a.scheduled_date, a.scheduled_time, a.order_id, a.trip, a.position, a.pin,
      a.planned_at, a.status = 'cancelled') is distinct from
      (b.truck_id, b.scheduled_date, b.scheduled_time, b.order_id, b.trip, b.position, b.pin,
      b.planned_at, b.status = 'cancelled');
  if of_trucks is not null then perform touch_routes(of_trucks, on_dates); end if;
  return null;
end $$;

-- The first stop of a truck on a date begins its route; each further one changes it.
create trigger schedules_route_insert after insert on schedules
  referencing new table as stops for each statement execute function touch_routes_of_stops();

-- Stops that are moved, pinned or cancelled change both their routes: the one they leave and the one they join.
create trigger schedules_route_update after update on schedules
  referencing old table as stops_before new table as stops_after
  for each statement execute function touch_routes_of_changed_stops();

-- A route without one of its stops is a new version, which boards and phones compare.
create trigger schedules_route_delete after delete on schedules
  referencing old table as stops for each statement execute function touch_routes_of_stops();
