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

/** Saves a card without charging it, with the checkout's card fields and 3-D Secure dialog. */
export function AddCardDialog({ sessionId, onClose }: AddCardDialogProps) {
  const queryClient = useQueryClient()
  const [fields, setFields] = useState<CardInputControls>()
  const [isSaving, setIsSaving] = useState(false)
  const [errorText, setErrorText] = useState<string>()

  async function save() {
    if (!fields || isSaving || !fields.check()) return
    setIsSaving(true)
    setErrorText(undefined)
    const cardError = await saveCard(sessionId, fields.input(), fields.authenticate)
    setIsSaving(false)
    if (cardError) return setErrorText(cardError)
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
          challengeText="We'll save this card for future deliveries."
        />
        <div aria-live="polite">
          {errorText ? (
            <Alert tone="danger" title="We couldn't save your card">
              {errorText}
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
