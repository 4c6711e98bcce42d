import { onTestFinished } from 'vitest'
import { freshDatabase } from './database/fresh-database.ts'
import { type ShopOptions, startShop, type TestShop } from './start-shop.ts'

export type { TestShop } from './start-shop.ts'

/** `databaseUrl` reuses a database, for tests with several processes. */
type OpenOptions = ShopOptions & { databaseUrl?: string }

/** Starts a shop for one test and closes it when the test ends. */
export async function openShop({ databaseUrl, ...options }: OpenOptions = {}): Promise<TestShop> {
  const database = databaseUrl ? undefined : await freshDatabase()
  const shop = await startShop(databaseUrl ?? database?.url ?? '', options)
  const close = async () => {
    await shop.close()
    await database?.drop()
  }
  onTestFinished(close)
  return { ...shop, close }
}
