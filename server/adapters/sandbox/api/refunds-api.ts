import { type Charge, newRefund, type Refund } from '../charge-objects.ts'
import { type ApiResponse, type Ledger, withoutIdempotency } from '../ledger.ts'
import { listObjects, retrieveObject } from '../listing.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { ApiError, missing, missingParam } from './api-error.ts'
import { allowOnly, mergeMetadata, readInteger, readText } from './params.ts'

export const refundRoutes = (ledger: Ledger): Routes => ({
  'GET charges': (call) => listObjects(ledger, 'charge', call, intentFilter(call)),
  'GET charges/:id': (call) => retrieveObject(ledger, 'charge', call),
  'GET refunds': (call) => listObjects(ledger, 'refund', call, intentFilter(call)),
  'POST refunds': (call) => createRefund(ledger, call),
  'GET refunds/:id': (call) => retrieveObject(ledger, 'refund', call),
})

const intentFilter = ({ params }: ApiCall) => ({
  intent: readText(params, 'payment_intent') ?? undefined,
})

async function createRefund(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  const { params } = call
  allowOnly(params, ['amount', 'charge', 'metadata', 'payment_intent', 'reason'])
  const intentId = readText(params, 'payment_intent')
  const chargeId = intentId ? await findPayingCharge(ledger, intentId) : readText(params, 'charge')
  if (!chargeId) throw missingParam('payment_intent')

  return ledger.change(call, 'charge', chargeId, (charge: Charge) => {
    const remaining = charge.amount_captured - charge.amount_refunded
    const amount = readInteger(params, 'amount') ?? remaining
    assertRefundable(charge, amount, remaining)

    const { data, refund } = planRefund(ledger, charge, {
      amount,
      reason: readText(params, 'reason') ?? null,
      metadata: mergeMetadata({}, params),
    })
    return {
      data,
      related: [refund],
      pendingEvents: [
        { type: 'charge.refunded', objectIndex: 0 },
        { type: 'refund.created', objectIndex: 1 },
      ],
      respondWith: 1,
    }
  })
}

/** Returns the charge after the refund, and the refund's entry. */
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

/** Fails the latest refund of an intent, as the card's bank would days later. Used by tests. */
export async function failRefund(ledger: Ledger, intentId: string): Promise<void> {
  const { rows } = await ledger.query<{ data: Refund }>({
    text: `select data from sandbox.objects where intent = $1 and type = 'refund'
           order by seq desc limit 1`,
    values: [intentId],
  })
  const refund = rows[0]?.data
  if (!refund) throw missing('refund', intentId)
  await ledger.change(withoutIdempotency, 'charge', refund.charge, (charge: Charge) => ({
    data: {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    },
    related: [
      {
        id: refund.id,
        type: 'refund',
        data: { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' },
        intent: intentId,
      },
    ],
    pendingEvents: [
      { type: 'refund.updated', objectIndex: 1 },
      { type: 'refund.failed', objectIndex: 1 },
    ],
  }))
}

function assertRefundable(charge: Charge, amount: number, remaining: number) {
  if (charge.status !== 'succeeded') {
    throw new ApiError(400, { message: `Charge ${charge.id} did not succeed.`, param: 'charge' })
  }
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw new ApiError(400, { code: 'charge_disputed', message })
  }
  if (remaining === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw new ApiError(400, { code: 'charge_already_refunded', message })
  }
  if (amount < 1 || amount > remaining) {
    const message =
      amount < 1
        ? 'Invalid positive integer'
        : `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(remaining)})`
    throw new ApiError(400, { message, param: 'amount' })
  }
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Returns the id of the charge that paid an intent. */
export async function findPayingCharge(ledger: Ledger, intentId: string): Promise<string> {
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
