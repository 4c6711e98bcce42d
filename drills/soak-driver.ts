import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { dateIn } from '#contract/dates/calendar.ts'
import type { EventResult, SentDriverEvent } from '#contract/driver/events.ts'
import type { DriverRoute, DriverStop } from '#contract/driver/route.ts'
import { fillPath } from '#contract/fill-path.ts'
import { textToCents } from '#contract/money.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Buyer, newBuyer } from '#tests/support/buyer.ts'
import { addCount } from './figures.ts'
import type { ShopProcess } from './machines/shop-process.ts'
import { callShop, Dispatcher } from './soak-dispatcher.ts'
import { hourIn } from './soak-jobs.ts'

/** The zone of the shop of a drill. */
export const ZONE = 'America/New_York'
const FIRST_HOUR = 7
/** Preparing a route takes hours when a day is short, and it must be loaded before midnight. */
const LAST_HOUR = 16

type NewEvent = Partial<SentDriverEvent> & { type: SentDriverEvent['type'] }

/** A driver with a phone, who drives a published route on every day of the shop's calendar. */
export class SoakDriver {
  /** Routes that were driven to their end. */
  days = 0
  /** Number of events by their result. */
  readonly results = new Map<string, number>()
  cashCents = 0
  photos = 0
  positions = 0
  /** Calls that ended a day early, with their status. */
  readonly failed = new Map<string, number>()
  readonly #shop: ShopProcess
  readonly #now: () => number
  readonly #phone: Buyer
  readonly #dispatcher: Dispatcher
  #deviceSeq = 0
  #isStopping = false
  readonly #done: Promise<void>

  constructor(shop: ShopProcess, now: () => number) {
    this.#shop = shop
    this.#now = now
    this.#phone = newBuyer(shop.url, shop.products)
    this.#dispatcher = new Dispatcher(shop, this.#phone, now)
    this.#done = this.#keepDriving()
  }

  /** Ends after the route under way. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#done
  }

  async #keepDriving(): Promise<void> {
    let last = ''
    while (!this.#isStopping) {
      const at = new Date(this.#now())
      const date = dateIn(ZONE, at)
      const hour = hourIn(ZONE, at)
      if (date !== last && hour >= FIRST_HOUR && hour <= LAST_HOUR) {
        last = date
        await this.#drive(date).catch((error: Error) => this.#recordFailure(date, error))
      }
      await delay(250)
    }
  }

  /** No one can load a route whose date has passed, so a day that was too short is reported. */
  #recordFailure(date: string, { message }: Error): void {
    const isOver = dateIn(ZONE, new Date(this.#now())) !== date
    addCount(this.failed, isOver ? `the day was too short: ${message}` : message)
  }

  /** Every stop but the last is delivered. */
  async #drive(date: string): Promise<void> {
    if (!(await this.#dispatcher.prepare(date))) return
    const route = await callShop<DriverRoute>(this.#phone, 'GET', apiPaths.driverRoute)
    const { stops } = route
    const load = this.#bottles(2 * stops.length, 0)
    await this.#report(route, { type: 'loaded', payload: load }, { type: 'departed' })
    for (const stop of stops.slice(0, -1)) await this.#deliver(route, stop)
    const last = stops.at(-1)
    if (last) await this.#fail(route, last)
    const rest = this.#bottles(2, stops.length - 1)
    await this.#report(route, { type: 'returned', payload: rest }, { type: 'closed' })
    this.days += 1
  }

  async #deliver(route: DriverRoute, stop: DriverStop): Promise<void> {
    const at = where(stop)
    await this.#report(route, { type: 'arrived', ...at })
    const photos = [await this.#takePhoto(route)]
    await this.#report(route, { type: 'delivered', ...at, photos, payload: this.#bottles(2, 1) })
    if (stop.amountDue === null) return
    const payload = { method: 'cash' as const, amount: stop.amountDue }
    await this.#report(route, { type: 'payment-received', ...at, payload })
    this.cashCents += textToCents(stop.amountDue) ?? 0
  }

  async #fail(route: DriverRoute, stop: DriverStop): Promise<void> {
    const photos = [await this.#takePhoto(route)]
    const payload = { reason: 'nobody-home' as const }
    await this.#report(route, { type: 'failed', ...where(stop), photos, payload })
  }

  /** The shop stores equal photos once, so each has a color of its own, also as JPEG. */
  async #takePhoto({ uploadKey }: DriverRoute): Promise<string> {
    const create = {
      width: 320,
      height: 240,
      channels: 3 as const,
      background: photoColor(this.photos),
    }
    const jpeg = await sharp({ create }).jpeg({ quality: 100 }).toBuffer()
    const sha256 = createHash('sha256').update(jpeg).digest('hex')
    const response = await fetch(`${this.#shop.url}${fillPath(apiPaths.driverPhoto, { sha256 })}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', 'x-upload-key': uploadKey },
      body: new Uint8Array(jpeg),
    })
    if (!response.ok) throw new Error(`PUT photo ${response.status}`)
    this.photos += 1
    return sha256
  }

  async #report(route: DriverRoute, ...entries: NewEvent[]): Promise<void> {
    const { routeId, version: routeVersion, deviceId, driverId } = route
    const tappedAt = new Date(this.#now()).toISOString()
    const events = entries.map((fields) => ({
      ...{ eventId: randomUUID(), deviceId, deviceSeq: ++this.#deviceSeq, driverId, schema: 1 },
      ...{ routeId, routeVersion, trip: 1, payload: {}, tappedAt, skewMs: 0, ...fields },
    }))
    const path = apiPaths.driverEvents
    const sent = callShop<{ results: EventResult[] }>(this.#phone, 'POST', path, { events })
    for (const { result, reason } of (await sent).results)
      addCount(this.results, [result, reason].filter(Boolean).join(': '))
    this.positions += entries.filter(({ fix }) => fix).length
  }

  #bottles(full: number, empties: number) {
    const productId = this.#shop.products[0]?.id ?? ''
    return { lines: [{ productId, full, empties, damaged: 0 }] }
  }
}

/** Neighboring colors are one color in a JPEG. */
const COLOR_STEP = 4
const COLORS = 256 / COLOR_STEP

export const photoColor = (nth: number) => ({
  r: COLOR_STEP * (nth % COLORS),
  g: COLOR_STEP * (Math.floor(nth / COLORS) % COLORS),
  b: 99,
})

const where = ({ id }: DriverStop) => ({
  stopId: id,
  fix: { lat: 41.93, lon: -74, accuracy: 8 },
})
