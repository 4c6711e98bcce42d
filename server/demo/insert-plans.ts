import { sql } from 'drizzle-orm'
import { formatOrderNumber, ORDER_NUMBER_LENGTH } from '#contract/order-number.ts'
import { objects } from '#server/adapters/sandbox/tables.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { invoiceCounter, orderItems, orders } from '#server/modules/orders/tables.ts'
import {
  intents,
  payments,
  paymentTransitions,
  providerCustomers,
  refunds,
} from '#server/modules/payments/tables.ts'
import type { Random } from '#server/runtime.ts'
import { buildLedgerRows, type LedgerDeps, type LedgerRows } from './build-ledger-rows.ts'
import type { Buyer } from './demo-buyers.ts'
import {
  byConfirmation,
  cancelledAt,
  confirmedAt,
  isConfirmed,
  isRecurring,
  type OrderPlan,
  orderStatus,
  planPrice,
} from './order-plan.ts'

/** Assigns final ids and invoice numbers, and builds the payment rows of both sides. */
export async function finalizePlans(
  tx: Tx,
  deps: LedgerDeps,
  plans: OrderPlan[],
): Promise<LedgerRows> {
  plans.sort(byConfirmation)
  await regenerateDuplicateIds(tx, deps.random, plans)
  await numberInvoices(tx, plans.filter(isConfirmed))
  return buildLedgerRows(deps, plans)
}

/** Inserts our own rows: customers, orders, payments. */
export async function insertPlans(
  tx: Tx,
  { random }: LedgerDeps,
  plans: readonly OrderPlan[],
  rows: LedgerRows,
): Promise<void> {
  const newCustomers = [...new Set(plans.map(({ buyer }) => buyer))].filter(
    (buyer) => !buyer.isInserted,
  )
  // Pipelined in this order: a row is sent after the rows it references.
  await Promise.all([
    insertRows(tx, customers, newCustomers.map(customerRow)),
    insertRows(tx, orders, plans.map(orderRow)),
    insertRows(
      tx,
      orderItems,
      plans.flatMap((plan) => itemRows(random, plan)),
    ),
    insertRows(tx, providerCustomers, rows.providerCustomers),
    insertRows(tx, intents, rows.intents),
    insertRows(tx, payments, rows.payments),
    insertRows(tx, paymentTransitions, rows.transitions),
    insertRows(tx, refunds, rows.refunds),
  ])
  for (const buyer of newCustomers) buyer.isInserted = true
}

/** Inserts the provider's rows. */
export const insertLedger = (db: DbOrTx, { ledger }: LedgerRows) => insertRows(db, objects, ledger)

/** The length is a literal, so that the index on the number is used. */
const numberColumn = sql`left(${orders.id}::text, ${sql.raw(`${ORDER_NUMBER_LENGTH}`)})`

/** Rule 7: no two orders may share their number. */
async function regenerateDuplicateIds(tx: Tx, random: Random, plans: OrderPlan[]): Promise<void> {
  const toOrderNumber = ({ id }: OrderPlan) => formatOrderNumber(id)
  const numbers = JSON.stringify(plans.map(toOrderNumber))
  const { rows } = await tx.execute<{ number: string }>(
    sql`select ${numberColumn} as number from ${orders}
        where ${numberColumn} in (select json_array_elements_text(${numbers}::json))`,
  )
  const used = new Set(rows.map(({ number }) => number))
  let isRegenerated = false
  for (const plan of plans) {
    if (used.has(toOrderNumber(plan))) {
      plan.id = random.uuid()
      isRegenerated = true
    }
    used.add(toOrderNumber(plan))
  }
  if (isRegenerated) await regenerateDuplicateIds(tx, random, plans)
}

/** Gapless, because the counter's row stays locked until the orders are committed (rule 8). */
async function numberInvoices(tx: Tx, confirmed: OrderPlan[]): Promise<void> {
  if (confirmed.length === 0) return
  const [counter] = await tx
    .insert(invoiceCounter)
    .values({ id: 1, lastNumber: confirmed.length })
    .onConflictDoUpdate({
      target: invoiceCounter.id,
      set: { lastNumber: sql`${invoiceCounter.lastNumber} + ${confirmed.length}` },
    })
    .returning()
  if (!counter) throw new Error('the invoice counter gave no number')
  const before = counter.lastNumber - confirmed.length
  for (const [index, plan] of confirmed.entries()) plan.invoiceNumber = before + index + 1
}

const customerRow = (buyer: Buyer): typeof customers.$inferInsert => ({
  id: buyer.id,
  email: buyer.email,
  name: buyer.name,
  phone: buyer.phone,
  firstSignedInAt: buyer.hasSignedIn ? buyer.since : null,
  version: 1,
  createdAt: buyer.since,
})

function orderRow(plan: OrderPlan): typeof orders.$inferInsert {
  const { id, buyer, placedAt, deliveryDate, frequency, parent, delivery, invoiceNumber, lines } =
    plan
  const [confirmed, cancelled] = [confirmedAt(plan), cancelledAt(plan)]
  const { lines: priceLines, ...sums } = planPrice(plan)
  const moves = { scheduled: 0, 'in-transit': 1, delivered: 2, failed: 2 }[delivery]
  return {
    id,
    customerId: buyer.id,
    customerName: buyer.name,
    customerEmail: buyer.email,
    customerPhone: buyer.phone,
    deliveryAddress: buyer.address,
    deliveryCity: buyer.city,
    deliveryState: 'NY',
    deliveryZip: buyer.zip,
    deliveryDate,
    status: orderStatus(plan),
    deliveryStatus: delivery,
    deliveredAt: plan.deliveredAt,
    channel: plan.outcome.type === 'invoiced' ? 'phone' : 'web',
    priceLines,
    ...sums,
    bottles: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    isRecurring: isRecurring(plan),
    recurringFrequency: frequency,
    parentOrderId: parent?.id ?? null,
    invoiceNumber,
    version: 1 + moves + (confirmed ? 1 : 0) + (cancelled ? 1 : 0),
    createdAt: placedAt,
    updatedAt: cancelled ?? confirmed ?? placedAt,
    confirmedAt: confirmed,
    cancelledAt: cancelled,
  }
}

const itemRows = (random: Random, { id, lines }: OrderPlan) =>
  lines.map(({ product, quantity }, position): typeof orderItems.$inferInsert => ({
    id: random.uuid(),
    orderId: id,
    productId: product.id,
    productName: product.name,
    productSize: product.size,
    priceCents: product.priceCents,
    quantity,
    position,
  }))
