import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'

export type StaffProductDeps = {
  db: Db
  clock: Clock
  random: Random
  shop: { calendar: ShopCalendar }
  /** Number of active subscriptions with each product, from the module that stores them. */
  countSubscribers: (db: Db) => Promise<ReadonlyMap<string, number>>
}
