import { describeProviderError } from '../describe-provider-error.ts'
import type { CardProviderError } from '../port.ts'

/** If a recorded intent is missing at the provider, our key usually belongs to another account. */
const MISSING_RETRY_WINDOW_MS = 7 * 86_400_000

export type RefundErrorInfo = {
  isFinal: boolean
  /** Our own account is at fault, so every refund fails until staff act. */
  isBlocking: boolean
  /** The provider did nothing and may replay this response as long as it stores the key. */
  needsNewKey: boolean
  /** The payment was already refunded in another way. */
  isSettled: boolean
  /** Shown to staff. */
  reason: string
}

export const REFUND_RETURNED = "The customer's bank didn't accept the refund."

const reasons: Partial<Record<string, string>> = {
  charge_disputed: "The customer disputed this payment, so the bank decides. It can't be refunded.",
  charge_already_refunded: 'The payment was already refunded in full at the payment provider.',
}

/** Only a rejection of this refund is final. Errors of our account or the network are retried. */
export function classifyRefundError(error: CardProviderError, ageMs: number): RefundErrorInfo {
  const retried = { isFinal: false, isBlocking: false, needsNewKey: false, isSettled: false }
  const blocked = { ...retried, isBlocking: true, needsNewKey: true }
  const { message, code } = describeProviderError(error).provider
  switch (error.kind) {
    case 'unauthorized':
      return { ...blocked, reason: `The payment provider rejected our API key: ${message}` }
    case 'no_balance':
      return { ...blocked, reason: 'Our balance at the payment provider is too low.' }
    case 'missing':
      return {
        ...blocked,
        isFinal: ageMs >= MISSING_RETRY_WINDOW_MS,
        reason: `This payment wasn't found at the payment provider: ${message}`,
      }
    case 'invalid_request':
    case 'declined':
      return {
        ...retried,
        isFinal: true,
        isSettled: code === 'charge_already_refunded',
        reason: reasons[code ?? ''] ?? message,
      }
    default:
      return { ...retried, reason: "We couldn't reach the payment provider." }
  }
}
