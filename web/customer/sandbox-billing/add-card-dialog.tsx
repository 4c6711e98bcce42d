import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sandboxPortalQuery } from '#web/api/sandbox-portal.ts'
import { type CardInputControls, SandboxCardFields } from '#web/shared/card/sandbox-card-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { saveCard } from './save-card.ts'

type AddCardDialogProps = { sessionId: string; onClose: () => void }

/** The checkout's card fields and the bank's question, saving a card instead of charging it. */
export function AddCardDialog({ sessionId, onClose }: AddCardDialogProps) {
  const queryClient = useQueryClient()
  const [fields, setFields] = useState<CardInputControls>()
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function save() {
    if (!fields || isSaving || !fields.check()) return
    setIsSaving(true)
    setProblem(undefined)
    const refusal = await saveCard(sessionId, fields.input(), fields.authenticate)
    setIsSaving(false)
    if (refusal) return setProblem(refusal)
    toast({ title: 'Card added' })
    void queryClient.invalidateQueries({ queryKey: sandboxPortalQuery(sessionId).queryKey })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !isSaving) onClose()
      }}
      title="Add card"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="flex flex-col gap-6"
      >
        <SandboxCardFields
          onReady={setFields}
          challengeText="Your card is being saved for later deliveries."
        />
        <div aria-live="polite">
          {problem ? (
            <Alert tone="danger" title="The card was not saved">
              {problem}
            </Alert>
          ) : null}
        </div>
        <Button type="submit" size="large" disabled={isSaving || !fields}>
          {isSaving ? 'Saving...' : 'Save card'}
        </Button>
      </form>
    </Dialog>
  )
}
