import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { addressKey, anonymizeVisits, learnPlaces, type Visit } from './index.ts'

const actor = { id: randomUUID(), email: 'Sam (driver)' }

async function openDoor() {
  const shop = await openShop()
  await shop.buyer().buy()
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const [address, zip] = ['12 Main Street', '12401']
  const door = {
    ...{ customerId: customer?.id ?? '', address, zip },
    id: await addressKey(shop.deps.db, address, zip),
  }
  /** A visit at a minute of the day, so many steps to the north. */
  const visit = (minute: number, steps: number, accuracy = 8): Visit => ({
    door,
    eventId: randomUUID(),
    tappedAt: new Date(Date.UTC(2026, 2, 5, 14, minute)),
    fix: { lat: 41.9 + steps / 1000, lon: -74.02, accuracy },
  })
  const learn = (routeId: string, visits: readonly Visit[]) =>
    shop.deps.db.transaction((tx) => learnPlaces(tx, shop.deps, actor, routeId, visits))
  const read = async () => {
    const [row] = await shop.sql<Record<string, unknown>>(
      `select place_source as source, lat, learned_visits as visits from delivery_points`,
    )
    return row
  }
  return { shop, door, visit, learn, read }
}

test('rule 53: any order of arrival leads to the same place, also with undone visits', async () => {
  const { shop, visit, learn, read } = await openDoor()
  const visits = [visit(1, 30), visit(2, 10), visit(3, 20), visit(4, 90), visit(5, 40)]
  const routes = visits.map((visit) => ({ id: randomUUID(), visits: [visit] }))
  const undone = { id: randomUUID(), visits: [visit(0, 99)] }
  const steps = [
    ...routes,
    undone,
    // A route that is reported again changes nothing.
    ...routes.slice(0, 2),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(steps, { minLength: steps.length }),
      fc.integer({ min: 0, max: steps.length }),
      async (order, undoAfter) => {
        await shop.sql('delete from delivery_points')
        for (const [nth, route] of order.entries()) {
          await learn(route.id, route.visits)
          if (nth === undoAfter) await learn(undone.id, [])
        }
        await learn(undone.id, [])
        expect(await read()).toEqual({ source: 'fix', lat: 41.93, visits: 5 })
      },
    ),
    { numRuns: 6 },
  )
})

test('of two visits the earlier tap counts in any order of arrival', async () => {
  const { shop, visit, learn, read } = await openDoor()
  const [early, late] = [visit(1, 10), visit(2, 20)]
  const [a, b] = [randomUUID(), randomUUID()]
  await learn(b, [late])
  expect(await read()).toMatchObject({ lat: 41.92, visits: 1 })
  await learn(a, [early])
  expect(await read()).toMatchObject({ lat: 41.91, visits: 2 })

  // Without their times, too.
  await shop.deps.db.transaction((tx) => anonymizeVisits(tx, [late.eventId, early.eventId]))
  const c = randomUUID()
  await learn(c, [visit(3, 30)])
  await learn(c, [])
  expect(await read()).toMatchObject({ lat: 41.91, visits: 2 })
})

test('deliveries to one door on one route are one visit, and the earliest trusted tap is its place', async () => {
  const { visit, learn, read } = await openDoor()
  const route = randomUUID()
  const [first, second] = [visit(2, 20), visit(3, 30)]
  await learn(route, [second, visit(1, 10, 51), first])
  expect(await read()).toMatchObject({ lat: 41.92, visits: 1 })
  await learn(route, [second])
  expect(await read()).toMatchObject({ lat: 41.93, visits: 1 })
})

test('doors with different imported places do not learn the same position, except the door that is there', async () => {
  const { shop, door, visit, learn } = await openDoor()
  const other = { ...door, address: '9 Hill Road', id: 'other' }
  const place = (id: string, address: string, lat: number) =>
    shop.sql(
      `insert into delivery_points (customer_id, address_key, address, zip, lat, lon, place_source,
         imported_lat, imported_lon, updated_at)
       values ($1, $2, $3, '12401', $4, -74.02, 'import', $4, -74.02, now())`,
      [door.customerId, id, address, lat],
    )
  const sources = async () => {
    const rows = await shop.sql<{ source: string }>(
      'select place_source as source from delivery_points order by imported_lat',
    )
    return rows.map(({ source }) => source)
  }
  await place(door.id, door.address, 41.9)
  await place('other', '9 Hill Road', 41.95)
  const route = randomUUID()
  const [first, second] = [visit(1, 0), { ...visit(9, 0), door: other }]
  await learn(route, [first, second])
  expect(await sources()).toEqual(['fix', 'import'])
  await learn(route, [second])
  expect(await sources()).toEqual(['import', 'fix'])
  await learn(route, [first, second])
  expect(await sources()).toEqual(['fix', 'import'])
})

test('a door without a trusted visit has no row, and an erased customer gets none', async () => {
  const { shop, door, visit, learn, read } = await openDoor()
  await learn(randomUUID(), [
    visit(1, 10, 200),
    { ...visit(1, 10), fix: { lat: 0, lon: 0, accuracy: 1 } },
  ])
  expect(await read()).toBe(undefined)
  await learn(randomUUID(), [{ ...visit(1, 10), door: { ...door, customerId: randomUUID() } }])
  expect(await read()).toBe(undefined)
  await learn(randomUUID(), [visit(1, 10)])
  await shop.sql('update orders set customer_id = null')
  await shop.sql('delete from customers')
  expect(await shop.sql('select * from point_fixes')).toEqual([])
})
