import type { AddressInfo } from 'node:net'
import { checkWebhook, type WebhookCheck } from './adapters/stripe/check-webhook.ts'
import { openStripe } from './adapters/stripe/open-stripe.ts'
import { adjustableClock, systemClock, systemRandom } from './adapters/system-runtime.ts'
import { buildApp } from './app.ts'
import { backgroundJobs } from './background-jobs.ts'
import { type Config, ConfigError, readConfig } from './config/config.ts'
import { stripeRequirements } from './config/stripe-requirements.ts'
import { createLog } from './create-log.ts'
import { assertNoDemoData } from './demo/assert-no-demo-data.ts'
import { createDeps } from './deps.ts'
import { startWatch } from './health/start-watch.ts'
import { createShopWatch } from './health/watch-shop.ts'
import { startJobs } from './jobs/job-runner.ts'
import { ensureStaff } from './modules/identity/index.ts'
import { openShopDatabase } from './open-shop-database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { backUpBeforeMigration } from './recovery/before-migration.ts'
import { seedShop } from './seed-shop.ts'
import { startupBanner } from './startup-banner.ts'
import { keepTickLayout } from './v8/keep-tick-layout.ts'
import { releaseStartupMemory } from './v8/release-startup-memory.ts'
import { watchJobs } from './watch-jobs.ts'

/** A graceful stop must finish within 8 seconds; this leaves one second of margin. */
const STOP_TIMEOUT_MS = 7_000

/** The first requests and background jobs have finished by then. */
const RELEASE_MEMORY_DELAY_MS = 1_500

/** Close functions in the order of opening, so that a failed start closes everything too. */
const opened: (() => Promise<unknown>)[] = []

async function main(): Promise<void> {
  keepTickLayout()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0))
  }
  // The start script holds the IPC channel. If it exits, nothing else would stop this process.
  process.on('disconnect', () => void stop(0))

  // With the sandbox, developers can advance the clock to try out months of a subscription.
  const isAdjustable = !config.production && config.payments.provider === 'sandbox'
  const adjustable = adjustableClock()
  const clock = isAdjustable ? adjustable : systemClock
  const clockControls = isAdjustable && { setClockOffset: adjustable.setOffset }
  const webhook = checkStripe(config)
  const database = await openShopDatabase(config, log)
  opened.push(() => database.close())
  const runtime = { clock, random: systemRandom, log, ...clockControls }
  const recordBackup = await backUpBeforeMigration(config, database, runtime)
  await prepareDatabase(database, runtime, config.initialSettings)
  await recordBackup()
  const deps = await createDeps(config, runtime, database)
  opened.push(() => deps.close())
  await seedShop(deps)
  if (config.production) await assertNoDemoData(deps.db)
  const { error, warning } = await webhook
  if (error) throw new ConfigError(error)
  if (warning) log.warn(warning)
  await ensureStaff(deps, config.admin.email, config.admin.password)
  const app = await buildApp(deps)
  opened.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as AddressInfo
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  deps.setOrigin(`http://${host}:${port}`)

  const { databaseUrl: url, listener } = deps
  const jobs = backgroundJobs(deps)
  const runner = await startJobs({ url, listener, log, jobs, watch: watchJobs(deps) })
  opened.push(() => runner.stop())
  const watch = startWatch(createShopWatch(deps, jobs), log)
  opened.push(() => watch.stop())
  process.stdout.write(startupBanner(config, deps.shop, port))
  setTimeout(releaseStartupMemory, RELEASE_MEMORY_DELAY_MS).unref()
}

/** Runs while the database opens. Never rejects. */
async function checkStripe(config: Config): Promise<WebhookCheck> {
  if (config.payments.provider !== 'stripe') return {}
  const { webhookUrl: url, events } = stripeRequirements(config)
  return checkWebhook(openStripe(config.payments), { url, events })
}

let isStopping = false

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
  // A running start may open more resources, so closing waits for it.
  await started.catch(() => undefined)
  for (const close of opened.reverse()) {
    await close().catch((err: unknown) => process.stderr.write(`${toErrorLine(err)}\n`))
  }
  process.exit(exitCode)
}

const started = main()
started.catch((err: unknown) => {
  process.stderr.write(`${toErrorLine(err)}\n`)
  void stop(1)
})

/** No server answers there, it is starting or stopping, or it knows neither the user nor the database. */
const databaseCodes = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|57P03|28...|3D000)$/

function toErrorLine(err: unknown): string {
  if (err instanceof ConfigError) return `Configuration error: ${err.message}`
  const { code = '', port } = err as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to a free port.`
  if (databaseCodes.test(code)) {
    return `The database of DATABASE_URL can't be used: ${(err as Error).message}`
  }
  return err instanceof Error ? (err.stack ?? err.message) : String(err)
}
