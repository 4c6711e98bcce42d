import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { availableProducts } from '#server/modules/catalog/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { createBuyerGenerator } from './demo-buyers.ts'
import { createDemoCalendar } from './demo-calendar.ts'
import type { DemoContext } from './order-plan.ts'
import { createRng } from './rng.ts'

export type ContextDeps = { clock: Clock; random: Random; calendar: ShopCalendar }

export async function createContext(
  db: DbOrTx,
  { clock, random, calendar }: ContextDeps,
  tag?: string,
): Promise<DemoContext> {
  const deps = {
    rng: createRng(random),
    random,
    products: await availableProducts(db, clock.now()),
  }
  return {
    ...deps,
    calendar: createDemoCalendar(clock.now(), calendar),
    newBuyer: createBuyerGenerator(deps, tag),
  }
}
