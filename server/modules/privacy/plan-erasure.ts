import { and, asc, eq, max } from 'drizzle-orm'
import { formatDate } from '#contract/dates/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { ErasurePreview } from '#contract/identity.ts'
import { centsToText } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Shop } from '#contract/shop.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { getRefundableOrder } from '#server/modules/deposits/index.ts'
import { isOpenStop } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { isStillDelivered, type OrderRow } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { listTenders, type PaymentRow, sumTenders } from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { type ErasureStep, erasureStep } from './rules.ts'

type PlannedOrder = {
  order: OrderRow
  payment: PaymentRow | null
  /** To the card; the credit of an erased customer is forfeited. */
  refundableCents: number
  step: ErasureStep
}

type PlanDeps = { clock: Clock; shop: Pick<Shop, 'calendar' | 'phone'> }

/** Plans what erasing this customer does to each order. */
export async function planErasure(
  db: DbOrTx,
  { clock, shop }: PlanDeps,
  customerId: string,
): Promise<PlannedOrder[]> {
  const rows = await db
    .select({
      order: orders,
      payment: payments,
      isStillDelivered,
    })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.customerId, customerId))
    .orderBy(asc(orders.deliveryDate), asc(orders.id))
  const stopDates = await getStopDates(db, customerId)
  const ids = rows.map(({ order }) => order.id)
  const tenders = groupBy(await listTenders(db, ids), (row) => row.orderId)
  const planned: PlannedOrder[] = []
  for (const { order, payment, ...row } of rows) {
    const { totalCents, cardCents } = await getRefundableOrder(db, order, payment ?? undefined)
    const state = {
      ...order,
      isStillDelivered: row.isStillDelivered,
      stopDate: stopDates.get(order.id) ?? null,
      isPaid: totalCents > 0,
      isDisputed: payment?.status === 'disputed',
      isDue: payment?.status === 'due',
      tenderCents: sumTenders(tenders.get(order.id) ?? []),
    }
    const step = erasureStep(state, shop.calendar, clock.now())
    planned.push({ order, payment, refundableCents: cardCents, step })
  }
  return planned
}

/** The latest open stop of each order: a delivery that is late is still to be made. */
async function getStopDates(db: DbOrTx, customerId: string): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ orderId: schedules.orderId, date: max(schedules.scheduledDate) })
    .from(schedules)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .where(and(eq(orders.customerId, customerId), isOpenStop))
    .groupBy(schedules.orderId)
  return new Map(rows.map(({ orderId, date }) => [orderId, date]))
}

const blockingSteps = ['undelivered', 'disputed', 'unpaid'] as const

const blockedBy = ({ step }: PlannedOrder) => blockingSteps.find((blocking) => blocking === step)

/** Previews the erasure for the confirmation dialog. */
export async function previewErasure(
  db: DbOrTx,
  deps: PlanDeps,
  customerId: string,
): Promise<ErasurePreview> {
  const planned = await planErasure(db, deps, customerId)
  const toSummary = ({ order }: PlannedOrder) => ({
    orderId: order.id,
    deliveryDate: order.deliveryDate,
    total: centsToText(order.totalCents),
  })
  return {
    blockedBy: planned.flatMap((item) => {
      const reason = blockedBy(item)
      return reason ? [{ ...toSummary(item), reason }] : []
    }),
    cancels: planned
      .filter(({ step }) => step === 'refund' || step === 'cancel')
      .map((item) => ({
        ...toSummary(item),
        refund: centsToText(item.step === 'refund' ? item.refundableCents : 0),
      })),
  }
}

/** Throws if orders block the erasure; the message lists them. */
export function assertErasable({ shop }: PlanDeps, planned: PlannedOrder[]): void {
  const blocking = planned.filter(blockedBy)
  if (blocking.length === 0) return
  const reasons = blocking.map(({ order, step }) => {
    const number = formatOrderNumber(order.id)
    if (step === 'disputed') return `order ${number} has an open bank dispute`
    if (step === 'unpaid') return `order ${number} isn’t paid yet`
    return `order ${number} for ${formatDate(order.deliveryDate)} isn’t delivered yet`
  })
  throw new Failure(
    'erasure_blocked',
    `We can’t delete your account yet: ${reasons.join('; ')}. Try again once this is settled, or call us at ${shop.phone}. Nothing was changed.`,
  )
}
