import { createContext, useContext } from 'react'
import type { Target } from './model/apply-change.ts'
import type { TimeAxis } from './model/time-axis.ts'

/** Data and actions for every part of the board. Stable between renders. */
export type BoardActions = {
  /** False for staff who may only read. */
  canWrite: boolean
  openStop: (stopId: string) => void
  openDelivery: (orderId: string) => void
  moveStop: (stopId: string, to: Target) => void
}

/** `date`: of the board. */
export type BoardClock = { date: string; axis: TimeAxis; now: number }

const missing = () => {
  throw new Error('this part belongs on a board')
}

export const BoardActionsContext = createContext<BoardActions>({
  canWrite: false,
  openStop: missing,
  openDelivery: missing,
  moveStop: missing,
})

export const useBoardActions = () => useContext(BoardActionsContext)

export const BoardClockContext = createContext<BoardClock>({
  date: '',
  axis: { from: 7, to: 18, midnight: 0 },
  now: 0,
})

export const useBoardClock = () => useContext(BoardClockContext)

/** Orders that a proposal changes, marked on the board while it is shown. */
export const ChangedOrdersContext = createContext<ReadonlySet<string>>(new Set())
