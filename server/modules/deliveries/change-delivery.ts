import { eq, inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { DeliveryDeps } from './deps.ts'

const addressFields = [
  'deliveryAddress',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
] as const satisfies (keyof typeof orders.$inferSelect)[]

type Address = Pick<typeof orders.$inferSelect, (typeof addressFields)[number]>

const toAddress = (order: Address): Address => {
  const { deliveryAddress, deliveryCity, deliveryState, deliveryZip } = order
  return { deliveryAddress, deliveryCity, deliveryState, deliveryZip }
}

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
  if (isMoved) await deliveryHandlers.moved(tx, orderId, deliveryDate)
  if (isReaddressed) await deliveryHandlers.readdressed(tx, orderId)
}

/** Changes the date and keeps the address. */
export async function moveOrder(
  tx: Tx,
  deps: DeliveryDeps,
  orderId: string,
  deliveryDate: CalendarDate,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order) await changeDelivery(tx, deps, orderId, { ...toAddress(order), deliveryDate })
}

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
