import { defaultPlanning } from '#contract/routes/planning-settings.ts'
import type { DayStop, PlanDay } from '#server/modules/dispatch/plans/problem/day.ts'
import { seededRandom } from '../test-runtime.ts'

/** A day around Kingston, New York, with some deliveries on routes already, the same for each seed. */
export function randomDay(seed: number): PlanDay {
  const random = seededRandom(`day ${seed}`)
  const pick = (count: number) =>
    Number.parseInt(random.uuid().replaceAll('-', '').slice(0, 8), 16) % count
  const trucks = Array.from({ length: 1 + pick(4) }, (_, index) => ({
    id: `truck ${index}`,
    name: `Truck ${index}`,
    capacity: 8 + pick(30),
    isInMaintenance: pick(8) === 0,
    from: null,
    to: null,
    maxTrips: 1 + pick(3),
    lunch: pick(2) === 0 ? { minutes: 30, earliest: '11:00', latest: '13:00' } : null,
  }))
  const deliveries = Array.from({ length: 5 + pick(30) }, (_, index) => {
    const bottles = 1 + pick(8)
    return {
      orderId: `order ${index}`,
      door: `door ${pick(25)}`,
      bottles,
      empties: pick(2) * bottles,
      place: { lat: 41.8 + pick(40) / 100, lon: -74.2 + pick(40) / 100 },
      window: pick(4) === 0 ? { from: '09:00', to: '12:00' } : null,
      hours: pick(6) === 0 ? [{ from: '10:00', to: '15:00' }] : [],
      areHoursHard: pick(2) === 0,
      priority: 'other' as const,
      knownTruckId: pick(3) === 0 ? `truck ${pick(4)}` : null,
      stopId: null,
      scheduledTime: null,
    }
  })
  const onRoutes = deliveries.filter(() => pick(3) === 0)
  const pins: DayStop['pin'][] = ['none', 'none', 'none', 'truck', 'position']
  const routes = trucks.map((truck, index) => ({
    id: `route ${index}`,
    truckId: truck.id,
    version: 1,
    status: pick(6) === 0 ? ('published' as const) : ('draft' as const),
    isLocked: pick(6) === 0,
    stops: onRoutes
      .filter((_, at) => at % trucks.length === index)
      .map(
        (delivery, at): DayStop => ({
          ...delivery,
          stopId: `stop ${delivery.orderId}`,
          trip: 1,
          position: at + 1,
          pin: pins[pick(pins.length)] ?? 'none',
          plannedTime: null,
          status: 'pending',
        }),
      ),
  }))
  return {
    date: '2026-03-05',
    timeZone: 'America/New_York',
    settings: defaultPlanning,
    depot: { lat: 41.93, lon: -74 },
    trucks,
    routes,
    unplanned: deliveries.filter((delivery) => !onRoutes.includes(delivery)),
    drivers: { total: pick(5), absent: pick(2) },
  }
}
