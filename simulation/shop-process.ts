import type pg from 'pg'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { ZoneCalendars } from '#contract/zones/landed-date.ts'
import { backgroundJobs } from '#server/background-jobs.ts'
import type { Config } from '#server/config/config.ts'
import { createDb } from '#server/db/client.ts'
import { deliveryHandlers } from '#server/delivery-handlers.ts'
import type { Deps } from '#server/deps.ts'
import { databaseLimits } from '#server/http/limits.ts'
import { coalesceRuns } from '#server/jobs/background-job.ts'
import type { OrderEmailData, SignInEmailData } from '#server/modules/mail/email-data.ts'
import type { OutgoingEmail } from '#server/modules/mail/port.ts'
import { receiveWebhook } from '#server/modules/payments/events/receive-webhook.ts'
import type { CardProvider } from '#server/modules/payments/port.ts'
import { createShop } from '#server/modules/settings/index.ts'
import { orderHandlers, paymentHandlers } from '#server/payment-handlers.ts'
import { stopHandlers } from '#server/route-handlers.ts'
import type { Log } from '#server/runtime.ts'
import { seededRandom } from '#tests/support/test-runtime.ts'
import { type DatabaseFaults, GatedPool, type QueryInterceptor } from './gated-pool.ts'
import type { MoneyState } from './money/money-state.ts'
import type { ProcessHandle, Scheduler } from './scheduler.ts'

export type SentEmail = {
  messageId: string
  kind: string
  total: string
  orderNumber: string
  /** The balance of a statement. */
  closing?: string
}

export type ProcessOptions = {
  name: string
  scheduler: Scheduler
  real: pg.Pool
  control: pg.Pool
  config: Config
  databaseFaults: DatabaseFaults
  skewMs: number
  callsLeft: number
  seed: string
  log: Log
  linkKey: string
  /** The owner's settings of tax, deposit, closed dates and zones, which change during the run. */
  settings(): MoneyState & { calendar: ShopCalendar; routeDaysOnly: boolean; zones: ZoneCalendars }
  interceptor: QueryInterceptor | undefined
  cards(handle: ProcessHandle): CardProvider
  deliver(email: SentEmail): void
}

export type ShopProcess = {
  handle: ProcessHandle
  deps: Deps
  runJob(name: string): void
  webhook(body: Buffer, signature: string): Promise<void>
}

/** Runs the production code with its own connections, clock and provider client. */
export function createProcess(options: ProcessOptions): ShopProcess {
  const { scheduler, name } = options
  const pools: GatedPool[] = []
  const handle: ProcessHandle = {
    name,
    isKilled: false,
    callsLeft: options.callsLeft,
    async cleanUp() {
      for (const pool of pools) await pool.cleanUp()
    },
  }
  const pool = (size: number) => {
    const { real, control, databaseFaults: faults, interceptor } = options
    const gated = new GatedPool({ scheduler, handle, real, control, faults, size, interceptor })
    pools.push(gated)
    return gated as unknown as pg.Pool
  }
  const deps = createDeps(options, handle, pool)
  const runs = new Map(
    backgroundJobs(deps).map(({ name: job, run }) => [
      job,
      coalesceRuns(() => logErrors(options, run)),
    ]),
  )
  return {
    handle,
    deps,
    runJob: (job) => void runs.get(job)?.now(),
    webhook: (body, signature) => receiveWebhook(deps, body, signature),
  }
}

/** Priorities have no effect in simulated time. */
const noopGate = { start: () => () => {}, yieldToPriorityWork: async () => {} }

function createDeps(
  options: ProcessOptions,
  handle: ProcessHandle,
  pool: (size: number) => pg.Pool,
): Deps {
  const { scheduler, config, skewMs, log, linkKey } = options
  const clock = { now: () => new Date(scheduler.now + skewMs) }
  const random = seededRandom(`${options.seed}/${options.name}`)
  const unchanged = {
    ...config.initialSettings,
    legalContact: '',
    priceIncreases: 'ask' as const,
  }
  const shop = createShop(() => ({ ...unchanged, ...options.settings() }), clock)
  const delivery = deliveryHandlers({ clock, random, shop, stopHandlers })
  const handlerDeps = { clock, random, log, shop, deliveryHandlers: delivery }
  const shopPool = pool(12)
  const db = createDb(shopPool)
  return {
    clock,
    random,
    log,
    config,
    shop,
    publicUrl: config.publicUrl,
    pool: shopPool,
    db,
    asyncCommitDb: db,
    backgroundDb: createDb(pool(8)),
    limits: databaseLimits({ pool: shopPool, clock, scale: config.rateLimitScale, key: linkKey }),
    linkKey,
    codeKey: 'simulated',
    workloadGates: { requests: noopGate, charges: noopGate },
    cards: options.cards(handle),
    livemode: false,
    handlers: paymentHandlers(handlerDeps),
    orderHandlers: orderHandlers(handlerDeps),
    deliveryHandlers: delivery,
    stopHandlers,
    mailer: {
      async deliver({ messageId, text }: OutgoingEmail) {
        await scheduler.enqueue(handle, () => options.deliver({ messageId, ...JSON.parse(text) }), {
          delayMs: 50,
        })
      },
      close: () => {},
    },
    // The text contains only the fields that the oracle checks.
    render: async (email: OrderEmailData | SignInEmailData) => {
      const fields = { kind: email.kind, ...(('total' in email || 'closing' in email) && email) }
      const { kind, total, orderNumber, closing } = fields as Partial<SentEmail>
      const text = JSON.stringify({ kind, total, orderNumber, closing })
      return { subject: kind ?? '', html: '', text }
    },
    // Only what jobs and commands need: no web server, no listener, no sandbox.
  } as unknown as Deps
}

async function logErrors({ log, name }: ProcessOptions, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (err) {
    log.error({ err, process: name }, 'job failed')
  }
}
