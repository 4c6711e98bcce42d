import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { payments } from '../tables.ts'

type DuePayment = {
  orderId: string
  amountCents: number
  /** Terms of an invoice; null if the order is paid on delivery. */
  invoice: { netDays: number; dueOn: CalendarDate } | null
}

/** Creates the payment of an order that is paid with tenders, on delivery or by invoice. */
export async function createDuePayment(
  tx: Tx,
  { clock }: { clock: Clock },
  { orderId, amountCents, invoice }: DuePayment,
): Promise<void> {
  const now = clock.now()
  const terms = { dueOn: invoice?.dueOn ?? null, netDays: invoice?.netDays ?? null }
  const state = { kind: 'tender', status: 'due' } as const
  await tx
    .insert(payments)
    .values({ orderId, amountCents, ...state, ...terms, createdAt: now, updatedAt: now })
}
