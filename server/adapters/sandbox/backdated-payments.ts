import type { Random } from '#server/runtime.ts'
import { planRefund } from './api/refunds-api.ts'
import { attemptPayment, type Card } from './attempt-payment.ts'
import type { Charge } from './charge-objects.ts'
import { newCustomer, newPaymentIntent, newPaymentMethod, type PaymentIntent } from './objects.ts'
import type { objects } from './tables.ts'
import { behaviorFor, type CardInput, toCardDisplay } from './test-cards.ts'
import type { Entry } from './write-statement.ts'

/**
 * Rows of past payments, as the sandbox would have written them, for demo data and load tests. They
 * have no events, because no webhook is sent for them.
 */
export type BackdatedRow = typeof objects.$inferInsert
export type BackdatedCard = Card

/** Creates ids like the sandbox's, with a given creation time. */
const createStamper = (random: Random, at: Date) => ({
  stamp: (prefix: string) => ({ id: `${prefix}_${newSecret(random)}`, created: toSeconds(at) }),
})

const newSecret = (random: Random) => random.uuid().replaceAll('-', '')
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)

const toRow = (entry: Entry, at: Date): BackdatedRow => ({
  customer: null,
  intent: null,
  email: null,
  behavior: null,
  ...entry,
  created: toSeconds(at),
  version: 0,
})

export function backdatedCustomer(
  random: Random,
  { email, name, at }: { email: string; name: string; at: Date },
): BackdatedRow {
  const fields = { email, name, phone: null, metadata: {} }
  const data = newCustomer(createStamper(random, at).stamp('cus'), fields)
  return toRow({ id: data.id, type: 'customer', data, email }, at)
}

/** A card entered into the card form at that time. */
export function backdatedCard(
  random: Random,
  { cardInput, at, fingerprintKey }: { cardInput: CardInput; at: Date; fingerprintKey: string },
): BackdatedCard {
  const method = newPaymentMethod(
    createStamper(random, at).stamp('pm'),
    toCardDisplay(cardInput, fingerprintKey),
  )
  return { method, behavior: behaviorFor(cardInput.number), stored: false }
}

type IntentInput = {
  orderId: string
  amountCents: number
  customerRef: string
  savesCard: boolean
  openedAt: Date
}

/** An unpaid intent; with `canceledAt`, a canceled one. */
export function backdatedIntent(
  random: Random,
  input: IntentInput,
  canceledAt?: Date,
): BackdatedRow {
  const data = newIntent(random, input)
  if (canceledAt) Object.assign(data, { status: 'canceled', canceled_at: toSeconds(canceledAt) })
  return intentRow(data, input.openedAt)
}

type PaymentInput = IntentInput & {
  card: BackdatedCard
  paidAt: Date
  offSession: boolean
  refund: RefundInput | undefined
}

/** A complete payment: the card if it is new, the intent, its charge and its refund. */
export function backdatedPayment(random: Random, input: PaymentInput) {
  const { card, paidAt, offSession, refund } = input
  const intent = newIntent(random, input)
  const attempt = attemptPayment(createStamper(random, paidAt), intent, card, { offSession })
  const [charge, method] = (attempt.related ?? []).map((entry) => toRow(entry, paidAt))
  if (!charge) throw new Error('a demo card was declined')

  const paid = intentRow(attempt.data, input.openedAt)
  const storedCard = {
    ...card,
    stored: true,
    ...(method && { method: method.data as Card['method'] }),
  }
  const refunded = refund && refundCharge(random, charge, input.amountCents, refund)
  return {
    intentId: intent.id,
    refundRef: refunded?.refund.id ?? null,
    card: storedCard satisfies BackdatedCard,
    rows: [
      ...(method ? [method] : []),
      paid,
      ...(refunded ? [refunded.charge, refunded.refund] : [charge]),
    ],
  }
}

type RefundInput = { at: Date; refundId: string }

function refundCharge(
  random: Random,
  charge: BackdatedRow,
  amount: number,
  { at, refundId }: RefundInput,
) {
  const fields = { amount, reason: null, metadata: { refund_id: refundId } }
  const { data, refund } = planRefund(createStamper(random, at), charge.data as Charge, fields)
  return { charge: { ...charge, data }, refund: toRow(refund, at) }
}

function newIntent(random: Random, input: IntentInput): PaymentIntent {
  return newPaymentIntent(
    { ...createStamper(random, input.openedAt).stamp('pi'), secret: newSecret(random) },
    {
      amount: input.amountCents,
      customer: input.customerRef,
      metadata: { order_id: input.orderId },
      save: input.savesCard ? 'off_session' : null,
    },
  )
}

const intentRow = (data: PaymentIntent, openedAt: Date): BackdatedRow =>
  toRow({ id: data.id, type: data.object, data, customer: data.customer }, openedAt)
