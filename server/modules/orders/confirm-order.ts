import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { lockOrder } from './lock-order.ts'
import type { OrderRow } from './queries.ts'
import { invoiceCounter, orders } from './tables.ts'

type ConfirmParams = Params<{ id: string; at: Date }>

const confirmedFields = (param: ConfirmParams) => ({
  status: 'confirmed' as const,
  confirmedAt: param('at'),
  updatedAt: param('at'),
  version: sql`${orders.version} + 1`,
})
const nextInvoice = (db: Db) =>
  db
    .insert(invoiceCounter)
    .values({ id: 1, lastNumber: 1 })
    .onConflictDoUpdate({
      target: invoiceCounter.id,
      set: { lastNumber: sql`${invoiceCounter.lastNumber} + 1` },
    })
    .returning()

const setConfirmed = preparedStatement((db, param: ConfirmParams) =>
  db
    .update(orders)
    .set(confirmedFields(param))
    .where(eq(orders.id, param('id'))),
)
const setConfirmedWithNumber = preparedStatement((db, param: ConfirmParams) => {
  const counter = db.$with('counter').as(nextInvoice(db))
  return db
    .with(counter)
    .update(orders)
    .set({ ...confirmedFields(param), invoiceNumber: sql`(select "last_number" from ${counter})` })
    .where(eq(orders.id, param('id')))
})
const allocateInvoice = preparedStatement((db) => nextInvoice(db))

/**
 * Confirms a pending order after its payment: assigns the invoice number and queues one email.
 * `afterConfirm` updates the other modules. If staff have changed the status, it is left as it is
 * (rule 4).
 */
export async function confirmPaidOrder(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  orderId: string,
  afterConfirm: (order: OrderRow) => Promise<void>,
  /** The order, if this transaction has already locked it. */
  locked?: OrderRow,
): Promise<void> {
  const order = locked ?? (await lockOrder(tx, orderId))
  if (!order) throw new Error(`payment of unknown order ${orderId}`)
  await pipelined(
    queueEmail(tx, deps, { kind: 'order_confirmed', subjectId: orderId }),
    confirm(tx, deps, order, afterConfirm),
  )
}

async function confirm(
  tx: Tx,
  { clock }: { clock: Clock },
  order: OrderRow,
  afterConfirm: (order: OrderRow) => Promise<void>,
): Promise<void> {
  await afterConfirm(order)
  if (order.status !== 'pending') return
  // Last, because other payments wait for the invoice counter until this transaction ends.
  const isNumbered = order.invoiceNumber !== null
  await (isNumbered ? setConfirmed : setConfirmedWithNumber)(tx, { id: order.id, at: clock.now() })
}

/** Gapless: the counter's row stays locked until the order with the new number is committed. */
export async function nextInvoiceNumber(tx: Tx): Promise<number> {
  const [counter] = await allocateInvoice(tx, {})
  if (!counter) throw new Error('the invoice counter returned no number')
  return counter.lastNumber
}
