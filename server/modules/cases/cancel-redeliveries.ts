import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { setStopsProgress } from '#server/modules/dispatch/index.ts'
import type { Clock } from '#server/runtime.ts'
import { cases } from './tables.ts'

/**
 * Rule 66: a truck has still to make these deliveries, so no other one is due. Cancelling the stop of
 * a redelivery opens its case again. The orders must be locked.
 */
export async function cancelRedeliveries(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor,
  undone: readonly { stopId: string; orderId: string | null }[],
): Promise<void> {
  const orderIds = undone.flatMap(({ orderId }) => orderId ?? [])
  const rows = await tx
    .select({ scheduleId: cases.scheduleId })
    .from(cases)
    .where(and(inArray(cases.orderId, orderIds), eq(cases.outcome, 'redelivery')))
  const stops = rows.flatMap(({ scheduleId }) =>
    scheduleId && !undone.some(({ stopId }) => stopId === scheduleId)
      ? [
          {
            stopId: scheduleId,
            status: 'cancelled' as const,
            outcome: null,
            outcomeAt: null,
            isOpenOnly: true,
          },
        ]
      : [],
  )
  await setStopsProgress(tx, deps, actor, stops)
}
