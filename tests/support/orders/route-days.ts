import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Settings } from '#contract/staff/settings.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { LandingEffect } from '#contract/zones/landing.ts'
import type { RouteDay, SavedZone } from '#contract/zones/zones.ts'
import type { Buyer } from '../buyer.ts'
import type { TestShop } from '../open-shop.ts'

export const onWeekday = (weekday: number, change: Partial<RouteDay> = {}): RouteDay => ({
  weekday,
  everyWeeks: 1,
  from: '2026-01-05',
  ...change,
})
export const tuesdays = onWeekday(2)
export const fridays = onWeekday(5)

/** The ZIP code of the test buyer's address. */
export const homeZip = (shop: TestShop): string => shop.buyer().submission().deliveryZip

export const addZone = async (
  staff: Buyer,
  name: string,
  zips: string[],
  routeDays: RouteDay[],
): Promise<SavedZone> =>
  (await staff.call<SavedZone>('POST', apiPaths.adminZones, { name, zips, routeDays })).body

export const changeZone = (staff: Buyer, id: string, change: object, query = '') =>
  staff.call<SavedZone>('PATCH', `${fillPath(apiPaths.adminZone, { id })}?${query}`, change)

export const setRouteDaysOnly = (staff: Buyer, routeDaysOnly: boolean, query = '') =>
  staff.call<Settings & { landing?: LandingEffect }>(
    'PATCH',
    `${apiPaths.adminSettings}?${query}`,
    { routeDaysOnly },
  )

/** Skipped deliveries are in parentheses. */
export const calendarDates = ({ calendar }: Pick<Subscription, 'calendar'>): string[] =>
  calendar.map(({ date, status }) => (status === 'skipped' ? `(${date})` : date))
