import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { isSameWindow, windowText } from '#contract/zones/window-text.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { lockOrder, lockOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { lostWindows } from '#server/modules/zones/index.ts'
import type { DeliveryDeps, DeliveryMove, RestoredMove } from './deps.ts'

const addressFields = [
  'deliveryAddress',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
] as const satisfies (keyof typeof orders.$inferSelect)[]

type Address = Pick<typeof orders.$inferSelect, (typeof addressFields)[number]>

type Change = Address & { deliveryDate: CalendarDate; deliveryWindow: TimeWindow | null }

/** Changes a delivery's date, window or address. Handlers are called only for actual changes. */
export async function changeDelivery(
  tx: Tx,
  { clock, deliveryHandlers }: DeliveryDeps,
  orderId: string,
  { deliveryDate, deliveryWindow, ...address }: Change,
): Promise<void> {
  const before = await lockOrder(tx, orderId)
  if (!before) return
  const isMoved = before.deliveryDate !== deliveryDate
  const isReaddressed = addressFields.some((field) => before[field] !== address[field])
  if (!isMoved && !isReaddressed && isSame(before.deliveryWindow, deliveryWindow)) return
  await tx
    .update(orders)
    .set({
      deliveryDate,
      deliveryWindow,
      ...address,
      updatedAt: clock.now(),
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, orderId))
  if (isMoved) await deliveryHandlers.moved(tx, [{ orderId, date: deliveryDate }])
  if (isReaddressed) await deliveryHandlers.readdressed(tx, orderId)
}

const isSame = (left: TimeWindow | null, right: TimeWindow | null): boolean =>
  left && right ? isSameWindow(left, right) : left === right

/**
 * Changes dates and keeps addresses, and windows that the new date has (rule 46); returns the others
 * by order. The number of statements does not grow with the moves.
 */
export async function moveOrders(
  tx: Tx,
  { clock, deliveryHandlers }: DeliveryDeps,
  moves: readonly RestoredMove[],
): Promise<ReadonlyMap<string, TimeWindow>> {
  await lockOrders(
    tx,
    moves.map(({ orderId }) => orderId),
  )
  const moved: DeliveryMove[] = []
  const lostByOrder = new Map<string, TimeWindow>()
  for (const [date, group] of groupBy(moves, (move) => move.date)) {
    const ids = group.map(({ orderId }) => orderId)
    const rows = await tx
      .update(orders)
      .set({ deliveryDate: date, updatedAt: clock.now(), version: sql`${orders.version} + 1` })
      .where(and(inArray(orders.id, ids), ne(orders.deliveryDate, date)))
      .returning({
        orderId: orders.id,
        window: orders.deliveryWindow,
        zip: orders.deliveryZip,
      })
    for (const { orderId } of rows) moved.push({ orderId, date })
    const lost = await lostWindows(tx, rows, date)
    for (const { orderId, window } of lost) if (window) lostByOrder.set(orderId, window)
    await setWindow(tx, lost, null)
  }
  await restoreWindows(tx, moves)
  if (moved.length > 0) await deliveryHandlers.moved(tx, moved)
  return lostByOrder
}

async function restoreWindows(tx: Tx, moves: readonly RestoredMove[]): Promise<void> {
  const restored = moves.flatMap(({ orderId, window }) => (window ? [{ orderId, window }] : []))
  for (const group of groupBy(restored, ({ window }) => windowText(window)).values())
    await setWindow(tx, group, group[0]?.window ?? null)
}

async function setWindow(
  tx: Tx,
  rows: readonly { orderId: string }[],
  deliveryWindow: TimeWindow | null,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ orderId }) => orderId)
  await tx.update(orders).set({ deliveryWindow }).where(inArray(orders.id, ids))
}

export const moveOrder = (tx: Tx, deps: DeliveryDeps, orderId: string, date: CalendarDate) =>
  moveOrders(tx, deps, [{ orderId, date }])

/** For erased customers. Where no address is left, no truck may be sent. */
export async function eraseAddresses(
  tx: Tx,
  { deliveryHandlers }: Pick<DeliveryDeps, 'deliveryHandlers'>,
  orderIds: string[],
): Promise<void> {
  await tx
    .update(orders)
    .set({ deliveryAddress: null, deliveryCity: '', deliveryState: '', deliveryZip: '' })
    .where(inArray(orders.id, orderIds))
  for (const orderId of orderIds) await deliveryHandlers.readdressed(tx, orderId)
}
