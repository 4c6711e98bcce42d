import type { PoolClient } from 'pg'
import { onTestFinished } from 'vitest'
import type { TestShop } from '../open-shop.ts'

type OpenTransaction = { client: PoolClient; end(how: 'commit' | 'rollback'): Promise<void> }

/** Another transaction of the shop, rolled back with the test unless it ended before. */
export async function beginTransaction(shop: TestShop): Promise<OpenTransaction> {
  const client = await shop.deps.pool.connect()
  let isOpen = true
  const end = async (how: 'commit' | 'rollback') => {
    if (!isOpen) return
    isOpen = false
    await client.query(how)
    client.release()
  }
  onTestFinished(() => end('rollback'))
  await client.query('begin')
  return { client, end }
}
