import { CircleAlert, Info } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { nextChargeWords } from '#contract/next-charge.ts'
import type { Deed, Subscription } from '#contract/subscriptions.ts'
import { failureText } from '#web/api/failures.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useDeed, usePreview } from '../use-deed.ts'

export type DeedProps = { subscription: Subscription; onClose: () => void }

type DeedDialogProps = DeedProps & {
  title: string
  description?: string
  /** The wish as it stands; nothing while it cannot be wished for. */
  deed: Deed | undefined
  /** Said in place of a preview while there is no wish: what is missing. */
  missing?: string
  /** What besides the next charge would be different. */
  says?: (after: Subscription) => ReactNode
  confirmLabel: string
  keepLabel?: string
  /** The toast's title. */
  done: string
  children?: ReactNode
}

/** Every change of a subscription: the wish, what would come of it, and the button that does it. */
export function DeedDialog(props: DeedDialogProps) {
  const { subscription, onClose, title, description, deed, confirmLabel, done, children } = props
  const { after, error, isCurrent } = usePreview(subscription, deed)
  const {
    mutate,
    isPending,
    error: refusal,
  } = useDeed(subscription.id, (now) => {
    onClose()
    return { title: done, description: nextChargeWords(now) }
  })
  const formId = useId()
  const [refused, setRefused] = useState<string>()
  const wish = JSON.stringify(deed)
  // A refusal belongs to the wish that was refused.
  const failure = error ?? (refused === wish ? refusal : null)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!deed || !isCurrent || isPending) return
    mutate(deed, { onError: () => setRefused(wish) })
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
          <div aria-live="polite" aria-busy={deed !== undefined && !isCurrent && !failure}>
            {failure ? (
              <Alert tone="danger" icon={<CircleAlert aria-hidden className="size-5 shrink-0" />}>
                {failureText(failure, 'This could not be done. Please try again.')}
              </Alert>
            ) : (
              <Alert icon={<Info aria-hidden className="size-5 shrink-0 self-start text-action" />}>
                <Words {...props} after={after} isCurrent={isCurrent} />
              </Alert>
            )}
          </div>
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={onClose}>
              {props.keepLabel ?? 'Cancel'}
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

type WordsProps = Pick<DeedDialogProps, 'deed' | 'missing' | 'says'> & {
  after: Subscription | undefined
  isCurrent: boolean
}

function Words({ deed, missing, says, after, isCurrent }: WordsProps) {
  if (!deed) return <p>{missing ?? 'Nothing changes yet.'}</p>
  if (!after) return <p className="text-muted">Working out what this means…</p>
  return (
    <div className={isCurrent ? 'flex flex-col gap-1' : 'flex flex-col gap-1 text-muted'}>
      {says?.(after)}
      <p className="font-semibold">{nextChargeWords(after)}</p>
    </div>
  )
}
