import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shopWithOrder } from '#tests/support/bottles/closed-delivery.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { auditBottles } from './index.ts'

const DEPOSIT = 600

/** Cents of deposit that a customer got back, with a refund or as credit, and what is left. */
async function readDeposits(shop: TestShop, email: string) {
  const [row] = await shop.sql<{
    charged: number
    refunded: number
    released: number
    bottlesHeld: number
  }>(
    `select (select coalesce(sum(deposit_bottles), 0)::int from orders where customer_id = c.id) as charged,
       (select coalesce(sum((item ->> 'cents')::int), 0)::int from refunds r
          join orders o on o.id = r.order_id, jsonb_array_elements(r.items) item
          where o.customer_id = c.id and (item ->> 'isDeposit')::boolean) as refunded,
       (select coalesce(sum(cents), 0)::int from deposit_returns where customer_id = c.id) as released,
       (select coalesce(sum(bottles), 0)::int from deposit_counts where customer_id = c.id) as "bottlesHeld"
     from customers c where email = $1`,
    [email],
  )
  if (!row) throw new Error('no customer')
  return row
}

const EMAIL = 'bea@example.com'

/** Bea bought five bottles, then two, both with their deposit. */
async function shopWithTwoOrders() {
  const opened = await shopWithOrder()
  const first = await opened.buyAsGuest(5, EMAIL)
  const second = await opened.buyAsGuest(2, EMAIL)
  return { ...opened, first, second, read: () => readDeposits(opened.shop, EMAIL) }
}

test.each(['the short one', 'the other one'])(
  'rule 42: of two orders on a route, a deposit goes back once if %s is finalized first',
  async (first) => {
    const {
      shop,
      first: short,
      second,
      visit,
      closeRoute,
      finalize,
      read,
    } = await shopWithTwoOrders()
    await visit(short, { full: 3 })
    await visit(second, { full: 2 })
    await closeRoute(short, 3)
    await closeRoute(second, 2)

    for (const id of first === 'the short one' ? [short, second] : [second, short])
      await finalize(id)

    expect(await read()).toEqual({ charged: 7, refunded: 2 * DEPOSIT, released: 0, bottlesHeld: 5 })
    expect((await audit(shop)).findings).toEqual([])
  },
)

test('rule 42: deposits stay while the rest of an order may come, or its route is open', async () => {
  const { first: short, second, visit, closeRoute, finalize, read } = await shopWithTwoOrders()
  await visit(short, { full: 3 })
  await visit(second, { full: 2, empties: 2 })
  await closeRoute(second, 2)
  await finalize(second)
  expect(await read()).toMatchObject({ released: 0, bottlesHeld: 3 })

  await closeRoute(short, 3)
  await finalize(second)
  expect(await read()).toMatchObject({ refunded: 0, released: 0 })
  await finalize(short)
  expect(await read()).toMatchObject({ refunded: 2 * DEPOSIT, released: 2 * DEPOSIT })
})

test('rule 42: deposits of a cancelled order stay until it is finalized', async () => {
  const {
    shop,
    first: short,
    second,
    visit,
    closeRoute,
    finalize,
    read,
  } = await shopWithTwoOrders()
  await visit(short, { full: 3 })
  await visit(second, { full: 2 })
  await closeRoute(short, 3)
  await closeRoute(second, 2)
  await shop.sql("update orders set status = 'cancelled' where id = $1", [short])

  await finalize(second)
  await finalize(short)

  expect(await read()).toEqual({ charged: 7, refunded: 2 * DEPOSIT, released: 0, bottlesHeld: 5 })
})

test.each([
  { state: 'scheduled', released: 0 },
  // The two empties belong to the order's five bottles.
  { state: 'delivered', released: 2 * DEPOSIT },
])(
  'rule 17: what a cancelled subscription still gets keeps its deposit until it is counted: $state',
  async ({ state, released }) => {
    const {
      shop,
      first: owed,
      second,
      visit,
      closeRoute,
      finalize,
      read,
    } = await shopWithTwoOrders()
    await shop.sql(
      `update orders set status = 'cancelled', is_recurring = true, cancelled_at = $2,
         delivery_status = $3 where id = $1`,
      [owed, shop.clock.now(), state],
    )

    await visit(second, { full: 2, empties: 2 })
    await closeRoute(second, 2)
    await finalize(second)

    expect(await read()).toMatchObject({ refunded: 0, released })
  },
)

test('rule 42: the deposit of bottles not held is refunded, in any order of closing', async () => {
  const { shop, buyAsGuest, visit, closeRoute, finalize } = await shopWithOrder()
  const delivery = fc.record({
    ordered: fc.integer({ min: 1, max: 5 }),
    missing: fc.nat({ max: 5 }),
    empties: fc.nat({ max: 4 }),
    visitAt: fc.nat({ max: 99 }),
    closedAt: fc.nat({ max: 99 }),
    finalizedAt: fc.nat({ max: 99 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(delivery, { minLength: 2, maxLength: 3 }), async (deliveries) => {
      const email = `${randomUUID()}@example.com`
      let atDoor = 0
      const steps = []
      for (const { ordered, missing, empties, ...times } of deliveries) {
        const id = await buyAsGuest(ordered, email)
        const full = Math.max(0, ordered - missing)
        const visitDoor = async () => {
          const taken = Math.min(empties, atDoor)
          atDoor += full - taken
          await visit(id, { full, empties: taken })
        }
        const [visitAt = 0, closedAt = 0, finalizedAt = 0] = Object.values(times).toSorted(
          (a, b) => a - b,
        )
        steps.push({ at: visitAt, run: visitDoor })
        steps.push({ at: closedAt, run: () => closeRoute(id, full) })
        steps.push({ at: finalizedAt, run: () => finalize(id) })
      }
      for (const { run } of steps.toSorted((a, b) => a.at - b.at)) await run()

      const { charged, refunded, released } = await readDeposits(shop, email)
      expect(refunded + released).toBe(DEPOSIT * (charged - atDoor))
    }),
    { numRuns: 12, seed: 42 },
  )
  expect((await audit(shop)).findings).toEqual([])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 42: the audit finds a deposit that was refunded and became credit as well', async () => {
  const {
    shop,
    first: short,
    second,
    visit,
    closeRoute,
    finalize,
    read,
  } = await shopWithTwoOrders()
  await visit(short, { full: 3 })
  await visit(second, { full: 2, empties: 1 })
  await closeRoute(short, 3)
  await closeRoute(second, 2)
  await finalize(second)
  await finalize(short)
  expect(await read()).toMatchObject({ refunded: 2 * DEPOSIT, released: DEPOSIT, bottlesHeld: 4 })
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])

  const [row] = await shop.sql<{ customer_id: string }>(
    'update deposit_returns set bottles = bottles + 2 returning customer_id',
  )

  expect((await auditBottles(shop.deps.db)).findings).toEqual([
    {
      rule: 'rule 42',
      id: row?.customer_id,
      what: 'the deposit of 3 bottles became credit, but only 1 came back or were never left',
    },
  ])
})
