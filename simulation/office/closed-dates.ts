import { addDays } from '#contract/dates/calendar.ts'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import {
  closeDates,
  reopenDate,
} from '#server/modules/backoffice/closed-dates/change-closed-dates.ts'
import { readSettings } from '#server/modules/settings/read-settings.ts'
import { reportCodeError } from '../oracle/code-errors.ts'
import type { WatchedRun } from '../oracle/watched-run.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

const owner = { id: '00000000-0000-4000-8000-000000000003', email: 'owner@shop.test' }

/** Rule 34: the owner closes dates and opens them again. Remembers when each was closed. */
export class ClosedDates {
  /** The calendar that every process has in memory. */
  calendar: ShopCalendar
  readonly periods: { date: string; from: number; until: number }[] = []
  readonly #world: WatchedRun
  readonly #rng: Rng
  #version = 0

  constructor(world: WatchedRun) {
    this.#world = world
    this.#rng = world.rng.fork('closed dates')
    this.calendar = world.calendar
  }

  start(times: number, until: number): void {
    const { scheduler } = this.#world
    for (let n = 0; n < times; n++) {
      scheduler.after(this.#rng.between(DAY_MS, until - scheduler.now), () => this.#change())
    }
  }

  /** Closed dates that still have deliveries to move, for the job that moves them. */
  get dates(): string[] {
    return (this.calendar.closedDates ?? []).map(({ date }) => date)
  }

  #change(): void {
    const { scheduler, oracle } = this.#world
    const alive = this.#world.alive()
    if (alive.length === 0) {
      scheduler.after(5 * HOUR_MS, () => this.#change())
      return
    }
    this.#act(this.#rng.pick(alive)).catch((error) => reportCodeError(oracle, error))
    // A trigger notifies the processes of what was committed, also if the request never ends.
    for (const delayMs of [1_000, HOUR_MS]) scheduler.after(delayMs, () => void this.reload())
  }

  async #act({ deps }: ShopProcess): Promise<void> {
    const today = shopDate(this.calendar, new Date(this.#world.scheduler.now))
    const request = { isPreview: false }
    const liveShop = { shop: deps.shop, apply: () => {}, reload: async () => {}, close: () => {} }
    const owned = { ...deps, publicUrl: deps.config.publicUrl, shop: deps.shop, liveShop }
    const [reopened] = this.dates.filter((date) => date > today)
    if (reopened && this.#rng.chance(0.3)) {
      await reopenDate(owned, owner, reopened, request)
      this.#world.count('date reopened')
      return
    }
    const from = await this.#pickDate(today)
    const dates = [from, addDays(from, 1)].slice(0, 1 + this.#rng.below(2))
    await closeDates(
      owned,
      owner,
      dates.map((date) => ({ date, name: 'Holiday' })),
      request,
    )
    this.#world.count('date closed', dates.length)
  }

  /** Often a date for which deliveries are ordered already. */
  async #pickDate(today: string): Promise<string> {
    const random = addDays(today, 1 + this.#rng.below(8))
    const ordered = await this.#world.outside(() =>
      this.#world.sql<{ date: string }>(
        `select distinct delivery_date::text as date from orders where delivery_date > $1
           and status <> 'cancelled' and delivery_status = 'scheduled' order by 1`,
        [today],
      ),
    )
    return ordered.length > 0 && this.#rng.chance(0.7) ? this.#rng.pick(ordered).date : random
  }

  /** The dates that a process reads when it is notified. */
  async reload(): Promise<void> {
    const row = await this.#world.outside(() => readSettings(this.#world.observer.db))
    if (row.version <= this.#version) return
    this.#version = row.version
    const { now } = this.#world.scheduler
    this.calendar = row.calendar
    const closed = new Set(this.dates)
    for (const period of this.periods) {
      if (period.until === Number.POSITIVE_INFINITY && !closed.has(period.date)) period.until = now
      if (period.until === Number.POSITIVE_INFINITY) closed.delete(period.date)
    }
    for (const date of closed)
      this.periods.push({ date, from: now, until: Number.POSITIVE_INFINITY })
  }
}
