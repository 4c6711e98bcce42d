import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { dateIn } from '#contract/dates/calendar.ts'
import { cronIntervalMs } from '#server/jobs/cron-interval.ts'
import { query } from './machines/postgres.ts'

const TICK_MS = 2_500
const DRAIN_TRIES = 240

/** Finished runs of charging that prove that one started and ended on a day, with two processes. */
const RUNS_PER_DAY = 3

export type VirtualCron = {
  /** Runs of charging that ended after 6:00, by the shop's date. */
  chargingRuns: Map<string, Set<number>>
  /** Starts every job until it has run, and returns those that did not finish. */
  drain(since: Date): Promise<string[]>
  stop(): Promise<void>
}

type CronOptions = { now(): number; zone: string; chargingHour: number }

/**
 * The job queue's schedules follow the real time. This one queues every job by the virtual time, so that it
 * runs as often in a day as it would, or as often as the processes look into the queue.
 */
export async function startVirtualCron(url: string, options: CronOptions): Promise<VirtualCron> {
  const { now, zone, chargingHour } = options
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const rows = await query<{ name: string; cron: string }>(url, 'select * from pgboss.schedule')
  const jobs = rows
    .filter(({ name }) => !name.startsWith('__'))
    .map(({ name, cron }) => ({ name, everyMs: cronIntervalMs(cron), sentAt: now() }))
  const chargingRuns = new Map<string, Set<number>>()
  let isStopping = false

  async function recordCharging(): Promise<void> {
    const [row] = await query<{ at: Date }>(
      url,
      `select at from engine_heartbeats where name = 'finished'`,
    )
    if (!row) return
    if (hourIn(zone, row.at) < chargingHour) return
    const date = dateIn(zone, row.at)
    chargingRuns.set(date, (chargingRuns.get(date) ?? new Set()).add(row.at.getTime()))
  }

  async function keepSending(): Promise<void> {
    while (!isStopping) {
      const time = now()
      for (const job of jobs) {
        if (time - job.sentAt < job.everyMs) continue
        job.sentAt = time
        await boss.send(job.name)
      }
      await recordCharging()
      await delay(TICK_MS)
    }
  }

  const done = keepSending()
  return {
    chargingRuns,
    async drain(since) {
      const names = jobs.map(({ name }) => `job:${name}`)
      let unfinished = names
      for (let attempt = 0; attempt < DRAIN_TRIES && unfinished.length > 0; attempt++) {
        for (const name of unfinished) await boss.send(name.slice('job:'.length))
        await delay(500)
        const ran = await query<{ name: string }>(
          url,
          'select name from heartbeats where name = any($1) and at >= $2',
          [names, since],
        )
        unfinished = names.filter((name) => !ran.some((row) => row.name === name))
      }
      return unfinished
    },
    async stop() {
      isStopping = true
      await done
      await boss.stop({ graceful: false })
    },
  }
}

export const hadCharging = ({ chargingRuns }: Pick<VirtualCron, 'chargingRuns'>, date: string) =>
  (chargingRuns.get(date)?.size ?? 0) >= RUNS_PER_DAY

export const hourIn = (timeZone: string, at: Date) =>
  Number(at.toLocaleString('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone }))
