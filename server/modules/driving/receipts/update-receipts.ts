import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { StopState } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import { REPORT_MS, setReportUntil } from '#server/modules/deliveries/index.ts'
import { queueEmails } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { receipts } from '../tables.ts'
import { toDedupeSuffix } from './rules.ts'

/** Time in which a driver corrects a count before the customer is emailed. */
const RECEIPT_DELAY_MS = 5 * 60_000

type Stop = { stopId: string; orderId: string | null; state: StopState }

/**
 * Rule 62: a receipt shows what counts at its stop now. Each change queues one email, which is not
 * sent if the receipt has changed again by then. The orders and the route's events are locked.
 */
export async function updateReceipts(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  stops: readonly Stop[],
): Promise<void> {
  const current = stops.flatMap(({ stopId, orderId, state }) =>
    orderId
      ? [{ stopId, orderId, eventId: state.progress === 'delivered' ? state.outcomeEventId : null }]
      : [],
  )
  const delivered = current.flatMap((row) =>
    row.eventId === null ? [] : [{ ...row, eventId: row.eventId }],
  )
  const undone = current.filter(({ eventId }) => eventId === null).map(({ stopId }) => stopId)
  const saved = [...(await saveReceipts(tx, delivered)), ...(await undoReceipts(tx, undone))]
  const emails = saved.map((row) => ({
    kind: 'delivery_receipt',
    subjectId: row.orderId,
    dedupeSuffix: toDedupeSuffix(row),
  }))
  await queueEmails(tx, deps, emails, RECEIPT_DELAY_MS)
  // Counts from the sending once that is known; until then problems can be reported as well.
  const until = new Date(deps.clock.now().getTime() + RECEIPT_DELAY_MS + REPORT_MS)
  const opened = saved.filter(({ eventId }) => eventId !== null)
  await setReportUntil(
    tx,
    opened.map(({ orderId }) => orderId),
    until,
  )
}

type ReceiptKey = { stopId: string; orderId: string; eventId: string }

/** Returns those that changed. */
async function saveReceipts(tx: Tx, rows: readonly ReceiptKey[]) {
  if (rows.length === 0) return []
  return tx
    .insert(receipts)
    .values(rows.map((row) => ({ ...row, revision: 1 })))
    .onConflictDoUpdate({
      target: receipts.stopId,
      set: { eventId: sql`excluded.event_id`, revision: sql`${receipts.revision} + 1` },
      setWhere: sql`${receipts.eventId} is distinct from excluded.event_id`,
    })
    .returning()
}

async function undoReceipts(tx: Tx, stopIds: string[]) {
  if (stopIds.length === 0) return []
  return tx
    .update(receipts)
    .set({ eventId: null, revision: sql`${receipts.revision} + 1` })
    .where(and(inArray(receipts.stopId, stopIds), isNotNull(receipts.eventId)))
    .returning()
}
