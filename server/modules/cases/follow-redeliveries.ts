import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { queueKey } from './rules.ts'
import { cases } from './tables.ts'

type StoredCase = typeof cases.$inferSelect

/**
 * Rule 66: a redelivery that does not take place no longer answers its case. The case is open again, at
 * its old place in the queue, and keeps the stop's id: if the stop is set back, it is answered as before,
 * unless staff gave another answer in the meantime.
 */
export async function followRedeliveries(tx: Tx, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  const rows = await tx
    .select({ row: cases, stopStatus: schedules.status })
    .from(cases)
    .leftJoin(
      schedules,
      and(eq(schedules.id, cases.scheduleId), eq(schedules.orderId, cases.orderId)),
    )
    .where(inArray(cases.scheduleId, [...stopIds]))
    .orderBy(asc(cases.id))
    .for('update', { of: cases })
  for (const { row, stopStatus } of rows) {
    const takesPlace = stopStatus !== null && stopStatus !== 'cancelled'
    const change = takesPlace ? answeredAgain(row) : openedAgain(row)
    if (change) await tx.update(cases).set(change).where(eq(cases.id, row.id))
  }
}

/** Staff still see in the open case who answered it, and when. */
const openedAgain = ({ state, outcome, createdAt }: StoredCase): Partial<StoredCase> | undefined =>
  state === 'answered' && outcome === 'redelivery'
    ? {
        state: 'open',
        outcome: null,
        problem: 'The stop was cancelled.',
        queueKey: queueKey('open', createdAt),
      }
    : undefined

/** An open case has a stop and no outcome only after its redelivery was cancelled. */
function answeredAgain(row: StoredCase): Partial<StoredCase> | undefined {
  if (row.state !== 'open' || row.outcome !== null) return undefined
  const answeredAt = row.answeredAt ?? row.createdAt
  return {
    state: 'answered',
    outcome: 'redelivery',
    problem: null,
    answeredAt,
    queueKey: queueKey('answered', answeredAt),
  }
}
