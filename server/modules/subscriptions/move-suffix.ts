import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'

/** Of an email about a moved delivery: its former date and what the order no longer has. */
export const moveSuffix = (
  from: CalendarDate,
  version: number,
  lostWindow: TimeWindow | undefined,
): string => `${from}-${version}${lostWindow ? `~${lostWindow.from}~${lostWindow.to}` : ''}`

export function readMoveSuffix(suffix: string): {
  from: CalendarDate
  lostWindow: TimeWindow | undefined
} {
  const [, from, to] = suffix.split('~')
  return { from: suffix.slice(0, 10), lostWindow: from && to ? { from, to } : undefined }
}
