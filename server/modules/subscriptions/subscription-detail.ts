import { asc, desc, eq, inArray } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { SubscriptionDetail } from '#contract/staff-subscriptions.ts'
import type { Db } from '#server/db/client.ts'
import { historyOf } from '#server/modules/audit/index.ts'
import { mails } from '#server/modules/mail/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { type CycleRow, firstOrderOf } from './queries.ts'
import { isHeldBack } from './rules.ts'
import { type ViewDeps, viewSubscription } from './subscription-view.ts'
import { chargeAttempts, consents, cycles } from './tables.ts'

const CYCLES_SHOWN = 60

/** Everything about one subscription, for whoever has the customer on the phone. */
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
    .limit(CYCLES_SHOWN)
  const orderIds = rows.flatMap(({ orderId }) => (orderId ? [orderId] : []))
  const [consent] = await db.select().from(consents).where(eq(consents.orderId, id))
  const first = await firstOrderOf(db, id)
  return {
    subscription,
    customerId: first?.customerId ?? null,
    customerEmail: first?.customerEmail ?? null,
    consent: consent ? { words: consent.words, givenAt: consent.givenAt.toISOString() } : null,
    cycles: await toldCycles(db, rows, orderIds),
    mails: await mailsAbout(db, [id, ...orderIds]),
    history: await historyOf(db, id),
  }
}

async function toldCycles(
  db: Db,
  rows: CycleRow[],
  orderIds: string[],
): Promise<SubscriptionDetail['cycles']> {
  const ids = orderIds.length > 0 ? orderIds : ['00000000-0000-4000-8000-000000000000']
  const tried = await db
    .select()
    .from(chargeAttempts)
    .where(inArray(chargeAttempts.orderId, ids))
    .orderBy(asc(chargeAttempts.number))
  const totals = new Map(
    (
      await db
        .select({ id: orders.id, totalCents: orders.totalCents })
        .from(orders)
        .where(inArray(orders.id, ids))
    ).map(({ id, totalCents }) => [id, centsToText(totalCents)]),
  )
  return rows.map((row) => ({
    cycle: row.cycle,
    date: row.date,
    status: row.status,
    reason: row.reason,
    orderId: row.orderId,
    total: (row.orderId && totals.get(row.orderId)) ?? null,
    tries: row.tries,
    code: row.lastCode,
    dueAt: row.dueAt?.toISOString() ?? null,
    isHeld: isHeldBack(row),
    attempts: tried
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

async function mailsAbout(db: Db, ids: string[]): Promise<SubscriptionDetail['mails']> {
  const rows = await db
    .select()
    .from(mails)
    .where(inArray(mails.subjectId, ids))
    .orderBy(desc(mails.createdAt))
    .limit(CYCLES_SHOWN)
  return rows.map(({ id, kind, status, createdAt, sentAt }) => ({
    id,
    kind,
    status,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}
