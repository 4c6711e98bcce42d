import { asc, eq } from 'drizzle-orm'
import { formatDate } from '#contract/dates/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { ErasurePreview } from '#contract/identity.ts'
import { centsToText } from '#contract/money.ts'
import type { Shop } from '#contract/shop.ts'
import type { DbOrTx } from '#server/db/client.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { type PaymentRow, refundableCents } from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { type ErasureStep, erasureStep } from './rules.ts'

type PlannedOrder = {
  order: OrderRow
  payment: PaymentRow | null
  refundableCents: number
  step: ErasureStep
}

type PlanDeps = { clock: Clock; shop: Pick<Shop, 'timeZone' | 'phone'> }

/** What erasing this customer would do to each order. */
export async function planErasure(
  db: DbOrTx,
  { clock, shop }: PlanDeps,
  customerId: string,
): Promise<PlannedOrder[]> {
  const rows = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.customerId, customerId))
    .orderBy(asc(orders.deliveryDate), asc(orders.id))
  const planned: PlannedOrder[] = []
  for (const { order, payment } of rows) {
    const leftCents = await refundableCents(db, payment ?? undefined)
    const state = {
      ...order,
      refundableCents: leftCents,
      isDisputed: payment?.status === 'disputed',
    }
    const step = erasureStep(state, shop.timeZone, clock.now())
    planned.push({ order, payment, refundableCents: leftCents, step })
  }
  return planned
}

const isBlocking = ({ step }: PlannedOrder) => step === 'undelivered' || step === 'disputed'

/** For the person who is about to decide. */
export async function previewErasure(
  db: DbOrTx,
  deps: PlanDeps,
  customerId: string,
): Promise<ErasurePreview> {
  const planned = await planErasure(db, deps, customerId)
  const factsOf = ({ order }: PlannedOrder) => ({
    orderId: order.id,
    deliveryDate: order.deliveryDate,
    total: centsToText(order.totalCents),
  })
  return {
    blockedBy: planned.filter(isBlocking).map((one) => ({
      ...factsOf(one),
      reason: one.step === 'disputed' ? ('disputed' as const) : ('undelivered' as const),
    })),
    cancels: planned
      .filter(({ step }) => step === 'refund' || step === 'cancel')
      .map((one) => ({
        ...factsOf(one),
        refund: centsToText(one.step === 'refund' ? one.refundableCents : 0),
      })),
  }
}

/** Says which orders stand in the way and what to do about them. */
export function assertErasable({ shop }: PlanDeps, planned: PlannedOrder[]): void {
  const blocking = planned.filter(isBlocking)
  if (blocking.length === 0) return
  const named = blocking.map(({ order, step }) => {
    const number = order.id.slice(0, 8)
    return step === 'disputed'
      ? `order ${number} has an open bank dispute`
      : `order ${number} for ${formatDate(order.deliveryDate)} is not delivered yet`
  })
  throw new Failure(
    'erasure_blocked',
    `Your account cannot be erased yet: ${named.join('; ')}. Please try again once this is settled, or call us at ${shop.phone}. Nothing was changed.`,
  )
}
