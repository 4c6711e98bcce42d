import { useEffect, useState } from 'react'
import { provideConfirmation } from '#web/api/staff/confirmation.ts'
import { ConfirmationForm } from './confirmation-form.tsx'

/** Asks for the password or a code before a sensitive action (rule 37). Part of every staff page. */
export function ConfirmationDialog({ hasTwoStep }: { hasTwoStep: boolean }) {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => provideConfirmation(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (!answer) return null
  const end = (isConfirmed: boolean) => {
    setAnswer(undefined)
    answer(isConfirmed)
  }
  return <ConfirmationForm hasTwoStep={hasTwoStep} onEnd={end} />
}
