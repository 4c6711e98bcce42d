import { sql } from 'drizzle-orm'
import { objects } from '#server/adapters/sandbox/tables.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { invoiceCounter, orderItems, orders } from '#server/modules/orders/tables.ts'
import {
  intents,
  payers,
  paymentSteps,
  payments,
  refunds,
} from '#server/modules/payments/tables.ts'
import type { Random } from '#server/world.ts'
import { type BookDeps, type Books, makeBooks } from './make-books.ts'
import {
  byConfirmation,
  cancelledAt,
  isPaid,
  isRecurring,
  type OrderPlan,
  paidAt,
  priceOf,
  statusOf,
} from './order-plan.ts'
import type { Person } from './people.ts'

/** Gives the orders their final ids and numbers, and works out both sides of their money. */
export async function settlePlans(tx: Tx, deps: BookDeps, plans: OrderPlan[]): Promise<Books> {
  plans.sort(byConfirmation)
  await redrawTakenIds(tx, deps.random, plans)
  await numberInvoices(tx, plans.filter(isPaid))
  return makeBooks(deps, plans)
}

/** The shop's own rows of settled orders: people, orders, payments. */
export async function writePlans(
  tx: Tx,
  { random }: BookDeps,
  plans: readonly OrderPlan[],
  books: Books,
): Promise<void> {
  const newcomers = [...new Set(plans.map(({ buyer }) => buyer))].filter((one) => !one.isWritten)
  // Sent at once, one behind the other: whatever refers to a row comes after it.
  await Promise.all([
    insertRows(tx, customers, newcomers.map(customerRow)),
    insertRows(tx, orders, plans.map(orderRow)),
    insertRows(
      tx,
      orderItems,
      plans.flatMap((plan) => itemRows(random, plan)),
    ),
    insertRows(tx, payers, books.payers),
    insertRows(tx, intents, books.intents),
    insertRows(tx, payments, books.payments),
    insertRows(tx, paymentSteps, books.steps),
    insertRows(tx, refunds, books.refunds),
  ])
  for (const person of newcomers) person.isWritten = true
}

/** The provider's rows, for whichever connection is free. */
export const writeLedger = (db: DbOrTx, { ledger }: Books) => insertRows(db, objects, ledger)

/** Rule 7: the first eight characters are the order's number, and no two may share them. */
async function redrawTakenIds(tx: Tx, random: Random, plans: OrderPlan[]): Promise<void> {
  const numberOf = ({ id }: OrderPlan) => id.slice(0, 8)
  const numbers = JSON.stringify(plans.map(numberOf))
  const { rows } = await tx.execute<{ number: string }>(
    sql`select left(id::text, 8) as number from orders
        where left(id::text, 8) in (select json_array_elements_text(${numbers}::json))`,
  )
  const taken = new Set(rows.map(({ number }) => number))
  let isRedrawn = false
  for (const plan of plans) {
    if (taken.has(numberOf(plan))) {
      plan.id = random.uuid()
      isRedrawn = true
    }
    taken.add(numberOf(plan))
  }
  if (isRedrawn) await redrawTakenIds(tx, random, plans)
}

/** Gapless, because the counter's row stays locked until the orders are committed (rule 8). */
async function numberInvoices(tx: Tx, paid: OrderPlan[]): Promise<void> {
  if (paid.length === 0) return
  const [counter] = await tx
    .insert(invoiceCounter)
    .values({ id: 1, lastNumber: paid.length })
    .onConflictDoUpdate({
      target: invoiceCounter.id,
      set: { lastNumber: sql`${invoiceCounter.lastNumber} + ${paid.length}` },
    })
    .returning()
  if (!counter) throw new Error('the invoice counter gave no number')
  const before = counter.lastNumber - paid.length
  for (const [place, plan] of paid.entries()) plan.invoiceNumber = before + place + 1
}

const customerRow = (person: Person): typeof customers.$inferInsert => ({
  id: person.id,
  email: person.email,
  name: person.name,
  phone: person.phone,
  firstSignedInAt: person.hasSignedIn ? person.since : null,
  version: 1,
  createdAt: person.since,
})

function orderRow(plan: OrderPlan): typeof orders.$inferInsert {
  const { id, buyer, placedAt, deliveryDate, frequency, parent, delivery, invoiceNumber, lines } =
    plan
  const [confirmed, cancelled] = [paidAt(plan), cancelledAt(plan)]
  const { lines: priceLines, ...sums } = priceOf(plan)
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
    status: statusOf(plan),
    deliveryStatus: delivery,
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
