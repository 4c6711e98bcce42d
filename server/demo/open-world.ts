import type { DbOrTx } from '#server/db/client.ts'
import { productsOnSale } from '#server/modules/catalog/index.ts'
import type { Clock, Random } from '#server/world.ts'
import { openAlmanac } from './almanac.ts'
import { chanceFrom } from './chance.ts'
import type { DemoWorld } from './order-plan.ts'
import { peopleMaker } from './people.ts'

export type WorldDeps = { clock: Clock; random: Random; timeZone: string }

export async function openWorld(
  db: DbOrTx,
  { clock, random, timeZone }: WorldDeps,
  tag?: string,
): Promise<DemoWorld> {
  const makings = { chance: chanceFrom(random), random, products: await productsOnSale(db) }
  return {
    ...makings,
    almanac: openAlmanac(clock.now(), timeZone),
    newPerson: peopleMaker(makings, tag),
  }
}
