import { CircleAlert, Info } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { nextChargeText } from '#contract/subscriptions/next-charge.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { failureText } from '#web/api/failures.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useChangeSubscription, usePreview } from '../use-change-subscription.ts'

export type ChangeProps = { subscription: Subscription; onClose: () => void }

type ChangeDialogProps = ChangeProps & {
  title: string
  description?: string
  /** The wish as it stands; nothing while it cannot be wished for. */
  change: SubscriptionChange | undefined
  /** Said in place of a preview while there is no wish: what is incompleteText. */
  incompleteText?: string
  /** What besides the next charge would be different. */
  describeEffect?: (after: Subscription) => ReactNode
  confirmLabel: string
  dismissLabel?: string
  /** The toast's title. */
  successMessage: string
  children?: ReactNode
}

/** Every change of a subscription: the wish, what would come of it, and the button that does it. */
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
    error: refusal,
  } = useChangeSubscription(subscription.id, (now) => {
    onClose()
    return { title: successMessage, description: nextChargeText(now) }
  })
  const formId = useId()
  const [refused, setRefused] = useState<string>()
  const wish = JSON.stringify(change)
  // A refusal belongs to the wish that was refused.
  const failure = error ?? (refused === wish ? refusal : null)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!change || !isCurrent || isPending) return
    mutate(change, { onError: () => setRefused(wish) })
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
                {failureText(failure, 'This could not be done. Please try again.')}
              </Alert>
            ) : (
              <Alert icon={<Info aria-hidden className="size-5 shrink-0 self-start text-action" />}>
                <PreviewText {...props} after={after} isCurrent={isCurrent} />
              </Alert>
            )}
          </div>
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={onClose}>
              {props.dismissLabel ?? 'Cancel'}
            </Button>
            <Button type="submit" form={formId} disabled={!isCurrent || isPending}>
              {isPending ? 'Saving...' : confirmLabel}
            </Button>
          </div>
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
  if (!change) return <p>{incompleteText ?? 'Nothing changes yet.'}</p>
  if (!after) return <p className="text-muted">Working out what this means…</p>
  return (
    <div className={isCurrent ? 'flex flex-col gap-1' : 'flex flex-col gap-1 text-muted'}>
      {describeEffect?.(after)}
      <p className="font-semibold">{nextChargeText(after)}</p>
    </div>
  )
}
