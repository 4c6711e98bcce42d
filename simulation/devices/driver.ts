import type { CountLine, FailureReason, SentDriverEvent } from '#contract/driver/events.ts'
import type { FleetRoute } from '#tests/support/driving/add-fleet.ts'
import type { Entry } from '#web/driver/driver-app-store.ts'
import { StorageFullError } from '#web/driver/storage/database.ts'
import type { NewPhoto } from '#web/driver/storage/outbox.ts'
import type { Rng } from '../rng.ts'
import { MINUTE_MS } from '../time.ts'
import type { DeviceWorld } from './device-world.ts'
import type { SimulatedPhone } from './phone.ts'
import { takePhoto } from './take-photo.ts'

/** The true outcome of a stop, independent of the taps. */
export type Visit = {
  orderId: string
  outcome:
    | { eventId: string; kind: 'delivered'; lines: CountLine[] }
    | { eventId: string; kind: 'failed'; photo: string }
    | null
  /** Reported by another phone as well; the server keeps what it received first. */
  second: Visit['outcome']
  isCorrected: boolean
  paidCents: number
}

type SavedTap = { at: number; deviceId: string }

const reasons: FailureReason[] = ['nobody-home', 'dog', 'refused', 'closed', 'other']

/**
 * A driver and a route: enters what happens and goes on only when the screen has changed. After the
 * app was killed, looks at the list and enters again what is not there.
 */
export class SimulatedDriver {
  readonly route: FleetRoute
  phone: SimulatedPhone
  readonly visits = new Map<string, Visit>()
  /** Stops that no one planned, by their events. */
  readonly added = new Map<string, CountLine[]>()
  /** Everything that the phone showed as saved, with the true time. */
  readonly savedTaps = new Map<string, SavedTap>()
  loaded: CountLine[] = []
  loadEventId = ''
  hasDeparted = false
  hasReturned = false
  isDone = false
  readonly #world: DeviceWorld
  readonly #rng: Rng

  constructor(world: DeviceWorld, route: FleetRoute, phone: SimulatedPhone) {
    this.#world = world
    this.route = route
    this.phone = phone
    this.#rng = world.rng.fork(`driver ${route.routeId}`)
    for (const { id, orderId } of route.stops)
      this.visits.set(id, {
        orderId,
        outcome: null,
        second: null,
        isCorrected: false,
        paidCents: 0,
      })
  }

  /** Each attempt needs a new link: the one before may have been used up. */
  async logIn(): Promise<void> {
    for (;;) {
      const token = await this.#world.createLink(this.route.driverId)
      const tab = await this.phone.openedTab()
      const signedIn = tab.store.signIn(token).catch(() => 'not saved')
      const problem = await Promise.race([signedIn, tab.killed])
      const { device, saved } = (this.phone.tab ?? tab).store.state()
      if (problem === null && device?.driverId === this.route.driverId && saved) return
      await this.#world.sleep(this.#rng.between(2, 20) * MINUTE_MS)
      if (await this.#isLoggedIn()) return
    }
  }

  async #isLoggedIn(): Promise<boolean> {
    const tab = await this.phone.openedTab()
    await Promise.race([tab.store.refresh(), tab.killed])
    const { device, saved } = tab.store.state()
    return device?.driverId === this.route.driverId && saved?.routeId === this.route.routeId
  }

  async load(): Promise<void> {
    const lines = [this.#line(2 * this.route.stops.length + this.#rng.below(5), 0)]
    this.loadEventId = await this.#tap({ type: 'loaded', payload: { lines } })
    this.loaded = lines
    await this.#tap({ type: 'departed', payload: {} })
    this.hasDeparted = true
  }

  async visit(stopId: string): Promise<void> {
    const rng = this.#rng
    if (rng.chance(0.1)) await this.#tap({ type: 'skipped-for-now', payload: {}, stopId })
    if (rng.chance(0.6)) await this.#tap({ type: 'arrived', payload: {}, stopId })
    await this.enterOutcome(stopId)
    if (rng.chance(0.35)) await this.#correct(stopId)
    if (rng.chance(0.5)) await this.#collect(stopId)
    if (rng.chance(0.15)) await this.#tap({ type: 'note', payload: { note: 'Ring twice' }, stopId })
    if (rng.chance(0.5)) await this.#addStop()
  }

  async #addStop(): Promise<void> {
    const lines = [this.#line(1 + this.#rng.below(3), this.#rng.below(3))]
    const payload = { name: 'Loading dock', lines }
    const supersedes = await this.#tap({ type: 'stop-added', payload })
    this.added.set(supersedes, lines)
    if (!this.#rng.chance(0.5)) return
    const undo = await this.#tap({ type: 'superseded', payload: {}, supersedes })
    this.added.delete(supersedes)
    if (!this.#rng.chance(0.3)) return
    await this.#tap({ type: 'superseded', payload: {}, supersedes: undo })
    this.added.set(supersedes, lines)
  }

  /** On a second phone the stop looks open if the first has not sent its outcome. */
  async enterOutcome(stopId: string, options: { supersedes?: string; isSecond?: true } = {}) {
    const { supersedes, isSecond } = options
    const visit = this.#visit(stopId)
    const change = supersedes ? { supersedes } : {}
    let outcome: Visit['outcome']
    if (this.#rng.chance(0.7)) {
      const lines = [this.#line(1 + this.#rng.below(3), this.#rng.below(3))]
      const eventId = await this.#tap({ type: 'delivered', payload: { lines }, stopId, ...change })
      outcome = { eventId, kind: 'delivered', lines }
    } else {
      const { scheduler, slowly } = this.#world
      const photo = await scheduler.outside.run(() => slowly(() => takePhoto(this.#rng)))
      const payload = { reason: this.#rng.pick(reasons) }
      const eventId = await this.#tap({ type: 'failed', payload, stopId, ...change }, [photo])
      outcome = { eventId, kind: 'failed', photo: photo.hash }
    }
    if (isSecond) visit.second = outcome
    else visit.outcome = outcome
  }

  /** A mistake: undone and entered again, or replaced. */
  async #correct(stopId: string): Promise<void> {
    const visit = this.#visit(stopId)
    visit.isCorrected = true
    const supersedes = visit.outcome?.eventId ?? ''
    if (this.#rng.chance(0.4)) return this.enterOutcome(stopId, { supersedes })
    const undo = await this.#tap({ type: 'superseded', payload: {}, stopId, supersedes })
    // An undo by mistake is undone, too.
    if (this.#rng.chance(0.3)) {
      await this.#tap({ type: 'superseded', payload: {}, stopId, supersedes: undo })
      return
    }
    visit.outcome = null
    if (this.#rng.chance(0.8)) await this.enterOutcome(stopId)
  }

  async #collect(stopId: string): Promise<void> {
    const visit = this.#visit(stopId)
    const cents = this.#rng.chance(0.6) ? this.#world.dueCents : 500
    const payload = { method: 'cash' as const, amount: (cents / 100).toFixed(2) }
    const supersedes = await this.#tap({ type: 'payment-received', payload, stopId })
    visit.paidCents = cents
    if (!this.#rng.chance(0.35)) return
    const undo = await this.#tap({ type: 'superseded', payload: {}, stopId, supersedes })
    visit.paidCents = 0
    if (!this.#rng.chance(0.4)) return
    await this.#tap({ type: 'superseded', payload: {}, stopId, supersedes: undo })
    visit.paidCents = cents
  }

  async close(): Promise<void> {
    await this.#tap({ type: 'returned', payload: { lines: [] } })
    this.hasReturned = true
    await this.#tap({ type: 'closed', payload: {} })
  }

  /** Repeats the tap until the screen shows it. Returns the id of the event. */
  async #tap(entry: Omit<Entry, 'eventId'>, photos: readonly NewPhoto[] = []): Promise<string> {
    const { scheduler } = this.#world
    let eventId = this.#world.uuid()
    for (;;) {
      await this.#world.sleep(this.#rng.between(1, 20) * MINUTE_MS)
      const tab = await this.phone.openedTab()
      const { device } = tab.store.state()
      const at = scheduler.now
      const result = await Promise.race([
        tab.record({ ...entry, eventId } as Entry, photos).then(
          () => 'saved' as const,
          (error: unknown) => error,
        ),
        tab.killed,
      ])
      const isSaved = result === 'saved' || (result === 'killed' && (await this.#isShown(eventId)))
      if (isSaved) {
        this.savedTaps.set(eventId, { at, deviceId: device?.deviceId ?? '' })
        this.#world.count(`tap ${entry.type}`)
        return eventId
      }
      // The form of the killed app is gone; the next tap is another event.
      if (result === 'killed') eventId = this.#world.uuid()
      else if (result instanceof StorageFullError) this.#world.count('storage full')
      else this.#world.violate('rule 55', `a tap was rejected: ${String(result)}`)
    }
  }

  async #isShown(eventId: string): Promise<boolean> {
    const tab = await this.phone.openedTab()
    const isIt = ({ event }: { event: SentDriverEvent }) => event.eventId === eventId
    return tab.store.state().events.some(isIt)
  }

  #visit = (stopId: string): Visit => this.visits.get(stopId) as Visit

  #line = (full: number, empties: number): CountLine => ({
    productId: this.#world.productId,
    full,
    empties,
    damaged: 0,
  })
}
