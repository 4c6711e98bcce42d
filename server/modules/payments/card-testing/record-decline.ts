import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardIntent, Decline } from '../port.ts'
import { declineCount } from '../queries.ts'
import { MAX_DECLINES } from '../rules.ts'
import { declines, intents } from '../tables.ts'
import { watchDeclines } from './breaker.ts'
import { countDecline } from './network-limits.ts'

/**
 * C10: counts a declined attempt once, against its intent and its network. If a limit is reached,
 * notifies the worker that cancels this checkout, or all open intents of the network.
 */
export async function recordDecline(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock' | 'limits' | 'random'>,
  decline: Decline | null,
  intentId: string,
): Promise<void> {
  if (!decline) return
  const { chargeRef, code } = decline
  const intentNetwork = tx
    .select({ network: intents.network })
    .from(intents)
    .where(eq(intents.id, intentId))
  const [added] = await tx
    .insert(declines)
    .values({
      chargeRef,
      intentId,
      code,
      network: sql`(${intentNetwork})`,
      createdAt: deps.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ network: declines.network })
  let isNetworkBlocked = false
  if (added?.network) {
    isNetworkBlocked = await countDecline(tx, deps, added.network)
    await watchDeclines(tx, deps)
  }
  if (isNetworkBlocked || (await declineCount(tx, intentId)) >= MAX_DECLINES) {
    await tx.execute(sql`select pg_notify('carboy_intent', ${intentId})`)
  }
}

/** Records the intent's latest decline at a submit. Returns whether the limit is reached. */
export async function recordLatestDecline(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'limits' | 'random'>,
  intent: CardIntent,
): Promise<boolean> {
  if (!intent.decline) return false
  return deps.db.transaction(async (tx) => {
    await recordDecline(tx, deps, intent.decline, intent.id)
    return (await declineCount(tx, intent.id)) >= MAX_DECLINES
  })
}
