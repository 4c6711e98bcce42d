import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDriver } from '../use-driver.ts'
import { useSave } from '../use-save.ts'

type CountAgainProps = {
  /** The count that no longer counts; none if another phone sent it. */
  eventId: string | undefined
  trip: number
}

/** Takes a count back, so that its form opens again. */
export function CountAgain({ eventId, trip }: CountAgainProps) {
  const { store } = useDriver()
  const { problem, save, idOf } = useSave()
  if (!eventId) return null
  const undo = () =>
    save(() =>
      store.record({
        eventId: idOf(`undo ${eventId}`),
        type: 'superseded',
        payload: {},
        trip,
        supersedes: eventId,
      }),
    )
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
        onClick={() => void undo()}
      >
        Count again
      </Button>
    </>
  )
}
