import { Client } from 'pg'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { Connection, postRequest } from '../connection.ts'

/** Rule 48: one day change, in milliseconds. */
export type DayChangeMeasurement = { previewMs: number; applyMs: number; undoMs: number }

export const CHANGED_DELIVERIES = 2_000

/** Closes a date with many deliveries, half of them on trucks, and undoes it. */
export async function measureDayChange(
  databaseUrl: string,
  port: number,
  cookie: string,
): Promise<DayChangeMeasurement> {
  const date = await addDeliveries(databaseUrl)
  const connection = await Connection.open(port)
  const post = async (path: string, body: object) => {
    const start = performance.now()
    const reply = await connection.send(postRequest(path, body, cookie))
    const ms = performance.now() - start
    if (reply.status !== 200) throw new Error(`${path} answered with HTTP ${reply.status}`)
    return { ms, body: JSON.parse(reply.body.toString()) }
  }
  try {
    const form = { date, kind: 'closed', reason: 'Storm' }
    const preview = await post(`${apiPaths.adminDayChanges}?preview=true`, form)
    const applied = await post(apiPaths.adminDayChanges, form)
    const undone = await post(fillPath(apiPaths.adminDayChangeUndo, { id: applied.body.id }), {})
    if (undone.body.restored !== CHANGED_DELIVERIES)
      throw new Error(`the undo restored ${undone.body.restored} deliveries`)
    return { previewMs: preview.ms, applyMs: applied.ms, undoMs: undone.ms }
  } finally {
    connection.close()
  }
}

async function addDeliveries(databaseUrl: string): Promise<CalendarDate> {
  const date = addDays(new Date().toISOString().slice(0, 10), 230)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object(
         'id', gen_random_uuid(), 'status', 'confirmed', 'delivery_status', 'scheduled',
         'delivery_date', $1::text, 'parent_order_id', null, 'invoice_number', null))).*
       from orders o, generate_series(1, 2)
       where o.id in (select id from orders where customer_id is not null limit $2::int / 2)`,
      [date, CHANGED_DELIVERIES],
    )
    await client.query(
      `insert into schedules (id, order_id, truck_id, scheduled_date, status, trip, created_at)
       select gen_random_uuid(), o.id, (select id from trucks order by name limit 1), $1::date,
         'pending', 1, now()
       from orders o where o.delivery_date = $1 limit $2::int / 2`,
      [date, CHANGED_DELIVERIES],
    )
    await client.query('analyze orders, schedules')
    return date
  } finally {
    await client.end()
  }
}
