import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { databaseOn } from '#server/db/client.ts'
import { deliveryHandlers } from '#server/delivery-handlers.ts'
import type { Deps } from '#server/deps.ts'
import { databaseLimits } from '#server/http/limits.ts'
import { coalesceRuns } from '#server/jobs/background-job.ts'
import type { OrderLetter, SignInLetter } from '#server/modules/mail/letter.ts'
import type { OutgoingMail } from '#server/modules/mail/port.ts'
import type { CardProvider } from '#server/modules/payments/port.ts'
import { receiveWebhook } from '#server/modules/payments/receive-webhook.ts'
import { orderHandlers, paymentHandlers } from '#server/payment-handlers.ts'
import { sweepsOf } from '#server/sweeps.ts'
import type { Log } from '#server/world.ts'
import { seededRandom } from '#tests/support/world.ts'
import { type DatabaseFaults, GatedPool, type Tamper } from './gated-pool.ts'
import type { Life, Scheduler } from './scheduler.ts'

export type Postbag = { messageId: string; kind: string; total: string; orderNumber: string }

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
  tamper: Tamper | undefined
  cards(life: Life): CardProvider
  deliver(mail: Postbag): void
}

export type ShopProcess = {
  life: Life
  deps: Deps
  sweep(name: string): void
  webhook(body: Buffer, signature: string): Promise<void>
}

/** The real code of the shop, with its own connections, clock and way to the provider. */
export function openProcess(options: ProcessOptions): ShopProcess {
  const { scheduler, name } = options
  const pools: GatedPool[] = []
  const life: Life = {
    name,
    isOver: false,
    callsLeft: options.callsLeft,
    async bury() {
      for (const pool of pools) await pool.bury()
    },
  }
  const pool = (size: number) => {
    const { real, control, databaseFaults: faults, tamper } = options
    const gated = new GatedPool({ scheduler, life, real, control, faults, size, tamper })
    pools.push(gated)
    return gated as unknown as pg.Pool
  }
  const deps = depsOf(options, life, pool)
  const runs = new Map(
    sweepsOf(deps).map(({ name: sweep, run }) => [
      sweep,
      coalesceRuns(() => quietly(options, run)),
    ]),
  )
  return {
    life,
    deps,
    sweep: (sweep) => void runs.get(sweep)?.now(),
    webhook: (body, signature) => receiveWebhook(deps, body, signature),
  }
}

/** In simulated time no work has to wait for other work. */
const openGate = { begin: () => () => {}, yieldToPriorityWork: async () => {} }

function depsOf(options: ProcessOptions, life: Life, pool: (size: number) => pg.Pool): Deps {
  const { scheduler, config, skewMs, log, linkKey } = options
  const clock = { now: () => new Date(scheduler.now + skewMs) }
  const random = seededRandom(`${options.seed}/${options.name}`)
  const { timeZone } = config.shop
  const delivery = deliveryHandlers({ clock, timeZone })
  const handlerDeps = { clock, random, log, timeZone, deliveryHandlers: delivery }
  const shopPool = pool(12)
  const db = databaseOn(shopPool)
  return {
    clock,
    random,
    log,
    config,
    pool: shopPool,
    db,
    fleeting: db,
    engineDb: databaseOn(pool(8)),
    limits: databaseLimits({ pool: shopPool, clock, scale: config.rateLimitScale, key: linkKey }),
    linkKey,
    codeKey: 'simulated',
    workloadGates: { requests: openGate, charges: openGate },
    cards: options.cards(life),
    livemode: false,
    handlers: paymentHandlers(handlerDeps),
    orderHandlers: orderHandlers(handlerDeps),
    deliveryHandlers: delivery,
    mailer: {
      async deliver({ messageId, text }: OutgoingMail) {
        await scheduler.pass(life, () => options.deliver({ messageId, ...JSON.parse(text) }), {
          afterMs: 50,
        })
      },
      close: () => {},
    },
    // Not the words, only what they would say of money.
    render: async (letter: OrderLetter | SignInLetter) => {
      const facts = { kind: letter.kind, ...('total' in letter && letter) }
      const { kind, total, orderNumber } = facts as Partial<Postbag>
      return { subject: kind ?? '', html: '', text: JSON.stringify({ kind, total, orderNumber }) }
    },
    // Only what the sweeps and the commands ask for: no web server, no listener, no sandbox.
  } as unknown as Deps
}

async function quietly({ log, name }: ProcessOptions, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (err) {
    log.error({ err, process: name }, 'sweep failed')
  }
}
