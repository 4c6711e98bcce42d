import type Stripe from 'stripe'
import type { CardDispute, CardProvider, Patience } from '#server/modules/payments/port.ts'
import { cardProblem } from './card-problems.ts'
import {
  isCharged,
  readDispute,
  readFraudWarning,
  readPaymentIntent,
  readRefund,
  readStripeEvent,
} from './read-stripe.ts'

type Lists = Pick<
  CardProvider,
  | 'intentsSince'
  | 'eventsBetween'
  | 'refundsSince'
  | 'disputesSince'
  | 'fraudWarningsSince'
  | 'fraudWarningsOf'
>

/** The provider's lists, each read to its end page by page. */
export function stripeLists(
  stripe: Stripe,
  within: (patience: Patience) => Stripe.RequestOptions,
): Lists {
  const { earlyFraudWarnings } = stripe.radar
  return {
    intentsSince: (since) => {
      const params = { ...createdSince(since), expand: ['data.latest_charge'] }
      const intents = () => stripe.paymentIntents.list(params, within('worker'))
      return eachOf(intents, async (intent) =>
        readPaymentIntent(intent, await disputesOf(stripe, intent, within('worker'))),
      )
    },

    async eventsBetween(from, to, types) {
      const created = { gte: seconds(from), lt: seconds(to) }
      const params = { created, types: [...types], limit: 100 }
      const events = () => stripe.events.list(params, within('worker'))
      // The provider lists the newest first and has no other order.
      return (await allOf(events, readStripeEvent)).reverse()
    },

    refundsSince: (since) =>
      eachOf(() => stripe.refunds.list(createdSince(since), within('worker')), readRefund),

    disputesSince: (since) =>
      eachOf(() => stripe.disputes.list(createdSince(since), within('worker')), readDispute),

    fraudWarningsSince: (since) =>
      eachOf(
        () => earlyFraudWarnings.list(createdSince(since), within('worker')),
        readFraudWarning,
      ),

    fraudWarningsOf: (intentId, patience) => {
      const params = { payment_intent: intentId, limit: 100 }
      const warnings = () => earlyFraudWarnings.list(params, within(patience))
      return allOf(warnings, readFraudWarning)
    },
  }
}

/** A charge stays marked when its dispute is won, so the disputes themselves are asked. */
export async function disputesOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  options: Stripe.RequestOptions,
): Promise<CardDispute[]> {
  if (!isCharged(intent) || !intent.latest_charge.disputed) return []
  const params = { payment_intent: intent.id, limit: 100 }
  return (await stripe.disputes.list(params, options)).data.map(readDispute)
}

async function allOf<Resource, View>(
  list: () => AsyncIterable<Resource>,
  read: (resource: Resource) => View,
): Promise<View[]> {
  const all: View[] = []
  for await (const view of eachOf(list, read)) all.push(view)
  return all
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

const createdSince = (since: Date) => ({ created: { gte: seconds(since) }, limit: 100 })

async function* eachOf<Resource, View>(
  list: () => AsyncIterable<Resource>,
  read: (resource: Resource) => View | Promise<View>,
): AsyncGenerator<View> {
  try {
    for await (const resource of list()) yield await read(resource)
  } catch (error) {
    throw cardProblem(error)
  }
}
