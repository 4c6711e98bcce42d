import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Random } from '#server/world.ts'

export const systemClock: Clock = { now: () => new Date() }

/** Development only: the machine's clock, put ahead by as much as it is told. */
export function movableClock(): Clock & { putAhead(milliseconds: number): void } {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    putAhead(milliseconds) {
      ahead = milliseconds
    },
  }
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
}
