import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { DayChangeForm } from '#contract/zones/day-changes.ts'
import { applyDayChange } from '#server/modules/backoffice/day-changes/apply-day-change.ts'
import { undoDayChange } from '#server/modules/backoffice/day-changes/undo-day-change.ts'
import { createSchedule } from '#server/modules/dispatch/write-schedule.ts'
import { readZoneCalendars } from '#server/modules/zones/index.ts'
import { createZone, updateZone } from '#server/modules/zones/write-zone.ts'
import { createReassignDates } from '#server/reassign-dates.ts'
import type { ClosedDates } from '../office/closed-dates.ts'
import { reportCodeError } from '../oracle/code-errors.ts'
import type { WatchedRun } from '../oracle/watched-run.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { type ServedDays, servedFrom } from './landing-model.ts'

type Run = WatchedRun & { readonly closedDates: ClosedDates }

const owner = { id: '00000000-0000-4000-8000-000000000003', email: 'owner@shop.test' }

/** Two zones of one ZIP code each, and the weekdays on which they start. */
const initialZones = [
  { name: 'River', zip: '12401', weekdays: [2, 5] },
  { name: 'Hills', zip: '12498', weekdays: [4] },
] as const

/**
 * Rules 45 to 48: zones, changes of their route days, and days that are closed or moved, some of them
 * undone, while deliveries are put on trucks. Starts if the scenario has day changes.
 */
export class DayChanges {
  /** The settings that every process has in memory. */
  zones: Awaited<ReturnType<typeof readZoneCalendars>> = new Map()
  routeDaysOnly = false
  /** Changes whose undo was acknowledged, with the deliveries that it restored. */
  readonly undone: { id: string; skipped: string[] }[] = []
  readonly #world: Run
  #rng: Rng | undefined

  constructor(world: Run) {
    this.#world = world
  }

  get #random(): Rng {
    this.#rng ??= this.#world.rng.fork('day changes')
    return this.#rng
  }

  /** The settings of every process that days depend on. */
  get current() {
    const { calendar } = this.#world.closedDates
    return { calendar, routeDaysOnly: this.routeDaysOnly, zones: this.zones }
  }

  get isActive(): boolean {
    return this.#world.options.scenario?.dayChanges !== undefined
  }

  async start(until: number): Promise<void> {
    const { scheduler, options } = this.#world
    const { times, isLanding } = options.scenario?.dayChanges ?? { times: 0, isLanding: false }
    if (times === 0) return
    const [process] = this.#world.alive()
    if (!process) return
    // Before the run starts, so no process is involved.
    const deps = { ...this.#deps(process), db: this.#world.observer.db }
    for (const { name, zip, weekdays } of initialZones) {
      const form = { name, zips: [zip], routeDays: this.#routeDays(weekdays) }
      await createZone(deps, owner, form, { isPreview: false })
    }
    await this.#world.sql('update shop_settings set route_days_only = $1', [isLanding])
    await this.#read()
    const later = (n: number, act: () => void) => {
      for (let turn = 0; turn < n; turn++)
        scheduler.after(this.#random.between(DAY_MS, until - scheduler.now), act)
    }
    later(times, () => this.#act((process) => this.#changeDay(process)))
    later(times, () => this.#act((process) => this.#addStop(process)))
    later(Math.ceil(times / 4), () => this.#act((process) => this.#changeZone(process)))
  }

  /** The ZIP code and date that a buyer can choose. */
  place(nth: number, date: string): { deliveryZip: string; deliveryDate: string } {
    const zip = initialZones[nth % initialZones.length]?.zip ?? ''
    const days = this.servedDays(zip)
    return { deliveryZip: zip, deliveryDate: this.routeDaysOnly ? servedFrom(days, date) : date }
  }

  /** The zone of a ZIP code, as the processes know it. */
  servedDays(zip: string): ServedDays {
    const { routeDays = [], exceptions = [] } = this.zones.get(zip) ?? {}
    return {
      // No zone here has a last date of its own: those are the replaced dates of day changes.
      routeDays: routeDays.filter(({ validUntil }) => !validUntil),
      closed: new Set([...exceptions.map(({ date }) => date), ...this.#world.closedDates.dates]),
      shopClosed: new Set(this.#world.closedDates.dates),
      moved: exceptions.flatMap(({ date, toDate }) => (toDate ? [{ date, toDate }] : [])),
    }
  }

  #routeDays = (weekdays: readonly number[]) =>
    weekdays.map((weekday) => ({ weekday, everyWeeks: 1 as const, from: this.#today }))

  get #today(): string {
    return shopDate(this.#world.calendar, new Date(this.#world.scheduler.now))
  }

  #deps({ deps }: ShopProcess) {
    const liveShop = { shop: deps.shop, apply: () => {}, reload: async () => {}, close: () => {} }
    const reassignDates = createReassignDates(deps)
    return { ...deps, publicUrl: deps.config.publicUrl, liveShop, reassignDates }
  }

  #act(work: (process: ShopProcess) => Promise<void>): void {
    const { scheduler, oracle } = this.#world
    const alive = this.#world.alive()
    if (alive.length === 0) return
    work(this.#random.pick(alive)).catch((error) => reportCodeError(oracle, error))
    // A trigger notifies the processes of what was committed, also if the request never ends.
    for (const delayMs of [1_000, HOUR_MS]) scheduler.after(delayMs, () => void this.#reload())
  }

  async #changeDay(process: ShopProcess): Promise<void> {
    const zones = await this.#readZones()
    const date = await this.#pickDate()
    const chosen = zones.filter(() => this.#random.chance(0.5)).map(({ id }) => id)
    const isMoved = this.#random.chance(0.5)
    const form: DayChangeForm = {
      date,
      reason: 'Storm',
      kind: isMoved ? 'moved' : 'closed',
      ...(chosen.length > 0 && { zoneIds: chosen }),
      ...(isMoved && { toDate: addDays(date, this.#random.pick([-1, 1, 2, 3, 7])) }),
    }
    const { id } = await applyDayChange(this.#deps(process), owner, form)
    this.#world.count('day changed')
    if (!id || this.#random.chance(0.5)) return
    const undo = async (other: ShopProcess) => {
      const { skipped } = await undoDayChange(this.#deps(other), owner, id)
      this.undone.push({ id, skipped: skipped.map(({ orderId }) => orderId) })
      this.#world.count('day change undone')
    }
    const waitMs = this.#random.between(MINUTE_MS, 11 * MINUTE_MS)
    this.#world.scheduler.after(waitMs, () => this.#act(undo))
  }

  /** Mostly a date on which something is delivered. */
  async #pickDate(): Promise<string> {
    const rows = await this.#query<{ date: string }>(
      `select distinct delivery_date::text as date from orders where delivery_date >= $1
         and status <> 'cancelled' and delivery_status = 'scheduled'
       union select next_date::text from subscriptions where next_date >= $1 order by 1`,
      [this.#today],
    )
    const isOrdered = rows.length > 0 && this.#random.chance(0.8)
    return isOrdered ? this.#random.pick(rows).date : addDays(this.#today, this.#random.below(9))
  }

  async #addStop({ deps }: ShopProcess): Promise<void> {
    const rows = await this.#query<{ id: string; date: string; version: number }>(
      `select id, delivery_date::text as date, version from orders where status <> 'cancelled'
         and delivery_status = 'scheduled' and delivery_date > $1 and not has_schedule order by 1`,
      [this.#today],
    )
    if (rows.length === 0) return
    const { id: orderId, date: scheduledDate, version: orderVersion } = this.#random.pick(rows)
    // A stop for a date that is no longer the delivery's is rejected by its version.
    const form = { orderId, scheduledDate, truckId: null, scheduledTime: null, notes: null }
    await createSchedule(deps, owner, { ...form, orderVersion })
    this.#world.count('stop added')
  }

  async #changeZone(process: ShopProcess): Promise<void> {
    const zone = this.#random.pick(await this.#readZones())
    const weekdays = [1 + this.#random.below(3), 4 + this.#random.below(3)].slice(
      this.#random.below(2),
    )
    const routeDays = this.#routeDays(weekdays)
    await updateZone(this.#deps(process), owner, zone.id, { routeDays }, { isPreview: false })
    this.#world.count('zone changed')
  }

  #readZones = () =>
    this.#query<{ id: string }>('select id from zones where archived_at is null order by name')

  #query<T extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.#world.outside(() => this.#world.sql<T>(text, values))
  }

  async #reload(): Promise<void> {
    await this.#world.outside(() => this.#read())
    await this.#world.closedDates.reload()
  }

  async #read(): Promise<void> {
    const { db } = this.#world.observer
    this.zones = await readZoneCalendars(db)
    const [row] = await this.#world.sql<{ on: boolean }>(
      'select route_days_only as on from shop_settings',
    )
    this.routeDaysOnly = row?.on ?? false
  }
}
