import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { driverReviewsQuery } from '#web/api/routes/driver-devices.ts'
import { Button } from '#web/ui/button.tsx'
import { ReviewsDialog } from './reviews-dialog.tsx'

/** Rule 57: shown while something that a driver entered waits for staff. */
export function ReviewsButton() {
  const { data: reviews = [] } = useQuery(driverReviewsQuery)
  const [isOpen, setIsOpen] = useState(false)
  if (reviews.length === 0 && !isOpen) return null
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        <ClipboardCheck aria-hidden className="size-4" />
        {reviews.length} to review
      </Button>
      {isOpen ? <ReviewsDialog reviews={reviews} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
