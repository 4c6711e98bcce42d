import type { SubscriptionStatus } from '#contract/subscriptions/subscriptions.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const styles: Record<SubscriptionStatus, readonly [string, BadgeTone]> = {
  active: ['Active', 'success'],
  paused: ['Paused', 'warning'],
  past_due: ['Past due', 'danger'],
  cancelled: ['Cancelled', 'neutral'],
}

export const subscriptionStatusOptions = Object.entries(styles).map(([value, [label]]) => ({
  value,
  label,
}))

type SubscriptionStatusBadgeProps = { status: SubscriptionStatus; pausedUntil?: string | null }

export function SubscriptionStatusBadge({ status, pausedUntil }: SubscriptionStatusBadgeProps) {
  const [label, tone] = styles[status]
  const until = status === 'paused' && pausedUntil ? ` until ${formatDay(pausedUntil)}` : ''
  return (
    <Badge tone={tone}>
      {label}
      {until}
    </Badge>
  )
}
