import { formatDate } from '#contract/dates/calendar.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Null for a cancelled subscription, whose order badge already shows it. */
export function SubscriptionStatusBadge({ subscription }: { subscription: Subscription }) {
  const { status, pausedUntil } = subscription
  switch (status) {
    case 'active':
      return <Badge tone="success">Active</Badge>
    case 'paused':
      return (
        <Badge tone="warning">
          {pausedUntil ? `Paused until ${formatDate(pausedUntil, 'short')}` : 'Paused'}
        </Badge>
      )
    case 'past_due':
      return <Badge tone="danger">Past due</Badge>
    case 'cancelled':
      return null
  }
}
