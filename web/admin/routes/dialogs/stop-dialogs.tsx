import { useEffect } from 'react'
import type { Board } from '#contract/routes/board.ts'
import type { BoardChange, Target } from '../model/apply-change.ts'
import { findStop, type Lane } from '../model/lanes.ts'
import { DeliveryDialog, StopDialog } from './stop-dialog.tsx'

/** The stop or delivery whose dialog is open. `wanted`: where it was moved when it was stale. */
export type StopSubject = { stopId: string; wanted?: Target } | { orderId: string }

type StopDialogsProps = {
  subject: StopSubject | undefined
  board: Board
  lanes: readonly Lane[]
  onChange: (change: BoardChange) => void
  onClose: () => void
}

export function StopDialogs({ subject, board, lanes, onChange, onClose }: StopDialogsProps) {
  const found = subject && 'stopId' in subject ? findStop(board, subject.stopId) : undefined
  const delivery =
    subject && 'orderId' in subject
      ? board.unplanned.find(({ orderId }) => orderId === subject.orderId)
      : undefined
  // Someone else took it off the board.
  const isGone = subject !== undefined && !found && !delivery
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])

  const save = (changes: readonly BoardChange[]) => {
    onClose()
    for (const change of changes) onChange(change)
  }
  if (subject && 'stopId' in subject && found) {
    const { stop, route, trip } = found
    return (
      <StopDialog
        key={subject.stopId}
        stop={stop}
        place={{ truckId: route.truckId, trip, position: stop.position }}
        wanted={subject.wanted}
        lanes={lanes}
        onChange={save}
        onClose={onClose}
      />
    )
  }
  return delivery ? (
    <DeliveryDialog
      delivery={delivery}
      date={board.date}
      lanes={lanes}
      onChange={save}
      onClose={onClose}
    />
  ) : null
}
