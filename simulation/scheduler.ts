import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { OutsideWork } from './outside-work.ts'
import type { Rng } from './rng.ts'

/** A simulated process from its start to its kill. Its pending calls are dropped when it is killed. */
export type ProcessHandle = {
  readonly name: string
  isKilled: boolean
  /** The process is killed at its last call, before the call runs or before its result arrives. */
  callsLeft: number
  /** Releases the connections of a killed process. */
  cleanUp(): Promise<void>
}

type Outcome = { value: unknown } | { error: unknown }

type Call = {
  handle: ProcessHandle
  readyAt: number
  act: () => unknown
  /** For a database call: returns whether it waits for a lock. */
  isWaiting: (() => Promise<boolean>) | undefined
  settle(outcome: Outcome): void
}

type InFlight = { call: Call; outcome: Outcome | undefined; finished: Promise<void> }

type Timer = { at: number; seq: number; run: () => void }

/** Time after which a running database call is checked for a lock wait. */
const LOCK_CHECK_MS = 25
const STUCK_TIMEOUT_MS = 60_000
/** If nothing happens for this long in simulated time, the simulation counts as idle. */
const IDLE_MS = 1_000

/**
 * Makes the simulation deterministic. Every call to the database or the provider is queued here. The
 * rng picks one call at a time to release. Time advances only when no call is ready. So a run
 * depends on its seed only, not on the speed of the machine.
 */
export class Scheduler {
  now: number
  calls = 0
  /** Calls that came while another one ran: their callers waited for the machine. */
  strays = 0
  readonly outside = new OutsideWork()
  /** Called before time advances by `IDLE_MS` or more, when no call is running. */
  onIdle: () => Promise<void> = async () => {}
  readonly #rng: Rng
  #parked: Call[] = []
  #blocked: InFlight[] = []
  #timerQueue: Timer[] = []
  #killed: ProcessHandle[] = []
  #seq = 0
  #isRunning = false
  readonly #trace = createHash('sha256')

  constructor(rng: Rng, now: number) {
    this.#rng = rng
    this.now = now
  }

  /** Runs `act` when its turn comes. The promise of a killed process never settles. */
  enqueue<T>(
    handle: ProcessHandle,
    act: () => T | Promise<T>,
    { delayMs = 0, isWaiting }: { delayMs?: number; isWaiting?: () => Promise<boolean> } = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (handle.isKilled) return
      if (this.#isRunning) this.strays += 1
      handle.callsLeft -= 1
      const isLast = handle.callsLeft === 0
      // A promise of a killed process must never settle.
      if (isLast && this.#rng.chance(0.5)) return this.kill(handle)
      const settle = (outcome: Outcome) => {
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
      this.#parked.push({ handle, readyAt, act: isLast ? last : act, isWaiting, settle })
    })
  }

  /** Which calls ran, in which order and when. */
  trace(): string {
    return this.#trace.copy().digest('hex')
  }

  /** Runs a function at that time. */
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
    this.#killed.push(handle)
  }

  async #cleanUpKilled(): Promise<void> {
    for (let handle = this.#killed.shift(); handle; handle = this.#killed.shift()) {
      const killed = handle
      await killed.cleanUp()
      const killedCalls = this.#blocked.filter(({ call }) => call.handle === killed)
      await waitUntil(() => killedCalls.every(({ outcome }) => outcome))
      this.#blocked = this.#blocked.filter(({ call }) => call.handle !== killed)
      await this.#resumeUnblocked()
    }
  }

  async run(end: number): Promise<void> {
    for (;;) {
      await this.#drain()
      await this.#cleanUpKilled()
      const ready = this.#parked.filter(({ readyAt }) => readyAt <= this.now)
      if (ready.length > 0) await this.#release(this.#rng.pick(ready))
      else if (this.#blocked.length > 0 && this.#parked.length === 0) await this.#waitForDatabase()
      else if (!(await this.#advanceTime(end))) return
    }
  }

  async #drain(): Promise<void> {
    await drainMicrotasks()
    while (this.outside.isRunning) {
      await this.outside.ended()
      await drainMicrotasks()
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

  /** Time of the next timer or ready call. */
  #next(): number {
    const nextTimer = this.#timerQueue[0]?.at ?? Number.POSITIVE_INFINITY
    return Math.min(nextTimer, ...this.#parked.map(({ readyAt }) => readyAt))
  }

  async #release(call: Call): Promise<void> {
    this.calls += 1
    this.#trace.update(`${this.now} ${call.handle.name}\n`)
    this.#parked.splice(this.#parked.indexOf(call), 1)
    const flight = start(call)
    if (await this.#isFinished(flight)) call.settle(flight.outcome as Outcome)
    else this.#blocked.push(flight)
    if (this.#blocked.length > 0) await this.#resumeUnblocked()
  }

  async #isFinished(flight: InFlight): Promise<boolean> {
    const startedAt = performance.now()
    this.#isRunning = true
    try {
      for (;;) {
        await Promise.race([flight.finished, delay(LOCK_CHECK_MS)])
        if (flight.outcome) return true
        if (await flight.call.isWaiting?.()) return flight.outcome !== undefined
        if (performance.now() - startedAt > STUCK_TIMEOUT_MS)
          throw new Error('a call does not return')
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** Settles calls whose lock has become free, in the order in which they were blocked. */
  async #resumeUnblocked(): Promise<void> {
    const countFinished = () => this.#blocked.filter(({ outcome }) => outcome).length
    for (;;) {
      const finishedBefore = countFinished()
      let isRunning = false
      for (const flight of this.#blocked) {
        if (!flight.outcome && !(await flight.call.isWaiting?.())) isRunning = true
      }
      // A call that finished in the meantime may have released one that was waiting.
      if (!isRunning && countFinished() === finishedBefore) break
      await delay(1)
    }
    const finished = this.#blocked.filter(({ outcome }) => outcome)
    this.#blocked = this.#blocked.filter(({ outcome }) => !outcome)
    for (const { call, outcome } of finished) call.settle(outcome as Outcome)
  }

  /**
   * All remaining calls wait for locks: waits until PostgreSQL breaks the deadlock, or until a call
   * arrives whose process was just resumed by the end of a killed one.
   */
  async #waitForDatabase(): Promise<void> {
    const isOver = () => this.#parked.length > 0 || this.#blocked.some(({ outcome }) => outcome)
    await waitUntil(isOver)
    await this.#resumeUnblocked()
  }
}

function start(call: Call): InFlight {
  const flight: InFlight = { call, outcome: undefined, finished: Promise.resolve() }
  const act = async () => call.act()
  flight.finished = act().then(
    (value) => {
      flight.outcome = { value }
    },
    (error: unknown) => {
      flight.outcome = { error }
    },
  )
  return flight
}

/** Runs all code that does not wait for an external result. */
const drainMicrotasks = () => new Promise<void>((resolve) => setImmediate(resolve))

async function waitUntil(condition: () => boolean): Promise<void> {
  const startedAt = performance.now()
  while (!condition()) {
    if (performance.now() - startedAt > STUCK_TIMEOUT_MS)
      throw new Error('the database does not respond')
    await delay(1)
  }
}
