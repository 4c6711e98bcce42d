import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { findSetting, getOrCreateSetting } from './db/settings.ts'
import { type CardProvider, CardProviderError } from './modules/payments/index.ts'
import type { Clock, Log } from './runtime.ts'

/**
 * Returns the mode and the account of a provider key. The account is read once per key and stored.
 * If the provider does not return it, only the mode is compared until a later start.
 */
export async function readProviderAccount(
  pool: Pool,
  { clock, log }: { clock: Clock; log: Log },
  cards: CardProvider,
  { secretKey, livemode }: { secretKey: string; livemode: boolean },
): Promise<string> {
  const mode = livemode ? 'live' : 'test'
  const key = createHash('sha256').update(secretKey).digest('base64url').slice(0, 16)
  const name = `provider_account_${key}`
  const stored = await findSetting(pool, name)
  if (stored) return `${mode}:${stored}`
  try {
    const id = await cards.accountId('interactive')
    if (!id) throw new CardProviderError('unknown', 'the response contains no account')
    return `${mode}:${await getOrCreateSetting(pool, clock, name, () => id)}`
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    log.warn({ err }, 'the card provider did not return the account of the key')
    return `${mode}:`
  }
}
