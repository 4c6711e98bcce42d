import { join } from 'node:path'
import type { Pool } from 'pg'
import { builtTemplates } from './adapters/mail-templates.ts'
import {
  databaseMailbox,
  findStoredEmail,
  listStoredEmails,
} from './adapters/mailbox/database-mailbox.ts'
import { createSmtpMailer } from './adapters/smtp/smtp-mailer.ts'
import { readClockOffsetMs } from './clock-offset.ts'
import type { Config } from './config.ts'
import { type Db, openDatabase } from './db/client.ts'
import { type Listener, openListener } from './db/listener.ts'
import { settingOf } from './db/settings.ts'
import { type WhileUnchanged, whileUnchanged } from './db/while-unchanged.ts'
import { deliveryHandlers } from './delivery-handlers.ts'
import type { Identify } from './http/caller.ts'
import type { Mailbox } from './http/dev-mailbox.ts'
import { databaseLimits, type Limits } from './http/limits.ts'
import { createMetrics, type Metrics } from './http/prometheus-metrics.ts'
import { readShopGauges } from './http/shop-gauges.ts'
import { keepProductList, type ProductListing } from './modules/catalog/index.ts'
import type { DeliveryHandlers } from './modules/deliveries/index.ts'
import { type IdentityDeps, sessionReader } from './modules/identity/index.ts'
import type { Mailer, RenderLetter } from './modules/mail/index.ts'
import type { OrderHandlers } from './modules/orders/index.ts'
import type { PaymentDeps } from './modules/payments/index.ts'
import { type Cards, openCards } from './open-cards.ts'
import type { ShopDatabase } from './open-shop-database.ts'
import { orderHandlers, paymentHandlers } from './payment-handlers.ts'
import { shopFiles } from './shop-files.ts'
import { createWorkloadGates, type WorkloadGates } from './workload-gate.ts'
import type { Clock, Log, Random } from './world.ts'

export type World = {
  clock: Clock
  random: Random
  log: Log
  /** Development only: sets how far the clock is ahead of the machine clock. */
  setClockOffset?: (milliseconds: number) => void
}

/** Dependencies of the server, with an adapter for each port. */
export type Deps = PaymentDeps &
  IdentityDeps &
  World & {
    config: Config
    pool: Pool
    db: Db
    databaseUrl: string
    listener: Listener
    limits: Limits
    whileUnchanged: WhileUnchanged
    workloadGates: WorkloadGates
    /** For what a crash may forget: its commits wait for no disk. */
    fleeting: Db
    /** For what happens by itself, so that a day's charges leave the shop its connections. */
    engineDb: Db
    /** Signs one-tap links and calendar feeds, and draws the ids of later orders. */
    linkKey: string
    orderHandlers: OrderHandlers
    deliveryHandlers: DeliveryHandlers
    metrics: Metrics
    identify: Identify
    listing: ProductListing
    mailer: Mailer
    /** The development mailbox, if no mail server is configured. */
    mailbox: Mailbox | undefined
    render: RenderLetter
    testPages: Cards['testPages']
    sandbox: Cards['sandbox']
    distFolder: string
    /** Called when the server listens: the sandbox sends its webhooks to this origin. */
    setOrigin(origin: string): void
    close(): Promise<void>
  }

const FLEETING_POOL_SIZE = 4
const ENGINE_POOL_SIZE = 4

/**
 * The composition root: creates the dependencies that the configuration selects. The caller opens
 * the database, and closes it after them.
 */
export async function createDeps(
  config: Config,
  world: World,
  { url, pool, db }: ShopDatabase,
): Promise<Deps> {
  const { clock, random, log } = world
  world.setClockOffset?.(await readClockOffsetMs(pool))

  const listener = await openListener(url, log)
  const codeKey = await settingOf(pool, clock, 'code_key', () => random.token(32))
  const linkKey = await settingOf(pool, clock, 'link_key', () => random.token(32))
  const limits = await openLimits(url, config, world, pool)
  const cards = await openCards(config, world, { url, pool })
  const mailbox = config.smtp ? undefined : mailboxOf(db)
  const mailer = config.smtp
    ? createSmtpMailer(config.smtp.url, config.smtp)
    : databaseMailbox({ db, clock, random })
  const { account } = cards
  const { timeZone } = config.shop
  const delivery = deliveryHandlers({ clock, timeZone })
  const handlerDeps = { clock, random, log, timeZone, account, deliveryHandlers: delivery }
  const engine = openDatabase(url, { poolSize: ENGINE_POOL_SIZE, log })
  const distFolder = shopFiles.dist
  return {
    ...world,
    ...cards,
    config,
    pool,
    db,
    databaseUrl: url,
    whileUnchanged: whileUnchanged(pool),
    workloadGates: createWorkloadGates(),
    listener,
    codeKey,
    limits: limits.limits,
    fleeting: limits.db,
    metrics: createMetrics(() => readShopGauges({ db, pool, clock })),
    identify: sessionReader({ db, clock }),
    listing: keepProductList({ db, listener }),
    mailer,
    mailbox,
    render: builtTemplates(join(distFolder, 'mail', 'render-mail.mjs')),
    handlers: paymentHandlers(handlerDeps),
    orderHandlers: orderHandlers(handlerDeps),
    deliveryHandlers: delivery,
    engineDb: engine.db,
    linkKey,
    distFolder,
    async close() {
      mailer.close()
      await cards.close()
      await listener.close()
      await limits.close()
      await engine.close()
    },
  }
}

async function openLimits(url: string, config: Config, { clock, random, log }: World, pool: Pool) {
  const key = await settingOf(pool, clock, 'limits_key', () => random.token(32))
  const own = openDatabase(url, { poolSize: FLEETING_POOL_SIZE, log, waitsForDisk: false })
  const limits = databaseLimits({ pool: own.pool, clock, scale: config.rateLimitScale, key })
  return { limits, db: own.db, close: own.close }
}

function mailboxOf(db: Db): Mailbox {
  return { list: () => listStoredEmails(db), find: (id) => findStoredEmail(db, id) }
}
