import { and, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { recordFraudWarnings } from '../disputes/record-fraud-warnings.ts'
import { disputes } from '../disputes/tables.ts'
import { CardProviderError } from '../port.ts'
import { syncRefunds } from '../refunds/sync-refunds.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { intents, payments } from '../tables.ts'

/**
 * Used after a downtime longer than the provider lists events. Reads refunds, disputes and fraud
 * warnings since then from lists that do not expire.
 */
export async function readRecentLists(deps: PaymentDeps, since: Date): Promise<void> {
  deps.log.warn({ since }, 'events no longer listed; reading refunds and disputes instead')
  const touched = new Set<string>()
  const warned = new Set<string>()
  for await (const { intentId } of deps.cards.refundsSince(since)) touched.add(intentId)
  for await (const { intentId } of deps.cards.disputesSince(since))
    if (intentId) touched.add(intentId)
  for await (const { intentId } of deps.cards.fraudWarningsSince(since)) {
    if (intentId) warned.add(intentId)
  }
  const open = await deps.db
    .select({ intentId: disputes.intentId })
    .from(disputes)
    .where(eq(disputes.state, 'open'))
  for (const { intentId } of open) touched.add(intentId)
  for (const intentId of await ownIntents(deps, touched)) {
    await continueOnError(deps, intentId, async () => {
      await syncRefunds(deps, intentId)
      await settleIntent(deps, intentId, 'background')
    })
  }
  for (const intentId of await ownIntents(deps, warned)) {
    await continueOnError(deps, intentId, () => recordFraudWarnings(deps, intentId))
  }
}

/** One payment's error must not block the others, unless the provider is unavailable. */
async function continueOnError(deps: PaymentDeps, intentId: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (err) {
    if (err instanceof CardProviderError) throw err
    deps.log.error({ intentId, err }, 'payment not compared with the provider')
    const message = `We couldn't compare payment ${intentId} with the payment provider. Compare it manually.`
    await deps.db.transaction((tx) =>
      raiseAlert(tx, deps, { kind: 'books_mismatch', subject: intentId, message }),
    )
  }
}

async function ownIntents({ db }: PaymentDeps, ids: ReadonlySet<string>): Promise<string[]> {
  if (ids.size === 0) return []
  const rows = await db
    .select({ id: intents.id })
    .from(intents)
    .where(inArray(intents.id, [...ids]))
  return rows.map(({ id }) => id)
}

/** Adds dispute rows for payments that were disputed before the disputes table existed. */
export async function backfillDisputes(deps: PaymentDeps): Promise<void> {
  const rows = await deps.db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'disputed'),
        isNotNull(payments.intentId),
        notExists(
          deps.db
            .select({ exists: sql`1` })
            .from(disputes)
            .where(eq(disputes.orderId, payments.orderId)),
        ),
      ),
    )
  for (const { intentId } of rows) {
    if (intentId)
      await continueOnError(deps, intentId, () => settleIntent(deps, intentId, 'background'))
  }
}
