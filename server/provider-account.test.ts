import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { fixedClock, silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from './db/client.ts'
import { type CardProvider, CardProviderError } from './modules/payments/index.ts'
import { readProviderAccount } from './provider-account.ts'

const world = { clock: fixedClock('2026-03-02T15:00:00Z'), log: silentLog }
const key = { secretKey: 'sk_live_1', livemode: true }

/** A provider that answers each time with the next of these. */
function answering(...answers: (() => string)[]) {
  const next = async () => (answers.shift() ?? (() => 'acct_other'))()
  return { accountId: next } as unknown as CardProvider
}

test('AU9: a provider that does not name its account leaves the mode alone to count, until it does', async () => {
  const database = await freshDatabase()
  const { pool, close } = openDatabase(database.url, { poolSize: 2, log: silentLog })
  const silent = () => {
    throw new CardProviderError('unauthorized', 'no permission')
  }
  const cards = answering(
    silent,
    () => undefined as unknown as string,
    () => '',
    () => 'acct_1',
  )

  const seen: string[] = []
  for (let start = 0; start < 5; start++)
    seen.push(await readProviderAccount(pool, world, cards, key))

  expect(seen).toEqual(['live:', 'live:', 'live:', 'live:acct_1', 'live:acct_1'])
  await close()
  await database.drop()
})
