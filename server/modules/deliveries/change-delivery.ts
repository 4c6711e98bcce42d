import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { lockOrder, lockOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { DeliveryDeps, DeliveryMove } from './deps.ts'

const addressFields = [
  'deliveryAddress',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
] as const satisfies (keyof typeof orders.$inferSelect)[]

type Address = Pick<typeof orders.$inferSelect, (typeof addressFields)[number]>

/** Changes a delivery's date or address. Handlers are called only for actual changes. */
export async function changeDelivery(
  tx: Tx,
  { clock, deliveryHandlers }: DeliveryDeps,
  orderId: string,
  { deliveryDate, ...address }: Address & { deliveryDate: CalendarDate },
): Promise<void> {
  const before = await lockOrder(tx, orderId)
  if (!before) return
  const isMoved = before.deliveryDate !== deliveryDate
  const isReaddressed = addressFields.some((field) => before[field] !== address[field])
  if (!isMoved && !isReaddressed) return
  await tx
    .update(orders)
    .set({
      deliveryDate,
      ...address,
      updatedAt: clock.now(),
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, orderId))
  if (isMoved) await deliveryHandlers.moved(tx, [{ orderId, date: deliveryDate }])
  if (isReaddressed) await deliveryHandlers.readdressed(tx, orderId)
}

/** Changes dates and keeps addresses. The number of statements does not grow with the moves. */
export async function moveOrders(
  tx: Tx,
  { clock, deliveryHandlers }: DeliveryDeps,
  moves: readonly DeliveryMove[],
): Promise<void> {
  await lockOrders(
    tx,
    moves.map(({ orderId }) => orderId),
  )
  const moved: DeliveryMove[] = []
  for (const [date, group] of groupBy(moves, (move) => move.date)) {
    const ids = group.map(({ orderId }) => orderId)
    const rows = await tx
      .update(orders)
      .set({ deliveryDate: date, updatedAt: clock.now(), version: sql`${orders.version} + 1` })
      .where(and(inArray(orders.id, ids), ne(orders.deliveryDate, date)))
      .returning({ orderId: orders.id })
    for (const { orderId } of rows) moved.push({ orderId, date })
  }
  if (moved.length > 0) await deliveryHandlers.moved(tx, moved)
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
