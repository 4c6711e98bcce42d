import { unexpectedState } from './api-error.ts'
import type { Call, Routes } from './call.ts'
import type { Answer, Ledger, Plan, Row } from './ledger.ts'
import { listObjects, retrieveObject } from './listing.ts'
import { allowOnly, mergeMetadata, requiredText, textOf } from './params.ts'
import { belongsToAnother, cardIn } from './payment-methods-api.ts'
import { type CardError, newSetupIntent, type SetupIntent, threeDSecure } from './shapes.ts'
import { type Card, methodEntry } from './take-payment.ts'
import { authenticationFailed, bankAnswer } from './test-cards.ts'

const type = 'setup_intent'

export const setupIntentRoutes = (ledger: Ledger): Routes => ({
  'GET setup_intents': (call) =>
    listObjects(ledger, type, call, { customer: textOf(call.params, 'customer') ?? undefined }),
  'POST setup_intents': (call) => createSetup(ledger, call),
  'GET setup_intents/:id': (call) => retrieveObject(ledger, type, call),
  'POST setup_intents/:id/confirm': (call) => confirmSetup(ledger, call),
  'POST setup_intents/:id/cancel': (call) =>
    ledger.change(call, type, call.id, (setup: SetupIntent) => {
      if (isOpen(setup)) return { data: { ...setup, status: 'canceled', next_action: null } }
      throw unexpectedState(`This SetupIntent has a status of ${setup.status}.`, setup)
    }),
})

function createSetup(ledger: Ledger, call: Call): Promise<Answer> {
  const { params } = call
  allowOnly(params, ['customer', 'metadata', 'allowed_payment_method_types', 'usage'])
  const customer = textOf(params, 'customer') ?? null
  const data = newSetupIntent(
    { ...ledger.stamp('seti'), secret: ledger.secret() },
    {
      customer,
      metadata: mergeMetadata({}, params),
      usage: textOf(params, 'usage') ?? 'off_session',
    },
  )
  const notes = [{ type: 'setup_intent.created', of: 0 }]
  return ledger.create(call, { id: data.id, type, data, customer }, notes, customer)
}

function confirmSetup(ledger: Ledger, call: Call): Promise<Answer> {
  allowOnly(call.params, ['payment_method', 'return_url'])
  const methodId = requiredText(call.params, 'payment_method')
  const decide = (setup: SetupIntent, find: (id: string) => Row | undefined) => {
    const card = cardIn(find(methodId), methodId)
    if (!isOpen(setup)) {
      throw unexpectedState(`This SetupIntent has a status of ${setup.status}.`, setup)
    }
    if (card.method.customer !== null && card.method.customer !== setup.customer) {
      throw belongsToAnother(methodId)
    }
    const attempt = saveCard(setup, card, false)
    const body = JSON.stringify({ error: { ...attempt.error, setup_intent: attempt.data } })
    return { ...attempt, shows: attempt.error ? { status: 402, body } : 0 }
  }
  return ledger.change(call, type, call.id, decide, [methodId])
}

export const isOpen = ({ status }: SetupIntent) => status !== 'succeeded' && status !== 'canceled'

type SetupAttempt = Plan & { data: SetupIntent; error?: CardError }

/** One try to save a card. Nothing is charged, so a card that fails only later is taken. */
export function saveCard(setup: SetupIntent, card: Card, authenticated: boolean): SetupAttempt {
  const verdict = bankAnswer(card.behaviour, { offSession: false, authenticated, saved: false })
  if (verdict === 'authenticate') {
    return {
      data: withCard(setup, card, 'requires_action'),
      also: card.stored ? [] : [methodEntry(card)],
      notes: [{ type: 'setup_intent.requires_action', of: 0 }],
    }
  }
  if (verdict !== 'approve') return failSetup(setup, card, verdict)

  const method = { ...card.method, customer: setup.customer }
  const notes = [{ type: 'setup_intent.succeeded', of: 0 }]
  if (setup.customer !== null) notes.push({ type: 'payment_method.attached', of: 1 })
  const data = withCard(setup, card, 'succeeded')
  return { data, also: [methodEntry({ ...card, method })], notes }
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
    also: card.stored ? [] : [methodEntry(card)],
    notes: [{ type: 'setup_intent.setup_failed', of: 0 }],
  }
}
