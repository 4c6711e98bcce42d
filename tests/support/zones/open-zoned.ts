import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import type { RouteDay } from '#contract/zones/zones.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { addZone, homeZip, setRouteDaysOnly, tuesdays } from '#tests/support/orders/route-days.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

export const NEXT_DATE = 'select next_date::text date from subscriptions where id = $1'

/** A weekly subscription from Thursday, March 5, in a zone. Today is Monday, March 2. */
export async function openZoned(routeDays: RouteDay[] = [tuesdays], submission = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana, ...submission })
  await addZone(staff, 'Home', [homeZip(shop)], routeDays)
  await setRouteDaysOnly(staff, true)
  const path = fillPath(apiPaths.changeSubscription, { id })
  const apply = (change: SubscriptionChange, query = '') =>
    ana.call<Subscription & { code: string }>('POST', `${path}?${query}`, change)
  const view = async () =>
    (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0] as Subscription
  const storedDate = async () => (await shop.sql<{ date: string }>(NEXT_DATE, [id]))[0]?.date
  return { shop, staff, ana, id, apply, view, storedDate }
}
