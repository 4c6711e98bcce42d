import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { driverReviewsQuery } from '#web/api/routes/driver-devices.ts'
import { Button } from '#web/ui/button.tsx'
import { ReviewsDialog } from './reviews-dialog.tsx'

/** In the URL, in place of the review that a link leads to. */
const ALL = 'all'

/** Rule 57: shown while something that a driver entered waits for staff. */
export function ReviewsButton() {
  const { data: reviews = [] } = useQuery(driverReviewsQuery)
  const panel = usePanel('review')
  const isOpen = panel.openId !== ''
  if (reviews.length === 0 && !isOpen) return null
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => panel.open(ALL)}>
        <ClipboardCheck aria-hidden className="size-4" />
        {reviews.length} to review
      </Button>
      {isOpen ? (
        <ReviewsDialog reviews={reviews} linkedId={panel.openId} onClose={panel.close} />
      ) : null}
    </>
  )
}
