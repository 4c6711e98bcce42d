import type { DriverReview } from '#contract/driver/reviews.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { acceptReview, dismissReview } from '#web/api/routes/driver-devices.ts'
import { Button } from '#web/ui/button.tsx'

type ReviewButtonsProps = { review: DriverReview; title: string }

/** Entries that can never count are not offered for acceptance: it would have no effect. */
export function ReviewButtons({ review, title }: ReviewButtonsProps) {
  const { id, canAccept } = review
  const accept = useSave<string>({
    save: acceptReview,
    onDone: () => {},
    successMessage: 'Entry accepted',
    errorMessage: 'Failed to accept the entry',
  })
  const dismiss = useSave<string>({
    save: dismissReview,
    onDone: () => {},
    successMessage: canAccept ? 'Entry dismissed' : 'Entry marked as done',
    errorMessage: canAccept ? 'Failed to dismiss the entry' : 'Failed to mark the entry as done',
  })
  const isPending = accept.isPending || dismiss.isPending
  const hint = reviewHint(review)
  return (
    <div className="flex flex-wrap gap-2">
      {canAccept ? (
        <Button
          size="small"
          aria-label={`Accept ${title}`}
          disabled={isPending}
          onClick={() => accept.mutate(id)}
        >
          Accept
        </Button>
      ) : null}
      <Button
        variant="secondary"
        size="small"
        aria-label={`${canAccept ? 'Dismiss' : 'Done:'} ${title}`}
        disabled={isPending}
        onClick={() => dismiss.mutate(id)}
      >
        {canAccept ? 'Dismiss' : 'Done'}
      </Button>
      {hint ? <p className="min-w-0 self-center text-muted text-sm">{hint}</p> : null}
    </div>
  )
}

function reviewHint({ kind, isApplied, canAccept }: DriverReview): string | undefined {
  if (isApplied) return 'Already counted. Dismiss it to undo this.'
  if (kind === 'missing-events' || kind === 'missing-count' || kind === 'missing-load')
    return 'Ask the driver, then manually enter what is missing.'
  if (!canAccept)
    return "This doesn't count, and it can't be accepted. If it should count, enter it manually."
  return kind === 'payment' ? 'Not booked yet. Accept it to try again.' : undefined
}
