import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import { type DriverReview, MAX_REVIEWS } from '#contract/driver/reviews.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { driverReviewsQuery } from '#web/api/routes/driver-devices.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ReviewButtons } from './review-buttons.tsx'

type ReviewsDialogProps = {
  /** The review that a link of the board leads to. */
  linkedId: string | undefined
  onClose: () => void
}

/** Entries of drivers that contradict the plan; staff decide which count. */
export function ReviewsDialog({ linkedId, onClose }: ReviewsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Driver reviews"
      description="Compare the plan with what the driver entered, and decide which counts."
      width="wide"
      {...(linkedId && { onCloseAutoFocus: () => focusLink(linkedId) })}
    >
      <ReviewList linkedId={linkedId} />
    </Dialog>
  )
}

/**
 * The linked review has the focus from the start, so the dialog cannot restore the focus from before.
 * Its link may be gone: it was answered, or it is on the board of another date.
 */
function focusLink(reviewId: string) {
  const link = document.querySelector<HTMLElement>(`[data-review-link="${CSS.escape(reviewId)}"]`)
  if (link) link.focus()
  else document.querySelector('main')?.focus({ preventScroll: true })
}

function ReviewList({ linkedId }: Pick<ReviewsDialogProps, 'linkedId'>) {
  const canWrite = useCan()('schedules.write')
  const { data: reviews, error, refetch } = useQuery(driverReviewsQuery)
  if (!reviews) {
    return error ? (
      <LoadError
        title="We couldn't load the reviews"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingList label="Loading reviews" />
    )
  }
  if (reviews.length === 0) {
    return (
      <EmptyState
        icon={ClipboardCheck}
        title="Nothing to review"
        text="Entries that don't match the plan appear here."
      />
    )
  }
  const isLater =
    linkedId !== undefined &&
    reviews.length >= MAX_REVIEWS &&
    !reviews.some(({ id }) => id === linkedId)
  return (
    <>
      {isLater ? (
        <Alert className="mb-4">
          Older entries come first. The one you opened is listed once some of these are accepted or
          dismissed.
        </Alert>
      ) : null}
      <ul aria-label="Driver reviews" className="flex flex-col divide-y divide-line">
        {reviews.map((review) => (
          <ReviewRow
            key={review.id}
            review={review}
            isLinked={review.id === linkedId}
            canWrite={canWrite}
          />
        ))}
      </ul>
    </>
  )
}

function reviewTitle({ customerName, truckName, driverName, date }: DriverReview): string {
  const where = [truckName, driverName].filter(Boolean).join(', ')
  return [customerName ?? 'Route', where, date && formatDate(date, 'short')]
    .filter(Boolean)
    .join(' · ')
}

type ReviewRowProps = { review: DriverReview; isLinked: boolean; canWrite: boolean }

function ReviewRow({ review, isLinked, canWrite }: ReviewRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLinked) row.current?.focus()
  }, [isLinked])
  const title = reviewTitle(review)
  const at = review.at && formatDateTime(review.at)
  return (
    <li
      ref={row}
      {...(isLinked && { tabIndex: -1, 'aria-current': true })}
      className={cx(
        'flex flex-col gap-3 py-4 first:pt-0 last:pb-0',
        isLinked && 'rounded-lg outline-offset-4 focus:outline-2 focus:outline-action',
      )}
    >
      <p className="wrap-anywhere font-semibold">{title}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">Plan</dt>
        <dd className="wrap-anywhere">{review.plan}</dd>
        <dt className="text-muted">Driver</dt>
        <dd className="wrap-anywhere">
          {review.fact} {at ? <span className="text-muted">{at}</span> : null}
        </dd>
      </dl>
      {canWrite ? <ReviewButtons review={review} title={title} /> : null}
    </li>
  )
}
