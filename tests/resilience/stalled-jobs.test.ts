import { expect, onTestFinished, test } from 'vitest'
import { startJobs } from '#server/jobs/job-runner.ts'
import { watchJobs } from '#server/watch-jobs.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'
import { silentLog } from '#tests/support/test-runtime.ts'

const listAlerts = (shop: TestShop) =>
  shop.sql<{ subject: string; open: boolean }>(
    "select subject, ended_at is null as open from alerts where kind = 'job_stalled'",
  )

test('AU23: a run that never ends is abandoned, staff are alerted, and the next one runs', async () => {
  const shop = await openShop()
  const { databaseUrl: url, listener } = shop.deps
  let runs = 0
  let letFinish = false
  const hangs = {
    name: 'test.hangs',
    cron: '0 0 1 1 *',
    notifyChannel: 'carboy_cycle',
    limitMs: 300,
    run: async () => {
      runs += 1
      if (!letFinish) await new Promise<never>(() => {})
    },
  } as const
  const watch = watchJobs(shop.deps)
  const jobs = await startJobs({ url, listener, log: silentLog, jobs: [hangs], watch })
  onTestFinished(() => jobs.stop())
  await expect.poll(() => listAlerts(shop)).toEqual([{ subject: 'test.hangs', open: true }])
  expect(runs).toBe(1)

  letFinish = true
  await shop.sql("select pg_notify('carboy_cycle', '')")

  await expect.poll(() => listAlerts(shop)).toEqual([{ subject: 'test.hangs', open: false }])
  expect(runs).toBe(2)
})

test('AU23: metrics report the delay of the engine, the queue and the outbox', async () => {
  const shop = await openShop()
  await subscribe(shop)
  await runEngine(shop)
  shop.clock.advance(90_000)
  const { rows } = await shop.deps.pool.query('select count(*)::int as n from alerts')
  await shop.sql(
    `insert into emails (id, kind, subject_id, dedupe_key, due_at, created_at)
     values (gen_random_uuid(), 'x', gen_random_uuid(), 'x', $1, $1)`,
    [new Date(shop.clock.now().getTime() - 30_000)],
  )

  const text = await (await fetch(`${shop.url}/metrics`)).text()

  const gauge = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  expect(gauge('carboy_engine_age_seconds')).toBe(90)
  expect(gauge('carboy_outbox_age_seconds')).toBe(30)
  expect(gauge('carboy_queue_age_seconds')).toBe(0)
  expect(gauge('carboy_due_cycles')).toBe(0)
  expect(gauge('carboy_open_alerts')).toBe(rows[0].n)
})
