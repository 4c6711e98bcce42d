import { Client } from 'pg'
import { addDays } from '#contract/dates/calendar.ts'

export const BOARD_STOPS = 1_000
const TRUCKS = 45

/** Copies orders to a date of their own and puts them on trucks. Returns the date. */
export async function addBoardDay(databaseUrl: string): Promise<string> {
  const date = addDays(new Date().toISOString().slice(0, 10), 200)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into trucks (id, name, license_plate, capacity, status, created_at)
       select gen_random_uuid(), 'Bench ' || n, 'BENCH-' || n, 120, 'available', now()
       from generate_series(1, $1::int) n`,
      [TRUCKS],
    )
    await client.query(
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
         'id', gen_random_uuid(), 'status', 'confirmed', 'delivery_status', 'scheduled',
         'delivery_date', $1::text, 'parent_order_id', null, 'invoice_number', null))).*
       from orders o
       where o.id in (select id from orders where customer_id is not null limit $2)`,
      [date, BOARD_STOPS],
    )
    await client.query(
      `with trucks_of_bench as (
         select id, row_number() over (order by name) - 1 as n from trucks where name like 'Bench %'),
       numbered as (
         select id, row_number() over (order by delivery_zip, id) - 1 as n
         from orders where delivery_date = $1)
       insert into schedules (id, order_id, truck_id, scheduled_date, status, trip, position,
         planned_at, created_at)
       select gen_random_uuid(), o.id, t.id, $1::date, 'pending', 1, o.n / $2 + 1,
         $1::date + interval '13 hours' + (o.n / $2) * interval '9 minutes', now()
       from numbered o join trucks_of_bench t on t.n = o.n % $2`,
      [date, TRUCKS],
    )
    return date
  } finally {
    await client.end()
  }
}
