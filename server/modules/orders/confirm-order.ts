import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { announceMail } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/world.ts'
import { lockOrder, type OrderRow } from './queries.ts'
import { invoiceCounter, orders } from './tables.ts'

const confirm = statement((db, given: Given<{ id: string; at: Date; invoiceNumber: number }>) =>
  db
    .update(orders)
    .set({
      status: 'confirmed',
      confirmedAt: given('at'),
      updatedAt: given('at'),
      invoiceNumber: given('invoiceNumber'),
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, given('id'))),
)
const countInvoice = statement((db) =>
  db
    .insert(invoiceCounter)
    .values({ id: 1, lastNumber: 1 })
    .onConflictDoUpdate({
      target: invoiceCounter.id,
      set: { lastNumber: sql`${invoiceCounter.lastNumber} + 1` },
    })
    .returning(),
)

/**
 * The money is there: from pending to confirmed, with its invoice number, and one mail. A status
 * that staff have set meanwhile stays as they set it (decision 4).
 */
export async function confirmPaidOrder(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  orderId: string,
): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`no order ${orderId} for its payment`)
  if (order.status === 'pending') {
    const invoiceNumber = order.invoiceNumber ?? (await nextInvoiceNumber(tx))
    await confirm(tx, { id: orderId, at: deps.clock.now(), invoiceNumber })
  }
  await announceMail(tx, deps, { kind: 'order_confirmed', subjectId: orderId })
  return order
}

/** Gapless: the counter's row stays locked until the order that draws a number is committed. */
export async function nextInvoiceNumber(tx: Tx): Promise<number> {
  const [counter] = await countInvoice(tx, {})
  if (!counter) throw new Error('the invoice counter gave no number')
  return counter.lastNumber
}
