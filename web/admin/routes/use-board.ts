import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { hasCode, hasStatus } from '#web/api/failures.ts'
import { boardQuery } from '#web/api/routes/board.ts'
import { applyChange, type BoardChange } from './model/apply-change.ts'
import { sendChange } from './send-change.ts'

type PendingChange = { id: number; change: BoardChange }

export type ChangeFailure = { change: BoardChange; error: unknown; isStale: boolean }

/**
 * The board of a date: what the server sent, with the changes on top that are still on their way.
 * Changes are sent one after the other. A rejected one disappears, which restores what it changed.
 */
export function useBoard(date: string, onFailure: (failure: ChangeFailure) => void) {
  const { data: serverBoard, error, refetch } = useQuery(boardQuery(date))
  const [pending, setPending] = useState<readonly PendingChange[]>([])
  const latest = useLatest({ serverBoard, pending, onFailure })
  const board = useMemo(
    () =>
      serverBoard && pending.reduce((after, { change }) => applyChange(after, change), serverBoard),
    [serverBoard, pending],
  )

  const queue = useRef({ tail: Promise.resolve(), lastId: 0 })
  /** `seen` is the board on which the dispatcher decided; its versions are checked by the server. */
  const change = useCallback(
    (next: BoardChange, seen: Board) => {
      queue.current.lastId += 1
      const id = queue.current.lastId
      // Own changes that are still under way give stops new versions.
      const isFirst = latest.current.pending.length === 0
      setPending((before) => [...before, { id, change: next }])
      latest.current.pending = [...latest.current.pending, { id, change: next }]
      queue.current.tail = queue.current.tail.then(async () => {
        let failure: ChangeFailure | undefined
        try {
          const current = latest.current.serverBoard ?? seen
          await sendChange(isFirst ? seen : current, next, date)
        } catch (cause) {
          const isGone = hasStatus(cause, 404)
          failure = { change: next, error: cause, isStale: hasCode(cause, 'stale') || isGone }
        }
        const { data } = await refetch()
        if (data) latest.current.serverBoard = data
        setPending((before) => before.filter((entry) => entry.id !== id))
        if (failure) latest.current.onFailure(failure)
      })
    },
    [date, latest, refetch],
  )

  return { board, error, refetch, change }
}

/** The values of the latest render, for work that outlives it. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  latest.current = value
  return latest
}
