/** $1: trucks. */
export const trucks = `
  insert into trucks (id, name, license_plate, capacity, status, created_at)
  select fill.id(n, 70), 'Truck ' || n, 'SCALE-' || n, 120, 'available', now() - interval '1095 days'
  from generate_series(1, $1::bigint) n`

/** $1: trucks. Deliveries of a ZIP code go with the same truck. */
export const schedules = `
  insert into schedules (id, order_id, truck_id, scheduled_date, status, outcome, outcome_at, version, created_at,
    trip, position, planned_at)
  select fill.id(o.n, 80), o.id, o.truck_id, o.delivery_date, 'completed', case o.outcome when 'failed' then 'failed' end,
    case o.outcome when 'failed' then o.delivery_date + interval '15 hours' end, 3,
    o.delivery_date - interval '12 hours', 1, o.position,
    o.delivery_date + interval '13 hours' + o.position * interval '8 minutes'
  from (
    select *, row_number() over (partition by truck_id, delivery_date order by n) as position
    from (
      select o.n, o.id, o.delivery_date, o.outcome,
        fill.id(1 + (hashtext(who.zip) & 2147483647) % $1::bigint, 70) as truck_id
      from fill.orders o join fill.people who on who.n = o.customer_n
      where o.outcome in ('delivered', 'failed')) loaded) o
  order by o.n`

export const routes = `
  insert into routes (id, truck_id, date, status, published_at, left_at, closed_at)
  select route_id(truck_id, scheduled_date), truck_id, scheduled_date, 'closed',
    scheduled_date - interval '8 hours', scheduled_date + interval '12 hours', scheduled_date + interval '22 hours'
  from (select distinct truck_id, scheduled_date from schedules) loaded order by scheduled_date`
