import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { ChallengeOutcome } from './confirm-with-card.ts'

type ThreeDSecureDialogProps = {
  challenge: { complete: (outcome: ChallengeOutcome) => void } | undefined
  /** A sentence that describes the payment or card. */
  children: ReactNode
}

/** The 3-D Secure challenge of the test bank. Closing it fails the challenge. */
export function ThreeDSecureDialog({ challenge, children }: ThreeDSecureDialogProps) {
  return (
    <Dialog
      open={challenge !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) challenge?.complete('fail')
      }}
      title="3-D Secure"
      description="The test bank needs you to verify this payment."
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => challenge?.complete('fail')}>
            Fail
          </Button>
          <Button onClick={() => challenge?.complete('complete')}>Complete</Button>
        </div>
      }
    >
      <p>{children} This is a test card. You won't be charged.</p>
    </Dialog>
  )
}
