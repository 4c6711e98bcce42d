import type Stripe from 'stripe'
import {
  type CardEvent,
  type CardProvider,
  CardProviderError,
  type CycleRef,
} from '#server/modules/payments/port.ts'
import { callStripe, createWithRetry, idempotentOptions, requestOptions } from './call-stripe.ts'
import { customerCalls, rethrowRejection } from './customer-calls.ts'
import { intentDescription, statementSuffix } from './describe-intent.ts'
import { openStripe, type StripeAccess } from './open-stripe.ts'
import { readPaymentIntent, readRefund, readStripeEvent } from './read-stripe.ts'
import { stripeBalance } from './stripe-balance.ts'
import { readDisputes, stripeLists } from './stripe-lists.ts'

type StripeCardsOptions = StripeAccess & {
  webhookSecret: string
  /** Shown on the cardholder's statement, shortened to fit. */
  shopName?: string
}

const SIGNATURE_TOLERANCE_S = 300

/** Implements the card provider with Stripe's SDK. The sandbox uses the same code through `apiBase`. */
export function stripeCards(options: StripeCardsOptions): CardProvider {
  const stripe = openStripe(options)
  const { paymentIntents, refunds } = stripe
  const suffix = statementSuffix(options.shopName ?? '')

  return {
    ...customerCalls(stripe),

    createIntent: ({ idempotencyKey, amountCents, orderId, ...input }, profile) =>
      createWithRetry(idempotencyKey, async (nextKey) => {
        const params: Stripe.PaymentIntentCreateParams = {
          amount: amountCents,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          description: intentDescription(orderId),
          metadata: { order_id: orderId, ...cycleMetadata(input.cycle) },
        }
        if (suffix) params.statement_descriptor_suffix = suffix
        if (input.customerRef) params.customer = input.customerRef
        if (input.saveCard) params.setup_future_usage = 'off_session'
        return readPaymentIntent(
          await paymentIntents.create(params, idempotentOptions(nextKey, profile)),
        )
      }),

    updateIntent: (id, { amountCents, orderId, customerRef, saveCard }, profile) =>
      callStripe(async () => {
        const params: Stripe.PaymentIntentUpdateParams = {
          amount: amountCents,
          customer: customerRef,
          description: intentDescription(orderId),
          metadata: { order_id: orderId },
          setup_future_usage: saveCard ? 'off_session' : '',
        }
        return readPaymentIntent(await paymentIntents.update(id, params, requestOptions(profile)))
      }),

    readIntent: (id, profile) =>
      callStripe(async () => {
        const params = { expand: ['latest_charge'] }
        const intent = await paymentIntents.retrieve(id, params, requestOptions(profile))
        return readPaymentIntent(
          intent,
          await readDisputes(stripe, intent, requestOptions(profile)),
        )
      }),

    chargeSavedCard: ({ idempotencyKey, intentId, paymentMethodRef }, profile) =>
      callStripe(async () => {
        const params = { payment_method: paymentMethodRef, off_session: true }
        const callOptions = idempotentOptions(idempotencyKey, profile)
        return readPaymentIntent(await paymentIntents.confirm(intentId, params, callOptions))
      }).catch((error: unknown) => rethrowRejection(stripe, error, paymentMethodRef, profile)),

    cancelIntent: (id, profile) =>
      callStripe(async () =>
        readPaymentIntent(await paymentIntents.cancel(id, {}, requestOptions(profile))),
      ),

    refund: ({ idempotencyKey, intentId, amountCents, refundId }, profile) =>
      callStripe(async () => {
        const params = {
          payment_intent: intentId,
          amount: amountCents,
          metadata: { refund_id: refundId },
        }
        return readRefund(await refunds.create(params, idempotentOptions(idempotencyKey, profile)))
      }),

    listRefunds: (intentId, profile) =>
      callStripe(async () => {
        const params = { payment_intent: intentId, limit: 100 }
        return (await refunds.list(params, requestOptions(profile))).data.map(readRefund)
      }),

    ...stripeLists(stripe, requestOptions),

    ...stripeBalance(stripe),

    readEvent: (rawBody, signature, now) =>
      readEvent(stripe, options.webhookSecret, { rawBody, signature, now }),
  }
}

const cycleMetadata = (cycle: CycleRef | undefined) =>
  cycle && { subscription_id: cycle.subscriptionId, cycle: String(cycle.cycle) }

type SignedMessage = { rawBody: Buffer; signature: string; now: Date }

function readEvent(stripe: Stripe, secret: string, message: SignedMessage): CardEvent {
  const { rawBody, signature, now } = message
  try {
    const event = stripe.webhooks.constructEvent(
      // The SDK would decode the bytes twice, to check and to parse them.
      rawBody.toString(),
      signature,
      secret,
      SIGNATURE_TOLERANCE_S,
      undefined,
      now.getTime(),
    )
    // The SDK rejects old timestamps only; one in the future is invalid as well.
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
    if (!(signedAt - now.getTime() / 1000 <= SIGNATURE_TOLERANCE_S)) throw new Error('signed later')
    return readStripeEvent(event)
  } catch (error) {
    throw new CardProviderError('forged', 'the signature does not fit', { cause: error })
  }
}
