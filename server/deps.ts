import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Shop } from '#contract/shop.ts'
import { createImageEncoder } from './adapters/image-encoder/image-encoder.ts'
import { loadBuiltTemplates } from './adapters/mail-templates.ts'
import { createMatrixReader } from './adapters/osrm/osrm-matrix.ts'
import { readClockOffsetMs } from './clock-offset.ts'
import type { Config } from './config/config.ts'
import { type Cards, createCards } from './create-cards.ts'
import { type CacheUntilCommit, cacheUntilCommit } from './db/cache-until-commit.ts'
import { type Db, openDatabase } from './db/client.ts'
import { createHeartbeats, type Heartbeats } from './db/heartbeats.ts'
import { type Listener, openListener } from './db/listener.ts'
import { getOrCreateSetting } from './db/settings.ts'
import { deliveryHandlers } from './delivery-handlers.ts'
import { openMail } from './health/open-mail.ts'
import type { Authenticate, AuthenticateDevice } from './http/caller.ts'
import type { Mailbox } from './http/dev-mailbox.ts'
import { databaseLimits, type Limits } from './http/limits.ts'
import { createMetrics, type Metrics } from './http/prometheus-metrics.ts'
import { readShopGauges } from './http/shop-gauges.ts'
import { bookReturn } from './modules/bottles/index.ts'
import {
  cacheProductList,
  type EncodeImage,
  type ProductListCache,
} from './modules/catalog/index.ts'
import type { DeliveryHandlers } from './modules/deliveries/index.ts'
import type { BottlesReturned } from './modules/deposits/index.ts'
import {
  createPlanner,
  type MeasurePoints,
  type Planner,
  type RouteHandlers,
  type StopHandlers,
} from './modules/dispatch/index.ts'
import { createDeviceReader, createTracker } from './modules/driving/index.ts'
import { createSessionReader, type IdentityDeps, secretKeys } from './modules/identity/index.ts'
import type { Mailer, RenderEmail } from './modules/mail/index.ts'
import type { DeliveryTracker, OrderHandlers } from './modules/orders/index.ts'
import type { PaymentDeps } from './modules/payments/index.ts'
import { isPaused } from './modules/recovery/index.ts'
import { type LiveShop, openLiveShop, type ReassignDates } from './modules/settings/index.ts'
import { readZoneCalendars } from './modules/zones/index.ts'
import type { ShopDatabase } from './open-shop-database.ts'
import { orderHandlers, paymentHandlers } from './payment-handlers.ts'
import { createReassignDates } from './reassign-dates.ts'
import { routeHandlers, stopHandlers } from './route-handlers.ts'
import type { Clock, Log, Random } from './runtime.ts'
import { shopFiles } from './shop-files.ts'
import { createWorkloadGates, type WorkloadGates } from './workload-gate.ts'

export type Runtime = {
  clock: Clock
  random: Random
  log: Log
  /** Development only: sets the offset from the machine clock. */
  setClockOffset?: (milliseconds: number) => void
}

/** Dependencies of the server, with an adapter for each port. */
export type Deps = PaymentDeps &
  IdentityDeps &
  Runtime & {
    config: Config
    /** The settings at this moment: they change while the server runs (rule 33). */
    shop: Shop
    liveShop: LiveShop
    publicUrl: string
    pool: Pool
    db: Db
    databaseUrl: string
    listener: Listener
    limits: Limits
    cacheUntilCommit: CacheUntilCommit
    workloadGates: WorkloadGates
    /** Commits without waiting for the disk, for writes that a crash may lose. */
    asyncCommitDb: Db
    /** Pool of the background jobs, so that charges never exhaust the connections of requests. */
    backgroundDb: Db
    /** Signs one-tap links and calendar feeds, and derives the ids of renewal orders. */
    linkKey: string
    orderHandlers: OrderHandlers
    deliveryHandlers: DeliveryHandlers
    routeHandlers: RouteHandlers
    stopHandlers: StopHandlers
    bottlesReturned: BottlesReturned
    planner: Planner
    tracker: DeliveryTracker
    measurePoints: MeasurePoints
    reassignDates: ReassignDates
    metrics: Metrics
    heartbeats: Heartbeats
    authenticate: Authenticate
    authenticateDevice: AuthenticateDevice
    productList: ProductListCache
    encodeImage: EncodeImage
    mailer: Mailer
    /** The development mailbox, if no mail server is configured. */
    mailbox: Mailbox | undefined
    render: RenderEmail
    testPages: Cards['testPages']
    sandbox: Cards['sandbox']
    distFolder: string
    /** Called when the server listens: the sandbox sends its webhooks to this origin. */
    setOrigin(origin: string): void
    close(): Promise<void>
  }

const ASYNC_COMMIT_POOL_SIZE = 4
const BACKGROUND_POOL_SIZE = 4

/**
 * The composition root: creates the dependencies that the configuration selects. The caller opens
 * the database, and closes it after them.
 */
export async function createDeps(
  config: Config,
  runtime: Runtime,
  { url, pool, db }: ShopDatabase,
): Promise<Deps> {
  const { clock, random, log } = runtime
  runtime.setClockOffset?.(await readClockOffsetMs(pool))

  const listener = await openListener(url, log)
  const codeKey = await getOrCreateSetting(pool, clock, 'code_key', () => random.token(32))
  const linkKey = await getOrCreateSetting(pool, clock, 'link_key', () => random.token(32))
  const twoStep = { keys: secretKeys(codeKey, config.secretsKey), isRequired: config.production }
  const limits = await openLimits(url, config, runtime, pool)
  const liveShop = await openLiveShop({ db, clock, log, listener, readZoneCalendars, isPaused })
  const { shop } = liveShop
  // Card statements keep the name of this start: a repeated request must equal the first one.
  const cards = await createCards(config, runtime, { url, pool, shopName: shop.name })
  const heartbeats = createHeartbeats({ db: limits.db, clock, log })
  const { mailer, mailbox } = openMail(config, { db, clock, random, heartbeats })
  const engine = openDatabase(url, { poolSize: BACKGROUND_POOL_SIZE, log })
  const planning = openPlanning(config, runtime, engine.db, listener)
  const tracker = createTracker({ db, listener, clock, shop, log })
  const distFolder = shopFiles.dist
  return {
    ...runtime,
    ...cards,
    config,
    shop,
    liveShop,
    publicUrl: config.publicUrl,
    pool,
    db,
    databaseUrl: url,
    cacheUntilCommit: cacheUntilCommit(pool),
    workloadGates: createWorkloadGates(),
    listener,
    codeKey,
    twoStep,
    limits: limits.limits,
    asyncCommitDb: limits.db,
    metrics: createMetrics(() => readShopGauges({ db, pool, clock })),
    authenticate: createSessionReader({ db, clock, twoStep }),
    authenticateDevice: createDeviceReader({ db, clock, linkKey }),
    encodeImage: createImageEncoder(),
    productList: cacheProductList({ db, listener, clock }),
    heartbeats,
    mailer,
    mailbox,
    render: loadBuiltTemplates(join(distFolder, 'mail', 'render-email.mjs')),
    ...createHandlers(runtime, shop, cards.account),
    bottlesReturned: bookReturn(runtime),
    ...planning,
    tracker,
    reassignDates: createReassignDates({ clock, random }),
    backgroundDb: engine.db,
    linkKey,
    distFolder,
    async close() {
      await planning.planner.close()
      tracker.close()
      mailer.close()
      liveShop.close()
      await cards.close()
      await listener.close()
      await limits.close()
      await engine.close()
    },
  }
}

/** Handlers of later modules, called in the transaction of the change. */
function createHandlers({ clock, random, log }: Runtime, shop: Shop, account: Cards['account']) {
  const delivery = deliveryHandlers({ clock, random, shop, stopHandlers })
  const handlerDeps = {
    clock,
    random,
    log,
    shop,
    account,
    stopHandlers,
    deliveryHandlers: delivery,
  }
  const orders = orderHandlers(handlerDeps)
  return {
    handlers: paymentHandlers(handlerDeps),
    orderHandlers: orders,
    deliveryHandlers: delivery,
    stopHandlers,
    routeHandlers: routeHandlers({ ...handlerDeps, orderHandlers: orders }),
  }
}

function openPlanning(config: Config, { clock, log }: Runtime, db: Db, listener: Listener) {
  const measurePoints = createMatrixReader({ url: config.routingUrl })
  return {
    measurePoints,
    planner: createPlanner({ db, clock, log, listener, measurePoints }),
  }
}

async function openLimits(
  url: string,
  config: Config,
  { clock, random, log }: Runtime,
  pool: Pool,
) {
  const key = await getOrCreateSetting(pool, clock, 'limits_key', () => random.token(32))
  const asyncCommit = openDatabase(url, {
    poolSize: ASYNC_COMMIT_POOL_SIZE,
    log,
    synchronousCommit: false,
  })
  const limits = databaseLimits({
    pool: asyncCommit.pool,
    clock,
    scale: config.rateLimitScale,
    key,
  })
  return { limits, db: asyncCommit.db, close: asyncCommit.close }
}
