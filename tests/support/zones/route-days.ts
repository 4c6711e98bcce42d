import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { RouteDay, Zone } from '#contract/zones/zones.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

/** Thursdays from March 5, 2026 on: the date of a test order. */
export const thursdays = (change: Partial<RouteDay> = {}): RouteDay => ({
  weekday: 4,
  everyWeeks: 1,
  from: '2026-01-05',
  ...change,
})

export async function addZone(
  staff: Buyer,
  routeDays: RouteDay[],
  zips = ['12401'],
): Promise<string> {
  const zone = { name: `Zone ${zips[0]}`, zips, routeDays }
  const { status, body } = await staff.call<Zone>('POST', apiPaths.adminZones, zone)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

export const changeZone = (staff: Buyer, id: string, change: object) =>
  staff.call<Zone>('PATCH', fillPath(apiPaths.adminZone, { id }), change)

export const setRouteDaysOnly = (staff: Buyer, routeDaysOnly: boolean) =>
  staff.call('PATCH', apiPaths.adminSettings, { routeDaysOnly })

/** A shop with *Route days only* and a zone around 12401. Returns the browser of its staff. */
export async function openRouteDays(
  shop: TestShop,
  routeDays: RouteDay[] = [thursdays()],
): Promise<Buyer & { zoneId: string }> {
  const staff = await staffBrowser(shop)
  const zoneId = await addZone(staff, routeDays)
  await setRouteDaysOnly(staff, true)
  return { ...staff, zoneId }
}
