import {
  type BackdatedRow,
  backdatedCard,
  backdatedCustomer,
  backdatedIntent,
  backdatedPayment,
} from '#server/adapters/sandbox/backdated-payments.ts'
import type {
  intents,
  payments,
  paymentTransitions,
  providerCustomers,
  refunds,
} from '#server/modules/payments/tables.ts'
import type { Random } from '#server/runtime.ts'
import { isRecurring, type OrderPlan, planPrice } from './order-plan.ts'

/** Payment rows of both sides: our own tables and the sandbox's ledger. */
export type LedgerRows = {
  payments: (typeof payments.$inferInsert)[]
  intents: (typeof intents.$inferInsert)[]
  transitions: (typeof paymentTransitions.$inferInsert)[]
  refunds: (typeof refunds.$inferInsert)[]
  providerCustomers: (typeof providerCustomers.$inferInsert)[]
  ledger: BackdatedRow[]
}

export type LedgerDeps = { random: Random; fingerprintKey: string }

/** The time spent on the checkout form before the order was placed. */
const FORM_FILLING_MS = 110_000

export function buildLedgerRows(deps: LedgerDeps, plans: readonly OrderPlan[]): LedgerRows {
  const rows: LedgerRows = {
    payments: [],
    intents: [],
    transitions: [],
    refunds: [],
    providerCustomers: [],
    ledger: [],
  }
  for (const plan of plans) {
    // A renewal is charged on its date, and an invoice never: neither has a card payment.
    const { type } = plan.outcome
    if (type !== 'due' && type !== 'invoiced') addPayment(rows, deps, plan)
  }
  return rows
}

function addPayment(rows: LedgerRows, deps: LedgerDeps, plan: OrderPlan): void {
  const { id: orderId, outcome, placedAt, parent } = plan
  const paidAt = 'paidAt' in outcome ? outcome.paidAt : null
  const openedAt = parent ? (paidAt ?? placedAt) : new Date(placedAt.getTime() - FORM_FILLING_MS)
  const customerRef = providerCustomerFor(rows, deps, plan, openedAt)
  const amountCents = planPrice(plan).totalCents
  const intent = { orderId, amountCents, customerRef, savesCard: isRecurring(plan), openedAt }
  const closedAt =
    'paidAt' in outcome ? outcome.paidAt : 'cancelledAt' in outcome ? outcome.cancelledAt : null
  const endedAt = 'cancelledAt' in outcome ? outcome.cancelledAt : closedAt
  const { intentId, paymentMethodRef } = paidAt
    ? pay(rows, deps, plan, { ...intent, paidAt })
    : leaveUnpaid(rows, deps, plan, intent)

  rows.intents.push({
    id: intentId,
    orderId,
    livemode: false,
    createdAt: openedAt,
    closedAt,
    checkedAt: closedAt,
  })
  rows.payments.push({
    orderId,
    intentId,
    kind: parent ? 'cycle' : 'checkout',
    amountCents,
    status: paymentStatus(outcome),
    refundedCents: outcome.type === 'refunded' ? amountCents : 0,
    paymentMethodRef,
    customerRef,
    paidAt,
    checkedAt: endedAt,
    createdAt: placedAt,
    updatedAt: endedAt ?? placedAt,
    currency: 'usd',
  })
}

function paymentStatus({ type: is }: OrderPlan['outcome']) {
  if (is === 'paid' || is === 'refunded') return is
  return is === 'expired' ? 'failed' : 'pending'
}

type IntentInput = Parameters<typeof backdatedIntent>[1]

function pay(
  rows: LedgerRows,
  deps: LedgerDeps,
  plan: OrderPlan,
  intent: IntentInput & { paidAt: Date },
) {
  const { random, fingerprintKey } = deps
  const { outcome, parent, buyer } = plan
  const saved = parent?.card
  const cardInput = { cardInput: buyer.card, at: intent.paidAt, fingerprintKey }
  const card = saved ?? backdatedCard(random, cardInput)
  const refund =
    outcome.type === 'refunded' ? { at: outcome.cancelledAt, refundId: random.uuid() } : undefined
  const paid = backdatedPayment(random, { ...intent, card, offSession: saved != null, refund })
  plan.card = paid.card
  rows.ledger.push(...paid.rows)

  const { intentId } = paid
  const { orderId, amountCents } = intent
  addTransition(rows, { orderId, intentId, from: 'pending', to: 'paid', createdAt: intent.paidAt })
  if (refund) {
    const { at, refundId } = refund
    addTransition(rows, { orderId, intentId, from: 'paid', to: 'refunded', createdAt: at })
    rows.refunds.push({
      id: refundId,
      orderId,
      intentId,
      amountCents,
      reason: 'order was cancelled',
      dedupeKey: `cancel:${orderId}`,
      status: 'succeeded',
      providerRef: paid.refundRef,
      attempts: 1,
      dueAt: at,
      createdAt: at,
      updatedAt: at,
    })
  }
  return { intentId, paymentMethodRef: paid.card.method.id }
}

function leaveUnpaid(
  rows: LedgerRows,
  { random }: LedgerDeps,
  { outcome }: OrderPlan,
  intent: IntentInput,
) {
  const endedAt = 'cancelledAt' in outcome ? outcome.cancelledAt : undefined
  const row = backdatedIntent(random, intent, endedAt)
  rows.ledger.push(row)
  const { orderId } = intent
  if (endedAt) {
    addTransition(rows, {
      orderId,
      intentId: row.id,
      from: 'pending',
      to: 'failed',
      createdAt: endedAt,
    })
  }
  return { intentId: row.id, paymentMethodRef: null }
}

const addTransition = (rows: LedgerRows, row: LedgerRows['transitions'][number]) =>
  void rows.transitions.push(row)

/** The provider's customer, created with the first order. */
function providerCustomerFor(
  rows: LedgerRows,
  { random }: LedgerDeps,
  { buyer }: OrderPlan,
  at: Date,
): string {
  if (buyer.customerRef) return buyer.customerRef
  const { id: customerId, email, name } = buyer
  const row = backdatedCustomer(random, { email, name, at })
  rows.ledger.push(row)
  rows.providerCustomers.push({ customerId, customerRef: row.id, createdAt: at })
  buyer.customerRef = row.id
  return row.id
}
