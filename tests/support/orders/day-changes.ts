import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DayChange, DayChangeResult, UndoneDayChange } from '#contract/zones/day-changes.ts'
import type { Zone } from '#contract/zones/zones.ts'
import { auditDayChanges } from '#server/modules/backoffice/index.ts'
import { auditStops } from '#server/modules/dispatch/index.ts'
import { auditPlans } from '#server/modules/subscriptions/index.ts'
import type { Buyer } from '../buyer.ts'
import type { TestShop } from '../open-shop.ts'

type Fault = { code: string; message: string; fields?: Record<string, string> }

/** The date that staff change. It is a Thursday; the shop's tests start on Monday, March 2. */
export const STORM = '2026-03-05'

export const changeDay = (staff: Buyer, change: object = {}, query = '') =>
  staff.call<DayChangeResult & Fault>('POST', `${apiPaths.adminDayChanges}${query}`, {
    date: STORM,
    kind: 'closed',
    ...change,
  })

export const previewDay = (staff: Buyer, change: object = {}) =>
  changeDay(staff, change, '?preview=true')

export const undoDay = (staff: Buyer, id: string | undefined) =>
  staff.call<UndoneDayChange & Fault>(
    'POST',
    fillPath(apiPaths.adminDayChangeUndo, { id: id ?? '' }),
  )

export const listDays = async (staff: Buyer) =>
  (await staff.call<DayChange[]>('GET', apiPaths.adminDayChanges)).body

/** A zone that is served on Thursdays; its ZIP code is the one of every test order. */
export async function addKingston(staff: Buyer, change: object = {}): Promise<string> {
  const { body } = await staff.call<Zone>('POST', apiPaths.adminZones, {
    name: 'Kingston',
    zips: ['12401'],
    routeDays: [{ weekday: 4, everyWeeks: 1, from: '2026-01-05' }],
    ...change,
  })
  return body.id
}

/** A paid order of a guest. */
export async function buyAt(shop: TestShop, submission: object = {}): Promise<string> {
  const buyer = shop.buyer()
  const { orderId } = await buyer.buy(buyer.submission({ deliveryDate: STORM, ...submission }))
  await shop.deliverPending()
  return orderId
}

/** Findings of `npm run audit` about day changes, stops and planned deliveries. */
export const auditDays = async ({ deps }: TestShop) => [
  ...(await auditDayChanges(deps.db, deps)),
  ...(await auditStops(deps.db)),
  ...(await auditPlans(deps.db, deps)),
]
