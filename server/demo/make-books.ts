import {
  type PastRow,
  pastCard,
  pastCustomer,
  pastIntent,
  pastPayment,
} from '#server/adapters/sandbox/past-payments.ts'
import type {
  intents,
  payers,
  paymentSteps,
  payments,
  refunds,
} from '#server/modules/payments/tables.ts'
import type { Random } from '#server/world.ts'
import { isRecurring, type OrderPlan, priceOf } from './order-plan.ts'

/** Rows of both sides of the money: our own, and the sandbox's ledger. */
export type Books = {
  payments: (typeof payments.$inferInsert)[]
  intents: (typeof intents.$inferInsert)[]
  steps: (typeof paymentSteps.$inferInsert)[]
  refunds: (typeof refunds.$inferInsert)[]
  payers: (typeof payers.$inferInsert)[]
  ledger: PastRow[]
}

export type BookDeps = { random: Random; fingerprintKey: string }

/** What the form's visit took before the order was placed. */
const FILLING_IN_MS = 110_000

export function makeBooks(deps: BookDeps, plans: readonly OrderPlan[]): Books {
  const books: Books = { payments: [], intents: [], steps: [], refunds: [], payers: [], ledger: [] }
  for (const plan of plans) {
    // What a later delivery costs is asked for on its day; until then nothing is owed.
    if (plan.fate.is !== 'due') enter(books, deps, plan)
  }
  return books
}

function enter(books: Books, deps: BookDeps, plan: OrderPlan): void {
  const { id: orderId, fate, placedAt, parent } = plan
  const paidAt = 'paidAt' in fate ? fate.paidAt : null
  const openedAt = parent ? (paidAt ?? placedAt) : new Date(placedAt.getTime() - FILLING_IN_MS)
  const customerRef = payerOf(books, deps, plan, openedAt)
  const amountCents = priceOf(plan).totalCents
  const wish = { orderId, amountCents, customerRef, savesCard: isRecurring(plan), openedAt }
  const closedAt = 'paidAt' in fate ? fate.paidAt : 'cancelledAt' in fate ? fate.cancelledAt : null
  const endedAt = 'cancelledAt' in fate ? fate.cancelledAt : closedAt
  const { intentId, paymentMethodRef } = paidAt
    ? pay(books, deps, plan, { ...wish, paidAt })
    : leaveUnpaid(books, deps, plan, wish)

  books.intents.push({
    id: intentId,
    orderId,
    livemode: false,
    createdAt: openedAt,
    closedAt,
    checkedAt: closedAt,
  })
  books.payments.push({
    orderId,
    intentId,
    kind: parent ? 'cycle' : 'checkout',
    amountCents,
    status: statusOf(fate),
    refundedCents: fate.is === 'refunded' ? amountCents : 0,
    paymentMethodRef,
    customerRef,
    paidAt,
    checkedAt: endedAt,
    createdAt: placedAt,
    updatedAt: endedAt ?? placedAt,
    currency: 'usd',
  })
}

function statusOf({ is }: OrderPlan['fate']) {
  if (is === 'expired') return 'failed'
  return is === 'open' || is === 'due' ? 'pending' : is
}

type Wish = Parameters<typeof pastIntent>[1]

function pay(books: Books, deps: BookDeps, plan: OrderPlan, wish: Wish & { paidAt: Date }) {
  const { random, fingerprintKey } = deps
  const { fate, parent, buyer } = plan
  const saved = parent?.card
  const typed = { typed: buyer.card, at: wish.paidAt, fingerprintKey }
  const card = saved ?? pastCard(random, typed)
  const refund =
    fate.is === 'refunded' ? { at: fate.cancelledAt, refundId: random.uuid() } : undefined
  const paid = pastPayment(random, { ...wish, card, offSession: saved != null, refund })
  plan.card = paid.card
  books.ledger.push(...paid.rows)

  const { intentId } = paid
  const { orderId, amountCents } = wish
  step(books, { orderId, intentId, from: 'pending', to: 'paid', createdAt: wish.paidAt })
  if (refund) {
    const { at, refundId } = refund
    step(books, { orderId, intentId, from: 'paid', to: 'refunded', createdAt: at })
    books.refunds.push({
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

function leaveUnpaid(books: Books, { random }: BookDeps, { fate }: OrderPlan, wish: Wish) {
  const endedAt = 'cancelledAt' in fate ? fate.cancelledAt : undefined
  const row = pastIntent(random, wish, endedAt)
  books.ledger.push(row)
  const { orderId } = wish
  if (endedAt) {
    step(books, { orderId, intentId: row.id, from: 'pending', to: 'failed', createdAt: endedAt })
  }
  return { intentId: row.id, paymentMethodRef: null }
}

const step = (books: Books, row: Books['steps'][number]) => void books.steps.push(row)

/** The customer as the provider knows them, made there with their first order. */
function payerOf(books: Books, { random }: BookDeps, { buyer }: OrderPlan, at: Date): string {
  if (buyer.payerRef) return buyer.payerRef
  const { id: customerId, email, name } = buyer
  const row = pastCustomer(random, { email, name, at })
  books.ledger.push(row)
  books.payers.push({ customerId, customerRef: row.id, createdAt: at })
  buyer.payerRef = row.id
  return row.id
}
