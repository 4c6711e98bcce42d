import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { stripeCards } from '#server/adapters/stripe/stripe-cards.ts'
import type { CardProvider } from '#server/modules/payments/port.ts'
import { AfterPayment } from './after-payment.ts'
import type { Dice } from './dice.ts'
import { Ledger } from './ledger.ts'
import type { LedgerEvent } from './ledger-rows.ts'
import { StraightLine } from './network.ts'
import { StripeApi } from './stripe-api.ts'
import { StripeJson } from './stripe-json.ts'
import { StripeKeys } from './stripe-keys.ts'

/** A message of the provider, as it is sent and as it can be asked for later. */
export type ProviderEvent = { id: string; type: string; body: Buffer }

type Options = {
  dice: Dice
  now(): number
  isPaymentSlow(): boolean
  isRefundSlow(): boolean
  tell(event: ProviderEvent, about: LedgerEvent): void
}

const SECRET = 'whsec_simulated'

/** Stripe as the simulation plays it: its books, its API, its messages and their signatures. */
export class Provider {
  readonly ledger: Ledger
  readonly afterPayment: AfterPayment
  readonly keys: StripeKeys
  readonly api: StripeApi

  constructor({ dice, now, isPaymentSlow, isRefundSlow, tell }: Options) {
    const events: ReturnType<StripeJson['event']>[] = []
    this.ledger = new Ledger(dice, now, (about) => {
      const event = json.event(`evt_${events.length + 1}`, about)
      // Kept as text and read back: what is told later must not change what was told.
      const body = Buffer.from(JSON.stringify(event))
      events.push(JSON.parse(body.toString()))
      tell({ id: event.id, type: event.type, body }, about)
    })
    this.ledger.isSlow = isPaymentSlow
    const json = new StripeJson(this.ledger)
    this.afterPayment = new AfterPayment(this.ledger)
    this.keys = new StripeKeys(now)
    const { ledger, afterPayment, keys } = this
    this.api = new StripeApi({ ledger, afterPayment, keys, json, events, isRefundSlow })
  }

  /** The shop's own adapter on Stripe's SDK, over another way to the provider than the network. */
  cards(httpClient: Stripe.HttpClient = new StraightLine(this.api)): CardProvider {
    return stripeCards({ secretKey: 'sk_test_simulated', webhookSecret: SECRET, httpClient })
  }

  signature(body: Buffer, now: number): string {
    const time = Math.floor(now / 1000)
    const mac = createHmac('sha256', SECRET).update(`${time}.`).update(body).digest('hex')
    return `t=${time},v1=${mac}`
  }
}
