import Stripe from 'stripe'
import {
  buyersTimeLeft,
  type CardEvent,
  CardProblem,
  type CardProvider,
  type CycleRef,
  type Patience,
} from '#server/modules/payments/port.ts'
import { cardProblem, isRepeatedFailure } from './card-problems.ts'
import { DeadlineClient } from './deadline-client.ts'
import { readPaymentIntent, readRefund, readStripeEvent } from './read-stripe.ts'
import { disputesOf, stripeLists } from './stripe-lists.ts'

type StripeCardsOptions = {
  secretKey: string
  webhookSecret: string
  /** Another origin than Stripe's own: scheme, host and port. */
  apiBase?: string
  /** Another way to the provider than the network. */
  httpClient?: Stripe.HttpClient
}

const toleranceSeconds = 300

/** Retries belong to the caller, who holds the recorded key. */
const within = (patience: Patience): Stripe.RequestOptions => ({
  timeout: patience === 'buyer' ? buyersTimeLeft() : 30_000,
  maxNetworkRetries: 0,
})

/** The card provider on Stripe's SDK; the sandbox is reached by the same code through `apiBase`. */
export function stripeCards(options: StripeCardsOptions): CardProvider {
  const stripe = new Stripe(options.secretKey, {
    ...originOf(options.apiBase),
    httpClient: options.httpClient ?? new DeadlineClient(),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const { paymentIntents, refunds } = stripe

  return {
    ...customerCalls(stripe),

    createIntent: ({ key, amountCents, orderId, customerRef, saveCard, cycle }, patience) =>
      make(key, async (fresh) => {
        const params: Stripe.PaymentIntentCreateParams = {
          amount: amountCents,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          metadata: { order_id: orderId, ...cycleWords(cycle) },
        }
        if (customerRef) params.customer = customerRef
        if (saveCard) params.setup_future_usage = 'off_session'
        return readPaymentIntent(await paymentIntents.create(params, once(fresh, patience)))
      }),

    updateIntent: (id, { amountCents, orderId, customerRef, saveCard }, patience) =>
      speak(async () => {
        const params: Stripe.PaymentIntentUpdateParams = {
          amount: amountCents,
          customer: customerRef,
          metadata: { order_id: orderId },
          setup_future_usage: saveCard ? 'off_session' : '',
        }
        return readPaymentIntent(await paymentIntents.update(id, params, within(patience)))
      }),

    readIntent: (id, patience) =>
      speak(async () => {
        const params = { expand: ['latest_charge'] }
        const intent = await paymentIntents.retrieve(id, params, within(patience))
        return readPaymentIntent(intent, await disputesOf(stripe, intent, within(patience)))
      }),

    chargeSaved: ({ key, intentId, paymentMethodRef }, patience) =>
      speak(async () => {
        const params = { payment_method: paymentMethodRef, off_session: true }
        return readPaymentIntent(
          await paymentIntents.confirm(intentId, params, once(key, patience)),
        )
      }),

    cancelIntent: (id, patience) =>
      speak(async () => readPaymentIntent(await paymentIntents.cancel(id, {}, within(patience)))),

    refund: ({ key, intentId, amountCents, refundId }, patience) =>
      speak(async () => {
        const params = {
          payment_intent: intentId,
          amount: amountCents,
          metadata: { refund_id: refundId },
        }
        return readRefund(await refunds.create(params, once(key, patience)))
      }),

    refundsOf: (intentId, patience) =>
      speak(async () => {
        const params = { payment_intent: intentId, limit: 100 }
        return (await refunds.list(params, within(patience))).data.map(readRefund)
      }),

    ...stripeLists(stripe, within),

    readEvent: (rawBody, signature, now) =>
      readEvent(stripe, options.webhookSecret, { rawBody, signature, now }),
  }
}

const once = (key: string, patience: Patience) => ({ ...within(patience), idempotencyKey: key })

/** What concerns a customer of the provider rather than one payment. */
function customerCalls(
  stripe: Stripe,
): Pick<CardProvider, 'createCustomer' | 'defaultCardOf' | 'openBillingPortal'> {
  const { customers } = stripe
  return {
    createCustomer: ({ key, email, name }, patience) =>
      make(key, async (fresh) => {
        return (await customers.create({ email, name }, once(fresh, patience))).id
      }),

    defaultCardOf: (customerRef, patience) =>
      speak(async () => {
        const customer = await customers.retrieve(customerRef, {}, within(patience))
        if (customer.deleted) return null
        const card = customer.invoice_settings.default_payment_method
        return typeof card === 'string' ? card : (card?.id ?? null)
      }),

    openBillingPortal: (customerRef, returnUrl, patience) =>
      speak(async () => {
        const params = { customer: customerRef, return_url: returnUrl }
        return (await stripe.billingPortal.sessions.create(params, within(patience))).url
      }),
  }
}

const cycleWords = (cycle: CycleRef | undefined) =>
  cycle && { subscription_id: cycle.subscriptionId, cycle: String(cycle.cycle) }

type Message = { rawBody: Buffer; signature: string; now: Date }

function readEvent(stripe: Stripe, secret: string, message: Message): CardEvent {
  const { rawBody, signature, now } = message
  try {
    const event = stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    )
    // The SDK refuses only what is too old; a date in the future is as wrong.
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
    if (!(signedAt - now.getTime() / 1000 <= toleranceSeconds)) throw new Error('signed later')
    return readStripeEvent(event)
  } catch (error) {
    throw new CardProblem('forged', 'the signature does not fit', { cause: error })
  }
}

const MAX_FRESH_KEYS = 5

/**
 * The provider keeps a 500 for its key and repeats it for a day. Making something moves no money, so
 * the next try goes on under the next key, which is the same one for everybody who tries.
 */
async function make<T>(key: string, act: (key: string) => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await unsourced(() => act(nth === 1 ? key : `${key}.${nth}`))
    } catch (error) {
      if (nth === MAX_FRESH_KEYS || !isRepeatedFailure(error)) throw cardProblem(error)
    }
  }
}

async function speak<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await unsourced(act)
  } catch (error) {
    throw cardProblem(error)
  }
}

/**
 * The SDK writes down at each call where it was called from, in case it fails: a twentieth of a
 * checkout's work, for a line that a `CardProblem` does not need.
 */
function unsourced<T>(act: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return act()
  } finally {
    Error.stackTraceLimit = limit
  }
}

function originOf(apiBase: string | undefined): Stripe.StripeConfig {
  if (!apiBase) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const secure = protocol === 'https:'
  return {
    protocol: secure ? 'https' : 'http',
    host: hostname,
    port: port || (secure ? 443 : 80),
  }
}
