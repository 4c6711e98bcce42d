import { useState } from 'react'
import type { StaffMember } from '#contract/staff/accounts.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { resetTwoStep } from '#web/api/staff/two-step.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

/** Whether the account has two-step verification, and the way to reset it. */
export function TwoStepRow({ member: { id, email, hasTwoStep } }: { member: StaffMember }) {
  const [isAsking, setIsAsking] = useState(false)
  const reset = useSave<void>({
    save: () => resetTwoStep(id),
    onDone: () => setIsAsking(false),
    successMessage: 'Two-step verification reset',
    errorMessage: 'Failed to reset two-step verification',
    onFailure: async () => {
      setIsAsking(false)
      return false
    },
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <p>
        Two-step verification: <strong>{hasTwoStep ? 'On' : 'Off'}</strong>
      </p>
      {hasTwoStep ? (
        <Button variant="dangerSubtle" size="small" onClick={() => setIsAsking(true)}>
          Reset two-step
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Reset two-step verification?"
        dismissLabel="Cancel"
        confirmLabel="Reset two-step"
        isBusy={reset.isPending}
        onConfirm={() => reset.mutate()}
      >
        <p className="wrap-anywhere">
          Only do this if {email} lost their phone and their recovery codes. We'll log them out
          everywhere and email them. They can then log in with their password alone.
        </p>
      </ConfirmDialog>
    </div>
  )
}
