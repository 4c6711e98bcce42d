import type { DbOrTx } from '#server/db/client.ts'
import { availableProducts } from '#server/modules/catalog/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { createBuyerGenerator } from './demo-buyers.ts'
import type { DemoContext } from './order-plan.ts'
import { createRng } from './rng.ts'
import { createShopCalendar } from './shop-calendar.ts'

export type ContextDeps = { clock: Clock; random: Random; timeZone: string }

export async function createContext(
  db: DbOrTx,
  { clock, random, timeZone }: ContextDeps,
  tag?: string,
): Promise<DemoContext> {
  const deps = { rng: createRng(random), random, products: await availableProducts(db) }
  return {
    ...deps,
    calendar: createShopCalendar(clock.now(), timeZone),
    newBuyer: createBuyerGenerator(deps, tag),
  }
}
