import { eq, lte, sql } from 'drizzle-orm'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { chargeableFrom } from '#contract/dates/shop-calendar.ts'
import { consentText } from '#contract/subscriptions/consent.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { groupBy } from '#server/group-by.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { cadenceDate, firstCycleOn } from '#server/modules/subscriptions/index.ts'
import {
  consents,
  cycles,
  subscriptionItems,
  subscriptions,
} from '#server/modules/subscriptions/tables.ts'
import { type OrderPlan, paidAt, planPrice } from './order-plan.ts'

/** The subscriptions behind paid orders, with the cycle of each renewal. */
export async function insertSubscriptions(
  tx: Tx,
  plans: readonly OrderPlan[],
  calendar: ShopCalendar,
): Promise<void> {
  const firstOrders = plans.filter((plan) => plan.frequency !== null && paidAt(plan))
  const children = plans.filter(({ parent }) => parent !== null)
  const due = children.filter(({ outcome }) => outcome.type === 'due')
  await insertRows(
    tx,
    consents,
    firstOrders.map((plan) => consentRow(plan, calendar)),
  )
  await insertRows(tx, subscriptions, firstOrders.map(subscriptionRow))
  await insertRows(tx, subscriptionItems, firstOrders.flatMap(itemRows))
  await insertRows(tx, payments, due.map(paymentDueRow))
  await insertRows(
    tx,
    cycles,
    children.map((child) => cycleRow(child, calendar)),
  )
}

/**
 * Sets the next delivery of each active subscription after its last one, with PostgreSQL's month
 * arithmetic. A year that ends at its number of orders may lack the last ones; they are passed over.
 */
export async function setNextDeliveries(db: DbOrTx, today: CalendarDate): Promise<void> {
  await db.execute(sql`
    update ${subscriptions} s set next_cycle = done.n, next_date = case s.frequency
        when 'weekly' then s.anchor + done.n * 7
        when 'bi-weekly' then s.anchor + done.n * 14
        else (s.anchor + make_interval(months => done.n))::date end
    from (
      select s.id, coalesce(max(c.cycle), 0) + 1 as n
      from ${subscriptions} s left join ${cycles} c on c.subscription_id = s.id
      where s.status = 'active' and s.next_date is null group by s.id
    ) done where done.id = s.id`)
  const late = await db.select().from(subscriptions).where(lte(subscriptions.nextDate, today))
  for (const subscription of late) {
    const nextCycle = firstCycleOn(subscription, subscription.nextCycle, addDays(today, 1))
    const nextDate = cadenceDate(subscription, nextCycle)
    await db
      .update(subscriptions)
      .set({ nextCycle, nextDate })
      .where(eq(subscriptions.id, subscription.id))
  }
}

const startedAt = (plan: OrderPlan) => paidAt(plan) ?? plan.placedAt

function subscriptionRow(plan: OrderPlan): typeof subscriptions.$inferInsert {
  const { id, buyer, frequency, deliveryDate, endedAt, card } = plan
  return {
    id,
    customerId: buyer.id,
    status: endedAt ? 'cancelled' : 'active',
    frequency: frequency ?? 'monthly',
    anchor: deliveryDate,
    anchorCycle: 0,
    nextCycle: 1,
    nextDate: null,
    customerName: buyer.name,
    customerPhone: buyer.phone,
    deliveryAddress: buyer.address,
    deliveryCity: buyer.city,
    deliveryState: 'NY',
    deliveryZip: buyer.zip,
    paymentMethodRef: card?.method.id ?? null,
    customerRef: buyer.customerRef ?? null,
    usesDefaultCard: buyer.hasSignedIn,
    version: endedAt ? 2 : 1,
    createdAt: startedAt(plan),
    updatedAt: endedAt ?? startedAt(plan),
    cancelledAt: endedAt,
  }
}

function consentRow(plan: OrderPlan, calendar: ShopCalendar): typeof consents.$inferInsert {
  const { id, frequency, deliveryDate, buyer, placedAt } = plan
  const { totalCents } = planPrice(plan)
  return {
    orderId: id,
    text: consentText({ totalCents, frequency: frequency ?? 'monthly', deliveryDate, calendar }),
    totalCents,
    ip: null,
    isSignedIn: buyer.hasSignedIn,
    givenAt: placedAt,
  }
}

function itemRows({ id, lines }: OrderPlan): (typeof subscriptionItems.$inferInsert)[] {
  const byProduct = groupBy(lines, ({ product }) => product.id)
  return [...byProduct].map(([productId, same], position) => ({
    subscriptionId: id,
    productId,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
    position,
    agreedCents: Math.min(...same.map(({ product }) => product.priceCents)),
  }))
}

/** The price of a renewal is known when its order is created; it is charged on its date. */
const paymentDueRow = (plan: OrderPlan): typeof payments.$inferInsert => ({
  orderId: plan.id,
  kind: 'cycle',
  amountCents: planPrice(plan).totalCents,
  customerRef: plan.buyer.customerRef ?? null,
  createdAt: plan.placedAt,
  updatedAt: plan.placedAt,
})

function cycleRow(plan: OrderPlan, calendar: ShopCalendar): typeof cycles.$inferInsert {
  const { id, parent, cycle, deliveryDate, placedAt, outcome } = plan
  if (!parent || cycle === null) throw new Error(`${id} is not a renewal`)
  return {
    subscriptionId: parent.id,
    cycle,
    date: deliveryDate,
    status: outcome.type === 'due' ? 'ordered' : 'paid',
    orderId: id,
    dueAt: outcome.type === 'due' ? chargeableFrom(calendar, deliveryDate) : null,
    createdAt: placedAt,
    updatedAt: startedAt(plan),
  }
}
