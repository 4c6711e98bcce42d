import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { isOwedAfterCancel } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { templateUrl } from '#tests/support/database/fresh-database.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { migrateTo } from './load-fixture.ts'

const CANCELLED_AT = '2026-03-04T14:00:00Z'
const LATER = '2026-03-04T15:00:00Z'
const EARLIER = '2026-03-03T15:00:00Z'

type Entry = { at: string; action?: string; after: Record<string, unknown> }

/** The first orders of cancelled subscriptions, all paid, with the entries of their audit logs. */
const cases: Record<string, Entry[]> = {
  'by its customer': [],
  'with its subscription by staff': [
    { at: CANCELLED_AT, action: 'subscription.cancelled', after: { status: 'cancelled' } },
  ],
  'as an order by staff': [{ at: CANCELLED_AT, after: { status: 'cancelled' } }],
  'as a delivery by staff': [{ at: LATER, after: { isDeliveryCancelled: true } }],
  'by its customer, after staff had cancelled and reopened it': [
    { at: EARLIER, after: { status: 'cancelled' } },
    { at: EARLIER, after: { status: 'confirmed' } },
  ],
  'by its customer, and changed by staff since': [
    { at: LATER, after: { deliveryStatus: 'failed' } },
  ],
}

/** A database before migration 0085. */
async function openEarlierDatabase() {
  const { url, drop } = await emptyDatabase(templateUrl())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrateTo(client, '0084_added_stops')
  for (const [index, [name, entries]] of Object.entries(cases).entries()) {
    const id = `${index}0000000-0000-4000-8000-000000000000`
    await client.query(ORDER, [id, name, CANCELLED_AT])
    await client.query(PAYMENT, [id, CANCELLED_AT])
    for (const { at, action = 'order.updated', after } of entries)
      await client.query(ENTRY, [action, id, after, at])
  }
  await client.end()
  const pool = openTestPool(url, { max: 1 })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return pool
}

const ORDER = `insert into orders (id, customer_name, delivery_city, delivery_state, delivery_zip,
    delivery_date, status, subtotal_cents, discount_cents, total_cents, is_recurring, created_at,
    updated_at, cancelled_at)
  values ($1, $2, 'Kingston', 'NY', '12401', '2026-03-05', 'cancelled', 1798, 0, 1798, true, $3, $3, $3)`

const PAYMENT = `insert into payments (order_id, kind, status, amount_cents, created_at, updated_at)
  values ($1, 'checkout', 'paid', 1798, $2, $2)`

const ENTRY = `insert into audit_entries (staff_email, action, subject_id, before, after, at)
  values ('', $1, $2, '{}', $3, $4)`

test('rule 17: an upgrade keeps which deliveries of cancelled subscriptions are still owed', async () => {
  const pool = await openEarlierDatabase()
  await migrate(pool)

  const owed = await drizzle({ client: pool, casing: 'snake_case' })
    .select({ name: orders.customerName, at: orders.cancelledAt })
    .from(orders)
    .where(isOwedAfterCancel)
    .orderBy(orders.id)
  expect(owed.map(({ name }) => name)).toEqual([
    'by its customer',
    'with its subscription by staff',
    'by its customer, after staff had cancelled and reopened it',
    'by its customer, and changed by staff since',
  ])
})
