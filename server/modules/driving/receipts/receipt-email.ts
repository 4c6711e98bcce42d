import { and, eq } from 'drizzle-orm'
import { formatDateTime } from '#contract/dates/calendar.ts'
import { periodAt } from '#contract/dates/shop-calendar.ts'
import { balanceText, countText } from '#contract/driver/receipt-text.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Db } from '#server/db/client.ts'
import { REPORT_MS, setReportUntil } from '#server/modules/deliveries/index.ts'
import type { BuildEmail } from '#server/modules/mail/index.ts'
import { type EmailDeps, lockOrder } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { receipts } from '../tables.ts'
import { readReceipts } from './read-receipts.ts'
import { readVisitTimes } from './read-visit-times.ts'
import { parseSuffix, type ReceiptKind, receiptKind } from './rules.ts'

/** Rule 62: the email shows what counts when it is sent; none is sent if the customer already got the same. */
export const receiptEmails = (deps: EmailDeps): { delivery_receipt: BuildEmail } => ({
  async delivery_receipt(orderId, dedupeSuffix) {
    const { stopId, revision } = parseSuffix(dedupeSuffix)
    const found = await findReceipt(deps.db, orderId, stopId)
    const kind = found && receiptKind(found.receipt, revision)
    const to = found?.order.customerEmail
    if (!kind || !to) return undefined
    const { order, receipt } = found
    // Staff marked it as delivered after all.
    if (kind === 'withdrawn' && order.deliveryStatus === 'delivered') return undefined
    const access = { balance: true, photos: true, note: false }
    const current = (await readReceipts(deps.db, orderId, access)).find(({ id }) => id === stopId)
    if (!current && kind !== 'withdrawn') return undefined
    const { shop, publicUrl } = deps
    const at = current
      ? new Date(current.at)
      : (await readVisitTimes(deps.db, orderId)).get(receipt.sentEventId ?? '')
    const content = await deps.render({
      kind: 'delivery_receipt',
      state: kind,
      shop,
      publicUrl,
      orderNumber: formatOrderNumber(orderId),
      name: order.customerName ?? '',
      at: at ? formatDateTime(periodAt(shop.calendar, at).timeZone, at) : '',
      lines:
        current?.lines.map(({ name, ...counts }) => ({ name, counts: countText(counts) })) ?? [],
      balance: typeof current?.balance === 'number' ? balanceText(current.balance) : '',
      hasPhoto: (current?.photos.length ?? 0) > 0,
      orderUrl: `${publicUrl}/customer/orders?order=${orderId}`,
      reportUrl: `${publicUrl}/customer/orders?report=${orderId}`,
    })
    const sent = { stopId, orderId, eventId: receipt.eventId, revision, kind }
    return { to, ...content, onSent: (sentAt) => markSent(deps.db, sent, sentAt) }
  },
})

async function findReceipt(db: Db, orderId: string, stopId: string) {
  const [row] = await db
    .select({ receipt: receipts, order: orders })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .where(and(eq(receipts.stopId, stopId), eq(receipts.orderId, orderId)))
  return row
}

type EmailedReceipt = {
  stopId: string
  orderId: string
  eventId: string | null
  revision: number
  kind: ReceiptKind
}

/** The 48 hours to report a problem start now. An email that staff send again does not extend them. */
function markSent(
  db: Db,
  { stopId, orderId, kind, ...sent }: EmailedReceipt,
  sentAt: Date,
): Promise<void> {
  return db.transaction(async (tx) => {
    // Before the receipt, as a driver's event does.
    await lockOrder(tx, orderId)
    const [receipt] = await tx
      .select()
      .from(receipts)
      .where(eq(receipts.stopId, stopId))
      .for('update')
    if (!receipt || receipt.sentRevision === sent.revision) return
    await tx
      .update(receipts)
      .set({ sentEventId: sent.eventId, sentRevision: sent.revision, sentAt })
      .where(eq(receipts.stopId, stopId))
    if (kind === 'withdrawn') return
    await setReportUntil(tx, [orderId], new Date(sentAt.getTime() + REPORT_MS))
  })
}
