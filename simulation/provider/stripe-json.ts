import { apiVersion } from '#server/adapters/sandbox/api/events-api.ts'
import { newCharge, newDispute, newRefund } from '#server/adapters/sandbox/charge-objects.ts'
import {
  newCustomer,
  newPaymentIntent,
  newPaymentMethod,
} from '#server/adapters/sandbox/objects.ts'
import { declineCodes, type Ledger } from './ledger.ts'
import {
  type LedgerCustomer,
  type LedgerDispute,
  type LedgerEvent,
  type LedgerIntent,
  type LedgerRefund,
  refundedCents,
} from './ledger-rows.ts'

const seconds = (at: number) => Math.floor(at / 1000)
const cardDetails = {
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2034,
  fingerprint: 'sim',
}

const statuses = {
  open: 'requires_payment_method',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
} as const

/** Converts ledger rows to objects of Stripe's API. */
export class StripeJson {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  intent(intent: LedgerIntent, hasCharge: boolean) {
    const { id, cycle, lastDecline: decline, status, paymentMethodRef } = intent
    const isOpen = status === 'open'
    const base = newPaymentIntent(
      { id, secret: 'sim', created: seconds(intent.createdAt) },
      {
        amount: intent.amountCents,
        customer: intent.customerRef,
        metadata: {
          order_id: intent.orderId,
          ...(cycle && { subscription_id: cycle.subscriptionId, cycle: String(cycle.cycle) }),
        },
        save: intent.savesCard ? 'off_session' : null,
      },
    )
    const chargeRef = intent.chargeRef ?? decline?.chargeRef ?? null
    return {
      ...base,
      status: statuses[status],
      amount_received: status === 'succeeded' ? intent.amountCents : 0,
      payment_method: isOpen ? null : paymentMethodRef,
      latest_charge: hasCharge && chargeRef ? this.charge(intent) : chargeRef,
      last_payment_error:
        isOpen && decline
          ? {
              type: 'card_error' as const,
              message: decline.code,
              charge: decline.chargeRef,
              payment_method: this.method(decline.card),
              ...declineCodes(decline.code),
            }
          : null,
    }
  }

  /** The successful charge, or else the latest failed one. */
  charge(intent: LedgerIntent) {
    const { chargeRef, lastDecline: decline, disputes } = intent
    const failure =
      chargeRef || !decline
        ? null
        : { type: 'card_error' as const, message: decline.code, ...declineCodes(decline.code) }
    const id = chargeRef ?? decline?.chargeRef ?? ''
    const created = seconds(intent.chargedAt ?? decline?.at ?? 0)
    const method = this.method(intent.paymentMethodRef ?? decline?.card ?? '')
    const base = newCharge({ id, created }, this.intent(intent, false) as never, method, failure)
    const refunded = refundedCents(intent)
    return {
      ...base,
      amount_refunded: refunded,
      refunded: refunded === intent.amountCents,
      // As at Stripe, the flag stays set whatever the outcome of the dispute.
      disputed: disputes.length > 0,
    }
  }

  refund({ id, at, amountCents, refundId, status, intentId }: LedgerRefund) {
    const metadata: Record<string, string> = refundId ? { refund_id: refundId } : {}
    const fields = { amount: amountCents, reason: null, metadata }
    const charge = this.charge(this.#ledger.find(intentId))
    return { ...newRefund({ id, created: seconds(at) }, charge, fields), status }
  }

  dispute({ id, at, status, intentId }: LedgerDispute) {
    const charge = this.charge(this.#ledger.find(intentId))
    return { ...newDispute({ id, created: seconds(at) }, charge), status }
  }

  method(id: string) {
    const { customerRef = null, behavior, failsFrom = 0 } = this.#ledger.cards.get(id) ?? {}
    const isDetached = behavior === 'detached' && this.#ledger.now() >= failsFrom
    return {
      ...newPaymentMethod({ id, created: 0 }, cardDetails),
      customer: isDetached ? null : customerRef,
    }
  }

  customer({ id, email, name, isDeleted }: LedgerCustomer) {
    if (isDeleted) return { id, object: 'customer', deleted: true }
    const customer = newCustomer({ id, created: 0 }, { email, name, phone: null, metadata: {} })
    const defaultCard = this.#ledger.defaults.get(id) ?? null
    customer.invoice_settings.default_payment_method = defaultCard
    return customer
  }

  /** An event for a change, with the current state of its object. */
  event(id: string, event: LedgerEvent) {
    return {
      id,
      object: 'event',
      api_version: apiVersion,
      created: seconds(this.#ledger.now()),
      data: { object: this.#toEventObject(event) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: event.type,
    }
  }

  #toEventObject({ type, intent, customerRef, refund, dispute }: LedgerEvent): object {
    if (customerRef !== null) {
      const customer = this.#ledger.customers.get(customerRef)
      if (!customer) throw new Error(`no customer ${customerRef}`)
      // The `customer.deleted` event contains the customer as before its deletion.
      return this.customer({ ...customer, isDeleted: false })
    }
    if (dispute) return this.dispute(dispute)
    if (refund && type.startsWith('refund.')) return this.refund(refund)
    if (!intent) throw new Error(`no object for ${type}`)
    return type.startsWith('charge.') ? this.charge(intent) : this.intent(intent, false)
  }
}
