import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { stripeCards } from '#server/adapters/stripe/stripe-cards.ts'
import type { CardProvider } from '#server/modules/payments/port.ts'
import type { Rng } from '../rng.ts'
import { IdempotencyKeys } from './idempotency-keys.ts'
import { Ledger } from './ledger.ts'
import type { LedgerEvent } from './ledger-rows.ts'
import { DirectHttpClient } from './network.ts'
import { RefundsAndDisputes } from './refunds-and-disputes.ts'
import { StripeApi } from './stripe-api.ts'
import { StripeJson } from './stripe-json.ts'

/** An event as it is sent to the webhook and listed by the API. */
export type ProviderEvent = { id: string; type: string; body: Buffer }

type Options = {
  rng: Rng
  now(): number
  isPaymentSlow(): boolean
  isRefundSlow(): boolean
  emit(event: ProviderEvent, about: LedgerEvent): void
}

const SECRET = 'whsec_simulated'

/** The simulated Stripe: ledger, API, webhook events and their signatures. */
export class Provider {
  readonly ledger: Ledger
  readonly refundsAndDisputes: RefundsAndDisputes
  readonly keys: IdempotencyKeys
  readonly api: StripeApi

  constructor({ rng, now, isPaymentSlow, isRefundSlow, emit }: Options) {
    const events: ReturnType<StripeJson['event']>[] = []
    this.ledger = new Ledger(rng, now, (about) => {
      const event = json.event(`evt_${events.length + 1}`, about)
      // Serialized at once, so that later changes do not alter a sent event.
      const body = Buffer.from(JSON.stringify(event))
      events.push(JSON.parse(body.toString()))
      emit({ id: event.id, type: event.type, body }, about)
    })
    this.ledger.isSlow = isPaymentSlow
    const json = new StripeJson(this.ledger)
    this.refundsAndDisputes = new RefundsAndDisputes(this.ledger)
    this.keys = new IdempotencyKeys(now)
    const { ledger, refundsAndDisputes, keys } = this
    this.api = new StripeApi({ ledger, refundsAndDisputes, keys, json, events, isRefundSlow })
  }

  /** Returns the shop's Stripe adapter with the given HTTP client; by default without network faults. */
  cards(httpClient: Stripe.HttpClient = new DirectHttpClient(this.api)): CardProvider {
    return stripeCards({ secretKey: 'sk_test_simulated', webhookSecret: SECRET, httpClient })
  }

  signature(body: Buffer, now: number): string {
    const time = Math.floor(now / 1000)
    const mac = createHmac('sha256', SECRET).update(`${time}.`).update(body).digest('hex')
    return `t=${time},v1=${mac}`
  }
}
