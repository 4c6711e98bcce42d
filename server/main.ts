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
import { startJobs } from './jobs/job-runner.ts'
import { ensureStaff } from './modules/identity/index.ts'
import { openShopDatabase } from './open-shop-database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { seedShop } from './seed-shop.ts'
import { startupBanner } from './startup-banner.ts'
import { watchJobs } from './watch-jobs.ts'

/** The promise of a graceful stop within 8 seconds, with one to spare. */
const STOP_TIMEOUT_MS = 7_000

/** What has been opened so far, closed in reverse: a start that fails half-way leaves nothing. */
const opened: (() => Promise<unknown>)[] = []

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0))
  }
  // The script that started us holds the other end: when it is gone, nobody can stop us properly.
  process.on('disconnect', () => void stop(0))

  // Months of a subscription can be watched in minutes, where nobody's money is at stake.
  const isAdjustable = !config.production && config.payments.provider === 'sandbox'
  const adjustable = adjustableClock()
  const clock = isAdjustable ? adjustable : systemClock
  const clockControls = isAdjustable && { setClockOffset: adjustable.setOffset }
  const webhook = checkStripe(config)
  const database = await openShopDatabase(config, log)
  opened.push(() => database.close())
  await prepareDatabase(database, { clock, log, timeZone: config.shop.timeZone })
  const world = { clock, random: systemRandom, log, ...clockControls }
  const deps = await createDeps(config, world, database)
  opened.push(() => deps.close())
  await seedShop(deps)
  if (config.production) await assertNoDemoData(deps.db)
  const { error: refusal, warning } = await webhook
  if (refusal) throw new ConfigError(refusal)
  if (warning) log.warn(warning)
  await ensureStaff(deps, config.admin.email, config.admin.password)
  const app = await buildApp(deps)
  opened.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as AddressInfo
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  deps.setOrigin(`http://${host}:${port}`)

  const { databaseUrl: url, listener } = deps
  const jobs = await startJobs({
    url,
    listener,
    log,
    jobs: backgroundJobs(deps),
    watch: watchJobs(deps),
  })
  opened.push(() => jobs.stop())
  process.stdout.write(startupBanner(config, port))
}

/** Asked while the database opens; it never fails. */
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
  // A start that is still under way opens more; closing beneath it would break what it just began.
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

function toErrorLine(err: unknown): string {
  if (err instanceof ConfigError) return `Configuration: ${err.message}`
  const { code, port } = err as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set PORT to a free one.`
  return err instanceof Error ? (err.stack ?? err.message) : String(err)
}
