import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from './deps.ts'
import type { CardIntent, Decline } from './port.ts'
import { declineCount } from './queries.ts'
import { MAX_DECLINES } from './rules.ts'
import { declines } from './tables.ts'

/** C10: counts a declined try once, and wakes the worker that ends a checkout after the third. */
export async function recordDecline(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  decline: Decline | null,
  intentId: string,
): Promise<void> {
  if (!decline) return
  const { chargeRef, code } = decline
  await tx
    .insert(declines)
    .values({ chargeRef, intentId, code, createdAt: clock.now() })
    .onConflictDoNothing()
  if ((await declineCount(tx, intentId)) >= MAX_DECLINES) {
    await tx.execute(sql`select pg_notify('carboy_intent', ${intentId})`)
  }
}

/** At a submit: notes the newest decline that the provider tells of. True when it was one too many. */
export async function noteDecline(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  intent: CardIntent,
): Promise<boolean> {
  if (!intent.decline) return false
  return deps.db.transaction(async (tx) => {
    await recordDecline(tx, deps, intent.decline, intent.id)
    return (await declineCount(tx, intent.id)) >= MAX_DECLINES
  })
}
