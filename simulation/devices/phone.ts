import 'fake-indexeddb/auto'
import { HOUR_MS } from '../time.ts'
import { type DayWithNetwork, openTab, type Tab } from './tab.ts'

let runs = 0
/** Storage is shared by all runs of a process. */
export const nextRun = () => ++runs

type Day = DayWithNetwork & { readonly phones: SimulatedPhone[] }
type Span = { from: number; until: number }

/** A phone: its storage and its cookies outlive every tab. */
export class SimulatedPhone {
  readonly name: string
  readonly storageName: string
  /** Of the browser: the session of the driver who logged in last. */
  readonly cookies = new Map<string, string>()
  /** Its clock minus the true time. */
  readonly clockOffMs: number
  isUpdated = false
  tab: Tab | undefined
  readonly #world: Day
  readonly #offline: Span[] = []
  readonly #full: Span[] = []

  constructor(world: Day, name: string) {
    const { rng } = world
    this.#world = world
    this.name = name
    world.phones.push(this)
    this.storageName = `simulated ${world.run} ${name}`
    this.clockOffMs = rng.pick([0, 0, 1, -1]) * 24 * HOUR_MS + rng.below(90_000)
    for (let hour = 0; hour < 10; hour++) {
      const from = world.startMs + (hour + rng.next()) * HOUR_MS
      if (rng.chance(0.25))
        this.#offline.push({ from, until: from + rng.between(0.2, 3) * HOUR_MS })
      if (rng.chance(0.08)) this.#full.push({ from, until: from + rng.between(0.1, 1) * HOUR_MS })
    }
    // The browser reports that the network is back.
    for (const { until } of this.#offline) world.scheduler.at(until, () => this.tab?.resume())
    // An update while something waits to be sent is the hardest.
    const update = this.#offline[0]?.until ?? world.startMs + 5 * HOUR_MS
    if (rng.chance(0.6)) world.scheduler.at(update - 1, () => this.#update())
  }

  isOffline = () => this.#world.isFaulty && this.#isWithin(this.#offline)
  isFull = () => this.#world.isFaulty && this.#isWithin(this.#full)

  #isWithin(spans: readonly Span[]): boolean {
    const { now } = this.#world.scheduler
    return spans.some(({ from, until }) => from <= now && now < until)
  }

  /** A new version of the app replaces the open one. */
  #update(): void {
    this.isUpdated = true
    this.#world.count('app updated')
    this.kill()
  }

  kill(): void {
    if (this.tab) this.#world.scheduler.kill(this.tab.handle)
  }

  /** Opens the app, again if it is killed while it starts. */
  async openTab(): Promise<Tab> {
    for (;;) {
      const tab = openTab(this.#world, this)
      this.tab = tab
      const started = await Promise.race([tab.store.start(), tab.killed])
      if (started !== 'killed') return tab
    }
  }

  async openedTab(): Promise<Tab> {
    return this.tab && !this.tab.handle.isKilled ? this.tab : this.openTab()
  }
}
