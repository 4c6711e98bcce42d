/** A published route of a truck of its own, with its driver. */
export type FleetRoute = {
  routeId: string
  truckId: string
  driverId: string
  stops: { id: string; orderId: string }[]
}

type Sql = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>
type Fleet = {
  /** Copied for every stop, with its items and its payment, for a customer of its own. */
  orderId: string
  date: string
  trucks: number
  stopsPerTruck: number
}

/** A name has one id in every run. */
const id = (name: string) =>
  `overlay(overlay(md5(${name}) placing '4' from 13) placing '8' from 17)::uuid`
/** Of table `source`, with other values in some columns. */
const selectCopy = (changes: string) =>
  `select (jsonb_populate_record(source, jsonb_build_object(${changes}))).*`

/** Adds trucks, drivers, orders and stops in a few statements, and publishes a route per truck. */
export async function addFleet(
  sql: Sql,
  { orderId, date, trucks, stopsPerTruck }: Fleet,
): Promise<FleetRoute[]> {
  const stops = trucks * stopsPerTruck
  await sql(
    `insert into trucks (id, name, license_plate, capacity, status, created_at)
     select ${id(`'fleet truck ' || n`)}, 'Fleet ' || n, 'FLEET-' || n, 120, 'available', now()
     from generate_series(1, $1::int) n`,
    [trucks],
  )
  await sql(
    `insert into drivers (id, name, created_at)
     select ${id(`'fleet driver ' || n`)}, 'Driver ' || n, now()
     from generate_series(1, $1::int) n`,
    [trucks],
  )
  await sql(
    `insert into customers ${selectCopy(`'id', ${id(`'fleet customer ' || n`)}, 'email', 'fleet-' || n || '@example.com'`)}
     from customers source, generate_series(1, $2::int) n
     where source.id = (select customer_id from orders where id = $1)`,
    [orderId, stops],
  )
  await sql(
    `insert into orders ${selectCopy(`'id', ${id(`'fleet order ' || n`)}, 'customer_id', ${id(`'fleet customer ' || n`)},
       'customer_email', 'fleet-' || n || '@example.com', 'delivery_date', $3::text,
       'delivery_address', n || ' Main Street', 'invoice_number', null`)}
     from orders source, generate_series(1, $2::int) n where source.id = $1`,
    [orderId, stops, date],
  )
  await sql(
    `insert into order_items ${selectCopy(`'id', gen_random_uuid(), 'order_id', ${id(`'fleet order ' || n`)}`)}
     from order_items source, generate_series(1, $2::int) n where source.order_id = $1`,
    [orderId, stops],
  )
  await sql(
    `insert into payments ${selectCopy(`'order_id', ${id(`'fleet order ' || n`)}, 'intent_id', null`)}
     from payments source, generate_series(1, $2::int) n where source.order_id = $1`,
    [orderId, stops],
  )
  await sql(
    `insert into schedules (id, order_id, truck_id, scheduled_date, status, trip, position, created_at)
     select ${id(`'fleet stop ' || n`)}, ${id(`'fleet order ' || n`)},
       ${id(`'fleet truck ' || ((n - 1) / $2::int + 1)`)}, $3::date, 'pending', 1,
       (n - 1) % $2::int + 1, now()
     from generate_series(1, $1::int) n`,
    [stops, stopsPerTruck, date],
  )
  return publish(sql, trucks, date)
}

async function publish(sql: Sql, trucks: number, date: string): Promise<FleetRoute[]> {
  await sql(
    `update routes set status = 'published', published_at = now(), published_version = version,
       driver_id = d.id
     from generate_series(1, $1::int) n, lateral (select ${id(`'fleet driver ' || n`)} as id) d
     where truck_id = ${id(`'fleet truck ' || n`)} and date = $2::date`,
    [trucks, date],
  )
  return sql<FleetRoute>(
    `select r.id as "routeId", r.truck_id as "truckId", r.driver_id as "driverId",
       jsonb_agg(jsonb_build_object('id', s.id, 'orderId', s.order_id) order by s.position) as stops
     from routes r join schedules s on s.truck_id = r.truck_id and s.scheduled_date = r.date
     join trucks t on t.id = r.truck_id where t.name like 'Fleet %' and r.date = $1::date
     group by r.id, t.name order by length(t.name), t.name`,
    [date],
  )
}
