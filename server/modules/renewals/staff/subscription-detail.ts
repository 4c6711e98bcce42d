import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Db } from '#server/db/client.ts'
import { auditHistory } from '#server/modules/audit/index.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import { emails } from '#server/modules/mail/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import {
  type CycleRow,
  canChargeMissed,
  getFirstOrder,
  isUncharged,
  type ViewDeps,
  viewSubscription,
} from '#server/modules/subscriptions/index.ts'
import { consents, cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { chargeAttempts } from '../tables.ts'

const MAX_CYCLES = 60

/** Everything that staff see about one subscription. */
export async function subscriptionDetail(
  db: Db,
  deps: ViewDeps,
  id: string,
): Promise<SubscriptionDetail> {
  const subscription = await viewSubscription(db, deps, id)
  if (!subscription) throw new Failure('not_found')
  const rows = await db
    .select()
    .from(cycles)
    .where(eq(cycles.subscriptionId, id))
    .orderBy(desc(cycles.cycle))
    .limit(MAX_CYCLES)
  const orderIds = rows.flatMap(({ orderId }) => (orderId ? [orderId] : []))
  const [consent] = await db
    .select()
    .from(consents)
    .where(and(eq(consents.orderId, id), eq(consents.kind, 'terms')))
  const first = await getFirstOrder(db, id)
  return {
    subscription,
    customerId: first?.customerId ?? null,
    customerEmail: first?.customerEmail ?? null,
    consent: consent ? { text: consent.text, givenAt: consent.givenAt.toISOString() } : null,
    deliveryNotes: await findDeliveryNotes(db, id),
    cycles: await toCycleDetails(db, deps, rows, orderIds),
    emails: await emailsAbout(db, [id, ...orderIds]),
    history: await auditHistory(db, id),
  }
}

async function findDeliveryNotes(db: Db, id: string): Promise<string | null> {
  const [row] = await db
    .select({ notes: subscriptions.deliveryNotes })
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
  return row?.notes ?? null
}

async function toCycleDetails(
  db: Db,
  { clock, shop }: ViewDeps,
  rows: CycleRow[],
  orderIds: string[],
): Promise<SubscriptionDetail['cycles']> {
  const ids = orderIds.length > 0 ? orderIds : ['00000000-0000-4000-8000-000000000000']
  const attempts = await db
    .select()
    .from(chargeAttempts)
    .where(inArray(chargeAttempts.orderId, ids))
    .orderBy(asc(chargeAttempts.number))
  const orderRows = await db
    .select({
      id: orders.id,
      status: orders.status,
      deliveryStatus: orders.deliveryStatus,
      totalCents: orders.totalCents,
    })
    .from(orders)
    .where(inArray(orders.id, ids))
  const ordersById = new Map(orderRows.map((order) => [order.id, order]))
  const today = shopDate(shop.calendar, clock.now())
  return rows.map((row) => ({
    cycle: row.cycle,
    date: row.date,
    status: row.status,
    reason: row.reason,
    orderId: row.orderId,
    total: formatTotal(ordersById.get(row.orderId ?? '')),
    failedAttempts: row.failedAttempts,
    code: row.lastCode,
    dueAt: row.dueAt?.toISOString() ?? null,
    isOnHold: isOnHold(row),
    isUncharged: isUncharged(row, ordersById.get(row.orderId ?? '')),
    canCharge: canChargeMissed(row, today),
    attempts: attempts
      .filter(({ orderId }) => orderId === row.orderId)
      .map(({ number, startedAt, endedAt, amountCents, outcome, code }) => ({
        number,
        startedAt: startedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        amount: centsToText(amountCents),
        outcome,
        code,
      })),
  }))
}

const formatTotal = (order: { totalCents: number } | undefined) =>
  order ? centsToText(order.totalCents) : null

async function emailsAbout(db: Db, ids: string[]): Promise<SubscriptionDetail['emails']> {
  const rows = await db
    .select()
    .from(emails)
    .where(inArray(emails.subjectId, ids))
    .orderBy(desc(emails.createdAt))
    .limit(MAX_CYCLES)
  return rows.map(({ id, kind, status, createdAt, sentAt }) => ({
    id,
    kind,
    status,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}
