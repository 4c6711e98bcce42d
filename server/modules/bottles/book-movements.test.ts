import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/fresh-database.ts'
import { startShop, type TestShop } from '#tests/support/start-shop.ts'
import { auditBottles } from './audit-bottles.ts'
import { bookMovements, type CountedEvent, movementsOfEvent, reverseMovements } from './index.ts'
import { openingBottles } from './rules.ts'

let database: FreshDatabase
let shop: TestShop
let products: { id: string; size: string }[]

beforeAll(async () => {
  database = await freshDatabase()
  shop = await startShop(database.url, {})
  products = await shop.sql('select id, size from products order by position')
})

afterAll(async () => {
  await shop.close()
  await database.drop()
})

const truckId = randomUUID()
const route = { id: randomUUID(), truckId, driverId: null, date: '2026-03-10' }

type Counts = { full?: number; empties?: number; damaged?: number }

const toLine = ({ full = 0, empties = 0, damaged = 0 }: Counts, product = 0) => ({
  productId: products[product]?.id ?? '',
  full,
  empties,
  damaged,
})

const visit = (customerId: string, counts: Counts, hour = 0): CountedEvent => ({
  eventId: randomUUID(),
  at: new Date(Date.UTC(2026, 2, 10, hour)),
  cause: 'delivered',
  route,
  order: { id: randomUUID(), customerId },
  lines: [toLine(counts)],
})

const book = (event: CountedEvent) =>
  shop.deps.db.transaction((tx) => bookMovements(tx, shop.deps, movementsOfEvent(event)))

const reverse = ({ eventId, at }: CountedEvent) =>
  shop.deps.db.transaction((tx) => reverseMovements(tx, shop.deps, { eventId, at }))

async function readBottles(holderId: string): Promise<number> {
  const [row] = await shop.sql<{ bottles: number }>(
    'select bottles from bottle_holders where holder_id = $1',
    [holderId],
  )
  return row?.bottles ?? 0
}

test('rule 60: a visit moves full bottles to the customer and empties to the truck', async () => {
  const ana = randomUUID()
  const at = new Date('2026-03-10T08:00:00Z')
  const loaded = { eventId: randomUUID(), at, cause: 'loaded', route } as const
  await book({ ...loaded, lines: [toLine({ full: 24 })] })
  await book(visit(ana, { full: 4 }, 9))
  await book(visit(ana, { full: 3, empties: 2, damaged: 1 }, 10))

  expect(await readBottles(ana)).toBe(4)
  expect(
    await shop.sql('select "full", empty, damaged from bottle_balances where holder_id = $1', [
      truckId,
    ]),
  ).toEqual([{ full: 17, empty: 2, damaged: 1 }])
  expect(await shop.sql('select loaded, "left", taken, returned, date from bottle_routes')).toEqual(
    [{ loaded: 24, left: 7, taken: 3, returned: 0, date: '2026-03-10' }],
  )
})

test('rule 60: an event that is sent twice, also at once, is booked once', async () => {
  const customerId = randomUUID()
  const event = visit(customerId, { full: 4 })
  const booked = await Promise.all([book(event), book(event), book(event)])
  expect(booked.sort()).toEqual([0, 0, 1])
  expect(await readBottles(customerId)).toBe(4)
})

test('rule 60: a reversal restores the balance, and may come before the event', async () => {
  const customerId = randomUUID()
  await book(visit(customerId, { full: 4 }))
  const wrong = visit(customerId, { full: 2, empties: 6 }, 1)
  await book(wrong)
  expect(await readBottles(customerId)).toBe(2)
  expect(await reverse(wrong)).toBe(2)
  expect(await reverse(wrong)).toBe(0)
  expect(await readBottles(customerId)).toBe(4)

  const early = visit(customerId, { full: 9 }, 2)
  await reverse(early)
  expect(await book(early)).toBe(0)
  expect(await readBottles(customerId)).toBe(4)
})

test('rule 60: empties beyond the balance open the count', async () => {
  const customerId = randomUUID()
  await book(visit(customerId, { full: 3, empties: 2 }))
  expect(await readBottles(customerId)).toBe(3)
  expect(
    await shop.sql(
      `select "from", "to", quantity, cause from bottle_movements
       where $1 in (from_id, to_id) order by id`,
      [customerId],
    ),
  ).toEqual([
    { from: 'customer', to: 'truck', quantity: 2, cause: 'delivered' },
    { from: 'truck', to: 'customer', quantity: 3, cause: 'delivered' },
    { from: 'supplier', to: 'customer', quantity: 2, cause: 'opening' },
  ])
})

test('rule 60: bottles that customers own never enter', async () => {
  const customerId = randomUUID()
  await shop.sql('update products set is_returnable = false where id = $1', [products[0]?.id])
  expect(await book(visit(customerId, { full: 3, empties: 2 }))).toBe(0)
  await shop.sql('update products set is_returnable = true')
})

test('rule 60: an empty bottle of another water of the same size counts', async () => {
  const customerId = randomUUID()
  const other = products.findIndex(({ size }, i) => i > 0 && size === products[0]?.size)
  await book(visit(customerId, { full: 3 }))
  await book({ ...visit(customerId, {}, 1), lines: [toLine({ empties: 2 }, other)] })
  expect(await readBottles(customerId)).toBe(1)
})

test('rule 60: the ledger cannot be changed, deleted or emptied', async () => {
  await book(visit(randomUUID(), { full: 1 }))
  const rejected = /cannot be changed or deleted/
  await expect(shop.sql('update bottle_movements set quantity = 2')).rejects.toThrow(rejected)
  await expect(shop.sql('delete from bottle_movements')).rejects.toThrow(rejected)
  await expect(shop.sql('truncate bottle_movements')).rejects.toThrow(rejected)
})

test('rule 60: any order of events, replays and reversals leads to the same balances', async () => {
  const counts = fc.record({
    full: fc.nat({ max: 5 }),
    empties: fc.nat({ max: 5 }),
    damaged: fc.nat({ max: 2 }),
    hour: fc.nat({ max: 3 }),
    isReversed: fc.boolean(),
  })
  const order = fc.array(fc.nat(), { minLength: 8, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(counts, { minLength: 1, maxLength: 4 }),
      order,
      async (list, keys) => {
        const balances = []
        for (const isShuffled of [false, true]) {
          const customerId = randomUUID()
          const steps = list.flatMap(({ isReversed, hour, ...entered }, i) => {
            // Times are equal in both runs; ids only order events of the same time.
            const event = visit(customerId, entered, hour * 8 + i)
            return [
              () => book(event),
              ...(isReversed ? [() => reverse(event)] : [() => book(event)]),
            ]
          })
          const sorted = isShuffled
            ? steps.map((step, i) => ({ step, key: keys[i] ?? 0 })).sort((a, b) => a.key - b.key)
            : steps.map((step) => ({ step }))
          for (const { step } of sorted) await step()
          balances.push(await readBottles(customerId))
        }
        expect(balances[1]).toBe(balances[0])
        expect(balances[0]).toBeGreaterThanOrEqual(0)
      },
    ),
    { numRuns: 25 },
  )
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 60: the opening count covers the lowest balance', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 9, minute))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 })), (quantities) => {
      const movements = quantities.map((quantity, i) => ({ eventId: 'e', at: at(i), quantity }))
      const opening = openingBottles(movements)
      const points = quantities.map((_, i) =>
        quantities.slice(0, i + 1).reduce((sum, quantity) => sum + quantity, opening),
      )
      expect(Math.min(0, ...points)).toBe(0)
      if (opening > 0) expect(Math.min(...points)).toBe(0)
    }),
  )
})

test('rules 42, 60, 61: the audit finds a copy that differs from the ledger', async () => {
  const customerId = randomUUID()
  await book({ ...visit(customerId, { full: 4 }), route: { ...route, id: customerId } })
  const faults = [
    [
      sql`update bottle_holders set bottles = 5 where holder_id = ${customerId}`,
      '5 bottles in the list',
    ],
    [sql`delete from bottle_holders where holder_id = ${customerId}`, 'no bottles in the list'],
    [
      sql`update deposit_counts set bottles = 5 where customer_id = ${customerId}`,
      '5 bottles in the count',
    ],
    [sql`delete from deposit_counts where customer_id = ${customerId}`, 'no bottles in the count'],
    [sql`update bottle_routes set taken = 1 where route_id = ${customerId}`, '0/4/1/0/0 bottles'],
    [sql`delete from bottle_routes where route_id = ${customerId}`, '0/0/0/0/0 bottles'],
  ] as const
  for (const [fault, what] of faults) {
    const planted = shop.deps.db.transaction(async (tx) => {
      await tx.execute(fault)
      const { findings } = await auditBottles(tx)
      expect(findings).toContainEqual(
        expect.objectContaining({ id: customerId, what: expect.stringContaining(what) }),
      )
      throw new Error('undo the fault')
    })
    await expect(planted).rejects.toThrow('undo the fault')
  }
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 60: the audit finds a balance that is no sum', async () => {
  const customerId = randomUUID()
  await book(visit(customerId, { full: 4 }))
  await shop.sql('update bottle_balances set "full" = 5 where holder_id = $1', [customerId])
  const { findings } = await auditBottles(shop.deps.db)
  expect(findings.map(({ id }) => id)).toEqual([customerId, customerId])
  await shop.sql('update bottle_balances set "full" = 4 where holder_id = $1', [customerId])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})
