import { useUndo } from '../use-undo.ts'
import { SaveButton } from './save-button.tsx'

type CountAgainProps = {
  /** The count that no longer counts; none if another phone sent it. */
  eventId: string | undefined
  trip: number
}

/** Takes a count back, so that its form opens again. */
export function CountAgain({ eventId, trip }: CountAgainProps) {
  const { problem, undo } = useUndo()
  if (!eventId) return null
  return (
    <SaveButton
      problem={problem}
      label="Count again"
      variant="secondary"
      onSave={() => void undo(eventId, { trip })}
    />
  )
}
