import { CirclePause, CirclePlay, MapPin, PackageOpen, Repeat } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { Button } from '#web/ui/button.tsx'
import type { OpenDialog } from './changes/change-dialog-switch.tsx'

type PlanActionsProps = { subscription: Subscription; onOpenDialog: (dialog: OpenDialog) => void }

/** Buttons for changes that apply to all upcoming deliveries. */
export function PlanActions({ subscription, onOpenDialog }: PlanActionsProps) {
  const reasonId = useId()
  const { status, dispute } = subscription
  const isPastDue = status === 'past_due'
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <PlanButton
          label="Change products"
          icon={<PackageOpen aria-hidden className="size-4 max-sm:hidden" />}
          onClick={() => onOpenDialog({ type: 'products' })}
        />
        <PlanButton
          label="Change frequency"
          icon={<Repeat aria-hidden className="size-4 max-sm:hidden" />}
          onClick={() => onOpenDialog({ type: 'frequency' })}
        />
        <PlanButton
          label="Change address"
          icon={<MapPin aria-hidden className="size-4 max-sm:hidden" />}
          onClick={() => onOpenDialog({ type: 'address' })}
        />
        {status === 'paused' ? (
          <PlanButton
            label="Resume"
            icon={<CirclePlay aria-hidden className="size-4" />}
            disabled={Boolean(dispute)}
            reasonId={dispute ? reasonId : undefined}
            onClick={() => onOpenDialog({ type: 'resume' })}
          />
        ) : (
          <PlanButton
            label="Pause"
            icon={<CirclePause aria-hidden className="size-4" />}
            disabled={isPastDue}
            reasonId={isPastDue ? reasonId : undefined}
            onClick={() => onOpenDialog({ type: 'pause' })}
          />
        )}
      </div>
      {isPastDue ? (
        <p id={reasonId} className="text-muted text-sm">
          Your subscription is on hold. Pay for the unpaid delivery to resume, or cancel your
          subscription.
        </p>
      ) : null}
      {dispute ? (
        <p id={reasonId} className="text-muted text-sm">
          {dispute.state === 'open'
            ? 'You can resume once the dispute with your bank is settled.'
            : 'Contact us to resume your deliveries.'}
        </p>
      ) : null}
    </div>
  )
}

type PlanButtonProps = {
  label: string
  icon: ReactNode
  disabled?: boolean
  reasonId?: string | undefined
  onClick: () => void
}

function PlanButton({ label, icon, disabled = false, reasonId, onClick }: PlanButtonProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={disabled}
      aria-describedby={reasonId}
      onClick={onClick}
    >
      {icon}
      {label}
    </Button>
  )
}
