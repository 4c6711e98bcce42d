import Stripe from 'stripe'
import {
  type CardEvent,
  CardProblem,
  type CardProvider,
  type Patience,
} from '#server/modules/payments/port.ts'
import { cardProblem } from './card-problems.ts'
import { DeadlineClient } from './deadline-client.ts'
import { isCharged, readPaymentIntent, readRefund, readStripeEvent } from './read-stripe.ts'

type StripeCardsOptions = {
  secretKey: string
  webhookSecret: string
  /** Another origin than Stripe's own: scheme, host and port. */
  apiBase?: string
}

const toleranceSeconds = 300

/** Retries belong to the caller, who holds the recorded key. */
const patient: Record<Patience, Stripe.RequestOptions> = {
  buyer: { timeout: 5_000, maxNetworkRetries: 0 },
  worker: { timeout: 30_000, maxNetworkRetries: 0 },
}

/** The card provider on Stripe's SDK; the sandbox is reached by the same code through `apiBase`. */
export function stripeCards(options: StripeCardsOptions): CardProvider {
  const stripe = new Stripe(options.secretKey, {
    ...originOf(options.apiBase),
    httpClient: new DeadlineClient(),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const { paymentIntents, refunds, customers } = stripe
  const once = (key: string, patience: Patience) => ({ ...patient[patience], idempotencyKey: key })

  return {
    createIntent: ({ key, amountCents, orderId, customerRef, saveCard }, patience) =>
      speak(async () => {
        const params: Stripe.PaymentIntentCreateParams = {
          amount: amountCents,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          metadata: { order_id: orderId },
        }
        if (customerRef) params.customer = customerRef
        if (saveCard) params.setup_future_usage = 'off_session'
        return readPaymentIntent(await paymentIntents.create(params, once(key, patience)))
      }),

    updateIntent: (id, { amountCents, orderId, customerRef, saveCard }, patience) =>
      speak(async () => {
        const params: Stripe.PaymentIntentUpdateParams = {
          amount: amountCents,
          customer: customerRef,
          metadata: { order_id: orderId },
          setup_future_usage: saveCard ? 'off_session' : '',
        }
        return readPaymentIntent(await paymentIntents.update(id, params, patient[patience]))
      }),

    readIntent: (id, patience) =>
      speak(async () => {
        const params = { expand: ['latest_charge'] }
        const intent = await paymentIntents.retrieve(id, params, patient[patience])
        return readPaymentIntent(intent, await isDisputed(stripe, intent, patience))
      }),

    cancelIntent: (id, patience) =>
      speak(async () => readPaymentIntent(await paymentIntents.cancel(id, {}, patient[patience]))),

    createCustomer: ({ key, email, name }, patience) =>
      speak(async () => (await customers.create({ email, name }, once(key, patience))).id),

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
        return (await refunds.list(params, patient[patience])).data.map(readRefund)
      }),

    intentsSince: (since) => intentsSince(stripe, since),

    readEvent: (rawBody, signature, now) =>
      readEvent(stripe, options.webhookSecret, { rawBody, signature, now }),
  }
}

async function* intentsSince(stripe: Stripe, since: Date) {
  const gte = Math.floor(since.getTime() / 1000)
  const params = { created: { gte }, limit: 100, expand: ['data.latest_charge'] }
  try {
    for await (const intent of stripe.paymentIntents.list(params, patient.worker)) {
      yield readPaymentIntent(intent, await isDisputed(stripe, intent, 'worker'))
    }
  } catch (error) {
    throw cardProblem(error)
  }
}

/** A charge stays marked when its dispute is won, so the dispute itself is asked. */
async function isDisputed(stripe: Stripe, intent: Stripe.PaymentIntent, patience: Patience) {
  if (!isCharged(intent) || !intent.latest_charge.disputed) return false
  const params = { payment_intent: intent.id, limit: 100 }
  const { data } = await stripe.disputes.list(params, patient[patience])
  return data.some(({ status }) => status !== 'won' && status !== 'warning_closed')
}

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

async function speak<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw cardProblem(error)
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
