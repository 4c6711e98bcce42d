import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'

export type TaxDeps = {
  db: Db
  clock: Clock
  random: Random
  shop: { calendar: ShopCalendar }
}
