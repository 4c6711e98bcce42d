import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { announceMail } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/world.ts'
import { lockOrder, type OrderRow } from './queries.ts'
import { invoiceCounter, orders } from './tables.ts'

type Confirmed = Given<{ id: string; at: Date }>

const confirmed = (given: Confirmed) => ({
  status: 'confirmed' as const,
  confirmedAt: given('at'),
  updatedAt: given('at'),
  version: sql`${orders.version} + 1`,
})
const countedInvoice = (db: Db) =>
  db
    .insert(invoiceCounter)
    .values({ id: 1, lastNumber: 1 })
    .onConflictDoUpdate({
      target: invoiceCounter.id,
      set: { lastNumber: sql`${invoiceCounter.lastNumber} + 1` },
    })
    .returning()

const confirm = statement((db, given: Confirmed) =>
  db
    .update(orders)
    .set(confirmed(given))
    .where(eq(orders.id, given('id'))),
)
const confirmWithNumber = statement((db, given: Confirmed) => {
  const drawn = db.$with('drawn').as(countedInvoice(db))
  return db
    .with(drawn)
    .update(orders)
    .set({ ...confirmed(given), invoiceNumber: sql`(select "last_number" from ${drawn})` })
    .where(eq(orders.id, given('id')))
})
const countInvoice = statement((db) => countedInvoice(db))

/**
 * The money is there: from pending to confirmed, with its invoice number, and one mail; `goOn` is
 * what follows for the rest of the house. A status that staff have set meanwhile stays as they set
 * it (rule 4).
 */
export async function confirmPaidOrder(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  orderId: string,
  goOn: (order: OrderRow) => Promise<void>,
): Promise<void> {
  const [order] = await pipelined(
    lockOrder(tx, orderId),
    announceMail(tx, deps, { kind: 'order_confirmed', subjectId: orderId }),
  )
  if (!order) throw new Error(`no order ${orderId} for its payment`)
  await goOn(order)
  if (order.status !== 'pending') return
  // Last of all: whoever else is being paid waits for this number's transaction to end.
  const isNumbered = order.invoiceNumber !== null
  await (isNumbered ? confirm : confirmWithNumber)(tx, { id: orderId, at: deps.clock.now() })
}

/** Gapless: the counter's row stays locked until the order that draws a number is committed. */
export async function nextInvoiceNumber(tx: Tx): Promise<number> {
  const [counter] = await countInvoice(tx, {})
  if (!counter) throw new Error('the invoice counter gave no number')
  return counter.lastNumber
}
