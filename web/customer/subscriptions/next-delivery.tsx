import { CalendarDays, PackagePlus, SkipForward } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Delivery, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { disputeMessage } from '#web/shared/orders/dispute-message.ts'
import { Button } from '#web/ui/button.tsx'
import type { OpenDialog } from './changes/change-dialog-switch.tsx'

type NextDeliveryProps = {
  subscription: Subscription
  /** The first delivery, paid at the checkout, is still to come. */
  isFirstUpcoming: boolean
  onOpenDialog: (wish: OpenDialog) => void
}

export function NextDelivery({ subscription, isFirstUpcoming, onOpenDialog }: NextDeliveryProps) {
  const headingId = useId()
  const { next, dispute } = subscription
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col gap-4 rounded-control border border-action/20 bg-action-soft/50 p-4 sm:p-5"
    >
      <h3 id={headingId} className="font-semibold text-muted text-sm tracking-normal">
        {isFirstUpcoming ? 'Delivery after the first' : 'Next delivery'}
      </h3>
      {next ? (
        <PlannedDelivery delivery={next} onOpenDialog={onOpenDialog} />
      ) : (
        <p>{dispute ? disputeMessage(dispute) : emptyMessages[subscription.status]}</p>
      )}
    </section>
  )
}

const emptyMessages: Record<Subscription['status'], string> = {
  active: 'No delivery is planned.',
  paused: 'Your deliveries are paused. Resume them whenever you need water again.',
  past_due: 'Nothing more is planned until the open delivery is paid.',
  cancelled: 'Nothing more comes.',
}

function PlannedDelivery({
  delivery,
  onOpenDialog,
}: {
  delivery: Delivery
  onOpenDialog: (wish: OpenDialog) => void
}) {
  const reasonId = useId()
  const { cycle, date, total, items, oneTimeItems: extras, changeUntil, isEditable } = delivery
  const isExtra = (productId: string) => extras.some((extra) => extra.productId === productId)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-bold text-lg leading-snug">
          <time dateTime={date}>{formatDate(date)}</time>
        </p>
        <p className="font-bold text-lg tabular-nums">{formatPrice(total)}</p>
      </div>
      <ul className="wrap-anywhere flex flex-col gap-1 text-sm">
        {items.map(({ productId, name, quantity }) => (
          <li key={productId}>
            {quantity} × {name}
            {isExtra(productId) ? <span className="text-muted"> (with an extra, once)</span> : null}
          </li>
        ))}
      </ul>
      <p id={reasonId} className="text-muted text-sm">
        {isEditable
          ? `Change until ${formatDateTime(changeUntil)}`
          : pastCutoffMessage(delivery.status, changeUntil)}
      </p>
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        {actions.map(({ on, label, icon }) => (
          <Button
            key={on}
            variant="secondary"
            size="small"
            disabled={!isEditable}
            aria-describedby={isEditable ? undefined : reasonId}
            onClick={() => onOpenDialog({ type: on, cycle })}
          >
            {icon}
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

const actions: readonly { on: 'skip' | 'move' | 'extra'; label: string; icon: ReactNode }[] = [
  { on: 'skip', label: 'Skip', icon: <SkipForward aria-hidden className="size-4" /> },
  { on: 'move', label: 'Change date', icon: <CalendarDays aria-hidden className="size-4" /> },
  { on: 'extra', label: 'Add an extra', icon: <PackagePlus aria-hidden className="size-4" /> },
]

function pastCutoffMessage(status: Delivery['status'], changeUntil: string): string {
  const until = formatDateTime(changeUntil)
  if (status === 'paid') return `Paid and on its way. It could be changed until ${until}.`
  if (status === 'unpaid') return 'It waits for its payment, so it can no longer be changed.'
  return `Too late to change: it is being prepared. It could be changed until ${until}.`
}
