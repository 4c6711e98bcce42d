import { eq } from 'drizzle-orm'
import { formatOrderNumber } from '#contract/order-number.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { intents } from '../tables.ts'
import { fraudWarnings } from './tables.ts'

/** Records a payment's fraud warnings, and alerts staff while they can still act. */
export async function recordFraudWarnings(deps: PaymentDeps, intentId: string): Promise<void> {
  const warnings = await deps.cards.listFraudWarnings(intentId, 'background')
  if (warnings.length === 0) return
  await deps.db.transaction(async (tx) => {
    const [known] = await tx.select().from(intents).where(eq(intents.id, intentId))
    // The intent belongs to another shop on the same account.
    if (!known) return
    const { orderId } = known
    for (const { id, fraudType, isActionable, createdAt: warnedAt } of warnings) {
      const inserted = await tx
        .insert(fraudWarnings)
        .values({ id, orderId, intentId, fraudType, isActionable, warnedAt })
        .onConflictDoNothing()
        .returning({ id: fraudWarnings.id })
      if (inserted.length === 0) {
        await tx.update(fraudWarnings).set({ isActionable }).where(eq(fraudWarnings.id, id))
      } else if (isActionable) {
        const why = fraudType.replaceAll('_', ' ')
        const message = `Order ${formatOrderNumber(orderId)}: the bank reports likely fraud (${why}). Refund it before it’s disputed.`
        await raiseAlert(tx, deps, { kind: 'fraud_warning', subject: orderId, message })
      }
    }
    // Refunded or disputed since: staff need not act.
    const isOver = warnings.every(({ isActionable }) => !isActionable)
    if (isOver) await endAlert(tx, deps, { kind: 'fraud_warning', subject: orderId })
  })
}
