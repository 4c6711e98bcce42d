import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { findSetting, getOrCreateSetting } from './db/settings.ts'
import { type CardProvider, CardProviderError } from './modules/payments/index.ts'
import type { Clock, Log } from './runtime.ts'

/**
 * The mode and the account that a key of the card provider opens. Asked for once a key and kept; a
 * provider that does not tell leaves the account open, and the mode alone counts until it does.
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
  const known = await findSetting(pool, name)
  if (known) return `${mode}:${known}`
  try {
    const id = await cards.accountId('interactive')
    if (!id) throw new CardProviderError('unknown', 'the answer names no account')
    return `${mode}:${await getOrCreateSetting(pool, clock, name, () => id)}`
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    log.warn({ err }, 'the card provider did not say which account the key belongs to')
    return `${mode}:`
  }
}
