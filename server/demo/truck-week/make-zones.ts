import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { RouteDay } from '#contract/zones/zones.ts'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { zones, zoneZips } from '#server/modules/zones/tables.ts'
import type { Random } from '#server/runtime.ts'
import type { DemoCalendar } from '../demo-calendar.ts'
import type { TruckRow } from '../make-trucks.ts'

type DemoZone = {
  name: string
  zips: readonly string[]
  /** Monday is 1. */
  weekdays: readonly number[]
  everySecondWeekday?: number
  truck: string
  capacity: number
}

/** Zones around Kingston, New York. No zone is delivered on Sunday. */
export const demoZones: readonly DemoZone[] = [
  {
    name: 'Kingston',
    zips: ['12401', '12443', '12466'],
    weekdays: [1, 3, 5, 6],
    truck: 'Rondout',
    capacity: 120,
  },
  {
    name: 'Across the river',
    zips: ['12572', '12571', '12583', '12580', '12538', '12601'],
    weekdays: [2, 4, 5],
    truck: 'Esopus',
    capacity: 110,
  },
  {
    name: 'New Paltz and south',
    zips: ['12561', '12528', '12542', '12472', '12484', '12440'],
    weekdays: [2, 4, 6],
    truck: 'Wallkill',
    capacity: 80,
  },
  {
    name: 'Woodstock and Saugerties',
    zips: ['12498', '12477'],
    weekdays: [1, 3],
    everySecondWeekday: 6,
    truck: 'Wallkill',
    capacity: 60,
  },
]

const windows = [
  { from: '08:00', to: '12:00' },
  { from: '12:00', to: '17:00' },
]

export const zoneOfZip = (zip: string) => demoZones.find(({ zips }) => zips.includes(zip))

type ZoneInput = { random: Random; calendar: DemoCalendar; trucks: readonly TruckRow[] }

export async function insertZones(tx: Tx, { random, calendar, trucks }: ZoneInput): Promise<void> {
  for (const zone of demoZones) {
    const id = random.uuid()
    const truckId = trucks.find(({ name }) => name === zone.truck)?.id
    const routeDays = makeRouteDays(zone, calendar.today, truckId)
    await tx.insert(zones).values({ id, name: zone.name, routeDays, createdAt: calendar.now })
    const zips = zone.zips.map((zip) => ({ zip, zoneId: id }))
    await insertRows(tx, zoneZips, zips)
  }
}

function makeRouteDays(
  { weekdays, everySecondWeekday, capacity }: DemoZone,
  from: CalendarDate,
  truckId: string | undefined,
): RouteDay[] {
  const day = { from, windows, capacity, ...(truckId && { truckId }) }
  return [
    ...weekdays.map((weekday) => ({ weekday, everyWeeks: 1 as const, ...day })),
    ...(everySecondWeekday
      ? [{ weekday: everySecondWeekday, everyWeeks: 2 as const, ...day, lastOrderHour: 15 }]
      : []),
  ]
}
