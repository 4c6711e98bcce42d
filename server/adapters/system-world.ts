import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Random } from '#server/world.ts'

export const systemClock: Clock = { now: () => new Date() }

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
}
