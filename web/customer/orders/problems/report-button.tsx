import { MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#web/shared/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { ReportDialog } from './report-dialog.tsx'

type ReportButtonProps = {
  orderId: string
  until: string
  /** The customer came by the link in the delivery email. */
  startsOpen: boolean
  onClose: () => void
}

/** Rule 66: shown for 48 hours after the receipt or the delivery. */
export function ReportButton({ orderId, until, startsOpen, onClose }: ReportButtonProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <div className="flex flex-col items-start gap-2">
      <Button variant="secondary" onClick={() => setIsOpen(true)} className="max-sm:w-full">
        <MessageSquareWarning aria-hidden className="size-5" />
        Report a problem
      </Button>
      <p className="text-muted text-sm">You can report a problem until {formatDateTime(until)}.</p>
      {isOpen ? (
        <ReportDialog
          orderId={orderId}
          onClose={() => {
            setIsOpen(false)
            onClose()
          }}
        />
      ) : null}
    </div>
  )
}
