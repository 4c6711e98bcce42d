import type { CaseState } from '#contract/cases/cases.ts'

const HOUR_MS = 3_600_000

/** A photo can be sent after the report even if the report came in the last minute. */
const PHOTO_MS = HOUR_MS

/** Until when the photo of a case can be added or replaced. */
export const photoUntil = (createdAt: Date, reportUntil: Date | undefined): Date =>
  new Date(Math.max(createdAt.getTime() + PHOTO_MS, reportUntil?.getTime() ?? 0))

/** Later than any time of a case, in milliseconds. */
const END_OF_TIME = 9_999_999_999_999

/** Sorts the queue: open cases first, oldest first, then the latest answers. */
export function queueKey(state: CaseState, at: Date): string {
  const ms = at.getTime()
  return state === 'open' ? `0 ${digits(ms)}` : `1 ${digits(END_OF_TIME - ms)}`
}

const digits = (ms: number) => String(ms).padStart(13, '0')
