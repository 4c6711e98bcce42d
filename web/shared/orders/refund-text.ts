import { amountToCents } from '#contract/money.ts'
import type { IfCancelled } from '#contract/subscriptions/if-cancelled.ts'
import { formatPrice } from '#web/shared/money.ts'

type Refund = NonNullable<NonNullable<IfCancelled['first']>['refund']>

/** The amounts with where each goes; empty if nothing is refunded. */
export function refundText({ toCard, asCredit }: Refund, card: string): string {
  const parts = [
    { amount: toCard, destination: `to ${card}` },
    { amount: asCredit, destination: 'as account credit' },
  ]
  return parts
    .filter(({ amount }) => (amountToCents(amount) ?? 0) > 0)
    .map(({ amount, destination }) => `${formatPrice(amount)} ${destination}`)
    .join(' and ')
}
