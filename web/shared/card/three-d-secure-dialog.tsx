import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { ChallengeOutcome } from './confirm-with-card.ts'

type ThreeDSecureDialogProps = {
  challenge: { answer: (answer: ChallengeOutcome) => void } | undefined
  /** What it is about, as a sentence. */
  children: ReactNode
}

/** The pretend bank's 3-D Secure page. Closing it is no consent. */
export function ThreeDSecureDialog({ challenge: question, children }: ThreeDSecureDialogProps) {
  return (
    <Dialog
      open={question !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) question?.answer('fail')
      }}
      title="3-D Secure"
      description="The test bank needs you to verify this payment."
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => question?.answer('fail')}>
            Fail
          </Button>
          <Button onClick={() => question?.answer('complete')}>Complete</Button>
        </div>
      }
    >
      <p>{children} This is a test card. You won't be charged.</p>
    </Dialog>
  )
}
