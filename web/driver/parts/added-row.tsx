import { Button } from '#web/ui/button.tsx'
import type { AddedStop } from '../route/route-view.ts'
import { useUndo } from '../use-undo.ts'

/** A stop that the driver added. It has no screen of its own, so it is undone in the list. */
export function AddedRow({ added }: { added: AddedStop }) {
  const { eventId, trip, name, canUndo, isWaitingToSend } = added
  const { problem, undo } = useUndo()
  return (
    <li className="flex min-h-16 items-center justify-between gap-3 px-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 break-words font-bold">{name}</span>
        <span className="text-muted text-sm">
          {isWaitingToSend ? 'Added, waiting to send' : 'Added'}
        </span>
        {problem ? <span className="block font-bold text-danger text-sm">{problem}</span> : null}
      </span>
      {canUndo ? (
        <Button
          variant="secondary"
          aria-label={`Undo ${name}`}
          onClick={() => void undo(eventId, { trip })}
        >
          Undo
        </Button>
      ) : null}
    </li>
  )
}
