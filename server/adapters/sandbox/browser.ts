import { hash, timingSafeEqual } from 'node:crypto'
import { ApiError, missing, unexpectedState } from './api-error.ts'
import { type Ledger, type Plan, unrepeated } from './ledger.ts'
import { cannotConfirm, isPayable } from './payment-intents-api.ts'
import { cardIn } from './payment-methods-api.ts'
import { failSetup, isOpen, saveCard } from './setup-intents-api.ts'
import { type CardError, newPaymentMethod, type PaymentIntent, type SetupIntent } from './shapes.ts'
import { type Card, failAuthentication, takePayment } from './take-payment.ts'
import { behaviourOf, cardRefusal, faceOf, type TypedCard } from './test-cards.ts'

/** Stripe.js's share of the work: what a buyer's browser may do with an intent's client secret. */
export type SandboxBrowser = {
  confirmPayment(input: Secret & { card: TypedCard }): Promise<BrowserResult>
  confirmSetup(input: Secret & { card: TypedCard }): Promise<BrowserResult>
  /** The end of the 3-D Secure step, for payments and setups alike. */
  authenticate(input: Secret & { outcome: 'complete' | 'fail' }): Promise<BrowserResult>
  readIntent(input: Secret): Promise<BrowserResult>
}

export type Secret = { intentId: string; clientSecret: string }

export type BrowserResult = {
  /** The intent's status, or `missing` when there is none with that id and secret. */
  status: string
  error?: { message: string; code: string; decline_code?: string }
  needsAuthentication?: boolean
}

type Intent = PaymentIntent | SetupIntent
type Attempt = Plan & { data: Intent; error?: CardError }

export function sandboxBrowser(ledger: Ledger, fingerprintKey: string): SandboxBrowser {
  const newCard = (typed: TypedCard): Card => ({
    method: newPaymentMethod(ledger.stamp('pm'), faceOf(typed, fingerprintKey)),
    behaviour: behaviourOf(typed.number),
    stored: false,
  })

  /** Whoever knows the secret may act once on the intent; every refusal becomes a result. */
  const act = async (type: string, secret: Secret, decide: (intent: Intent) => Attempt) => {
    let attempt: Attempt | undefined
    try {
      await ledger.change(unrepeated, type, String(secret.intentId), (intent: Intent) => {
        checkSecret(intent, secret)
        attempt = decide(intent)
        return attempt
      })
    } catch (error) {
      if (error instanceof ApiError) return refusal(error)
      throw error
    }
    return attempt ? resultOf(attempt.data, attempt.error) : { status: 'missing' }
  }

  const confirm = (type: string, { card, ...secret }: Secret & { card: TypedCard }) =>
    act(type, secret, (intent) => {
      const wrong = cardRefusal(card, ledger.clock.now())
      if (wrong) throw new ApiError(402, { type: 'card_error', ...wrong })
      if (isSetup(intent)) {
        if (!isOpen(intent)) throw unexpectedState(cannotConfirm(intent), intent)
        return saveCard(intent, newCard(card), false)
      }
      if (!isPayable(intent)) throw unexpectedState(cannotConfirm(intent), intent)
      return takePayment(ledger, intent, newCard(card), {})
    })

  return {
    confirmPayment: (input) => confirm('payment_intent', input),
    confirmSetup: (input) => confirm('setup_intent', input),
    readIntent: async (secret) => {
      const intent = await find(ledger, secret)
      return intent ? resultOf(intent, lastError(intent)) : refusal(unknown(secret))
    },
    authenticate: async ({ outcome, ...secret }) => {
      const intent = await find(ledger, secret)
      if (!intent) return refusal(unknown(secret))
      const card = await cardOf(ledger, intent)
      return act(intent.object, secret, (now) => {
        if (!card || now.status !== 'requires_action' || now.payment_method !== card.method.id) {
          throw unexpectedState('This payment is not waiting for its holder.', now)
        }
        const completes = outcome === 'complete'
        if (isSetup(now)) return completes ? saveCard(now, card, true) : failSetup(now, card)
        return completes
          ? takePayment(ledger, now, card, { authenticated: true })
          : failAuthentication(now, card)
      })
    },
  }
}

const isSetup = (intent: Intent): intent is SetupIntent => intent.object === 'setup_intent'

const lastError = (intent: Intent) =>
  isSetup(intent) ? intent.last_setup_error : intent.last_payment_error

function resultOf({ status }: Intent, error?: CardError | null): BrowserResult {
  const result: BrowserResult = { status }
  if (error) {
    const { message, code, decline_code } = error
    result.error = decline_code ? { message, code, decline_code } : { message, code }
  }
  if (status === 'requires_action') result.needsAuthentication = true
  return result
}

function refusal({ status, fields }: ApiError): BrowserResult {
  const intent = (fields.payment_intent ?? fields.setup_intent) as Intent | undefined
  const error = { message: fields.message, code: fields.code ?? 'invalid_request' }
  if (status === 404) return { status: 'missing', error }
  return { status: intent?.status ?? 'requires_payment_method', error }
}

const unknown = ({ intentId }: Secret) => missing('payment_intent', String(intentId))

function checkSecret(intent: Intent, secret: Secret) {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const given = digest(String(secret.clientSecret))
  if (!timingSafeEqual(given, digest(intent.client_secret))) throw unknown(secret)
}

async function find(ledger: Ledger, secret: Secret): Promise<Intent | undefined> {
  const { rows } = await ledger.read(unrepeated, [String(secret.intentId)])
  const intent = rows[0]?.data as Intent | undefined
  if (intent?.object !== 'payment_intent' && intent?.object !== 'setup_intent') return undefined
  try {
    checkSecret(intent, secret)
    return intent
  } catch {
    return undefined
  }
}

async function cardOf(ledger: Ledger, { payment_method }: Intent): Promise<Card | undefined> {
  if (payment_method === null) return undefined
  const { rows } = await ledger.read(unrepeated, [payment_method])
  return cardIn(rows[0], payment_method)
}
