import { ApiError, missing, unexpectedState } from './api/api-error.ts'
import { cannotConfirm, isPayable } from './api/payment-intents-api.ts'
import { toCard } from './api/payment-methods-api.ts'
import { failSetup, isOpen, saveCard } from './api/setup-intents-api.ts'
import { attemptPayment, type Card, failAuthentication } from './attempt-payment.ts'
import { hasSameText } from './has-same-text.ts'
import { type Ledger, type ObjectChange, withoutIdempotency } from './ledger.ts'
import {
  type CardError,
  newPaymentMethod,
  type PaymentIntent,
  type SetupIntent,
} from './objects.ts'
import { behaviorFor, type CardInput, findCardError, toCardDisplay } from './test-cards.ts'

/** Replaces Stripe.js: what a buyer's browser can do with an intent's client secret. */
export type SandboxBrowser = {
  confirmPayment(input: Secret & { card: CardInput }): Promise<BrowserResult>
  confirmSetup(input: Secret & { card: CardInput }): Promise<BrowserResult>
  /** Completes or fails the 3-D Secure challenge of a payment or setup. */
  authenticate(input: Secret & { outcome: 'complete' | 'fail' }): Promise<BrowserResult>
  readIntent(input: Secret): Promise<BrowserResult>
}

export type Secret = { intentId: string; clientSecret: string }

export type BrowserResult = {
  /** The intent's status, or `missing` if no intent has that id and secret. */
  status: string
  error?: { message: string; code: string; decline_code?: string }
  needsAuthentication?: boolean
}

type Intent = PaymentIntent | SetupIntent
type Attempt = ObjectChange & { data: Intent; error?: CardError }

export function sandboxBrowser(ledger: Ledger, fingerprintKey: string): SandboxBrowser {
  const newCard = (input: CardInput): Card => ({
    method: newPaymentMethod(ledger.stamp('pm'), toCardDisplay(input, fingerprintKey)),
    behavior: behaviorFor(input.number),
    stored: false,
  })

  /** Applies one change if the client secret is right. API errors are returned as results. */
  const applyChange = async (type: string, secret: Secret, decide: (intent: Intent) => Attempt) => {
    let attempt: Attempt | undefined
    try {
      await ledger.change(withoutIdempotency, type, String(secret.intentId), (intent: Intent) => {
        checkSecret(intent, secret)
        attempt = decide(intent)
        return attempt
      })
    } catch (error) {
      if (error instanceof ApiError) return toRejection(error)
      throw error
    }
    return attempt ? toBrowserResult(attempt.data, attempt.error) : { status: 'missing' }
  }

  const confirm = (type: string, { card, ...secret }: Secret & { card: CardInput }) =>
    applyChange(type, secret, (intent) => {
      const cardError = findCardError(card, ledger.clock.now())
      if (cardError) throw new ApiError(402, { type: 'card_error', ...cardError })
      if (isSetup(intent)) {
        if (!isOpen(intent)) throw unexpectedState(cannotConfirm(intent), intent)
        return saveCard(intent, newCard(card), false)
      }
      if (!isPayable(intent)) throw unexpectedState(cannotConfirm(intent), intent)
      return attemptPayment(ledger, intent, newCard(card), {})
    })

  return {
    confirmPayment: (input) => confirm('payment_intent', input),
    confirmSetup: (input) => confirm('setup_intent', input),
    readIntent: async (secret) => {
      const intent = await find(ledger, secret)
      return intent
        ? toBrowserResult(intent, lastError(intent))
        : toRejection(missingIntent(secret))
    },
    authenticate: async ({ outcome, ...secret }) => {
      const intent = await find(ledger, secret)
      if (!intent) return toRejection(missingIntent(secret))
      const card = await findCard(ledger, intent)
      return applyChange(intent.object, secret, (now) => {
        if (!card || now.status !== 'requires_action' || now.payment_method !== card.method.id) {
          throw unexpectedState('This payment is not waiting for its holder.', now)
        }
        const completes = outcome === 'complete'
        if (isSetup(now)) return completes ? saveCard(now, card, true) : failSetup(now, card)
        return completes
          ? attemptPayment(ledger, now, card, { authenticated: true })
          : failAuthentication(now, card)
      })
    },
  }
}

const isSetup = (intent: Intent): intent is SetupIntent => intent.object === 'setup_intent'

const lastError = (intent: Intent) =>
  isSetup(intent) ? intent.last_setup_error : intent.last_payment_error

function toBrowserResult({ status }: Intent, error?: CardError | null): BrowserResult {
  const result: BrowserResult = { status }
  if (error) {
    const { message, code, decline_code } = error
    result.error = decline_code ? { message, code, decline_code } : { message, code }
  }
  if (status === 'requires_action') result.needsAuthentication = true
  return result
}

function toRejection({ status, fields }: ApiError): BrowserResult {
  const intent = (fields.payment_intent ?? fields.setup_intent) as Intent | undefined
  const error = { message: fields.message, code: fields.code ?? 'invalid_request' }
  if (status === 404) return { status: 'missing', error }
  return { status: intent?.status ?? 'requires_payment_method', error }
}

const missingIntent = ({ intentId }: Secret) => missing('payment_intent', String(intentId))

function checkSecret(intent: Intent, secret: Secret) {
  const received = String(secret.clientSecret)
  if (!hasSameText(received, intent.client_secret)) throw missingIntent(secret)
}

async function find(ledger: Ledger, secret: Secret): Promise<Intent | undefined> {
  const { rows } = await ledger.read(withoutIdempotency, [String(secret.intentId)])
  const intent = rows[0]?.data as Intent | undefined
  if (intent?.object !== 'payment_intent' && intent?.object !== 'setup_intent') return undefined
  try {
    checkSecret(intent, secret)
    return intent
  } catch {
    return undefined
  }
}

async function findCard(ledger: Ledger, { payment_method }: Intent): Promise<Card | undefined> {
  if (payment_method === null) return undefined
  const { rows } = await ledger.read(withoutIdempotency, [payment_method])
  return toCard(rows[0], payment_method)
}
