import { formatDate } from '#contract/calendar.ts'
import type { Delivery } from '#contract/subscriptions.ts'
import { DeedDialog, type DeedProps } from './deed-dialog.tsx'

type OneDeliveryProps = DeedProps & { delivery: Delivery }

export function SkipDialog({ delivery, ...props }: OneDeliveryProps) {
  const { cycle, date } = delivery
  return (
    <DeedDialog
      {...props}
      title="Skip this delivery?"
      description="Only this one is left out. You can undo it until its change-by time."
      deed={{ do: 'skip', cycle }}
      says={() => <p>Nothing comes on {formatDate(date)}, and you are not charged for it.</p>}
      confirmLabel="Skip delivery"
      keepLabel="Keep delivery"
      done="Delivery skipped"
    />
  )
}

export function UnskipDialog({ delivery, ...props }: OneDeliveryProps) {
  const { cycle, date } = delivery
  return (
    <DeedDialog
      {...props}
      title="Undo the skip?"
      deed={{ do: 'unskip', cycle }}
      says={() => <p>Your water comes on {formatDate(date)} after all.</p>}
      confirmLabel="Undo skip"
      keepLabel="Leave it skipped"
      done="Delivery is back on"
    />
  )
}
