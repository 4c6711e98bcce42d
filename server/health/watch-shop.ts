import { and, inArray, isNull } from 'drizzle-orm'
import type { Shop } from '#contract/shop.ts'
import type { AlertKind } from '#contract/staff/alerts.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/client.ts'
import { readHeartbeats } from '#server/db/heartbeats.ts'
import type { BackgroundJob } from '#server/jobs/background-job.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import { alerts } from '#server/modules/alerts/tables.ts'
import { findPause } from '#server/modules/recovery/index.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'
import type { Finding } from './finding.ts'
import type { readFreeSpace } from './free-space.ts'
import { watchBackups } from './watches/backups.ts'
import { watchCharging } from './watches/charging.ts'
import { watchDeclines } from './watches/declines.ts'
import { watchDisk } from './watches/disk.ts'
import { watchEmails } from './watches/emails.ts'
import { watchStalledJobs } from './watches/jobs.ts'
import { watchMismatches } from './watches/mismatches.ts'
import { watchWebhooks } from './watches/webhooks.ts'

export type WatchDeps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  shop: Shop
  config: Pick<Config, 'dataDir' | 'databaseUrl'>
  readSpace?: typeof readFreeSpace
}

/** A longer gap between two rounds means that the watch did not run in between. */
const MAX_GAP_MS = 3 * 60_000

const watchedKinds: AlertKind[] = [
  'charging_stalled',
  'declines_high',
  'payment_mismatch',
  'webhooks_silent',
  'emails_failing',
  'disk_low',
  'backup_late',
  'job_stalled',
]

/**
 * Looks for incidents that no single event reports, and opens and ends their alerts. Every process
 * does this on its own timer: the job queue may be what has stopped.
 */
export function createShopWatch(deps: WatchDeps, jobs: readonly BackgroundJob[]) {
  let awakeSince = deps.clock.now()
  let previous = awakeSince
  return async (): Promise<void> => {
    const now = deps.clock.now()
    const gapMs = now.getTime() - previous.getTime()
    if (gapMs > MAX_GAP_MS || gapMs < 0) awakeSince = now
    previous = now
    await recordFindings(deps, await findIncidents(deps, jobs, { now, awakeSince }))
  }
}

async function findIncidents(
  deps: WatchDeps,
  jobs: readonly BackgroundJob[],
  at: { now: Date; awakeSince: Date },
): Promise<Finding[]> {
  const { db, shop, log, config } = deps
  const isEmbedded = config.databaseUrl === undefined
  const jobNames = jobs.map(({ name }) => `job:${name}` as const)
  const beats = await readHeartbeats(db, [
    'webhook',
    'email.delivered',
    'email.failed',
    ...jobNames,
  ])
  const isPaused = (await findPause(db)) !== undefined
  const watches: (() => Promise<Finding | Finding[]> | Finding[])[] = [
    () => watchCharging({ db, shop, ...at, isPaused }),
    () => watchDeclines({ db, ...at }),
    () => watchMismatches({ db, ...at }),
    () => watchWebhooks({ db, ...at, last: beats.get('webhook') }),
    () =>
      watchEmails({
        db,
        ...at,
        delivered: beats.get('email.delivered'),
        failed: beats.get('email.failed'),
      }),
    () => watchDisk({ ...config, ...deps, isEmbedded }),
    () => watchBackups({ db, ...at, isEmbedded }),
    () => watchStalledJobs({ jobs, ...at, lastFinished: (name) => beats.get(`job:${name}`) }),
  ]
  const findings: Finding[] = []
  for (const watch of watches) {
    try {
      findings.push(...[await watch()].flat())
    } catch (err) {
      // A check that fails must not stop the others.
      log.warn({ err }, 'a watch failed')
    }
  }
  return findings
}

/** Writes only what changed: an idle shop has nothing to write. */
async function recordFindings(deps: WatchDeps, findings: readonly Finding[]): Promise<void> {
  const rows = await deps.db
    .select({ kind: alerts.kind, subject: alerts.subject })
    .from(alerts)
    .where(and(isNull(alerts.endedAt), inArray(alerts.kind, watchedKinds)))
  const open = new Set(rows.map(({ kind, subject }) => `${kind} ${subject}`))
  for (const finding of findings) {
    const isOpen = open.has(`${finding.kind} ${finding.subject ?? ''}`)
    if (finding.state === 'open' && !isOpen) {
      deps.log.error({ kind: finding.kind, subject: finding.subject }, finding.message)
      await deps.db.transaction((tx) => raiseAlert(tx, deps, finding))
    }
    if (finding.state === 'ended' && isOpen) {
      await deps.db.transaction((tx) => endAlert(tx, deps, finding))
    }
  }
}
