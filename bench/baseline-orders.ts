// Baseline of a checkout: inserts the rows of one order in one transaction.
import { randomUUID } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import type { Product } from '#contract/catalog.ts'
import { serveRequests } from './child.ts'
import { type LoadOptions, type Outcome, repeat } from './repeat.ts'

export type BaselineOrdersRequest = LoadOptions & { databaseUrl: string; product: Product }
export type BaselineOrdersResult = Outcome & { cpuMs: number }

/** Same size as the shop's pool. */
const POOL_SIZE = 12

serveRequests<BaselineOrdersRequest>(async (message): Promise<BaselineOrdersResult> => {
  const pool = new Pool({ connectionString: message.databaseUrl, max: POOL_SIZE })
  try {
    const before = process.cpuUsage()
    const outcome = await repeat(message, async () => () => placeOrder(pool, message.product))
    const { user, system } = process.cpuUsage(before)
    return { ...outcome, cpuMs: (user + system) / 1000 }
  } finally {
    await pool.end()
  }
})

async function placeOrder(pool: Pool, product: Product): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await writeRows(client, product)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function writeRows(client: PoolClient, product: Product): Promise<void> {
  const id = randomUUID()
  const now = new Date()
  const cents = Math.round(Number(product.price) * 100)
  await client.query({
    name: 'order',
    text: `insert into orders (id, customer_name, customer_email, customer_phone, delivery_address,
             delivery_city, delivery_state, delivery_zip, delivery_date, subtotal_cents,
             discount_cents, total_cents, is_recurring, created_at, updated_at)
           values ($1, 'Ana Ruiz', 'ana@example.com', '845-555-0100', '12 Main Street', 'Kingston',
             'NY', '12401', $2::timestamptz, $3, 0, $3, false, $2, $2)`,
    values: [id, now, cents * 2],
  })
  await client.query({
    name: 'item',
    text: `insert into order_items (id, order_id, product_id, product_name, product_size,
             price_cents, quantity, position) values ($1, $2, $3, $4, $5, $6, 2, 0)`,
    values: [randomUUID(), id, product.id, product.name, product.size, cents],
  })
  await client.query({
    name: 'payment',
    text: `insert into payments (order_id, amount_cents, created_at, updated_at)
           values ($1, $2, $3, $3)`,
    values: [id, cents * 2, now],
  })
}
