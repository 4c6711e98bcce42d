import type pg from 'pg'
import { defaultCalendar, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/client.ts'
import { seedProducts } from '#server/modules/catalog/seed-products.ts'
import type { CardProvider } from '#server/modules/payments/port.ts'
import { ensureSettings } from '#server/modules/settings/index.ts'
import type { Log } from '#server/runtime.ts'
import { seededRandom, silentLog } from '#tests/support/test-runtime.ts'
import { DayChanges } from './days/day-changes.ts'
import { MoneySettings } from './money/money-settings.ts'
import type { Mutant } from './mutants/mutant.ts'
import { ClosedDates } from './office/closed-dates.ts'
import { OfficeRecords } from './office/office-records.ts'
import { scheduleBackup } from './old-backup.ts'
import { reportLoggedErrors } from './oracle/code-errors.ts'
import { Oracle } from './oracle/oracle.ts'
import { Incidents } from './people/incidents.ts'
import type { Ledger } from './provider/ledger.ts'
import { Network, type ProviderState } from './provider/network.ts'
import { Outages } from './provider/outages.ts'
import { Provider } from './provider/provider.ts'
import { Webhooks } from './provider/webhooks.ts'
import { createRng, type Rng } from './rng.ts'
import type { FaultRates, Scenario } from './scenario.ts'
import { type ProcessHandle, Scheduler } from './scheduler.ts'
import { createProcess, type ShopProcess } from './shop-process.ts'
import { simulatedConfig } from './simulated-config.ts'
import { startPoints } from './start-points.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'
import { openUntimedDatabase } from './untimed-database.ts'

export type WorldOptions = {
  seed: string
  databaseUrl: string
  days: number
  mutant?: Mutant | undefined
  scenario?: Scenario | undefined
  log?: Log | undefined
  /** Runs the seed without injected faults. */
  hasNoFaults?: boolean | undefined
}

const outsideHandle: ProcessHandle = {
  name: 'outside',
  isKilled: false,
  callsLeft: Number.POSITIVE_INFINITY,
  async cleanUp() {},
}

/** One simulated run. The seed determines three processes, a provider, a network and their faults. */
export class World {
  readonly options: WorldOptions
  readonly rng: Rng
  readonly calendar: ShopCalendar
  readonly scheduler: Scheduler
  readonly provider: Provider
  readonly ledger: Ledger
  readonly oracle = new Oracle(this)
  readonly incidents: Incidents
  readonly money: MoneySettings
  readonly closedDates: ClosedDates
  readonly days = new DayChanges(this)
  readonly office = new OfficeRecords()
  readonly startMs: number
  readonly processes = new Map<string, ShopProcess>()
  readonly observer: Database
  isFaulty: boolean
  /** Number of occurrences per event, to verify that a run contained the intended events. */
  readonly counts = new Map<string, number>()
  readonly #real: Database
  readonly #config: Config
  readonly #startCounts = new Map<string, number>()
  readonly #outages: Outages
  /** Fault rates of this seed. */
  readonly #faultRates: FaultRates
  readonly #webhooks: Webhooks
  #isDown = false
  #downSince = 0

  constructor(options: WorldOptions) {
    this.options = options
    this.isFaulty = !options.hasNoFaults
    this.rng = createRng(options.seed)
    const seededRates = {
      network: this.rng.pick([0.04, 0.12, 0.3]),
      database: this.rng.pick([0.0005, 0.002, 0.006]),
      maxCallsBeforeKill: this.rng.pick([800, 2_000, 6_000]),
    }
    this.#faultRates = options.scenario?.faultRates ?? seededRates
    const [zone, day] = this.rng.pick(startPoints)
    this.calendar = defaultCalendar(zone)
    this.startMs = Date.parse(`${day}T15:00:00Z`)
    this.scheduler = new Scheduler(this.rng.fork('turns'), this.startMs)
    this.provider = new Provider({
      rng: this.rng.fork('bank'),
      now: () => this.scheduler.now,
      isPaymentSlow: () => this.incidents.isPaymentSlow(),
      isRefundSlow: () => this.incidents.isRefundSlow(),
      emit: (event, about) => {
        this.#webhooks.post(event)
        this.incidents.handleEvent(about)
      },
    })
    this.ledger = this.provider.ledger
    this.incidents = new Incidents(this)
    this.money = new MoneySettings(this)
    this.closedDates = new ClosedDates(this)
    this.#config = simulatedConfig(options.databaseUrl, zone)
    this.#real = openUntimedDatabase(options.databaseUrl, 60)
    this.observer = openUntimedDatabase(options.databaseUrl, 3)
    this.#webhooks = new Webhooks(this, options.mutant?.webhook)
    const { days, scenario } = options
    this.#outages = new Outages(this.rng.fork('outages'), this.startMs, days, scenario)
    const { shopDownFrom } = this.#outages
    if (this.isFaulty && shopDownFrom !== undefined)
      this.scheduler.at(shopDownFrom, () => this.#shutDown())
    if (scenario?.backup) scheduleBackup(this, scenario.backup)
  }

  async open(): Promise<void> {
    const clock = { now: () => new Date(this.scheduler.now) }
    const { db } = this.observer
    await seedProducts({ db, clock, random: seededRandom(this.options.seed) })
    await ensureSettings({ db, clock, log: silentLog }, this.#config.initialSettings)
    for (const statement of this.options.mutant?.ddl ?? []) await this.sql(statement)
    for (const name of ['a', 'b', 'c']) this.startProcess(name)
  }

  async close(): Promise<void> {
    this.scheduler.onIdle = async () => {}
    for (const { handle } of this.processes.values()) this.scheduler.kill(handle)
    await this.scheduler.run(this.scheduler.now)
    await this.#real.close()
    await this.observer.close()
  }

  async sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.observer.pool.query<T>(text, values)).rows
  }

  /** Schedules an action outside the shop's processes like any other call. */
  outside<T>(act: () => T | Promise<T>, delayMs = 0): Promise<T> {
    return this.scheduler.enqueue(outsideHandle, act, { delayMs })
  }

  /**
   * Updates the engine's heartbeat as the skipped cron runs would have done. Not for a downtime:
   * after it the engine must update the heartbeat itself.
   */
  async recordHeartbeat(): Promise<void> {
    if (this.alive().length === 0) return
    const at = new Date(this.scheduler.now - 30_000)
    await this.outside(() =>
      this.sql('update engine_heartbeats set at = $1 where at < $1 and at > $2', [
        at,
        new Date(this.#downSince),
      ]),
    )
  }

  #shutDown(): void {
    this.count('shop down')
    this.#isDown = true
    this.#downSince = this.scheduler.now
    for (const { handle } of this.alive()) this.scheduler.kill(handle)
  }

  count(what: string, n = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + n)
  }

  alive(): ShopProcess[] {
    return [...this.processes.values()].filter(({ handle }) => !handle.isKilled)
  }

  providerState(): ProviderState {
    return this.isFaulty ? this.#outages.stateAt(this.scheduler.now) : 'up'
  }

  /** Starts a process, also again after a kill. Its clock may be skewed. */
  startProcess(name: string): void {
    const { scheduler, options } = this
    const { shopDownUntil } = this.#outages
    if (this.isFaulty && this.#isDown && scheduler.now < shopDownUntil) {
      scheduler.at(shopDownUntil, () => this.startProcess(name))
      return
    }
    const nth = (this.#startCounts.get(name) ?? 0) + 1
    this.#startCounts.set(name, nth)
    const rng = this.rng.fork(`${name}${nth}`)
    const hasRandomSkew = this.isFaulty && !options.scenario
    const skewMs = hasRandomSkew && rng.chance(0.2) ? rng.between(-20, 20) * MINUTE_MS : 0
    const process = createProcess({
      name: `${name}${nth}`,
      scheduler,
      real: this.#real.pool,
      control: this.observer.pool,
      config: this.#config,
      databaseFaults: {
        rng,
        rate: () => (this.isFaulty ? this.#faultRates.database : 0),
        count: (what) => this.count(what),
      },
      skewMs,
      callsLeft: this.isFaulty
        ? 50 + rng.below(this.#faultRates.maxCallsBeforeKill)
        : Number.POSITIVE_INFINITY,
      seed: options.seed,
      log: reportLoggedErrors(options.log ?? silentLog, this.oracle),
      linkKey: options.mutant?.hasOwnIds ? `${name}${options.seed}` : `link key ${options.seed}`,
      settings: () => ({ ...this.money.current, ...this.days.current }),
      interceptor: options.mutant?.interceptor?.(this),
      cards: (handle) => this.#cards(handle, rng, skewMs),
      deliver: (email) => this.oracle.recordEmail(email),
    })
    const { handle } = process
    const cleanUp = handle.cleanUp
    handle.cleanUp = async () => {
      await cleanUp()
      this.count('process killed')
      const pauseMs = rng.chance(0.2) ? rng.between(0, 3 * HOUR_MS) : rng.between(0, MINUTE_MS)
      scheduler.after(pauseMs, () => this.startProcess(name))
    }
    this.processes.set(name, process)
  }

  #cards(handle: ShopProcess['handle'], rng: Rng, skewMs: number): CardProvider {
    const { scheduler, oracle } = this
    const network = new Network({
      scheduler,
      handle,
      api: this.provider.api,
      faults: {
        rng: rng.fork('network'),
        rate: () => (this.isFaulty ? this.#faultRates.network : 0),
        state: () => this.providerState(),
        count: (what) => this.count(what),
        callOutcomes: this.options.scenario?.callOutcomes,
      },
      watchCharge: (by, charge) => {
        this.#outages.recordCharge(scheduler.now)
        return oracle.watchCharge(by, charge, skewMs)
      },
      report: (rule, what) => oracle.report(rule, what),
    })
    const port = this.provider.cards(network)
    return this.options.mutant?.cards?.(port, this, handle) ?? port
  }
}
