import { and, asc, eq, inArray } from 'drizzle-orm'
import type { CountLine, FailureReason } from '#contract/driver/events.ts'
import type { Receipt } from '#contract/driver/receipts.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { balanceAfter } from '#server/modules/bottles/index.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { orderItems, orders } from '#server/modules/orders/tables.ts'
import { driverEvents, driverPhotos, receipts, stopStates } from '../tables.ts'
import { readVisitTimes } from './read-visit-times.ts'

/** Fields that a caller may see in addition to counts and times. */
export type ReceiptAccess = {
  balance: boolean
  photos: boolean
  note: boolean
  /** Visits at which nothing was left, with the reason. */
  failed?: boolean
}

/** Rule 62: the receipts of an order in the order of the visits; empty without counts. */
export async function readReceipts(
  db: DbOrTx,
  orderId: string,
  access: ReceiptAccess,
): Promise<Receipt[]> {
  const visitTimes = await readVisitTimes(db, orderId)
  const timed = (await selectReceipts(db, orderId, access)).map((row) => ({
    ...row,
    at: visitTimes.get(row.event.id) ?? row.event.effectiveAt,
  }))
  const rows = timed.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const names = await readNames(db, orderId, rows)
  const result: Receipt[] = []
  for (const { event, at, customerId, sentAt, failureReason } of rows) {
    const { note } = event.payload as { note?: string }
    const isCounted = ({ full, empties, damaged }: CountLine) => full + empties + damaged > 0
    result.push({
      id: event.stopId ?? event.id,
      at: at.toISOString(),
      lines: getLines(event)
        .filter(isCounted)
        .map((line) => ({ ...line, name: names.get(line.productId) ?? 'Other bottle' })),
      balance:
        access.balance && customerId && !failureReason
          ? await balanceAfter(db, customerId, at)
          : null,
      photos: access.photos ? await storedPhotos(db, event) : [],
      note: (access.note && note) || null,
      sentAt: sentAt?.toISOString() ?? null,
      failureReason: failureReason as FailureReason | null,
    })
  }
  return result
}

type EventRow = typeof driverEvents.$inferSelect

/** A visit that failed has none. */
const getLines = ({ payload }: EventRow) => (payload as { lines?: CountLine[] }).lines ?? []

/** Of the outcomes that count, whether they were emailed or not. */
const selectReceipts = (db: DbOrTx, orderId: string, { failed }: ReceiptAccess) =>
  db
    .select({
      event: driverEvents,
      customerId: orders.customerId,
      sentAt: receipts.sentAt,
      failureReason: stopStates.failureReason,
    })
    .from(stopStates)
    .innerJoin(driverEvents, eq(driverEvents.id, stopStates.outcomeEventId))
    .innerJoin(orders, eq(orders.id, driverEvents.orderId))
    .leftJoin(
      receipts,
      and(eq(receipts.stopId, stopStates.stopId), eq(receipts.sentEventId, driverEvents.id)),
    )
    .where(
      and(
        eq(driverEvents.orderId, orderId),
        inArray(stopStates.progress, failed ? ['delivered', 'failed'] : ['delivered']),
      ),
    )
    .orderBy(asc(driverEvents.id))

/** As the customer ordered them; a driver may leave other bottles as well. */
async function readNames(
  db: DbOrTx,
  orderId: string,
  rows: readonly { event: EventRow }[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ event }) => getLines(event).map(({ productId }) => productId))
  if (ids.length === 0) return new Map()
  const listed = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids))
  const ordered = await db
    .select({ id: orderItems.productId, name: orderItems.productName })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
  return new Map([...listed, ...ordered].map(({ id, name }) => [id ?? '', name]))
}

/** A photo may arrive after its event, and is deleted after 90 days. */
async function storedPhotos(db: DbOrTx, { deviceId, photos }: EventRow): Promise<string[]> {
  if (photos.length === 0) return []
  const rows = await db
    .select({ sha256: driverPhotos.sha256 })
    .from(driverPhotos)
    .where(and(eq(driverPhotos.deviceId, deviceId), inArray(driverPhotos.sha256, photos)))
  const stored = new Set(rows.map(({ sha256 }) => sha256))
  return [...new Set(photos)].filter((sha256) => stored.has(sha256))
}
