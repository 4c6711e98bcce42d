import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { hasCode } from '#web/api/failures.ts'
import type { Connection } from '#web/api/order-events.ts'
import { boardQuery } from '#web/api/routes/board.ts'
import { driverReviewsQuery } from '#web/api/routes/driver-devices.ts'
import { watchBoard } from '#web/api/routes/watch-board.ts'
import { newStopId, type SavedStops, withFirstIds } from './model/added-here.ts'
import { applyChange, type BoardChange } from './model/apply-change.ts'
import { findStop } from './model/lanes.ts'
import { sendChange } from './send-change.ts'

const noStops: SavedStops = new Map()

type PendingChange = { id: number; change: BoardChange }

/** `isStale`: someone else changed the stop, and it is still on the board. */
export type ChangeFailure = { change: BoardChange; error: unknown; isStale: boolean }

/**
 * The board of a date: what the server sent, with the changes on top that are still on their way.
 * Changes are sent one after the other. A rejected one disappears, which restores what it changed.
 */
export function useBoard(date: string, onFailure: (failure: ChangeFailure) => void) {
  const { data: serverBoard, error, refetch } = useQuery(boardQuery(date))
  const [pending, setPending] = useState<readonly PendingChange[]>([])
  const [saved, setSaved] = useState<SavedStops>(noStops)
  const [connection, setConnection] = useState<Connection>('connecting')
  const latest = useLatest({ serverBoard, pending, saved, onFailure })
  const queryClient = useQueryClient()
  const refetchAll = useCallback(
    () => Promise.all([refetch(), queryClient.invalidateQueries(driverReviewsQuery)]),
    [refetch, queryClient],
  )
  const refresh = useRefresh(refetchAll)

  useEffect(
    () => watchBoard(date, { onChange: () => void refresh(), onConnection: setConnection }),
    [date, refresh],
  )

  const board = useMemo(() => {
    const known = serverBoard && withFirstIds(serverBoard, saved, ordersAdded(pending))
    return known && pending.reduce((after, { change }) => applyChange(after, change), known)
  }, [serverBoard, pending, saved])

  const keepSaved = useCallback(
    (orderId: string, id: string | undefined) => {
      const next = new Map(latest.current.saved)
      if (id) next.set(newStopId(orderId), id)
      else next.delete(newStopId(orderId))
      latest.current.saved = next
      setSaved(next)
    },
    [latest],
  )

  const queue = useRef({
    tail: Promise.resolve(),
    lastId: 0,
    ownVersions: new Map<string, number>(),
  })
  /** `seen` is the board on which the dispatcher decided. */
  const change = useCallback(
    (next: BoardChange, seen: Board) => {
      const { current } = queue
      current.lastId += 1
      const id = current.lastId
      setPending((before) => [...before, { id, change: next }])
      current.tail = current.tail.then(async () => {
        let failure: { error: unknown } | undefined
        try {
          // If the order is added once more, its former stop is gone.
          if (next.kind === 'add') keepSaved(next.orderId, undefined)
          const { saved: known } = latest.current
          const { ownVersions } = current
          const stop = await sendChange({ change: next, seen, date, saved: known, ownVersions })
          if (stop) ownVersions.set(stop.id, stop.version)
          if (next.kind === 'add') keepSaved(next.orderId, stop?.id)
        } catch (error) {
          failure = { error }
        }
        const { data } = await refetch()
        setPending((before) => before.filter((entry) => entry.id !== id))
        if (!failure) return
        const isStale =
          hasCode(failure.error, 'stale') && isOnBoard(data, next, latest.current.saved)
        latest.current.onFailure({ change: next, error: failure.error, isStale })
      })
    },
    [date, keepSaved, latest, refetch],
  )

  return { board, error, refetch, change, isOffline: connection === 'reconnecting' }
}

const ordersAdded = (pending: readonly PendingChange[]): ReadonlySet<string> =>
  new Set(pending.flatMap(({ change }) => (change.kind === 'add' ? change.orderId : [])))

function isOnBoard(board: Board | undefined, change: BoardChange, saved: SavedStops): boolean {
  if (!board || change.kind === 'add') return false
  return findStop(board, saved.get(change.stopId) ?? change.stopId) !== undefined
}

/** The values of the latest render, for work that outlives it. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  latest.current = value
  return latest
}

/** Reloads once more if something changed while it was loading, and never twice at a time. */
function useRefresh(refetch: () => Promise<unknown>) {
  const state = useRef({ isRunning: false, isOutdated: false })
  return useCallback(async () => {
    const { current } = state
    current.isOutdated = true
    if (current.isRunning) return
    current.isRunning = true
    while (current.isOutdated) {
      current.isOutdated = false
      await refetch()
    }
    current.isRunning = false
  }, [refetch])
}
