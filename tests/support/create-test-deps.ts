import type { Config } from '#server/config/config.ts'
import { createDeps, type Deps, type Runtime } from '#server/deps.ts'
import { openShopDatabase } from '#server/open-shop-database.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { seedShop } from '#server/seed-shop.ts'

/** As a start does it: opens and prepares the database, creates what runs on it, seeds. */
export async function createTestDeps(config: Config, world: Runtime): Promise<Deps> {
  const database = await openShopDatabase(config, world.log)
  await prepareDatabase(database, { ...world, timeZone: config.shop.timeZone })
  const deps = await createDeps(config, world, database)
  await seedShop(deps)
  const close = async () => {
    await deps.close()
    await database.close()
  }
  return { ...deps, close }
}
