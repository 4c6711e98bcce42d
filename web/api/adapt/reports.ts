import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import type { SetAsidePayment } from '#contract/payments/set-aside.ts'
import type { Books } from '#contract/staff/books.ts'
import type { Insights } from '#contract/staff/insights.ts'
import type { ImportedList } from '#contract/staff/subscription-imports.ts'
import { requireRows, toRows } from './own-rows.ts'
import { toFields, toText } from './read.ts'

/** The dashboard's charts. Null means that the backend did not send the value. */
export type KnownInsights = Omit<Insights, 'recurring'> & {
  recurring: Insights['recurring'] | null
}

const nothing: Insights['needsAttention'] = {
  unscheduled: 0,
  failedDeliveries: 0,
  failedPayments: 0,
  failedRefunds: 0,
  overdueInvoices: 0,
  disputed: 0,
  fraudWarnings: 0,
  withoutTruck: 0,
  onHold: 0,
  uncharged: 0,
  uninvoiced: 0,
  openCases: 0,
}

/** A backend that implements only the specification has no insights, which is an error here. */
export function adaptInsights(body: unknown): KnownInsights {
  const { days, bottles, deliveries, needsAttention, deposits, recurring } = toFields(body)
  if (typeof needsAttention !== 'object' || needsAttention === null)
    throw new Error('invalid insights reply')
  return {
    days: requireRows(days, 'days'),
    bottles: requireRows(bottles, 'bottles'),
    deliveries: requireRows(deliveries, 'deliveries'),
    needsAttention: { ...nothing, ...needsAttention },
    deposits: { bottles: 0, cents: 0, ...toFields(deposits) },
    recurring: recurring ? (recurring as Insights['recurring']) : null,
  }
}

export function adaptBooks(body: unknown): Books {
  const { days, payouts, differences, totals } = toFields(body)
  requireRows(days, 'days')
  requireRows(payouts, 'payouts')
  requireRows(differences, 'differences')
  if (typeof totals !== 'object') throw new Error('invalid books reply')
  return body as Books
}

export function adaptSetAside(body: unknown): SetAsidePayment {
  const payment = toFields(body)
  return {
    ...(payment as unknown as SetAsidePayment),
    refunded: toText(payment.refunded) ?? '0.00',
    isDisputed: payment.isDisputed === true,
  }
}

export function adaptBottleOverview(body: unknown): BottleOverview {
  requireRows(toFields(body).trucks, 'trucks')
  const overview = body as BottleOverview
  return {
    ...overview,
    shrinkage: { ...overview.shrinkage, byRoute: toRows(toFields(overview.shrinkage).byRoute) },
    beyondOrder: toRows(overview.beyondOrder),
  }
}

const noStates: ImportedList['counts'] = {
  not_sent: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  expired: 0,
  agreed: 0,
  declined: 0,
}

/** A server of another version may leave out states with a count of zero. */
export function adaptImportedList(body: unknown): ImportedList {
  const { rows, next, counts } = toFields(body)
  return { rows: toRows(rows), next: toText(next), counts: { ...noStates, ...toFields(counts) } }
}
