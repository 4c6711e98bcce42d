import { onTestFinished } from 'vitest'
import { freshDatabase } from './database/fresh-database.ts'
import { type ShopOptions, startShop, type TestShop } from './start-shop.ts'

export type { TestShop } from './start-shop.ts'

/** Another process's database, for tests of several processes on one. */
type OpenOptions = ShopOptions & { databaseUrl?: string }

/** A shop for one test, closed at its end. */
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
