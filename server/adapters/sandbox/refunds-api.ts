import { ApiError, missing, missingParam } from './api-error.ts'
import type { Call, Routes } from './call.ts'
import { type Charge, newRefund, type Refund } from './charge-shapes.ts'
import { type Answer, type Ledger, unrepeated } from './ledger.ts'
import { listObjects, retrieveObject } from './listing.ts'
import { allowOnly, integerOf, mergeMetadata, textOf } from './params.ts'

export const refundRoutes = (ledger: Ledger): Routes => ({
  'GET charges': (call) => listObjects(ledger, 'charge', call, ofIntent(call)),
  'GET charges/:id': (call) => retrieveObject(ledger, 'charge', call),
  'GET refunds': (call) => listObjects(ledger, 'refund', call, ofIntent(call)),
  'POST refunds': (call) => createRefund(ledger, call),
  'GET refunds/:id': (call) => retrieveObject(ledger, 'refund', call),
})

const ofIntent = ({ params }: Call) => ({ intent: textOf(params, 'payment_intent') ?? undefined })

async function createRefund(ledger: Ledger, call: Call): Promise<Answer> {
  const { params } = call
  allowOnly(params, ['amount', 'charge', 'metadata', 'payment_intent', 'reason'])
  const intentId = textOf(params, 'payment_intent')
  const chargeId = intentId ? await chargePaying(ledger, intentId) : textOf(params, 'charge')
  if (!chargeId) throw missingParam('payment_intent')

  return ledger.change(call, 'charge', chargeId, (charge: Charge) => {
    const left = charge.amount_captured - charge.amount_refunded
    const amount = integerOf(params, 'amount') ?? left
    refuse(charge, amount, left)

    const { data, refund } = planRefund(ledger, charge, {
      amount,
      reason: textOf(params, 'reason') ?? null,
      metadata: mergeMetadata({}, params),
    })
    return {
      data,
      also: [refund],
      notes: [
        { type: 'charge.refunded', of: 0 },
        { type: 'refund.created', of: 1 },
      ],
      shows: 1,
    }
  })
}

/** What giving that much back leaves: the charge as it is then, and the entry of the refund. */
export function planRefund(
  ledger: Pick<Ledger, 'stamp'>,
  charge: Charge,
  fields: Parameters<typeof newRefund>[2],
) {
  const refund = newRefund(ledger.stamp('re'), charge, fields)
  const refundedCents = charge.amount_refunded + fields.amount
  const data: Charge = {
    ...charge,
    amount_refunded: refundedCents,
    refunded: refundedCents === charge.amount_captured,
  }
  const { id, payment_intent: intent } = refund
  return { data, refund: { id, type: 'refund', data: refund, intent } }
}

/** The card's bank sends the newest refund of an intent back, days later; a test plays the bank. */
export async function failRefund(ledger: Ledger, intentId: string): Promise<void> {
  const { rows } = await ledger.query<{ data: Refund }>({
    text: `select data from sandbox.objects where intent = $1 and type = 'refund'
           order by seq desc limit 1`,
    values: [intentId],
  })
  const refund = rows[0]?.data
  if (!refund) throw missing('refund', intentId)
  await ledger.change(unrepeated, 'charge', refund.charge, (charge: Charge) => ({
    data: {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    },
    also: [
      {
        id: refund.id,
        type: 'refund',
        data: { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' },
        intent: intentId,
      },
    ],
    notes: [
      { type: 'refund.updated', of: 1 },
      { type: 'refund.failed', of: 1 },
    ],
  }))
}

function refuse(charge: Charge, amount: number, left: number) {
  if (charge.status !== 'succeeded') {
    throw new ApiError(400, { message: `Charge ${charge.id} did not succeed.`, param: 'charge' })
  }
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw new ApiError(400, { code: 'charge_disputed', message })
  }
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw new ApiError(400, { code: 'charge_already_refunded', message })
  }
  if (amount < 1 || amount > left) {
    const message =
      amount < 1
        ? 'Invalid positive integer'
        : `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw new ApiError(400, { message, param: 'amount' })
  }
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** The id of the charge that paid an intent. */
export async function chargePaying(ledger: Ledger, intentId: string): Promise<string> {
  const { rows } = await ledger.query<{ id: string }>({
    name: 'sandbox_charge_paying',
    text: `select id from sandbox.objects
           where intent = $1 and type = 'charge' and data ->> 'status' = 'succeeded'`,
    values: [intentId],
  })
  if (rows[0]) return rows[0].id
  const { rows: intents } = await ledger.read({ key: null, fingerprint: '' }, [intentId])
  if (!intents[0]) throw missing('payment_intent', intentId, 'payment_intent')
  throw new ApiError(400, {
    message: `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    param: 'payment_intent',
  })
}
