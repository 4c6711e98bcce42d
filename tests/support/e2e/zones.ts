import { expect, type Page } from '@playwright/test'
import { addDays, type CalendarDate, formatDate } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { RouteDay, Zone } from '#contract/zones/zones.ts'
import { signInAsStaff } from './staff.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Route days of a zone that is served every day, from a week before this date on. */
export const dailyRoute = (today: CalendarDate, change: Partial<RouteDay> = {}): RouteDay[] =>
  everyDay.map((weekday) => ({ weekday, everyWeeks: 1, from: addDays(today, -7), ...change }))

export async function addZone(page: Page, zone: Partial<Zone>): Promise<void> {
  const data = { name: 'Kingston', zips: ['12401'], ...zone }
  const response = await page.request.post(apiPaths.adminZones, { data })
  expect(response.status()).toBe(201)
}

export const setRouteDaysOnly = (page: Page, routeDaysOnly: boolean) =>
  page.request.patch(apiPaths.adminSettings, { data: { routeDaysOnly } })

/** The worker's other tests expect a shop without zones. */
export async function removeZones(page: Page): Promise<void> {
  await signInAsStaff(page)
  await setRouteDaysOnly(page, false)
  const zones: Zone[] = await (await page.request.get(apiPaths.adminZones)).json()
  for (const { id } of zones) await page.request.delete(fillPath(apiPaths.adminZone, { id }))
}

export const chips = (page: Page) => page.getByRole('list', { name: 'Next open dates' })

/** The name of a chip contains its date. */
export const dateChip = (page: Page, date: CalendarDate) =>
  chips(page).getByRole('button', { name: formatDate(date, 'short') })
