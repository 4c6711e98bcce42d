import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { ORDER_NUMBER_LENGTH } from '#contract/order-number.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Plan } from '#contract/routes/plans.ts'
import { Connection, getRequest, postRequest } from '../../connection.ts'
import { signIn } from '../../sign-in.ts'
import { SHOP_ZONE } from '../fill/fill-database.ts'
import type { PlanMeasurement } from '../result.ts'
import type { OpenShop } from './measure-requests.ts'

/** Later than any delivery of the fill. */
const DAYS_AHEAD = 20
const TIMEOUT_MS = 600_000

const orderNumberSql = (id: string) => `left(${id}::text, ${ORDER_NUMBER_LENGTH})`

/** Plans a date with that many stops, while other staff read lists. */
export async function measurePlan(
  shop: OpenShop,
  stops: number,
  seconds: number,
): Promise<PlanMeasurement> {
  const date = await addPlanDay(shop.databaseUrl, stops)
  const cookie = await signIn(shop.port)
  const connection = await Connection.open(shop.port)
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  let isDone = false
  const waits = readDuringPlan(shop.port, cookie, () => isDone)
  try {
    const body = { date, scope: 'everything', seconds }
    const started = await connection.send(postRequest(apiPaths.adminPlans, body, cookie))
    if (started.status !== 201) throw new Error(`HTTP ${started.status}: ${started.body}`)
    const { planId } = JSON.parse(started.body.toString()) as { planId: string }
    const startSeconds = elapsed()
    const plan = await readUntilEnded(connection, cookie, planId)
    if (plan.status !== 'ready') throw new Error(`the plan is ${plan.status}`)
    const all = plan.routes.flatMap(({ trips }) => trips.flatMap((trip) => trip.stops))
    const result = { stops, seconds: elapsed(), startSeconds, served: all.length }
    isDone = true
    return { ...result, routes: plan.routes.length, longestWaitMs: await waits }
  } finally {
    isDone = true
    connection.close()
    await waits.catch(() => {})
  }
}

async function readUntilEnded(connection: Connection, cookie: string, id: string): Promise<Plan> {
  const request = getRequest(fillPath(apiPaths.adminPlan, { id }), cookie)
  for (const startedAt = performance.now(); performance.now() - startedAt < TIMEOUT_MS; ) {
    const { status, body } = await connection.send(request)
    if (status !== 200) throw new Error(`HTTP ${status}: ${body}`)
    const plan = JSON.parse(body.toString()) as Plan
    if (plan.status !== 'computing') return plan
    await delay(200)
  }
  throw new Error('the plan did not end')
}

async function readDuringPlan(
  port: number,
  cookie: string,
  isDone: () => boolean,
): Promise<number> {
  const connection = await Connection.open(port)
  const request = getRequest(`${apiPaths.adminOrders}?limit=50`, cookie)
  let longest = 0
  try {
    while (!isDone()) {
      const startedAt = performance.now()
      await connection.send(request)
      longest = Math.max(longest, performance.now() - startedAt)
      await delay(20)
    }
    return longest
  } finally {
    connection.close()
  }
}

/**
 * Copies delivered orders to a date of their own, at places within 20 miles of Kingston. Twice as many ids as
 * orders, because among millions of orders the number of a new one is often taken.
 */
async function addPlanDay(databaseUrl: string, stops: number): Promise<string> {
  const date = addDays(dateIn(SHOP_ZONE, new Date()), DAYS_AHEAD)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`update shop_settings set routing = routing || '{"depotZip": "12401"}'`)
    await client.query(
      `with copied as (
         select *, row_number() over () as n from orders where status = 'completed' limit $2),
       numbered as (
         select id, row_number() over () as n from (
           select distinct on (${orderNumberSql('id')}) id
           from (select gen_random_uuid() as id from generate_series(1, 2 * $2)) as drawn) as new
         where not exists (select from orders where ${orderNumberSql('orders.id')} = ${orderNumberSql('new.id')}))
       insert into orders select (jsonb_populate_record(null::orders, to_jsonb(copied) || jsonb_build_object(
         'id', numbered.id, 'status', 'confirmed', 'delivery_status', 'scheduled', 'has_schedule', false,
         'delivery_date', $1::text, 'parent_order_id', null, 'invoice_number', null,
         'delivery_address', copied.id || ' Plan Street'))).*
       from copied join numbered using (n)`,
      [date, stops],
    )
    await client.query(
      `insert into delivery_points (customer_id, address_key, address, zip, lat, lon, place_source, updated_at)
       select customer_id, delivery_point_key(delivery_address, delivery_zip), delivery_address, delivery_zip,
         41.93 + 0.29 * sqrt(random()) * cos(n), -74.02 + 0.38 * sqrt(random()) * sin(n), 'pin', now()
       from (select *, row_number() over () as n from orders where delivery_date = $1) o
       on conflict do nothing`,
      [date],
    )
    return date
  } finally {
    await client.end()
  }
}
