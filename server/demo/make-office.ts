import { eq } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import type { TenderMethod } from '#contract/payments/tenders.ts'
import { DEMO_ADMIN } from '#server/config/environment.ts'
import type { Tx } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { tenders } from '#server/modules/payments/tenders/tables.ts'
import { taxExemptions } from '#server/modules/tax/tables.ts'
import type { Random } from '#server/runtime.ts'
import { deliveryAfter } from './demo-calendar.ts'
import { type DemoContext, type OrderPlan, planOrder, planPrice } from './order-plan.ts'

const NET_DAYS = 30

/** Days ago of each order, and how it was paid. The fourth is overdue, the last not yet due. */
const history: readonly { daysAgo: number; paidWith: [TenderMethod, string] | null }[] = [
  { daysAgo: 127, paidWith: ['check', '1042'] },
  { daysAgo: 99, paidWith: ['check', '1057'] },
  { daysAgo: 71, paidWith: ['transfer', 'ACH 88213'] },
  { daysAgo: 43, paidWith: null },
  { daysAgo: 12, paidWith: null },
]
/** From the order to the payment, so after the delivery and within the terms. */
const PAID_AFTER_DAYS = 24

/** Rules 39 and 41: an office that orders on the phone, pays by invoice and is exempt from tax. */
export function officeOrders(context: DemoContext): OrderPlan[] {
  const { calendar, newBuyer, products } = context
  const daysAgo = (days: number) => addDays(calendar.today, -days)
  const placedAt = (days: number) => calendar.at(daysAgo(days), 10)
  const product = products[0]
  if (!product) return []
  const buyer = {
    ...newBuyer(placedAt(history[0]?.daysAgo ?? 0)),
    name: 'Hollis & Crane Law Office',
    email: 'hollis.crane@example.org',
    phone: '845-555-0164',
    address: '85 Fair Street',
    city: 'Kingston',
    zip: '12401',
  }
  return history.map(({ daysAgo: days, paidWith }) =>
    planOrder(context, {
      buyer,
      placedAt: placedAt(days),
      deliveryDate: deliveryAfter(daysAgo(days), 2),
      lines: [{ product, quantity: 12 }],
      outcome: {
        type: 'invoiced',
        invoicedAt: placedAt(days),
        dueOn: addDays(daysAgo(days), NET_DAYS),
        received: paidWith && {
          at: calendar.at(daysAgo(days - PAID_AFTER_DAYS), 15),
          receivedOn: daysAgo(days - PAID_AFTER_DAYS),
          method: paidWith[0],
          reference: paidWith[1],
        },
      },
    }),
  )
}

type OfficeDeps = { context: DemoContext; random: Random; plans: readonly OrderPlan[] }

/** Adds the terms, the certificate and the payments; the orders were inserted with all others. */
export async function makeOffice(
  tx: Tx,
  { context: { calendar }, random, plans }: OfficeDeps,
): Promise<void> {
  const buyer = plans.find(({ outcome }) => outcome.type === 'invoiced')?.buyer
  if (!buyer) return
  await tx.update(customers).set({ invoiceNetDays: NET_DAYS }).where(eq(customers.id, buyer.id))
  await tx.insert(taxExemptions).values({
    customerId: buyer.id,
    certificate: 'NY-ST-119-4471',
    expiresOn: addDays(calendar.today, 300),
    updatedAt: buyer.since,
  })
  for (const plan of plans) await insertInvoice(tx, random, plan)
}

/** In the order in which it happened, because triggers write the customer's account. */
async function insertInvoice(tx: Tx, random: Random, plan: OrderPlan): Promise<void> {
  const { id: orderId, outcome } = plan
  if (outcome.type !== 'invoiced') return
  const { invoicedAt, dueOn, received } = outcome
  const amountCents = planPrice(plan).totalCents
  await tx.insert(payments).values({
    orderId,
    kind: 'tender',
    status: 'due',
    amountCents,
    netDays: NET_DAYS,
    dueOn,
    invoicedAt,
    createdAt: invoicedAt,
    updatedAt: invoicedAt,
    currency: 'usd',
  })
  if (!received) return
  const { at, ...tender } = received
  await tx.insert(tenders).values({
    id: random.uuid(),
    orderId,
    amountCents,
    ...tender,
    staffId: random.uuid(),
    staffEmail: DEMO_ADMIN.email,
    createdAt: at,
  })
  await tx
    .update(payments)
    .set({ status: 'paid', paidAt: at, updatedAt: at })
    .where(eq(payments.orderId, orderId))
}
