import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { queueAnswer } from './queue-answer.ts'
import { queueKey } from './rules.ts'
import { cases } from './tables.ts'

/** The refund that answers a case is done, so the case is answered. */
export async function answerRefunded(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  refundId: string,
): Promise<void> {
  const answeredAt = deps.clock.now()
  const [row] = await tx
    .update(cases)
    .set({
      state: 'answered',
      answeredAt,
      queueKey: queueKey('answered', answeredAt),
      answers: sql`${cases.answers} + 1`,
    })
    .where(and(eq(cases.refundId, refundId), eq(cases.state, 'open')))
    .returning()
  if (row) await queueAnswer(tx, deps, row)
}

/** The refund failed, now or after the provider had accepted it: the case is open with the reason. */
export async function reopenCase(
  tx: Tx,
  { refundId, reason }: { refundId: string; reason: string },
): Promise<void> {
  const [row] = await tx.select().from(cases).where(eq(cases.refundId, refundId)).for('update')
  if (!row) return
  await tx
    .update(cases)
    .set({
      state: 'open',
      queueKey: queueKey('open', row.createdAt),
      outcome: null,
      amountCents: null,
      refundId: null,
      answeredAt: null,
      answeredBy: null,
      problem: reason,
    })
    .where(eq(cases.id, row.id))
}
