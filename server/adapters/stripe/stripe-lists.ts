import type Stripe from 'stripe'
import type { CallProfile, CardDispute, CardProvider } from '#server/modules/payments/port.ts'
import { readEach, seconds } from './read-each.ts'
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
  | 'listFraudWarnings'
>

/** Lists of the provider, read page by page to the end. */
export function stripeLists(
  stripe: Stripe,
  requestOptions: (profile: CallProfile) => Stripe.RequestOptions,
): Lists {
  const { earlyFraudWarnings } = stripe.radar
  return {
    intentsSince: (since) => {
      const params = { ...createdSince(since), expand: ['data.latest_charge'] }
      const intents = () => stripe.paymentIntents.list(params, requestOptions('background'))
      return readEach(intents, async (intent) =>
        readPaymentIntent(intent, await readDisputes(stripe, intent, requestOptions('background'))),
      )
    },

    async eventsBetween(from, to, types) {
      const created = { gte: seconds(from), lt: seconds(to) }
      const params = { created, types: [...types], limit: 100 }
      const events = () => stripe.events.list(params, requestOptions('background'))
      // Stripe can only list the newest first.
      return (await readAll(events, readStripeEvent)).reverse()
    },

    refundsSince: (since) =>
      readEach(
        () => stripe.refunds.list(createdSince(since), requestOptions('background')),
        readRefund,
      ),

    disputesSince: (since) =>
      readEach(
        () => stripe.disputes.list(createdSince(since), requestOptions('background')),
        readDispute,
      ),

    fraudWarningsSince: (since) =>
      readEach(
        () => earlyFraudWarnings.list(createdSince(since), requestOptions('background')),
        readFraudWarning,
      ),

    listFraudWarnings: (intentId, profile) => {
      const params = { payment_intent: intentId, limit: 100 }
      const warnings = () => earlyFraudWarnings.list(params, requestOptions(profile))
      return readAll(warnings, readFraudWarning)
    },
  }
}

/** A charge stays `disputed` after a won dispute, so the disputes themselves are read. */
export async function readDisputes(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  options: Stripe.RequestOptions,
): Promise<CardDispute[]> {
  if (!isCharged(intent) || !intent.latest_charge.disputed) return []
  const params = { payment_intent: intent.id, limit: 100 }
  return (await stripe.disputes.list(params, options)).data.map(readDispute)
}

async function readAll<Resource extends { id: string }, View>(
  list: () => AsyncIterable<Resource>,
  read: (resource: Resource) => View,
): Promise<View[]> {
  const all: View[] = []
  for await (const view of readEach(list, read)) all.push(view)
  return all
}

const createdSince = (since: Date) => ({ created: { gte: seconds(since) }, limit: 100 })
