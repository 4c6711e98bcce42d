import { CircleAlert, Info } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { nextChargeText } from '#contract/subscriptions/next-charge.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { failureText } from '#web/api/failures.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'
import { useChangeSubscription, usePreview } from '../use-change-subscription.ts'

export type ChangeProps = { subscription: Subscription; onClose: () => void }

type ChangeDialogProps = ChangeProps & {
  title: string
  description?: string
  /** The change as entered so far, or undefined while it is incomplete or changes nothing. */
  change: SubscriptionChange | undefined
  /** Shown instead of the preview while `change` is undefined. */
  incompleteText?: string
  /** Describes effects other than the next charge. */
  describeEffect?: (after: Subscription) => ReactNode
  confirmLabel: string
  dismissLabel?: string
  /** Title of the success toast. */
  successMessage: string
  children?: ReactNode
}

/** Dialog for every change of a subscription: its fields, a live preview and the save button. */
export function ChangeDialog(props: ChangeDialogProps) {
  const {
    subscription,
    onClose,
    title,
    description,
    change,
    confirmLabel,
    successMessage,
    children,
  } = props
  const { after, error, isCurrent } = usePreview(subscription, change)
  const {
    mutate,
    isPending,
    error: saveError,
  } = useChangeSubscription(subscription.id, (changed) => {
    onClose()
    return { title: successMessage, description: nextChargeText(changed) }
  })
  const formId = useId()
  const [rejectedKey, setRejectedKey] = useState<string>()
  const changeKey = JSON.stringify(change)
  // A save error is shown only while the rejected change is still the entered one.
  const failure = error ?? (rejectedKey === changeKey ? saveError : null)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!change || !isCurrent || isPending) return
    mutate(change, { onError: () => setRejectedKey(changeKey) })
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={title}
      {...(description ? { description } : {})}
      footer={
        <div className="flex flex-col gap-4">
          <div aria-live="polite" aria-busy={change !== undefined && !isCurrent && !failure}>
            {failure ? (
              <Alert tone="danger" icon={<CircleAlert aria-hidden className="size-5 shrink-0" />}>
                {failureText(failure, "We couldn't save this change. Try again.")}
              </Alert>
            ) : (
              <Alert icon={<Info aria-hidden className="size-5 shrink-0 self-start text-action" />}>
                <PreviewText {...props} after={after} isCurrent={isCurrent} />
              </Alert>
            )}
          </div>
          <DialogButtons>
            <Button variant="secondary" onClick={onClose}>
              {props.dismissLabel ?? 'Cancel'}
            </Button>
            <Button type="submit" form={formId} disabled={!isCurrent || isPending}>
              {isPending ? 'Saving...' : confirmLabel}
            </Button>
          </DialogButtons>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {children}
      </form>
    </Dialog>
  )
}

type PreviewTextProps = Pick<ChangeDialogProps, 'change' | 'incompleteText' | 'describeEffect'> & {
  after: Subscription | undefined
  isCurrent: boolean
}

function PreviewText({
  change,
  incompleteText,
  describeEffect,
  after,
  isCurrent,
}: PreviewTextProps) {
  if (!change) return <p>{incompleteText ?? 'No changes yet.'}</p>
  if (!after) return <p className="text-muted">Updating your next charge…</p>
  return (
    <div className={isCurrent ? 'flex flex-col gap-1' : 'flex flex-col gap-1 text-muted'}>
      {describeEffect?.(after)}
      <p className="font-semibold">{nextChargeText(after)}</p>
    </div>
  )
}
