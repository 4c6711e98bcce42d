import { sql } from 'drizzle-orm'
import type { StopState } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import { REPORT_MS, setReportUntil } from '#server/modules/deliveries/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { receipts } from '../tables.ts'
import { toDedupeSuffix } from './rules.ts'

/** Time in which a driver corrects a count before the customer is told. */
const RECEIPT_DELAY_MS = 5 * 60_000

type Stop = { stopId: string; orderId: string | null; state: StopState }

/**
 * Rule 62: the receipt says what counts at the stop now. Each change queues one email, which is not
 * sent if the receipt has changed again by then. The order and the route's events are locked.
 */
export async function updateReceipt(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { stopId, orderId, state }: Stop,
): Promise<void> {
  const eventId = state.progress === 'delivered' ? state.outcomeEventId : null
  if (!orderId) return
  const row = eventId ? await saveReceipt(tx, { stopId, orderId, eventId }) : await undo(tx, stopId)
  if (!row) return
  const dedupeSuffix = toDedupeSuffix(row)
  const email = { kind: 'delivery_receipt', subjectId: orderId, dedupeSuffix }
  await queueEmail(tx, deps, { ...email, delayMs: RECEIPT_DELAY_MS })
  // Counts from the sending once that is known; until then problems can be reported as well.
  if (eventId) {
    const until = new Date(deps.clock.now().getTime() + RECEIPT_DELAY_MS + REPORT_MS)
    await setReportUntil(tx, orderId, until)
  }
}

/** Returns undefined if the receipt says so already. */
async function saveReceipt(
  tx: Tx,
  { stopId, orderId, eventId }: { stopId: string; orderId: string; eventId: string },
) {
  const [row] = await tx
    .insert(receipts)
    .values({ stopId, orderId, eventId, revision: 1 })
    .onConflictDoUpdate({
      target: receipts.stopId,
      set: { eventId, revision: sql`${receipts.revision} + 1` },
      setWhere: sql`${receipts.eventId} is distinct from excluded.event_id`,
    })
    .returning()
  return row
}

async function undo(tx: Tx, stopId: string) {
  const [row] = await tx
    .update(receipts)
    .set({ eventId: null, revision: sql`${receipts.revision} + 1` })
    .where(sql`${receipts.stopId} = ${stopId} and ${receipts.eventId} is not null`)
    .returning()
  return row
}
