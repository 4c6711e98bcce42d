import type { AddressInfo } from 'node:net'
import type { Product } from '#contract/catalog.ts'
import { listStoredEmails } from '#server/adapters/mailbox/database-mailbox.ts'
import { buildApp } from '#server/app.ts'
import { backgroundJobs } from '#server/background-jobs.ts'
import { readConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Log } from '#server/runtime.ts'
import { type Buyer, newBuyer } from './buyer.ts'
import { createTestDeps } from './create-test-deps.ts'
import { type FixedClock, fixedClock, seededRandom, silentLog } from './test-runtime.ts'

export type TestShop = {
  url: string
  deps: Deps
  clock: FixedClock
  products: Product[]
  /** Returns a new browser with its own cookies. */
  buyer(): Buyer
  /** Runs this background job now. */
  runJob(name: JobName): Promise<void>
  /** Delivers pending webhooks, then sends every due email. */
  deliverPending(): Promise<void>
  mailbox(): Promise<{ recipient: string; subject: string; html: string; text: string }[]>
  sql<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

type JobName =
  | 'checkout.purge'
  | 'delivery.clearClosedDates'
  | 'delivery.finishDayChanges'
  | 'route.correctWindows'
  | 'subscription.askAboutPrices'
  | 'subscription.updatePlans'
  | 'invoice.queueStatements'
  | 'email.send'
  | 'email.sendSignIn'
  | 'refund.send'
  | 'refund.sync'
  | 'payment.cancelDeclined'
  | 'payment.closeBreaker'
  | 'payment.reconcile'
  | 'payment.readEvents'
  | 'payment.readBalance'
  | 'payment.expire'
  | 'delivery.createOrders'
  | 'delivery.charge'
  | 'order.runDeferredEffects'
  | 'order.eraseUnpaid'
  | 'payment.deleteCustomers'
  | 'payment.purgeNetworks'
  | 'payment.purgeEvents'
  | 'email.purge'
  | 'backup.nightly'
  | 'settings.applyTimeZone'
  | 'product.purgeImages'
  | 'case.purgePhotos'
  | 'bottle.settle'
  | 'driver.purge'

export type ShopOptions = {
  now?: string
  env?: Record<string, string>
  seed?: string
  log?: Log
  /** Adds the development page that advances the clock. */
  hasDevClock?: boolean
}

/** Starts the real app on a real database and sandbox; only clock and random source are fixed. */
export async function startShop(databaseUrl: string, options: ShopOptions = {}): Promise<TestShop> {
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: 'http://shop.test',
    SHOP_TIME_ZONE: 'America/New_York',
    SEED: 'empty',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    ...options.env,
  })
  const clock = fixedClock(options.now ?? '2026-03-02T15:00:00Z')
  const random = seededRandom(options.seed ?? `${Math.random()}`)
  const startMs = clock.now().getTime()
  const setClockOffset = (ms: number) => clock.set(new Date(startMs + ms).toISOString())
  const runtime = { clock, random, log: options.log ?? silentLog }
  const deps = await createTestDeps(config, {
    ...runtime,
    ...(options.hasDevClock && { setClockOffset }),
  })
  const app = await buildApp(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  deps.setOrigin(url)

  const jobs = new Map(backgroundJobs(deps).map(({ name, run }) => [name, run]))
  const runJob = async (name: JobName) => jobs.get(name)?.()
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await app.close()
    await deps.close()
  }

  const { products } = await deps.productList()
  return {
    url,
    deps,
    clock,
    products: [...products],
    buyer: () => newBuyer(url, [...products]),
    runJob,
    async deliverPending() {
      await deps.sandbox?.deliverDue()
      await runJob('email.send')
    },
    mailbox: () => listStoredEmails(deps.db),
    sql: async (text, values) => (await deps.pool.query(text, values)).rows,
    close,
  }
}
