import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { fixedClock, silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from './db/client.ts'
import { type CardProvider, CardProviderError } from './modules/payments/index.ts'
import { readProviderAccount } from './provider-account.ts'

const runtime = { clock: fixedClock('2026-03-02T15:00:00Z'), log: silentLog }
const key = { secretKey: 'sk_live_1', livemode: true }

/** A provider whose calls return the given results in turn. */
function providerReturning(...results: (() => string)[]) {
  const next = async () => (results.shift() ?? (() => 'acct_other'))()
  return { accountId: next } as unknown as CardProvider
}

test('AU9: only the mode is compared until the provider returns its account', async () => {
  const database = await freshDatabase()
  const { pool, close } = openDatabase(database.url, { poolSize: 2, log: silentLog })
  const unauthorized = () => {
    throw new CardProviderError('unauthorized', 'no permission')
  }
  const cards = providerReturning(
    unauthorized,
    () => undefined as unknown as string,
    () => '',
    () => 'acct_1',
  )

  const accounts: string[] = []
  for (let start = 0; start < 5; start++)
    accounts.push(await readProviderAccount(pool, runtime, cards, key))

  expect(accounts).toEqual(['live:', 'live:', 'live:', 'live:acct_1', 'live:acct_1'])
  await close()
  await database.drop()
})
