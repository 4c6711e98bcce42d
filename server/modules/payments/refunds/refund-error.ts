import { describeProviderError } from '../describe-provider-error.ts'
import type { CardProviderError } from '../port.ts'

/** An intent that we recorded and the provider lacks: as a rule our key is another account's. */
const MISSING_RETRY_WINDOW_MS = 7 * 86_400_000

export type RefundErrorInfo = {
  isFinal: boolean
  /** Our own account is at fault, so no refund goes through until somebody acts. */
  isBlocking: boolean
  /** The provider certainly did nothing, and may repeat this answer for as long as it keeps the key. */
  needsNewKey: boolean
  /** Nothing is owed any more: it was refunded otherwise. */
  isSettled: boolean
  /** For staff. */
  reason: string
}

export const REFUND_RETURNED = "The customer's bank did not accept the refund."

const reasons: Partial<Record<string, string>> = {
  charge_disputed:
    'The customer disputes this payment, so the bank decides. It cannot be refunded.',
  charge_already_refunded: 'The payment was already refunded in full at the card provider.',
}

/** Only a refusal of this very refund ends it; trouble of ours or of the network passes. */
export function classifyRefundError(problem: CardProviderError, ageMs: number): RefundErrorInfo {
  const retried = { isFinal: false, isBlocking: false, needsNewKey: false, isSettled: false }
  const blocked = { ...retried, isBlocking: true, needsNewKey: true }
  const { message, code } = describeProviderError(problem).provider
  switch (problem.kind) {
    case 'unauthorized':
      return { ...blocked, reason: `The card provider rejects our API key: ${message}` }
    case 'no_balance':
      return { ...blocked, reason: 'Our balance at the card provider is too low.' }
    case 'missing':
      return {
        ...blocked,
        isFinal: ageMs >= MISSING_RETRY_WINDOW_MS,
        reason: `The card provider does not know this payment: ${message}`,
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
      return { ...retried, reason: 'The card provider did not answer.' }
  }
}
