import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { MAX_REVIEWS } from '#contract/driver/reviews.ts'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { driverReviewsQuery } from '#web/api/routes/driver-devices.ts'
import { Button } from '#web/ui/button.tsx'
import { ReviewsDialog } from './reviews-dialog.tsx'

/** In the URL, in place of the review that a link leads to. */
const ALL = 'all'

/** Rule 57: shown while something that a driver entered waits for staff. */
export function ReviewsButton() {
  const { data: reviews, error } = useQuery(driverReviewsQuery)
  const panel = usePanel('review')
  const isOpen = panel.openId !== ''
  const isNeeded = reviews ? reviews.length > 0 : error !== null
  if (!isNeeded && !isOpen) return null
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => panel.open(ALL)}>
        <ClipboardCheck aria-hidden className="size-4" />
        {reviews ? countText(reviews.length) : 'Driver reviews'}
      </Button>
      {isOpen ? (
        <ReviewsDialog
          linkedId={panel.openId === ALL ? undefined : panel.openId}
          onClose={panel.close}
        />
      ) : null}
    </>
  )
}

/** The server lists no more than that. */
const countText = (count: number) => `${count}${count < MAX_REVIEWS ? '' : '+'} to review`
