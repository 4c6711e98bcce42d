import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, onTestFinished } from 'vitest'
import { warmDatabase } from './database/warm-database.ts'
import { type ShopOptions, startShop, type TestShop } from './start-shop.ts'

export type { TestShop } from './start-shop.ts'

/** `databaseUrl` reuses a database, for tests with several processes. */
type OpenOptions = ShopOptions & { databaseUrl?: string }

const sharedClosers = new AsyncLocalStorage<(() => Promise<void>)[]>()

/** Starts a shop for one test and closes it when the test ends. */
export async function openShop({ databaseUrl, ...options }: OpenOptions = {}): Promise<TestShop> {
  const database = databaseUrl ? undefined : await warmDatabase()
  const shop = await startShop(databaseUrl ?? database?.url ?? '', options)
  const close = async () => {
    await shop.close()
    await database?.drop()
  }
  const shared = sharedClosers.getStore()
  if (shared) shared.push(close)
  else onTestFinished(close)
  return { ...shop, close }
}

/**
 * Opens a shop for all cases of a `test.each`, which saves a second per case. Only for requests that
 * are rejected and change nothing. The first case opens the shop; it closes after the file's last test.
 */
export function openOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  const closers: (() => Promise<void>)[] = []
  let opened: Promise<Opened> | undefined
  afterAll(async () => {
    for (const close of closers) await close()
  })
  return () => {
    opened ??= sharedClosers.run(closers, open).catch((error) => {
      // The next case or attempt opens another one, instead of failing with it.
      opened = undefined
      throw error
    })
    return opened
  }
}
