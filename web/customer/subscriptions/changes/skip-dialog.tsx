import { formatDate } from '#contract/dates/calendar.ts'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import { ChangeDialog, type ChangeProps } from './change-dialog.tsx'

type DeliveryChangeProps = ChangeProps & { delivery: Delivery }

export function SkipDialog({ delivery, ...props }: DeliveryChangeProps) {
  const { cycle, date } = delivery
  return (
    <ChangeDialog
      {...props}
      title="Skip this delivery?"
      description="We'll skip this delivery only. You can undo this until the change deadline."
      change={{ type: 'skip', cycle }}
      describeEffect={() => <p>No delivery on {formatDate(date)}. You won't be charged for it.</p>}
      confirmLabel="Skip delivery"
      dismissLabel="Keep delivery"
      successMessage="Delivery skipped"
    />
  )
}

export function UnskipDialog({ delivery, ...props }: DeliveryChangeProps) {
  const { cycle, date } = delivery
  return (
    <ChangeDialog
      {...props}
      title="Restore this delivery?"
      change={{ type: 'unskip', cycle }}
      describeEffect={() => <p>We'll deliver on {formatDate(date)} as planned.</p>}
      confirmLabel="Restore delivery"
      dismissLabel="Keep skipped"
      successMessage="Delivery restored"
    />
  )
}
