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
      description="Only this one is left out. You can undo it until its change-by time."
      change={{ type: 'skip', cycle }}
      describeEffect={() => (
        <p>Nothing comes on {formatDate(date)}, and you are not charged for it.</p>
      )}
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
      title="Undo the skip?"
      change={{ type: 'unskip', cycle }}
      describeEffect={() => <p>Your water comes on {formatDate(date)} after all.</p>}
      confirmLabel="Undo skip"
      dismissLabel="Leave it skipped"
      successMessage="Delivery is back on"
    />
  )
}
