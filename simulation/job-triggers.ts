import { addDays, changeUntil, instantIn, ORDER_LEAD_DAYS } from '#contract/dates/calendar.ts'
import type { Rng } from './rng.ts'
import type { ShopProcess } from './shop-process.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'
import type { World } from './world.ts'

/** Which processes run each sweep when it is woken: two planners, three that charge. */
const processesByJob: Record<string, string[]> = {
  'delivery.plan': ['a', 'b'],
  'delivery.charge': ['a', 'b', 'c'],
  'mail.send': ['b', 'c'],
  'refund.send': ['a', 'c'],
  'payment.reconcile': ['a', 'b'],
  'payment.endDeclined': ['c'],
  'payment.expire': ['b'],
  'payment.readEvents': ['a', 'b'],
  'refund.follow': ['c'],
  'order.runDeferredEffects': ['a', 'c'],
}

type Due = { charge: Date | null; mail: Date | null; refund: Date | null; effect: Date | null }

const DUE = `select
  (select min(greatest(due_at, coalesce(leased_until, due_at))) from cycles
    where due_at is not null) as charge,
  (select min(due_at) from mails where status = 'waiting') as mail,
  (select min(due_at) from refunds where status = 'requested') as refund,
  (select min(due_at) from deferred_order_effects where done_at is null) as effect`

/**
 * In place of the minutes of cron: each sweep is woken at the next moment at which it has anything to
 * do. What would have found nothing is left out, and so months pass in seconds.
 */
export class JobTriggers {
  readonly #world: World
  readonly #rng: Rng
  readonly #planned = new Map<string, number>()
  readonly #planRuns = new Set<number>()
  #seenCalls = -1
  #rounds = 0
  #lastAt = 0

  constructor(world: World) {
    this.#world = world
    this.#rng = world.rng.fork('wakes')
  }

  /** Looks what is due next, whenever something may have changed it. */
  async scheduleDueJobs(): Promise<void> {
    const { scheduler } = this.#world
    if (scheduler.calls === this.#seenCalls) return
    // Nobody could be woken; whoever is started again finds what is due.
    if (this.#world.alive().length === 0) return
    this.#seenCalls = scheduler.calls
    const [due] = await this.#world.sql<Due>(DUE)
    this.#wake('delivery.charge', due?.charge?.getTime())
    this.#wake('mail.send', due?.mail?.getTime())
    this.#wake('refund.send', due?.refund?.getTime())
    this.#wake('order.runDeferredEffects', due?.effect?.getTime())
    this.#wake('delivery.plan', await this.#nextPlan())
    this.#wake('payment.reconcile', await this.#nextReconcile())
  }

  /** Now and then, though nothing was heard of anything due. */
  schedulePeriodicRuns(until: number): void {
    const { scheduler } = this.#world
    for (const name of Object.keys(processesByJob)) {
      // Of what was not told in a message nothing shows, but for what this one reads.
      const every = (name === 'payment.readEvents' ? 12 : 60) * HOUR_MS
      const again = () => {
        this.#start(name)
        const next = scheduler.now + this.#rng.between(0.7, 1.3) * every
        if (next < until) scheduler.at(next, again)
      }
      scheduler.after(this.#rng.between(0, every), again)
    }
  }

  #wake(name: string, time: number | undefined): void {
    if (time === undefined) return
    const { scheduler } = this.#world
    // Within its minute, and never at once: whatever cannot be done now is due still.
    const at = Math.max(time, scheduler.now) + this.#rng.between(1_000, MINUTE_MS)
    const planned = this.#planned.get(name)
    if (planned !== undefined && planned > scheduler.now && planned <= at) return
    this.#planned.set(name, at)
    scheduler.at(at, () => {
      if (this.#planned.get(name) !== at) return
      this.#planned.delete(name)
      this.#seenCalls = -1
      this.#countRuns(name)
      if (!name.startsWith('delivery.')) this.#start(name)
      else void this.#world.recordHeartbeat().then(() => this.#start(name))
    })
  }

  #start(name: string): void {
    const { scheduler, processes } = this.#world
    const startsTogether = this.#world.options.scenario?.startsTogether
    if (name === 'delivery.plan') this.#planRuns.add(scheduler.now)
    for (const place of processesByJob[name] ?? []) {
      const process = processes.get(place)
      // Often at the very same moment, so that their calls go between each other's.
      const after = startsTogether || this.#rng.chance(0.6) ? 0 : this.#rng.between(0, 200)
      if (process) scheduler.after(after, () => run(process, name))
    }
  }

  /** Work that is due for ever, and never done, is a fault as well. */
  #countRuns(name: string): void {
    const { scheduler, oracle } = this.#world
    const isSoon = scheduler.now - this.#lastAt < 3 * MINUTE_MS
    // While the provider or all of us are off, there is nothing to be done but to wait.
    const isUp = this.#world.providerState() === 'up' && this.#world.alive().length > 0
    this.#rounds = isSoon && isUp ? this.#rounds + 1 : 0
    this.#lastAt = scheduler.now
    if (this.#rounds === 2_000) oracle.report('I5', `${name} goes round in circles`)
  }

  /** When a subscription's next delivery is to be ordered, or can wait no longer for money. */
  async #nextPlan(): Promise<number | undefined> {
    const { zone, scheduler } = this.#world
    const last = Math.max(0, ...this.#planRuns)
    const rows = await this.#world.sql<{ next_date: string }>(
      `select distinct next_date from subscriptions
       where next_date is not null and status in ('active', 'paused')`,
    )
    const moments = rows.flatMap(({ next_date }) => [
      instantIn(zone, addDays(next_date, -ORDER_LEAD_DAYS), 0).getTime(),
      changeUntil(zone, next_date).getTime(),
    ])
    const missed = moments.filter((moment) => moment > last && moment <= scheduler.now)
    if (missed.length > 0) return scheduler.now
    const coming = moments.filter((moment) => moment > scheduler.now)
    return coming.length > 0 ? Math.min(...coming) : undefined
  }

  /** C6: money that came without a word is found by asking; only then is there anything to find. */
  async #nextReconcile(): Promise<number | undefined> {
    const open = await this.#world.sql<{ intent_id: string; checked_at: Date | null }>(
      `select intent_id, checked_at from payments
       where (status in ('pending', 'processing') or (status = 'failed' and kind = 'cycle'))
         and intent_id is not null`,
    )
    const silent = open.filter(
      ({ intent_id }) => this.#world.ledger.intents.get(intent_id)?.status === 'succeeded',
    )
    if (silent.length === 0) return undefined
    const { now } = this.#world.scheduler
    // Cron would ask every five minutes through an outage, and hear nothing each time.
    if (this.#world.providerState() !== 'up') return now + 6 * HOUR_MS
    return Math.min(
      ...silent.map(({ checked_at }) => (checked_at?.getTime() ?? now - HOUR_MS) + 5 * MINUTE_MS),
    )
  }
}

function run({ handle, runJob: sweep }: ShopProcess, name: string): void {
  if (!handle.isKilled) sweep(name)
}
