import { CalendarDays, PackagePlus, SkipForward } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { Delivery, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { windowText } from '#contract/zones/window-text.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { disputeMessage } from '#web/shared/orders/dispute-message.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { OpenDialog } from './changes/change-dialog-switch.tsx'

type NextDeliveryProps = {
  subscription: Subscription
  /** Whether the first delivery, paid at checkout, is still upcoming. */
  isFirstUpcoming: boolean
  onOpenDialog: (dialog: OpenDialog) => void
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
        {isFirstUpcoming ? 'Following delivery' : 'Next delivery'}
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
  active: 'No upcoming deliveries.',
  paused: 'Your deliveries are paused. Resume anytime.',
  past_due: 'Your deliveries are on hold until you pay for the unpaid one.',
  cancelled: 'No more deliveries.',
}

function PlannedDelivery({
  delivery,
  onOpenDialog,
}: {
  delivery: Delivery
  onOpenDialog: (dialog: OpenDialog) => void
}) {
  const reasonId = useId()
  const { cycle, date, deliveryWindow, total, items, oneTimeItems } = delivery
  const { changeUntil, isEditable } = delivery
  const isOneTime = (productId: string) => oneTimeItems.some((item) => item.productId === productId)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-bold text-lg leading-snug">
          <time dateTime={date}>{formatDate(date)}</time>
          {deliveryWindow ? (
            <span className="block font-normal text-base">{windowText(deliveryWindow)}</span>
          ) : null}
        </p>
        <p className="font-bold text-lg tabular-nums">{formatPrice(total)}</p>
      </div>
      <ul className="wrap-anywhere flex flex-col gap-1 text-sm">
        {items.map(({ productId, name, quantity }) => (
          <li key={productId}>
            {quantity} × {name}
            {isOneTime(productId) ? (
              <span className="text-muted"> (includes extra items, this delivery only)</span>
            ) : null}
          </li>
        ))}
      </ul>
      <LeftOut delivery={delivery} onSwap={() => onOpenDialog({ type: 'products' })} />
      <p id={reasonId} className="text-muted text-sm">
        {isEditable
          ? `Make changes by ${formatDateTime(changeUntil)}`
          : pastCutoffMessage(delivery.status, changeUntil)}
      </p>
      <div className="grid gap-2 sm:flex sm:flex-wrap">
        {actions.map(({ type, label, icon }) => (
          <Button
            key={type}
            variant="secondary"
            size="small"
            disabled={!isEditable}
            aria-describedby={isEditable ? undefined : reasonId}
            onClick={() => onOpenDialog({ type, cycle })}
          >
            {icon}
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Rule 31: what the delivery comes without, with the way to swap it. */
function LeftOut({ delivery, onSwap }: { delivery: Delivery; onSwap: () => void }) {
  const { leftOut, isEditable } = delivery
  if (leftOut.length === 0) return null
  const items = leftOut.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
  return (
    <Alert
      tone="warning"
      title={`Not available: ${items}`}
      {...(isEditable && {
        action: (
          <Button variant="secondary" size="small" onClick={onSwap}>
            Swap product
          </Button>
        ),
      })}
    >
      We'll deliver the other items. You won't be charged for what's missing.
    </Alert>
  )
}

/** Without icons the three buttons fit on one line of a narrow column. */
const iconClass = 'size-4 sm:@max-lg:hidden'

const actions: readonly { type: 'skip' | 'move' | 'extra'; label: string; icon: ReactNode }[] = [
  { type: 'skip', label: 'Skip delivery', icon: <SkipForward aria-hidden className={iconClass} /> },
  { type: 'move', label: 'Change date', icon: <CalendarDays aria-hidden className={iconClass} /> },
  { type: 'extra', label: 'Add items', icon: <PackagePlus aria-hidden className={iconClass} /> },
]

function pastCutoffMessage(status: Delivery['status'], changeUntil: string): string {
  const cutoff = formatDateTime(changeUntil)
  if (status === 'paid') return `Paid. Changes closed ${cutoff}.`
  if (status === 'invoiced') return `Invoiced. Changes closed ${cutoff}.`
  if (status === 'unpaid') return "You can't change this delivery until it's paid."
  return `We're preparing this delivery. Changes closed ${cutoff}.`
}
