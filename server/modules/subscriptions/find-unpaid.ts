import { RETRY_DAYS } from '#contract/dates/calendar.ts'
import { centsToText } from '#contract/money.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { creditView } from '#server/modules/orders/index.ts'
import type { CycleRow } from './queries.ts'

const DAY_MS = 86_400_000

type CycleOrders = {
  cycles: readonly CycleRow[]
  orders: ReadonlyMap<string, { totalCents: number; payment: Parameters<typeof creditView>[0] }>
}

/** The delivery whose payment failed, with the time of the next attempt. */
export function findUnpaid({ cycles, orders }: CycleOrders): Subscription['unpaid'] {
  const row = cycles.find(({ status }) => status === 'unpaid' || status === 'failed')
  const order = row?.orderId ? orders.get(row.orderId) : undefined
  if (!row?.orderId || !order) return null
  return {
    orderId: row.orderId,
    date: row.date,
    total: creditView(order.payment).due ?? centsToText(order.totalCents),
    code: row.lastCode,
    nextAttemptAt: nextAttemptAt(row)?.toISOString() ?? null,
  }
}

/** Undefined for the check at the end of the retry window, which charges no card. */
function nextAttemptAt({ status, dueAt, firstFailedAt }: CycleRow): Date | undefined {
  if (status !== 'unpaid' || !dueAt || !firstFailedAt) return undefined
  return dueAt.getTime() < firstFailedAt.getTime() + RETRY_DAYS * DAY_MS ? dueAt : undefined
}
