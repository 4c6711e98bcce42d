import { expect, test } from 'vitest'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { auditBookings } from '#server/modules/driving/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { auditDays, previewDay } from '#tests/support/orders/day-changes.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { createDemoCalendar } from '../demo-calendar.ts'
import { towns } from '../names.ts'
import { demoZones, zoneOfZip } from './make-zones.ts'
import { stormDay } from './storm-day.ts'
import { plannedDay } from './week-orders.ts'

const openDemo = async (now: string) => {
  const shop = await openShop({ env: { SEED: 'demo' }, seed: now, now })
  const calendar = createDemoCalendar(shop.clock.now(), defaultCalendar('America/New_York'))
  const [planned, storm] = [plannedDay(calendar), stormDay(calendar)]
  return { shop, today: calendar.today, planned, storm }
}

test('rule 45: every town of the demo is in one of four zones', async () => {
  const zips = demoZones.flatMap((zone) => zone.zips)

  expect(demoZones).toHaveLength(4)
  expect(new Set(zips).size).toBe(zips.length)
  expect(towns.filter(([{ zip }]) => !zoneOfZip(zip))).toEqual([])
})

test.each(['2026-03-02T15:00:00Z', '2026-07-18T09:30:00Z'])(
  'at %s the next day is planned, and two deliveries do not fit',
  async (now) => {
    const { shop, planned } = await openDemo(now)

    const unplanned = await shop.sql<{ bottles: number }>(
      `select bottles from orders o where delivery_date = $1 and status = 'confirmed'
     and not exists (select from schedules where order_id = o.id and truck_id is not null)`,
      [planned],
    )
    const stops = await shop.sql<{ truck: string; position: number; planned_at: Date }>(
      `select trucks.name as truck, position, planned_at from schedules
     join trucks on trucks.id = truck_id where scheduled_date = $1 order by 1, 2`,
      [planned],
    )

    expect(unplanned.map(({ bottles }) => bottles).toSorted()).toEqual([128, 135])
    expect(stops.length).toBeGreaterThanOrEqual(10)
    for (const truck of new Set(stops.map((stop) => stop.truck))) {
      const own = stops.filter((stop) => stop.truck === truck)
      expect(own.map(({ position }) => position)).toEqual(own.map((_, index) => index + 1))
      const times = own.map(({ planned_at: at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
  },
)

test.each(['2026-03-02T15:00:00Z', '2026-07-18T09:30:00Z'])(
  'at %s the events are on a route day of their zone, and one day has a storm forecast',
  async (now) => {
    const { shop, storm } = await openDemo(now)
    const big = await shop.sql<{ date: string; zip: string }>(
      'select delivery_date::text as date, delivery_zip as zip from orders where bottles >= 128',
    )

    for (const { date, zip } of big) expect(zoneOfZip(zip)?.weekdays).toContain(toWeekday(date))
    const noted = await shop.sql<{ date: string; n: number }>(
      `select scheduled_date::text as date, count(*)::int as n from schedules
       where notes like 'Storm watch%' and status = 'pending' group by 1`,
    )
    expect(noted).toEqual([{ date: storm, n: expect.any(Number) }])
    const staff = await staffBrowser(shop)
    const { body } = await previewDay(staff, { date: storm, kind: 'closed' })
    expect(body.counts.deliveries).toBeGreaterThanOrEqual(5)
    expect(await auditDays(shop)).toEqual([])
  },
)

test('earlier routes are closed, those of today are out, and one of the planned day is published', async () => {
  const { shop, today, planned } = await openDemo('2026-03-02T15:00:00Z')

  const routes = await shop.sql<{ date: string; status: string; driver: string | null }>(
    'select date, routes.status, d.name as driver from routes left join drivers d on d.id = driver_id',
  )
  const statuses = (wanted: (date: string) => boolean) => [
    ...new Set(routes.filter(({ date }) => wanted(date)).map(({ status }) => status)),
  ]

  expect(statuses((date) => date < today)).toEqual(['closed'])
  expect(statuses((date) => date === today)).toEqual(['out'])
  expect(statuses((date) => date === planned).toSorted()).toEqual(['draft', 'published'])
  expect(statuses((date) => date > planned)).toEqual(['draft'])
  const published = routes.filter(({ status }) => status === 'published')
  expect(published).toMatchObject([{ driver: 'Dean Whitaker' }])
})

test('the past weeks are counted: customers, trucks and two differences, and the ledger adds up', async () => {
  const { shop } = await openDemo('2026-03-02T15:00:00Z')
  const staff = await staffBrowser(shop)
  const { body } = await staff.call<BottleOverview>('GET', apiPaths.adminBottles)

  expect(body.customers.holders).toBeGreaterThan(20)
  expect(body.depot.full).toBeGreaterThan(0)
  expect(body.trucks.length).toBeGreaterThan(0)
  expect(body.differences.map(({ difference }) => difference).toSorted()).toEqual([1, 3])
  expect(body.beyondOrder).toMatchObject([{ beyond: 1 }])
  expect(body.uncounted).toHaveLength(1)
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
  expect(await auditBookings(shop.deps.db)).toEqual([])
  const negative = await shop.sql(
    `select * from bottle_balances
     where holder <> 'supplier' and "full" + empty + damaged < 0`,
  )
  expect(negative).toEqual([])
})
