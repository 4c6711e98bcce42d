import { type Card, methodEntry } from '../attempt-payment.ts'
import type { ApiResponse, Ledger, ObjectChange, Row } from '../ledger.ts'
import { listObjects, retrieveObject } from '../listing.ts'
import { type CardError, newSetupIntent, type SetupIntent, threeDSecure } from '../objects.ts'
import { authenticationFailed, issuerResponse } from '../test-cards.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { unexpectedState } from './api-error.ts'
import { allowOnly, mergeMetadata, readText, requiredText } from './params.ts'
import { belongsToOtherCustomer, toCard } from './payment-methods-api.ts'

const type = 'setup_intent'

export const setupIntentRoutes = (ledger: Ledger): Routes => ({
  'GET setup_intents': (call) =>
    listObjects(ledger, type, call, { customer: readText(call.params, 'customer') ?? undefined }),
  'POST setup_intents': (call) => createSetup(ledger, call),
  'GET setup_intents/:id': (call) => retrieveObject(ledger, type, call),
  'POST setup_intents/:id/confirm': (call) => confirmSetup(ledger, call),
  'POST setup_intents/:id/cancel': (call) =>
    ledger.change(call, type, call.id, (setup: SetupIntent) => {
      if (isOpen(setup)) return { data: { ...setup, status: 'canceled', next_action: null } }
      throw unexpectedState(`This SetupIntent has a status of ${setup.status}.`, setup)
    }),
})

function createSetup(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  const { params } = call
  allowOnly(params, ['customer', 'metadata', 'allowed_payment_method_types', 'usage'])
  const customer = readText(params, 'customer') ?? null
  const data = newSetupIntent(
    { ...ledger.stamp('seti'), secret: ledger.secret() },
    {
      customer,
      metadata: mergeMetadata({}, params),
      usage: readText(params, 'usage') ?? 'off_session',
    },
  )
  const pendingEvents = [{ type: 'setup_intent.created', objectIndex: 0 }]
  return ledger.create(call, { id: data.id, type, data, customer }, pendingEvents, customer)
}

function confirmSetup(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  allowOnly(call.params, ['payment_method', 'return_url'])
  const methodId = requiredText(call.params, 'payment_method')
  const decide = (setup: SetupIntent, find: (id: string) => Row | undefined) => {
    const card = toCard(find(methodId), methodId)
    if (!isOpen(setup)) {
      throw unexpectedState(`This SetupIntent has a status of ${setup.status}.`, setup)
    }
    if (card.method.customer !== null && card.method.customer !== setup.customer) {
      throw belongsToOtherCustomer(methodId)
    }
    const attempt = saveCard(setup, card, false)
    const body = JSON.stringify({ error: { ...attempt.error, setup_intent: attempt.data } })
    return { ...attempt, respondWith: attempt.error ? { status: 402, body } : 0 }
  }
  return ledger.change(call, type, call.id, decide, [methodId])
}

export const isOpen = ({ status }: SetupIntent) => status !== 'succeeded' && status !== 'canceled'

type SetupAttempt = ObjectChange & { data: SetupIntent; error?: CardError }

/** One attempt to save a card. Nothing is charged, so a card that fails later is accepted. */
export function saveCard(setup: SetupIntent, card: Card, authenticated: boolean): SetupAttempt {
  const issuerDecision = issuerResponse(card.behavior, {
    offSession: false,
    authenticated,
    saved: false,
  })
  if (issuerDecision === 'authenticate') {
    return {
      data: withCard(setup, card, 'requires_action'),
      related: card.stored ? [] : [methodEntry(card)],
      pendingEvents: [{ type: 'setup_intent.requires_action', objectIndex: 0 }],
    }
  }
  if (issuerDecision !== 'approve') return failSetup(setup, card, issuerDecision)

  const method = { ...card.method, customer: setup.customer }
  const pendingEvents = [{ type: 'setup_intent.succeeded', objectIndex: 0 }]
  if (setup.customer !== null)
    pendingEvents.push({ type: 'payment_method.attached', objectIndex: 1 })
  const data = withCard(setup, card, 'succeeded')
  return { data, related: [methodEntry({ ...card, method })], pendingEvents }
}

const withCard = (
  setup: SetupIntent,
  { method }: Card,
  status: 'requires_action' | 'succeeded',
): SetupIntent => ({
  ...setup,
  status,
  next_action: status === 'requires_action' ? threeDSecure : null,
  payment_method: method.id,
  last_setup_error: null,
})

export function failSetup(
  setup: SetupIntent,
  card: Card,
  reason: CardError = authenticationFailed('setup_intent'),
): SetupAttempt {
  const error = { ...reason, payment_method: card.method }
  return {
    data: {
      ...setup,
      status: 'requires_payment_method',
      next_action: null,
      payment_method: null,
      last_setup_error: error,
    },
    error,
    related: card.stored ? [] : [methodEntry(card)],
    pendingEvents: [{ type: 'setup_intent.setup_failed', objectIndex: 0 }],
  }
}
