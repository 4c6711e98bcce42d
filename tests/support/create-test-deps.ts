import type { Config } from '#server/config/config.ts'
import { createDeps, type Deps, type Runtime } from '#server/deps.ts'
import { openShopDatabase } from '#server/open-shop-database.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { seedShop } from '#server/seed-shop.ts'

/** As at server start: opens and prepares the database, creates the dependencies, seeds the shop. */
export async function createTestDeps(config: Config, runtime: Runtime): Promise<Deps> {
  const database = await openShopDatabase(config, runtime.log)
  await prepareDatabase(database, runtime, config.initialSettings)
  const deps = await createDeps(config, runtime, database)
  await seedShop(deps)
  const close = async () => {
    await deps.close()
    await database.close()
  }
  return { ...deps, close }
}
