import { eq } from 'drizzle-orm'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { fraudWarnings, intents } from '../tables.ts'

/** Keeps what the card network reported about a payment, and alerts staff while they can still act. */
export async function recordFraudWarnings(deps: PaymentDeps, intentId: string): Promise<void> {
  const told = await deps.cards.listFraudWarnings(intentId, 'background')
  if (told.length === 0) return
  await deps.db.transaction(async (tx) => {
    const [known] = await tx.select().from(intents).where(eq(intents.id, intentId))
    // Another shop on the same account: none of our business.
    if (!known) return
    const { orderId } = known
    for (const { id, fraudType, isActionable, createdAt: warnedAt } of told) {
      const written = await tx
        .insert(fraudWarnings)
        .values({ id, orderId, intentId, fraudType, isActionable, warnedAt })
        .onConflictDoNothing()
        .returning({ id: fraudWarnings.id })
      if (written.length === 0) {
        await tx.update(fraudWarnings).set({ isActionable }).where(eq(fraudWarnings.id, id))
      } else if (isActionable) {
        const why = fraudType.replaceAll('_', ' ')
        const message = `Order ${orderId.slice(0, 8)}: the bank reports likely fraud (${why}). Refund it before it is disputed.`
        await raiseAlert(tx, deps, { kind: 'fraud_warning', subject: orderId, message })
      }
    }
    // Refunded or disputed since: nothing is left to do about it.
    const isOver = told.every(({ isActionable }) => !isActionable)
    if (isOver) await endAlert(tx, deps, { kind: 'fraud_warning', subject: orderId })
  })
}
