import { and, eq, lt, ne } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import type { Tx } from '#server/db/client.ts'
import { routes } from '#server/modules/dispatch/tables.ts'
import { driverAbsences, drivers } from '#server/modules/fleet/tables.ts'
import type { Random } from '#server/runtime.ts'
import { DAY_MS, type DemoCalendar } from '../demo-calendar.ts'
import type { TruckRow } from '../make-trucks.ts'
import { demoZones } from './make-zones.ts'
import { plannedDay } from './week-orders.ts'

/** By the name of the truck that each usually drives. */
const crew = {
  Rondout: 'Marisol Vega',
  Esopus: 'Dean Whitaker',
  Wallkill: 'Tunde Adeyemi',
} as const

type RouteInput = { random: Random; calendar: DemoCalendar; trucks: readonly TruckRow[] }

/**
 * Drivers, and the states of the routes that follow from their stops: earlier days are closed, today is
 * out, and of the planned day one route is published.
 */
export async function makeRoutes(tx: Tx, { random, calendar, trucks }: RouteInput): Promise<void> {
  const { today, now, at } = calendar
  const planned = plannedDay(calendar)
  const published = demoZones.find(({ weekdays }) => weekdays.includes(toWeekday(planned)))?.truck
  for (const [truckName, name] of Object.entries(crew)) {
    const truckId = trucks.find((truck) => truck.name === truckName)?.id
    if (!truckId) continue
    const driverId = random.uuid()
    const createdAt = new Date(now.getTime() - 300 * DAY_MS)
    await tx.insert(drivers).values({ id: driverId, name, createdAt })
    const sameTruck = eq(routes.truckId, truckId)
    const past = and(sameTruck, lt(routes.date, today))
    await tx.update(routes).set({ driverId, status: 'closed' }).where(past)
    const out = { driverId, status: 'out', publishedAt: at(addDays(today, -1), 16) } as const
    await tx
      .update(routes)
      .set(out)
      .where(and(sameTruck, eq(routes.date, today)))
    if (truckName !== published) continue
    const next = and(sameTruck, eq(routes.date, planned))
    await tx.update(routes).set({ driverId, status: 'published', publishedAt: now }).where(next)
    const [from, to] = [addDays(today, 9), addDays(today, 12)]
    await tx.insert(driverAbsences).values({ id: random.uuid(), driverId, from, to })
  }
  const earlier = and(lt(routes.date, today), ne(routes.status, 'closed'))
  await tx.update(routes).set({ status: 'closed' }).where(earlier)
}
