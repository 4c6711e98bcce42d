import type pg from 'pg'
import { readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { seedProducts } from '#server/modules/catalog/seed-products.ts'
import type { CardProvider } from '#server/modules/payments/port.ts'
import type { Log } from '#server/world.ts'
import { quietLog, seededRandom } from '#tests/support/world.ts'
import type { Bug } from './bug.ts'
import { type Dice, diceOf } from './dice.ts'
import { Incidents } from './incidents.ts'
import type { Ledger } from './ledger.ts'
import { watchLog } from './mistakes.ts'
import { Network } from './network.ts'
import { keepBackup } from './old-backup.ts'
import { Oracle } from './oracle.ts'
import { Outages, type ProviderState } from './outages.ts'
import { Provider } from './provider.ts'
import type { Scenario, Weather } from './scenarios.ts'
import { type Life, Scheduler } from './scheduler.ts'
import { openProcess, type ShopProcess } from './shop-process.ts'
import { starts } from './starts.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'
import { Webhooks } from './webhooks.ts'

export type WorldOptions = {
  seed: string
  databaseUrl: string
  days: number
  bug?: Bug | undefined
  scenario?: Scenario | undefined
  log?: Log | undefined
  /** Faults can be left out, to see what happens without them. */
  isCalm?: boolean | undefined
}

const outsider: Life = {
  name: 'outside',
  isOver: false,
  callsLeft: Number.POSITIVE_INFINITY,
  async bury() {},
}

/** Everything that one seed decides: three processes, a provider, a network, and how they fail. */
export class World {
  readonly options: WorldOptions
  readonly dice: Dice
  readonly zone: string
  readonly scheduler: Scheduler
  readonly provider: Provider
  readonly ledger: Ledger
  readonly oracle: Oracle
  readonly incidents: Incidents
  readonly begin: number
  readonly processes = new Map<string, ShopProcess>()
  readonly observer: Database
  isFaulty: boolean
  /** How often what happened, to see that a run met what it was made to meet. */
  readonly tally = new Map<string, number>()
  readonly #real: Database
  readonly #lives = new Map<string, number>()
  readonly #outages: Outages
  /** How bad this seed's world is. */
  readonly #weather: Weather
  readonly #webhooks = new Webhooks(this)
  #isOff = false
  #silentSince = 0

  constructor(options: WorldOptions) {
    this.options = options
    this.isFaulty = !options.isCalm
    this.dice = diceOf(options.seed)
    const drawn = {
      network: this.dice.pick([0.04, 0.12, 0.3]),
      database: this.dice.pick([0.0005, 0.002, 0.006]),
      longestLife: this.dice.pick([800, 2_000, 6_000]),
    }
    this.#weather = options.scenario?.weather ?? drawn
    const [zone, day] = this.dice.pick(starts)
    this.zone = zone
    this.begin = Date.parse(`${day}T15:00:00Z`)
    this.scheduler = new Scheduler(this.dice.fork('turns'), this.begin)
    const now = () => this.scheduler.now
    this.provider = new Provider({
      dice: this.dice.fork('bank'),
      now,
      isPaymentSlow: () => this.incidents.isPaymentSlow(),
      isRefundSlow: () => this.incidents.isRefundSlow(),
      tell: (event, about) => {
        this.#webhooks.post(event)
        this.incidents.hear(about)
      },
    })
    this.ledger = this.provider.ledger
    this.incidents = new Incidents(this)
    this.#real = openDatabase(options.databaseUrl, { poolSize: 60, log: quietLog })
    this.observer = openDatabase(options.databaseUrl, { poolSize: 3, log: quietLog })
    this.oracle = new Oracle(this)
    const { days, scenario } = options
    this.#outages = new Outages(this.dice.fork('outages'), this.begin, days, scenario)
    const { ownFrom } = this.#outages
    if (this.isFaulty && ownFrom !== undefined) {
      this.scheduler.at(ownFrom, () => this.#shutDown())
    }
    if (scenario?.backup) keepBackup(this, scenario.backup)
  }

  async open(): Promise<void> {
    const random = seededRandom(this.options.seed)
    const clock = { now: () => new Date(this.scheduler.now) }
    await seedProducts({ db: this.observer.db, clock, random })
    for (const statement of this.options.bug?.ddl ?? []) await this.sql(statement)
    for (const name of ['a', 'b', 'c']) this.startProcess(name)
  }

  async close(): Promise<void> {
    this.scheduler.onStill = async () => {}
    for (const { life } of this.processes.values()) this.scheduler.kill(life)
    await this.scheduler.run(this.scheduler.now)
    await this.#real.close()
    await this.observer.close()
  }

  async sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.observer.pool.query<T>(text, values)).rows
  }

  /** What happens outside of the shop's own processes waits for its turn like everything else. */
  outside<T>(act: () => T | Promise<T>, afterMs = 0): Promise<T> {
    return this.scheduler.pass(outsider, act, { afterMs })
  }

  /**
   * The minutes that are left out would have kept the engine's mark. Those of a silence would not:
   * after it the engine must have moved the mark by itself.
   */
  async beat(): Promise<void> {
    if (this.alive().length === 0) return
    const at = new Date(this.scheduler.now - 30_000)
    await this.outside(() =>
      this.sql('update engine_marks set at = $1 where at < $1 and at > $2', [
        at,
        new Date(this.#silentSince),
      ]),
    )
  }

  #shutDown(): void {
    this.count('shop off')
    this.#isOff = true
    this.#silentSince = this.scheduler.now
    for (const { life } of this.alive()) this.scheduler.kill(life)
  }

  count(what: string, n = 1): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + n)
  }

  alive(): ShopProcess[] {
    return [...this.processes.values()].filter(({ life }) => !life.isOver)
  }

  providerState(): ProviderState {
    return this.isFaulty ? this.#outages.stateAt(this.scheduler.now) : 'up'
  }

  /** A process that dies is started again; its clock may be wrong this time. */
  startProcess(name: string): void {
    const { scheduler, options } = this
    const { ownUntil } = this.#outages
    if (this.isFaulty && this.#isOff && scheduler.now < ownUntil) {
      scheduler.at(ownUntil, () => this.startProcess(name))
      return
    }
    const nth = (this.#lives.get(name) ?? 0) + 1
    this.#lives.set(name, nth)
    const dice = this.dice.fork(`${name}${nth}`)
    const isWild = this.isFaulty && !options.scenario
    const skewMs = isWild && dice.chance(0.2) ? dice.between(-20, 20) * MINUTE_MS : 0
    const process = openProcess({
      name: `${name}${nth}`,
      scheduler,
      real: this.#real.pool,
      control: this.observer.pool,
      config: this.#config(),
      databaseFaults: {
        dice,
        rate: () => (this.isFaulty ? this.#weather.database : 0),
        count: (what) => this.count(what),
      },
      skewMs,
      callsLeft: this.isFaulty
        ? 50 + dice.below(this.#weather.longestLife)
        : Number.POSITIVE_INFINITY,
      seed: options.seed,
      log: watchLog(options.log ?? quietLog, this.oracle),
      linkKey: options.bug?.hasOwnIds ? `${name}${options.seed}` : `link key ${options.seed}`,
      tamper: options.bug?.tamper?.(this),
      cards: (life) => this.#cards(life, dice, skewMs),
      deliver: (mail) => this.oracle.noteMail(mail),
    })
    const { life } = process
    const bury = life.bury
    life.bury = async () => {
      await bury()
      this.count('process killed')
      const rest = dice.chance(0.2) ? dice.between(0, 3 * HOUR_MS) : dice.between(0, MINUTE_MS)
      scheduler.after(rest, () => this.startProcess(name))
    }
    this.processes.set(name, process)
  }

  #cards(life: ShopProcess['life'], dice: Dice, skewMs: number): CardProvider {
    const { scheduler, oracle } = this
    const network = new Network({
      scheduler,
      life,
      api: this.provider.api,
      faults: {
        dice: dice.fork('network'),
        rate: () => (this.isFaulty ? this.#weather.network : 0),
        state: () => this.providerState(),
        count: (what) => this.count(what),
        fates: this.options.scenario?.fates,
      },
      watchCharge: (by, charge) => {
        this.#outages.noteCharge(scheduler.now)
        return oracle.watchCharge(by, charge, skewMs)
      },
      blame: (rule, what) => oracle.blame(rule, what),
    })
    const port = this.provider.cards(network)
    return this.options.bug?.cards?.(port, this, life) ?? port
  }

  #config() {
    return readConfig({
      PUBLIC_URL: 'http://shop.test',
      SHOP_TIME_ZONE: this.zone,
      SEED: 'empty',
      LOG_LEVEL: 'silent',
      DATABASE_URL: this.options.databaseUrl,
    })
  }
}
