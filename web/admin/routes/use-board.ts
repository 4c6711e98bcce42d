import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { hasCode, hasStatus } from '#web/api/failures.ts'
import type { Connection } from '#web/api/order-events.ts'
import { boardQuery } from '#web/api/routes/board.ts'
import { driverReviewsQuery } from '#web/api/routes/driver-devices.ts'
import { watchBoard } from '#web/api/routes/watch-board.ts'
import { newStopId, type SavedStop, type SavedStops, withFirstIds } from './model/added-here.ts'
import { applyChange, type BoardChange } from './model/apply-change.ts'
import { sendChange } from './send-change.ts'

const noStops: SavedStops = new Map()

type PendingChange = { id: number; change: BoardChange }

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

  /** Own changes that a board showed before the server's answer. */
  const changesOf = useRef(new WeakMap<Board, readonly PendingChange[]>())
  const board = useMemo(() => {
    if (!serverBoard) return undefined
    const known = withFirstIds(serverBoard, saved, ordersAdded(pending))
    const shown = pending.reduce((after, { change }) => applyChange(after, change), known)
    changesOf.current.set(shown, pending)
    return shown
  }, [serverBoard, pending, saved])

  const keepSaved = useCallback(
    (orderId: string, stop: SavedStop | undefined) => {
      const next = new Map(latest.current.saved)
      if (stop) next.set(newStopId(orderId), stop)
      else next.delete(newStopId(orderId))
      latest.current.saved = next
      setSaved(next)
    },
    [latest],
  )

  const queue = useRef({ tail: Promise.resolve(), lastId: 0 })
  /** `seen` is the board on which the dispatcher decided; its versions are checked by the server. */
  const change = useCallback(
    (next: BoardChange, seen: Board) => {
      queue.current.lastId += 1
      const id = queue.current.lastId
      // Own changes give stops new versions: those under way, and those that the board showed already.
      const isOwn = changesOf.current.get(seen)?.some((own) => isOfSameStop(own.change, next))
      const isSeenFirst = latest.current.pending.length === 0 && !isOwn
      setPending((before) => [...before, { id, change: next }])
      latest.current.pending = [...latest.current.pending, { id, change: next }]
      queue.current.tail = queue.current.tail.then(async () => {
        let failure: ChangeFailure | undefined
        try {
          const current = latest.current.serverBoard ?? seen
          const sent = { change: next, board: isSeenFirst ? seen : current, date }
          // If the order is added once more, its former stop is gone.
          if (next.kind === 'add') keepSaved(next.orderId, undefined)
          const added = await sendChange(sent, latest.current.saved)
          if (next.kind === 'add') keepSaved(next.orderId, added)
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
    [date, keepSaved, latest, refetch],
  )

  return { board, error, refetch, change, isOffline: connection === 'reconnecting' }
}

const ordersAdded = (pending: readonly PendingChange[]): ReadonlySet<string> =>
  new Set(pending.flatMap(({ change }) => (change.kind === 'add' ? change.orderId : [])))

const isOfSameStop = (a: BoardChange, b: BoardChange): boolean => stopIdOf(a) === stopIdOf(b)

const stopIdOf = (change: BoardChange): string =>
  change.kind === 'add' ? newStopId(change.orderId) : change.stopId

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
