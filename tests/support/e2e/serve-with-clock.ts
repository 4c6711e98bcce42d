import { systemRandom } from '#server/adapters/system-runtime.ts'
import { buildApp } from '#server/app.ts'
import { backgroundJobs } from '#server/background-jobs.ts'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/create-log.ts'
import { coalesceRuns } from '#server/jobs/background-job.ts'
import { startJobs } from '#server/jobs/job-runner.ts'
import { ensureStaff } from '#server/modules/identity/index.ts'
import { watchJobs } from '#server/watch-jobs.ts'
import { createTestDeps } from '../create-test-deps.ts'

/** The real server; the parent process advances its clock with a message. */
const config = readConfig(process.env)
const log = createLog(config.logLevel)
let offsetMs = 0
const clock = { now: () => new Date(Date.now() + offsetMs) }
const deps = await createTestDeps(config, { clock, random: systemRandom, log })
await ensureStaff(deps, config.admin.email, config.admin.password)
const app = await buildApp(deps)
await app.listen({ port: config.port, host: config.host })
deps.setOrigin(`http://127.0.0.1:${config.port}`)
// A run that has claimed a row must end before the clock's reply, so both share one run per job.
const runs = new Map(backgroundJobs(deps).map((job) => [job.name, coalesceRuns(job.run)]))
const watch = watchJobs(deps)
const jobs = await startJobs({
  url: deps.databaseUrl,
  listener: deps.listener,
  log,
  jobs: backgroundJobs(deps).map((job) => ({ ...job, run: () => runNow(job.name) })),
  watch,
})

async function runNow(name: string): Promise<void> {
  await runs.get(name)?.now()
}

/** Runs the jobs for everything that is due now, then those that follow from it. */
async function catchUp(): Promise<void> {
  for (const name of [
    'subscription.askAboutPrices',
    'invoice.queueStatements',
    'delivery.createOrders',
    'delivery.charge',
    'bottle.settle',
    'email.send',
    'refund.send',
    'email.send',
    'payment.readBalance',
  ]) {
    await runNow(name)
    await deps.sandbox?.deliverDue()
  }
}

process.on('message', ({ to }: { to?: string }) => {
  if (to) offsetMs = Date.parse(to) - Date.now()
  catchUp().then(
    () => process.send?.({ now: clock.now().toISOString() }),
    (err: unknown) => process.send?.({ failed: String(err) }),
  )
})

process.on('disconnect', () => void stop())
process.on('SIGTERM', () => void stop())

async function stop(): Promise<void> {
  await jobs.stop()
  await app.close()
  await deps.close()
  process.exit(0)
}

// A test that no longer waited is gone before this process listened for it.
if (process.connected) process.send?.({ now: clock.now().toISOString() })
else await stop()
