import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Random } from '#server/runtime.ts'

export const systemClock: Clock = { now: () => new Date() }

/** Development only: the machine clock plus an adjustable offset. */
export function adjustableClock(): Clock & { setOffset(milliseconds: number): void } {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    setOffset(milliseconds) {
      offsetMs = milliseconds
    },
  }
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
}
