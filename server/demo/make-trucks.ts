import type { trucks } from '#server/modules/fleet/tables.ts'
import type { Random } from '#server/runtime.ts'
import { DAY_MS, type DemoCalendar } from './demo-calendar.ts'

export type TruckRow = typeof trucks.$inferInsert

/** Named after the creeks of the county. */
const fleet = [
  { name: 'Rondout', licensePlate: '41382-MK', capacity: 120, status: 'available' },
  { name: 'Esopus', licensePlate: '41383-MK', capacity: 120, status: 'in-use' },
  { name: 'Wallkill', licensePlate: '60917-MH', capacity: 80, status: 'available' },
  { name: 'Sawkill', licensePlate: '38250-JV', capacity: 48, status: 'maintenance' },
] as const

export function makeTrucks(random: Random, { now }: DemoCalendar): TruckRow[] {
  return fleet.map((truck, index) => ({
    id: random.uuid(),
    ...truck,
    version: 1,
    createdAt: new Date(now.getTime() - (370 - index * 60) * DAY_MS),
  }))
}
