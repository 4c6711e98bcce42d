import type Stripe from 'stripe'
import {
  type CardEvent,
  CardProblem,
  type CardProvider,
  type CycleRef,
} from '#server/modules/payments/port.ts'
import { make, once, speak, within } from './ask-stripe.ts'
import { customerCalls, explainRefusal } from './customer-calls.ts'
import { intentDescription, statementSuffix } from './describe-intent.ts'
import { openStripe, type StripeAccess } from './open-stripe.ts'
import { readPaymentIntent, readRefund, readStripeEvent } from './read-stripe.ts'
import { disputesOf, stripeLists } from './stripe-lists.ts'

type StripeCardsOptions = StripeAccess & {
  webhookSecret: string
  /** Shown on the statement of the card's holder, as far as there is room. */
  shopName?: string
}

const toleranceSeconds = 300

/** The card provider on Stripe's SDK; the sandbox is reached by the same code through `apiBase`. */
export function stripeCards(options: StripeCardsOptions): CardProvider {
  const stripe = openStripe(options)
  const { paymentIntents, refunds } = stripe
  const suffix = statementSuffix(options.shopName ?? '')

  return {
    ...customerCalls(stripe),

    createIntent: ({ key, amountCents, orderId, customerRef, saveCard, cycle }, patience) =>
      make(key, async (fresh) => {
        const params: Stripe.PaymentIntentCreateParams = {
          amount: amountCents,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          description: intentDescription(orderId),
          metadata: { order_id: orderId, ...cycleWords(cycle) },
        }
        if (suffix) params.statement_descriptor_suffix = suffix
        if (customerRef) params.customer = customerRef
        if (saveCard) params.setup_future_usage = 'off_session'
        return readPaymentIntent(await paymentIntents.create(params, once(fresh, patience)))
      }),

    updateIntent: (id, { amountCents, orderId, customerRef, saveCard }, patience) =>
      speak(async () => {
        const params: Stripe.PaymentIntentUpdateParams = {
          amount: amountCents,
          customer: customerRef,
          description: intentDescription(orderId),
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
      }).catch((error: unknown) => explainRefusal(stripe, error, paymentMethodRef, patience)),

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
