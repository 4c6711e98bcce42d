import { backgroundJobs } from '#server/background-jobs.ts'
import { createShopWatch, type WatchDeps } from '#server/health/watch-shop.ts'
import type { TestShop } from '../open-shop.ts'

export const MINUTE_MS = 60_000

/** Watches with the test's clock: a round per minute. */
export function watch(shop: TestShop, change: Partial<WatchDeps> = {}) {
  const jobs = backgroundJobs(shop.deps).filter(({ name }) => name === 'email.send')
  const round = createShopWatch({ ...shop.deps, ...change }, jobs)
  const pass = async (minutes: number, each: () => Promise<unknown> = async () => {}) => {
    for (let minute = 0; minute < minutes; minute++) {
      shop.clock.advance(MINUTE_MS)
      await each()
      // The job of these tests is not late.
      await shop.deps.heartbeats.record('job:email.send')
      await round()
    }
  }
  return { round, pass }
}

export const history = async (shop: TestShop) => {
  const rows = await shop.sql<{ alert: string }>(
    `select kind || case when ended_at is null then ' open' else ' ended' end as alert
     from alerts order by opened_at, kind`,
  )
  return rows.map(({ alert }) => alert)
}
