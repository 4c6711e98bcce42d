import { setTimeout as delay } from 'node:timers/promises'
import type { Rng } from './rng.ts'

/** A process of the simulation, from its start to its kill; what it waits for dies with it. */
export type ProcessHandle = {
  readonly name: string
  isKilled: boolean
  /** It is killed at this call, before it is made or before its answer is heard. */
  callsLeft: number
  /** Sees to what it leaves behind. */
  cleanUp(): Promise<void>
}

type Outcome = { value: unknown } | { error: unknown }

type Call = {
  handle: ProcessHandle
  readyAt: number
  act: () => unknown
  /** Of a call to the database: whether it waits there for somebody else's lock. */
  isWaiting: (() => Promise<boolean>) | undefined
  answer(outcome: Outcome): void
}

type InFlight = { call: Call; outcome: Outcome | undefined; over: Promise<void> }

type Timer = { at: number; seq: number; run: () => void }

/** How long a database call may take before it is asked whether it waits for a lock. */
const LOCK_CHECK_MS = 25
const STUCK_TIMEOUT_MS = 60_000
/** A pause of this length in the run's own time is one in which nobody is busy. */
const IDLE_MS = 1_000

/**
 * Decides alone who goes on. Every call to the database and to the provider stops here, and one at a
 * time is let through, chosen by the rng; time moves only when nobody can go on. So a run is a
 * function of its seed, whatever the machine does.
 */
export class Scheduler {
  now: number
  calls = 0
  /** Told before time moves on by more than a moment, with everybody standing still. */
  onIdle: () => Promise<void> = async () => {}
  readonly #rng: Rng
  #parked: Call[] = []
  #blocked: InFlight[] = []
  #timerQueue: Timer[] = []
  #dead: ProcessHandle[] = []
  #seq = 0

  constructor(rng: Rng, now: number) {
    this.#rng = rng
    this.now = now
  }

  /** Waits for its turn, then acts. Never goes on in a process that has been killed. */
  enqueue<T>(
    handle: ProcessHandle,
    act: () => T | Promise<T>,
    { delayMs = 0, isWaiting }: { delayMs?: number; isWaiting?: () => Promise<boolean> } = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (handle.isKilled) return
      handle.callsLeft -= 1
      const isLast = handle.callsLeft === 0
      // Nothing that has been promised to a dead process is ever kept.
      if (isLast && this.#rng.chance(0.5)) return this.kill(handle)
      const answer = (outcome: Outcome) => {
        if (handle.isKilled) return
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.value as T)
      }
      const last = async () => {
        try {
          return await act()
        } finally {
          this.kill(handle)
        }
      }
      const readyAt = this.now + delayMs
      this.#parked.push({ handle, readyAt, act: isLast ? last : act, isWaiting, answer })
    })
  }

  /** Something that begins by itself at that moment. */
  at(time: number, run: () => void): void {
    this.#seq += 1
    const timer = { at: Math.max(time, this.now), seq: this.#seq, run }
    const index = this.#timerQueue.findIndex(({ at }) => at > timer.at)
    if (index < 0) this.#timerQueue.push(timer)
    else this.#timerQueue.splice(index, 0, timer)
  }

  after(milliseconds: number, run: () => void): void {
    this.at(this.now + milliseconds, run)
  }

  kill(handle: ProcessHandle): void {
    if (handle.isKilled) return
    handle.isKilled = true
    this.#parked = this.#parked.filter((call) => call.handle !== handle)
    this.#dead.push(handle)
  }

  async #cleanUpKilled(): Promise<void> {
    for (let handle = this.#dead.shift(); handle; handle = this.#dead.shift()) {
      const dead = handle
      await dead.cleanUp()
      const own = this.#blocked.filter(({ call }) => call.handle === dead)
      await waitUntil(() => own.every(({ outcome }) => outcome))
      this.#blocked = this.#blocked.filter(({ call }) => call.handle !== dead)
      await this.#resumeUnblocked()
    }
  }

  async run(end: number): Promise<void> {
    for (;;) {
      await drainMicrotasks()
      await this.#cleanUpKilled()
      const ready = this.#parked.filter(({ readyAt }) => readyAt <= this.now)
      if (ready.length > 0) await this.#release(this.#rng.pick(ready))
      else if (this.#blocked.length > 0 && this.#parked.length === 0) await this.#waitForDatabase()
      else if (!(await this.#advanceTime(end))) return
    }
  }

  async #advanceTime(end: number): Promise<boolean> {
    if (this.#next() - this.now >= IDLE_MS) await this.onIdle()
    const next = this.#next()
    if (next > end) {
      this.now = Math.max(this.now, end)
      return false
    }
    this.now = Math.max(this.now, next)
    while (this.#timerQueue[0] && this.#timerQueue[0].at <= this.now)
      this.#timerQueue.shift()?.run()
    return true
  }

  /** The next moment at which anything happens. */
  #next(): number {
    const appointed = this.#timerQueue[0]?.at ?? Number.POSITIVE_INFINITY
    return Math.min(appointed, ...this.#parked.map(({ readyAt }) => readyAt))
  }

  async #release(call: Call): Promise<void> {
    this.calls += 1
    this.#parked.splice(this.#parked.indexOf(call), 1)
    const flight = start(call)
    if (await this.#isAnswered(flight)) call.answer(flight.outcome as Outcome)
    else this.#blocked.push(flight)
    if (this.#blocked.length > 0) await this.#resumeUnblocked()
  }

  async #isAnswered(flight: InFlight): Promise<boolean> {
    const begun = performance.now()
    for (;;) {
      await Promise.race([flight.over, delay(LOCK_CHECK_MS)])
      if (flight.outcome) return true
      if (await flight.call.isWaiting?.()) return flight.outcome !== undefined
      if (performance.now() - begun > STUCK_TIMEOUT_MS) throw new Error('a call does not come back')
    }
  }

  /** Whoever waited for a lock that is free now goes on, in the order in which they came. */
  async #resumeUnblocked(): Promise<void> {
    for (;;) {
      const running: InFlight[] = []
      for (const flight of this.#blocked) {
        if (!flight.outcome && !(await flight.call.isWaiting?.())) running.push(flight)
      }
      if (running.every(({ outcome }) => outcome)) break
      await delay(1)
    }
    const over = this.#blocked.filter(({ outcome }) => outcome)
    this.#blocked = this.#blocked.filter(({ outcome }) => !outcome)
    for (const { call, outcome } of over) call.answer(outcome as Outcome)
  }

  /** Nobody can go on but those who wait for locks: PostgreSQL itself breaks the ring. */
  async #waitForDatabase(): Promise<void> {
    await waitUntil(() => this.#blocked.some(({ outcome }) => outcome))
    await this.#resumeUnblocked()
  }
}

function start(call: Call): InFlight {
  const flight: InFlight = { call, outcome: undefined, over: Promise.resolve() }
  const act = async () => call.act()
  flight.over = act().then(
    (value) => {
      flight.outcome = { value }
    },
    (error: unknown) => {
      flight.outcome = { error }
    },
  )
  return flight
}

/** Everything that needs no answer from outside has been done. */
const drainMicrotasks = () => new Promise<void>((resolve) => setImmediate(resolve))

async function waitUntil(isSo: () => boolean): Promise<void> {
  const begun = performance.now()
  while (!isSo()) {
    if (performance.now() - begun > STUCK_TIMEOUT_MS)
      throw new Error('the database does not answer')
    await delay(1)
  }
}
