import { inArray } from 'drizzle-orm'
import type { Clock, Log } from '#server/runtime.ts'
import type { Db } from './client.ts'
import { heartbeats } from './heartbeat-tables.ts'

export type HeartbeatName =
  | 'webhook'
  | 'email.delivered'
  /** The mail server could not be used; not a rejected recipient. */
  | 'email.failed'
  | `job:${string}`

export type Heartbeats = {
  /** Never rejects: the recorded work must not fail because of it. */
  record(name: HeartbeatName): Promise<void>
}

/** Frequent events are recorded once in this time. */
export const HEARTBEAT_MS = 30_000

/** `db` may commit without waiting for the disk. */
export function createHeartbeats(deps: { db: Db; clock: Clock; log: Log }): Heartbeats {
  const { db, clock, log } = deps
  const recorded = new Map<string, number>()
  return {
    async record(name) {
      const at = clock.now()
      const last = recorded.get(name)
      // Less than zero if the clock was set back.
      const age = last === undefined ? Number.POSITIVE_INFINITY : at.getTime() - last
      if (age >= 0 && age < HEARTBEAT_MS) return
      recorded.set(name, at.getTime())
      try {
        await db
          .insert(heartbeats)
          .values({ name, at })
          .onConflictDoUpdate({ target: heartbeats.name, set: { at } })
      } catch (err) {
        recorded.delete(name)
        log.warn({ name, err }, 'heartbeat not recorded')
      }
    },
  }
}

export async function readHeartbeats(
  db: Db,
  names: readonly HeartbeatName[],
): Promise<Map<string, Date>> {
  const rows = await db
    .select()
    .from(heartbeats)
    .where(inArray(heartbeats.name, [...names]))
  return new Map(rows.map(({ name, at }) => [name, at]))
}
