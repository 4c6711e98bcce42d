import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Buyer } from '#tests/support/buyer.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit, listProviderIntents } from '#tests/support/provider-ledger.ts'
import { startServer } from '#tests/support/server-process.ts'

const MINUTE_MS = 60_000
const deliveryDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)

type AcknowledgedOrders = { placed: Set<string>; paid: Set<string> }

/** Orders that the server acknowledged with 2xx. */
async function buyOnce(buyer: Buyer, customerEmail: string, acknowledged: AcknowledgedOrders) {
  const { clientSecret } = (await buyer.startCheckout()).body
  const placed = await buyer.place(buyer.submission({ customerEmail, deliveryDate }))
  if (placed.status !== 201) throw new Error(`rejected: ${placed.body.message}`)
  acknowledged.placed.add(placed.body.orderId)
  const paid = await buyer.confirm(placed.body.clientSecret ?? clientSecret)
  if (paid.body.status === 'succeeded') acknowledged.paid.add(placed.body.orderId)
}

/** Buys repeatedly until the server has exited. */
async function buyRepeatedly(
  newBuyer: () => Buyer,
  name: string,
  acknowledged: AcknowledgedOrders,
) {
  for (let nth = 0; ; nth++)
    await buyOnce(newBuyer(), `${name}.${nth % 3}@example.com`, acknowledged)
}

test('DU1: kill -9 during many checkouts loses no acknowledged order and charges no customer twice', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const acknowledged: AcknowledgedOrders = { placed: new Set(), paid: new Set() }

  for (const round of [1, 2]) {
    const port = String(await freePort())
    const server = startServer({ DATABASE_URL: database.url, PORT: port, LOG_LEVEL: 'silent' })
    const products = await server.waitUntilUp()
    const goal = acknowledged.paid.size + 15
    const buying = Array.from({ length: 6 }, (_, nth) =>
      buyRepeatedly(() => server.buyer(products), `r${round}n${nth}`, acknowledged).catch(
        (error: Error) => error.message,
      ),
    )
    while (acknowledged.paid.size < goal) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (server.process.exitCode !== null) throw new Error(server.output())
    }
    server.process.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')
    for (const how of await Promise.all(buying)) expect(how).not.toContain('rejected')
  }

  await expectNothingLost(database.url, acknowledged)
})

test('DU1: broken database connections fail single requests, never an order, a charge or the server', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const acknowledged: AcknowledgedOrders = { placed: new Set(), paid: new Set() }
  const port = String(await freePort())
  const server = startServer({ DATABASE_URL: database.url, PORT: port, LOG_LEVEL: 'silent' })
  const products = await server.waitUntilUp()
  // Background jobs run by then, too.
  await expect.poll(server.output).toContain(port)
  const outside = new Client({ connectionString: database.url })
  await outside.connect()
  onTestFinished(() => outside.end())

  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  let failures = 0
  const buying = Array.from({ length: 6 }, async (_, nth) => {
    for (let attempt = 0; !isOver; attempt++) {
      const email = `n${nth}.${attempt % 3}@example.com`
      await buyOnce(server.buyer(products), email, acknowledged).catch(() => {
        failures += 1
      })
    }
  })
  for (let cut = 0; cut < 12; cut++) {
    await new Promise((resolve) => setTimeout(resolve, 60 + 25 * cut))
    await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity
                         where datname = current_database() and pid <> pg_backend_pid()`)
  }
  isOver = true
  await Promise.all(buying)

  expect(failures).toBeGreaterThan(0)
  expect(server.process.exitCode, server.output()).toBeNull()
  await expect.poll(() => isReady(server.url)).toBe(true)
  await buyOnce(server.buyer(products), 'late@example.com', acknowledged)
  server.process.kill('SIGKILL')
  await server.ended
  await expectNothingLost(database.url, acknowledged)
})

const isReady = async (url: string) => (await fetch(`${url}/readyz`)).ok

/** Opens the shop again ten minutes later and completes interrupted work. */
async function expectNothingLost(databaseUrl: string, acknowledged: AcknowledgedOrders) {
  const now = new Date(Date.now() + 10 * MINUTE_MS).toISOString()
  const restarted = await openShop({ databaseUrl, now, seed: 'restarted' })
  await restarted.deliverPending()
  await restarted.runJob('payment.reconcile')
  await restarted.runJob('refund.send')
  await restarted.deliverPending()

  const rows = await restarted.sql<{ id: string; status: string; payment: string }>(
    `select o.id, o.status, p.status as payment from orders o join payments p on p.order_id = o.id`,
  )
  const orders = new Map(rows.map((row) => [row.id, row]))
  expect([...acknowledged.placed].filter((id) => !orders.has(id))).toEqual([])
  const unpaid = [...acknowledged.paid].filter((id) => orders.get(id)?.payment !== 'paid')
  expect(unpaid).toEqual([])
  expect(
    rows.filter(({ status, payment }) => payment === 'paid' && status !== 'confirmed'),
  ).toEqual([])

  const charged = (await listProviderIntents(restarted)).filter(
    ({ status }) => status === 'succeeded',
  )
  const ids = charged.map(({ metadata }) => metadata.order_id)
  expect(new Set(ids).size).toBe(ids.length)
  const { findings, ordersPaid } = await audit(restarted)
  expect(findings).toEqual([])
  expect(ordersPaid).toBe(charged.length)
  expect(ordersPaid).toBeGreaterThanOrEqual(acknowledged.paid.size)
  const emails = await restarted.sql('select subject_id from emails')
  expect(emails).toHaveLength(ordersPaid)
}
