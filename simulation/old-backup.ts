import { takeBackup } from '#tests/support/database/backup.ts'
import type { WatchedRun } from './oracle/watched-run.ts'
import type { Scenario } from './scenario.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

/** DU5: takes a backup on one day and restores it on a later one. */
export function scheduleBackup(
  world: WatchedRun,
  { takenOnDay, restoredOnDay }: NonNullable<Scenario['backup']>,
): void {
  const takenAt = world.startMs + takenOnDay * DAY_MS
  const source = { sql: world.sql.bind(world), deps: { pool: world.observer.pool } }
  let restore = async () => {}
  const take = async () => {
    restore = await takeBackup(source)
  }
  const restoreAndDiscard = async () => {
    await restore()
    world.oracle.discardEmailsSince(takenAt)
  }
  world.scheduler.at(takenAt, () => void world.outside(take))
  const restoredAt = world.startMs + restoredOnDay * DAY_MS + MINUTE_MS
  world.scheduler.at(restoredAt, () => void world.outside(restoreAndDiscard))
}
