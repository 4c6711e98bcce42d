import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Id } from '../primitives.ts'

/** Rule 64: the bottles of a zone on a date. */
export const OutlookDay = z.object({
  zoneId: Id,
  zoneName: z.string(),
  date: z.iso.date(),
  bottles: z.int(),
  /** Null means no limit. */
  capacity: z.int().nullable(),
  /** False if bottles are due on a date on which the zone is not served. */
  isRouteDay: z.boolean(),
})
export type OutlookDay = z.infer<typeof OutlookDay>

export const readOutlook = {
  method: 'GET',
  path: apiPaths.adminOutlook,
  role: 'admin',
  permission: 'zones.read',
  summary: 'Bottles per zone and date for six weeks, from orders and subscriptions',
  query: z.object({ from: DeliveryDate('Choose a date').optional() }),
  reply: z.array(OutlookDay),
  failures: ['invalid'],
} as const satisfies Endpoint

/** A route day with less than half of its bottles is worth a look. */
const UNDER = 0.5

export type OutlookMark = 'over' | 'under' | 'off'

/** Over and under capacity, and bottles on a date that is no route day. */
export function outlookMark({
  bottles,
  capacity,
  isRouteDay,
}: Pick<OutlookDay, 'bottles' | 'capacity' | 'isRouteDay'>): OutlookMark | undefined {
  if (!isRouteDay) return 'off'
  if (capacity === null) return undefined
  if (bottles > capacity) return 'over'
  return bottles < capacity * UNDER ? 'under' : undefined
}
