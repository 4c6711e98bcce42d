import { ApiError } from '#server/adapters/sandbox/api/api-error.ts'
import type { Ledger } from './ledger.ts'
import { type LedgerRefund, refundedCents } from './ledger-rows.ts'

type RefundInput = { intentId: string; amountCents: number; refundId: string | null }

/** Refunds and disputes of payments at the provider. */
export class RefundsAndDisputes {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  refund({ intentId, amountCents, refundId }: RefundInput, isSlow = false): LedgerRefund {
    const intent = this.#ledger.find(intentId)
    const remaining = intent.amountCents - refundedCents(intent)
    if (intent.status !== 'succeeded') {
      const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`
      throw new ApiError(400, { message, param: 'payment_intent' })
    }
    if (intent.disputes.some(({ status }) => status !== 'won')) {
      const message = `Charge ${intent.chargeRef} has been charged back; cannot issue a refund.`
      throw new ApiError(400, { code: 'charge_disputed', message })
    }
    if (remaining === 0) {
      const message = `Charge ${intent.chargeRef} has already been refunded.`
      throw new ApiError(400, { code: 'charge_already_refunded', message })
    }
    if (amountCents > remaining) {
      const message = 'Refund amount is greater than unrefunded amount on charge'
      throw new ApiError(400, { message, param: 'amount' })
    }
    const refund: LedgerRefund = {
      id: this.#ledger.nextId('re'),
      intentId,
      amountCents,
      status: isSlow ? 'pending' : 'succeeded',
      refundId,
      at: this.#ledger.now(),
    }
    intent.refunds.push(refund)
    this.#ledger.changed({ type: 'charge.refunded', intent, customerRef: null, refund })
    return refund
  }

  /** The card's bank accepts or rejects a refund; it may reject one weeks later. */
  finishRefund(refund: LedgerRefund, isSuccessful: boolean): void {
    if (refund.status === 'failed' || (isSuccessful && refund.status === 'succeeded')) return
    const intent = this.#ledger.find(refund.intentId)
    refund.status = isSuccessful ? 'succeeded' : 'failed'
    const type = isSuccessful ? 'refund.updated' : 'refund.failed'
    this.#ledger.changed({ type, intent, customerRef: null, refund })
  }

  openDispute(intentId: string): void {
    const intent = this.#ledger.find(intentId)
    const id = this.#ledger.nextId('dp')
    const dispute = { id, intentId, status: 'needs_response' as const, at: this.#ledger.now() }
    intent.disputes.push(dispute)
    this.#ledger.changed({ type: 'charge.dispute.created', intent, customerRef: null, dispute })
  }

  closeDispute(intentId: string, isWon: boolean): void {
    const intent = this.#ledger.find(intentId)
    const dispute = intent.disputes.find(({ status }) => status === 'needs_response')
    if (!dispute) return
    dispute.status = isWon ? 'won' : 'lost'
    this.#ledger.changed({ type: 'charge.dispute.closed', intent, customerRef: null, dispute })
  }
}
