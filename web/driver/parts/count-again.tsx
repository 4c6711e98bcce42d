import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useUndo } from '../use-undo.ts'

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
    <>
      {problem ? (
        <Alert tone="danger" urgent>
          {problem}
        </Alert>
      ) : null}
      <Button
        variant="secondary"
        size="large"
        className="min-h-14 w-full"
        onClick={() => void undo(eventId, { trip })}
      >
        Count again
      </Button>
    </>
  )
}
