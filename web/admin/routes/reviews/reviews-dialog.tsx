import { ClipboardCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDate, formatDateTime } from '#contract/dates/calendar.ts'
import type { DriverReview } from '#contract/driver/reviews.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { pageData } from '#web/api/page-data.ts'
import { acceptReview, dismissReview } from '#web/api/routes/driver-devices.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

type ReviewsDialogProps = {
  reviews: DriverReview[]
  /** The review that a link of the board leads to. */
  linkedId: string
  onClose: () => void
}

/** What drivers entered that disagrees with the plan; staff decide which counts. */
export function ReviewsDialog({ reviews, linkedId, onClose }: ReviewsDialogProps) {
  const canWrite = useCan()('schedules.write')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Driver reviews"
      description="Compare the plan with what the driver entered, and decide which counts."
      className="max-w-2xl"
      {...(reviews.some(({ id }) => id === linkedId) && {
        onCloseAutoFocus: () => focusLink(linkedId),
      })}
    >
      {reviews.length === 0 ? (
        <EmptyState
          icon={ClipboardCheck}
          title="Nothing to review"
          text="Entries that don't match the plan appear here."
        />
      ) : (
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
      )}
    </Dialog>
  )
}

/** The linked review has the focus from the start, so the dialog does not know what had it before. */
const focusLink = (reviewId: string) =>
  document.querySelector<HTMLElement>(`[data-review-link="${CSS.escape(reviewId)}"]`)?.focus()

function titleOf({ customerName, truckName, driverName, date }: DriverReview): string {
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
  const accept = useSave<string>({
    save: acceptReview,
    onDone: () => {},
    successMessage: 'Entry accepted',
    errorMessage: 'Failed to accept the entry',
  })
  const dismiss = useSave<string>({
    save: dismissReview,
    onDone: () => {},
    successMessage: 'Entry dismissed',
    errorMessage: 'Failed to dismiss the entry',
  })
  const isPending = accept.isPending || dismiss.isPending
  const title = titleOf(review)
  const at = review.at && formatDateTime(pageData().shop.timeZone, new Date(review.at))
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
      {canWrite ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            aria-label={`Accept ${title}`}
            disabled={isPending}
            onClick={() => accept.mutate(review.id)}
          >
            Accept
          </Button>
          <Button
            variant="secondary"
            size="small"
            aria-label={`Dismiss ${title}`}
            disabled={isPending}
            onClick={() => dismiss.mutate(review.id)}
          >
            Dismiss
          </Button>
          {review.isApplied ? (
            <p className="self-center text-muted text-sm">
              Already counted. Dismissing takes it back.
            </p>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
