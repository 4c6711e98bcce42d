import { type Attempt, attemptPayment } from '../attempt-payment.ts'
import type { ApiResponse, Ledger, Row } from '../ledger.ts'
import { changeAndExpand, listObjects, retrieveObject } from '../listing.ts'
import { isCustomer, newPaymentIntent, type PaymentIntent } from '../objects.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { ApiError, missing, missingParam, unexpectedState } from './api-error.ts'
import {
  allowOnly,
  mergeMetadata,
  type Params,
  readAmount,
  readText,
  requiredText,
} from './params.ts'
import { belongsToOtherCustomer, cardCannotBeReused, toCard } from './payment-methods-api.ts'

const type = 'payment_intent'
const updatableFields = [
  'amount',
  'currency',
  'customer',
  'description',
  'metadata',
  'allowed_payment_method_types',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor_suffix',
]

export const paymentIntentRoutes = (ledger: Ledger): Routes => ({
  'GET payment_intents': (call) =>
    listObjects(ledger, type, call, { customer: readText(call.params, 'customer') ?? undefined }),
  'POST payment_intents': (call) => createIntent(ledger, call),
  'GET payment_intents/:id': (call) => retrieveObject(ledger, type, call),
  'POST payment_intents/:id': (call) => changeAndExpand(ledger, type, call, updateIntent),
  'POST payment_intents/:id/confirm': (call) => changeAndExpand(ledger, type, call, confirmIntent),
  'POST payment_intents/:id/cancel': (call) => changeAndExpand(ledger, type, call, cancelIntent),
})

function createIntent(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  const { params } = call
  allowOnly(params, updatableFields)
  const amount = readAmount(params)
  if (amount === undefined) throw missingParam('amount')
  checkCurrency(requiredText(params, 'currency'))
  checkMethodTypes(params)

  const customer = readText(params, 'customer') ?? null
  const save = readText(params, 'setup_future_usage') ?? null
  const data = newPaymentIntent(
    { ...ledger.stamp('pi'), secret: ledger.secret() },
    { amount, customer, save, metadata: mergeMetadata({}, params) },
  )
  data.description = readText(params, 'description') ?? null
  data.receipt_email = readText(params, 'receipt_email') ?? null
  data.statement_descriptor_suffix = readSuffix(params) ?? null
  const pendingEvents = [{ type: 'payment_intent.created', objectIndex: 0 }]
  return ledger.create(call, { id: data.id, type, data, customer }, pendingEvents, customer)
}

function updateIntent(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  allowOnly(call.params, updatableFields)
  const customer = readText(call.params, 'customer')
  const decide = (intent: PaymentIntent, find: (id: string) => Row | undefined) => {
    if (customer && !isCustomer(find(customer))) throw missing('customer', customer, 'customer')
    return updated(intent, call.params)
  }
  return ledger.change(call, type, call.id, decide, [customer])
}

function updated(intent: PaymentIntent, params: Params) {
  if (!isPayable(intent)) {
    const message = `This PaymentIntent could not be updated because it has a status of ${intent.status}. Only one that is still to be paid can be updated.`
    throw unexpectedState(message, intent)
  }
  const amount = readAmount(params) ?? intent.amount
  const customer = readText(params, 'customer') ?? intent.customer
  if (intent.customer !== null && customer !== intent.customer) {
    const message =
      'You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment with a different Customer, cancel this PaymentIntent and create a new one.'
    throw unexpectedState(message, intent)
  }
  const currency = readText(params, 'currency')
  if (currency) checkCurrency(currency)
  checkMethodTypes(params)
  const save = readText(params, 'setup_future_usage')
  // The cardholder is authenticating another amount, so the card must be entered again.
  const restart =
    intent.status === 'requires_action' && amount !== intent.amount
      ? { status: 'requires_payment_method' as const, next_action: null, payment_method: null }
      : {}
  return {
    data: {
      ...intent,
      ...restart,
      // As at Stripe, any update clears the error of the last attempt.
      last_payment_error: null,
      amount,
      customer,
      description: readText(params, 'description') ?? intent.description,
      metadata: mergeMetadata(intent.metadata, params),
      receipt_email: readText(params, 'receipt_email') ?? intent.receipt_email,
      setup_future_usage: save === undefined ? intent.setup_future_usage : save,
      statement_descriptor_suffix: readSuffix(params) ?? intent.statement_descriptor_suffix,
    },
    customer,
  }
}

/** Also charges a saved card without the cardholder (`off_session`). */
function confirmIntent(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  const { params } = call
  allowOnly(params, ['payment_method', 'off_session', 'return_url'])
  const methodId = requiredText(params, 'payment_method')
  const offSession = readText(params, 'off_session') === 'true'
  const decide = (intent: PaymentIntent, find: (id: string) => Row | undefined) => {
    const card = toCard(find(methodId), methodId)
    if (!isPayable(intent)) throw unexpectedState(cannotConfirm(intent), intent)
    if (offSession && intent.setup_future_usage !== null) throw requiresCardholder()
    // Every stored card was used before, so one without a customer cannot be used again.
    if (card.method.customer === null) throw cardCannotBeReused()
    if (card.method.customer !== intent.customer) throw belongsToOtherCustomer(methodId)
    const attempt = attemptPayment(ledger, intent, card, { offSession })
    return { ...attempt, respondWith: attempt.error ? declineResponse(attempt) : 0 }
  }
  return ledger.change(call, type, call.id, decide, [methodId])
}

/** Stripe's exact message: a card can be set up for later only while the cardholder is present. */
const requiresCardholder = () =>
  new ApiError(400, {
    message:
      'You cannot confirm with `off_session=true` when `setup_future_usage` is also set on the PaymentIntent. The customer needs to be on-session to perform the steps which may be required to set up the PaymentMethod for future usage. Please confirm this PaymentIntent with your customer on-session.',
  })

const declineResponse = ({ data, error }: Attempt): ApiResponse => ({
  status: 402,
  body: JSON.stringify({ error: { ...error, payment_intent: data } }),
})

function cancelIntent(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  allowOnly(call.params, ['cancellation_reason'])
  return ledger.change(call, type, call.id, (intent: PaymentIntent) => {
    if (!isPayable(intent) && intent.status !== 'processing') {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`
      throw unexpectedState(message, intent)
    }
    const data: PaymentIntent = {
      ...intent,
      status: 'canceled',
      canceled_at: ledger.seconds(),
      cancellation_reason: readText(call.params, 'cancellation_reason') ?? null,
      next_action: null,
    }
    return { data, pendingEvents: [{ type: 'payment_intent.canceled', objectIndex: 0 }] }
  })
}

/** Whether the buyer can still pay it. */
export const isPayable = ({ status }: PaymentIntent) =>
  status === 'requires_payment_method' ||
  status === 'requires_confirmation' ||
  status === 'requires_action'

export const cannotConfirm = ({ status }: { status: string }) =>
  status === 'succeeded'
    ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    : `You cannot confirm this PaymentIntent because it has a status of ${status}.`

function checkCurrency(currency: string) {
  if (currency === 'usd') return
  throw new ApiError(400, { message: `Invalid currency: ${currency}`, param: 'currency' })
}

function checkMethodTypes(params: Params) {
  const types = params.allowed_payment_method_types
  if (types === undefined) return
  if (typeof types === 'object' && Object.values(types).every((type) => type === 'card')) return
  throw new ApiError(400, {
    message: 'The sandbox takes cards only.',
    param: 'allowed_payment_method_types',
  })
}

/** At most 22 characters with at least one letter, without characters that statements cannot show. */
function readSuffix(params: Params): string | null | undefined {
  const suffix = readText(params, 'statement_descriptor_suffix')
  if (!suffix || (/^[^<>\\'"*]{1,22}$/.test(suffix) && /[a-z]/i.test(suffix))) return suffix
  throw new ApiError(400, {
    message:
      'The statement descriptor suffix must be at most 22 characters with a letter, without <>\\\'"*.',
    param: 'statement_descriptor_suffix',
  })
}
