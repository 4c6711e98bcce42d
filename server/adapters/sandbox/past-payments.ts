import type { Random } from '#server/world.ts'
import type { Charge } from './charge-shapes.ts'
import { planRefund } from './refunds-api.ts'
import { newCustomer, newPaymentIntent, newPaymentMethod, type PaymentIntent } from './shapes.ts'
import type { objects } from './tables.ts'
import { type Card, takePayment } from './take-payment.ts'
import { behaviourOf, faceOf, type TypedCard } from './test-cards.ts'
import type { Entry } from './write-statement.ts'

/**
 * Payments of the past, as the sandbox would have written them had it been there: for a demo shop
 * and for load tests. No events are made of them, since nobody is waiting to be told.
 */
export type PastRow = typeof objects.$inferInsert
export type PastCard = Card

/** The sandbox's own ids, at moments of the caller's choice. */
const stamping = (random: Random, at: Date) => ({
  stamp: (prefix: string) => ({ id: `${prefix}_${secretOf(random)}`, created: secondsOf(at) }),
})

const secretOf = (random: Random) => random.uuid().replaceAll('-', '')
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

const rowOf = (entry: Entry, at: Date): PastRow => ({
  customer: null,
  intent: null,
  email: null,
  behaviour: null,
  ...entry,
  created: secondsOf(at),
  version: 0,
})

export function pastCustomer(
  random: Random,
  { email, name, at }: { email: string; name: string; at: Date },
): PastRow {
  const fields = { email, name, phone: null, metadata: {} }
  const data = newCustomer(stamping(random, at).stamp('cus'), fields)
  return rowOf({ id: data.id, type: 'customer', data, email }, at)
}

/** A card that somebody typed into the form then. */
export function pastCard(
  random: Random,
  { typed, at, fingerprintKey }: { typed: TypedCard; at: Date; fingerprintKey: string },
): PastCard {
  const method = newPaymentMethod(stamping(random, at).stamp('pm'), faceOf(typed, fingerprintKey))
  return { method, behaviour: behaviourOf(typed.number), stored: false }
}

type PastIntent = {
  orderId: string
  amountCents: number
  customerRef: string
  savesCard: boolean
  openedAt: Date
}

/** An intent that nobody has paid; with an end, one that was given up then. */
export function pastIntent(random: Random, wish: PastIntent, canceledAt?: Date): PastRow {
  const data = newIntent(random, wish)
  if (canceledAt) Object.assign(data, { status: 'canceled', canceled_at: secondsOf(canceledAt) })
  return intentRow(data, wish.openedAt)
}

type PastPayment = PastIntent & {
  card: PastCard
  paidAt: Date
  offSession: boolean
  refund: PastRefund | undefined
}

/** A whole payment: the card if it is new, the intent, its charge, and what was given back. */
export function pastPayment(random: Random, wish: PastPayment) {
  const { card, paidAt, offSession, refund } = wish
  const intent = newIntent(random, wish)
  const attempt = takePayment(stamping(random, paidAt), intent, card, { offSession })
  const [charge, method] = (attempt.also ?? []).map((entry) => rowOf(entry, paidAt))
  if (!charge) throw new Error('a demo card was declined')

  const paid = intentRow(attempt.data, wish.openedAt)
  const kept = { ...card, stored: true, ...(method && { method: method.data as Card['method'] }) }
  const back = refund && giveBack(random, charge, wish.amountCents, refund)
  return {
    intentId: intent.id,
    refundRef: back?.refund.id ?? null,
    card: kept satisfies PastCard,
    rows: [...(method ? [method] : []), paid, ...(back ? [back.charge, back.refund] : [charge])],
  }
}

type PastRefund = { at: Date; refundId: string }

function giveBack(random: Random, charge: PastRow, amount: number, { at, refundId }: PastRefund) {
  const fields = { amount, reason: null, metadata: { refund_id: refundId } }
  const { data, refund } = planRefund(stamping(random, at), charge.data as Charge, fields)
  return { charge: { ...charge, data }, refund: rowOf(refund, at) }
}

function newIntent(random: Random, wish: PastIntent): PaymentIntent {
  return newPaymentIntent(
    { ...stamping(random, wish.openedAt).stamp('pi'), secret: secretOf(random) },
    {
      amount: wish.amountCents,
      customer: wish.customerRef,
      metadata: { order_id: wish.orderId },
      save: wish.savesCard ? 'off_session' : null,
    },
  )
}

const intentRow = (data: PaymentIntent, openedAt: Date): PastRow =>
  rowOf({ id: data.id, type: data.object, data, customer: data.customer }, openedAt)
