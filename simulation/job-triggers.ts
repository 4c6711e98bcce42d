import { changeUntil, reminderDate, shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { DAY_CHANGE_UNDO_MS } from '#contract/zones/day-changes.ts'
import { defaultActivity } from './people/default-activity.ts'
import type { Rng } from './rng.ts'
import type { ShopProcess } from './shop-process.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'
import type { World } from './world.ts'

/** Ends the report of a job that runs without finishing its work. */
export const ENDLESS_RUNS = 'runs in an endless loop'

/** Processes that run each job when it is triggered: two planners, three that charge. */
const processesByJob: Record<string, string[]> = {
  'delivery.createOrders': ['a', 'b'],
  'delivery.charge': ['a', 'b', 'c'],
  'email.send': ['b', 'c'],
  'refund.send': ['a', 'c'],
  'payment.reconcile': ['a', 'b'],
  'payment.cancelDeclined': ['c'],
  'payment.expire': ['b'],
  'payment.readEvents': ['a', 'b'],
  'refund.sync': ['c'],
  'order.runDeferredEffects': ['a', 'c'],
  'invoice.queueStatements': ['a', 'b'],
  'delivery.clearClosedDates': ['b', 'c'],
  'delivery.finishDayChanges': ['a', 'c'],
}

/** Without offices and closed dates they have nothing to do. */
const officeJobs = [
  'invoice.queueStatements',
  'delivery.clearClosedDates',
  'delivery.finishDayChanges',
]

/** Jobs that find work without a due row: lost webhooks, and the first day of a month. */
const hoursBetweenRuns: Record<string, number> = {
  'payment.readEvents': 12,
  'invoice.queueStatements': 20,
}

type Due = { charge: Date | null; mail: Date | null; refund: Date | null; effect: Date | null }

const DUE = `select
  (select min(greatest(due_at, coalesce(leased_until, due_at))) from cycles
    where due_at is not null) as charge,
  (select min(due_at) from emails where status = 'pending') as mail,
  (select min(due_at) from refunds where status = 'requested') as refund,
  (select min(due_at) from deferred_order_effects where done_at is null) as effect`

/**
 * Replaces cron: triggers each job at the next time at which it has work. Runs without work are
 * skipped, so that months pass in seconds.
 */
export class JobTriggers {
  readonly #world: World
  readonly #rng: Rng
  readonly #planned = new Map<string, number>()
  readonly #planRuns = new Set<number>()
  #lastCalls = -1
  #quickRuns = 0
  #lastAt = 0

  constructor(world: World) {
    this.#world = world
    this.#rng = world.rng.fork('wakes')
  }

  /** Triggers the jobs that are due next, if any call may have changed that. */
  async scheduleDueJobs(): Promise<void> {
    const { scheduler } = this.#world
    if (scheduler.calls === this.#lastCalls) return
    // No process is running; a restarted process triggers the due jobs.
    if (this.#world.alive().length === 0) return
    this.#lastCalls = scheduler.calls
    const [due] = await this.#world.sql<Due>(DUE)
    this.#trigger('delivery.charge', due?.charge?.getTime())
    this.#trigger('email.send', due?.mail?.getTime())
    this.#trigger('refund.send', due?.refund?.getTime())
    this.#trigger('order.runDeferredEffects', due?.effect?.getTime())
    this.#trigger('delivery.createOrders', await this.#nextPlan())
    this.#trigger('payment.reconcile', await this.#nextReconcile())
    if (this.#world.days.isActive)
      this.#trigger('delivery.finishDayChanges', await this.#nextFinalDay())
    if (await this.#hasClosedDeliveries())
      this.#trigger('delivery.clearClosedDates', scheduler.now + HOUR_MS)
  }

  /** Rule 48: when the next day change can no longer be undone. */
  async #nextFinalDay(): Promise<number | undefined> {
    const [row] = await this.#world.sql<{ at: Date | null }>(
      "select min(applied_at) as at from day_changes where status = 'applied'",
    )
    return row?.at ? row.at.getTime() + DAY_CHANGE_UNDO_MS : undefined
  }

  /** Rule 34: the job moves what was planned with the calendar of a moment ago. */
  async #hasClosedDeliveries(): Promise<boolean> {
    const { calendar, closedDates, scheduler } = this.#world
    if (closedDates.dates.length === 0) return false
    const rows = await this.#world.sql(
      `select 1 from orders where delivery_date = any($1) and delivery_date >= $2
         and status in ('pending', 'confirmed') and delivery_status = 'scheduled' limit 1`,
      [closedDates.dates, shopDate(calendar, new Date(scheduler.now))],
    )
    return rows.length > 0
  }

  /** Runs every job at long intervals, even if nothing is known to be due. */
  schedulePeriodicRuns(until: number): void {
    const { scheduler, options } = this.#world
    const hasOffice = ((options.scenario?.activity ?? defaultActivity).office ?? 0) > 0
    for (const name of Object.keys(processesByJob)) {
      if (officeJobs.includes(name) && !hasOffice) continue
      const every = (hoursBetweenRuns[name] ?? 60) * HOUR_MS
      const runAgain = () => {
        this.#start(name)
        const next = scheduler.now + this.#rng.between(0.7, 1.3) * every
        if (next < until) scheduler.at(next, runAgain)
      }
      scheduler.after(this.#rng.between(0, every), runAgain)
    }
  }

  #trigger(name: string, time: number | undefined): void {
    if (time === undefined) return
    const { scheduler } = this.#world
    // At a random time within a minute, never immediately: work that failed is still due.
    const at = Math.max(time, scheduler.now) + this.#rng.between(1_000, MINUTE_MS)
    const planned = this.#planned.get(name)
    if (planned !== undefined && planned > scheduler.now && planned <= at) return
    this.#planned.set(name, at)
    scheduler.at(at, () => {
      if (this.#planned.get(name) !== at) return
      this.#planned.delete(name)
      this.#lastCalls = -1
      this.#countRuns(name)
      if (!name.startsWith('delivery.')) this.#start(name)
      else void this.#world.recordHeartbeat().then(() => this.#start(name))
    })
  }

  #start(name: string): void {
    const { scheduler, processes } = this.#world
    const startsTogether = this.#world.options.scenario?.startsTogether
    if (name === 'delivery.createOrders') this.#planRuns.add(scheduler.now)
    for (const processName of processesByJob[name] ?? []) {
      const process = processes.get(processName)
      // Often at the same time, so that their calls interleave.
      const delayMs = startsTogether || this.#rng.chance(0.6) ? 0 : this.#rng.between(0, 200)
      if (process) scheduler.after(delayMs, () => run(process, name))
    }
  }

  /** Reports work that stays due forever. */
  #countRuns(name: string): void {
    const { scheduler, oracle } = this.#world
    const isSoon = scheduler.now - this.#lastAt < 3 * MINUTE_MS
    // Work cannot finish while the provider or all shop processes are down.
    const isUp = this.#world.providerState() === 'up' && this.#world.alive().length > 0
    this.#quickRuns = isSoon && isUp ? this.#quickRuns + 1 : 0
    this.#lastAt = scheduler.now
    if (this.#quickRuns === 2_000) oracle.report('I5', `${name} ${ENDLESS_RUNS}`)
  }

  /** Time at which the next renewal order is created, or its cut-off is reached. */
  async #nextPlan(): Promise<number | undefined> {
    const { calendar, scheduler } = this.#world
    const last = Math.max(0, ...this.#planRuns)
    const rows = await this.#world.sql<{ next_date: string }>(
      `select distinct next_date from subscriptions
       where next_date is not null and status in ('active', 'paused')`,
    )
    const instants = rows.flatMap(({ next_date }) => [
      shopInstant(calendar, reminderDate(calendar, next_date), 0).getTime(),
      changeUntil(calendar, next_date).getTime(),
    ])
    const missed = instants.filter((instant) => instant > last && instant <= scheduler.now)
    if (missed.length > 0) return scheduler.now
    const upcoming = instants.filter((instant) => instant > scheduler.now)
    return upcoming.length > 0 ? Math.min(...upcoming) : undefined
  }

  /** C6: reconciliation finds payments without a webhook, so it is due only if there is one. */
  async #nextReconcile(): Promise<number | undefined> {
    const open = await this.#world.sql<{ intent_id: string; checked_at: Date | null }>(
      `select intent_id, checked_at from payments
       where (status in ('pending', 'processing') or (status = 'failed' and kind = 'cycle'))
         and intent_id is not null`,
    )
    const unreported = open.filter(
      ({ intent_id }) => this.#world.ledger.intents.get(intent_id)?.status === 'succeeded',
    )
    if (unreported.length === 0) return undefined
    const { now } = this.#world.scheduler
    // Skips the runs of an outage, in which cron would retry every five minutes without success.
    if (this.#world.providerState() !== 'up') return now + 6 * HOUR_MS
    return Math.min(
      ...unreported.map(
        ({ checked_at }) => (checked_at?.getTime() ?? now - HOUR_MS) + 5 * MINUTE_MS,
      ),
    )
  }
}

function run({ handle, runJob }: ShopProcess, name: string): void {
  if (!handle.isKilled) runJob(name)
}
