import { foldStop, type StopState } from '#contract/driver/fold.ts'
import type { DriverStop } from '#contract/driver/route.ts'
import type { StoredEvent } from '../storage/database.ts'
import { readMoney, type StopMoney } from './stop-payments.ts'

/** `off`: dispatch took the stop off the route or completed it itself. */
export type StopProgress = StopState['progress'] | 'off'

export type StopView = {
  stop: DriverStop
  progress: StopProgress
  /** The entries for the stop that this phone has. */
  outcome: Pick<StopState, 'outcomeEventId' | 'lines' | 'failureReason'>
  /** Only the device that entered an outcome can undo it. */
  canUndo: boolean
  isWaitingToSend: boolean
  money: StopMoney
}

/**
 * Entries of this phone come first, because they may not be sent yet. The server's state counts for
 * entries of other devices and for changes of dispatch.
 */
export function viewStop(
  deviceId: string,
  stop: DriverStop,
  events: readonly StoredEvent[],
  /** All stops of its order. */
  orderStopIds: ReadonlySet<string>,
): StopView {
  const own = events.filter(({ event }) => event.stopId === stop.id)
  const orderEvents = events.filter(({ event }) => event.stopId && orderStopIds.has(event.stopId))
  const local = foldStop(own.map(({ event }) => event))
  const money = readMoney(deviceId, stop, orderEvents)
  const isWaitingToSend = own.some(({ status }) => status !== 'sent')
  const isOutcomeOfPhone = own.some(({ event }) => event.eventId === stop.outcomeEventId)
  const hasServerOutcome =
    (stop.progress === 'delivered' || stop.progress === 'failed') && !isOutcomeOfPhone

  if (local.outcomeEventId === null && hasServerOutcome) {
    const { outcomeEventId, failureReason, progress } = stop
    const outcome = { outcomeEventId, failureReason, lines: [] }
    return { stop, progress, outcome, canUndo: false, isWaitingToSend, money }
  }
  const decided = own.find(({ event }) => event.eventId === local.outcomeEventId)
  const isOff =
    !decided && !isOutcomeOfPhone && (stop.status === 'cancelled' || stop.status === 'completed')
  return {
    stop,
    progress: isOff ? 'off' : local.progress,
    outcome: local,
    canUndo: decided?.event.deviceId === deviceId,
    isWaitingToSend,
    money,
  }
}
