import { Client } from 'pg'
import { dateIn } from '#contract/dates/calendar.ts'

export const DEVICES = 30
/** With loading, leaving, counting and closing that is 100 events per device. */
export const STOPS_PER_DEVICE = 32

/** Puts copies of orders on published routes of today, each with its own driver. */
export async function addEventDay(databaseUrl: string): Promise<{ driverIds: string[] }> {
  const date = dateIn('America/New_York', new Date())
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into trucks (id, name, license_plate, capacity, status, created_at)
       select gen_random_uuid(), 'Events ' || n, 'EVENT-' || n, 120, 'available', now()
       from generate_series(1, $1::int) n`,
      [DEVICES],
    )
    await client.query(
      `with copied as (
         insert into orders select (jsonb_populate_record(o, jsonb_build_object(
           'id', gen_random_uuid(), 'status', 'confirmed', 'delivery_status', 'scheduled',
           'delivery_date', $1::text, 'parent_order_id', null, 'customer_name', 'Events',
           'confirmed_at', now(), 'invoice_number', 1000000 + row_number() over ()))).*
         from orders o
         where o.id in (select id from orders where customer_id is not null limit $2)
         returning id),
       trucks_of_bench as (
         select id, row_number() over (order by name) - 1 as n from trucks
         where name like 'Events %'),
       numbered as (select id, row_number() over (order by id) - 1 as n from copied)
       insert into schedules (id, order_id, truck_id, scheduled_date, status, trip, position,
         planned_at, created_at)
       select gen_random_uuid(), o.id, t.id, $1::date, 'pending', 1, o.n / $3 + 1,
         $1::date + interval '13 hours' + (o.n / $3) * interval '9 minutes', now()
       from numbered o join trucks_of_bench t on t.n = o.n % $3`,
      [date, DEVICES * STOPS_PER_DEVICE, DEVICES],
    )
    const { rows } = await client.query<{ id: string }>(
      `insert into drivers (id, name, created_at)
       select gen_random_uuid(), 'Events ' || n, now() from generate_series(1, $1::int) n
       returning id`,
      [DEVICES],
    )
    const driverIds = rows.map(({ id }) => id)
    await client.query(
      `with of_bench as (
         select r.id, row_number() over (order by r.id) as n from routes r
         join trucks t on t.id = r.truck_id where t.name like 'Events %')
       update routes set status = 'published', driver_id = ($1::uuid[])[of_bench.n]
       from of_bench where routes.id = of_bench.id`,
      [driverIds],
    )
    await client.query('analyze')
    return { driverIds }
  } finally {
    await client.end()
  }
}

export type StoredCounts = {
  events: number
  stops: number
  bottles: number
  closed: number
}

/** The records of the shop afterward: events, delivered stops, movements to customers, closed routes. */
export async function readStored(databaseUrl: string): Promise<StoredCounts> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<StoredCounts>(
      `select (select count(*)::int from driver_events) as events,
         (select count(*)::int from stop_states where progress = 'delivered') as stops,
         (select coalesce(sum(quantity), 0)::int from bottle_movements
          where cause = 'delivered' and state = 'full' and "to" = 'customer') as bottles,
         (select count(*)::int from routes where status = 'closed') as closed`,
    )
    if (!rows[0]) throw new Error('nothing was counted')
    return rows[0]
  } finally {
    await client.end()
  }
}
