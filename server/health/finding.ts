import type { AlertKind } from '#contract/staff/alerts.ts'

/**
 * Finding of a round about one incident. `unclear` leaves an alert as it is: it neither opens nor
 * ends, so that values near a limit and processes that have just started do not make it flap.
 */
export type Finding = { kind: AlertKind; subject?: string } & (
  | { state: 'open'; message: string }
  | { state: 'ended' | 'unclear' }
)

export type Heartbeat = {
  now: Date
  /** Since when this process has been watching without interruption. */
  awakeSince: Date
  /** The latest heartbeat. */
  last: Date | undefined
  limitMs: number
}

/**
 * Whether something that happens regularly has stopped. Time in which no process watched does not count:
 * the shop was stopped, the machine slept or the clock was moved. Only a new heartbeat ends it.
 */
export function checkHeartbeat({ now, awakeSince, last, limitMs }: Heartbeat): Finding['state'] {
  const since = (at: Date) => now.getTime() - at.getTime()
  if (last && since(last) <= limitMs) return 'ended'
  const isLong = since(awakeSince) > limitMs && (!last || since(last) > limitMs)
  return isLong ? 'open' : 'unclear'
}
