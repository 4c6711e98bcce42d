import { setTimeout as delay } from 'node:timers/promises'
import type { Dice } from './dice.ts'

/** A process of the simulation, from its start to its kill; what it waits for dies with it. */
export type Life = {
  readonly name: string
  isOver: boolean
  /** It is killed at this call, before it is made or before its answer is heard. */
  callsLeft: number
  /** Sees to what it leaves behind. */
  bury(): Promise<void>
}

type Outcome = { value: unknown } | { error: unknown }

type Call = {
  life: Life
  readyAt: number
  act: () => unknown
  /** Of a call to the database: whether it waits there for somebody else's lock. */
  isWaiting: (() => Promise<boolean>) | undefined
  answer(outcome: Outcome): void
}

type InFlight = { call: Call; outcome: Outcome | undefined; over: Promise<void> }

type Appointment = { at: number; seq: number; run: () => void }

/** How long a database call may take before it is asked whether it waits for a lock. */
const LOOK_AFTER_MS = 25
const STUCK_AFTER_MS = 60_000
/** A pause of this length in the run's own time is one in which nobody is busy. */
const STILL_MS = 1_000

/**
 * Decides alone who goes on. Every call to the database and to the provider stops here, and one at a
 * time is let through, chosen by the dice; time moves only when nobody can go on. So a run is a
 * function of its seed, whatever the machine does.
 */
export class Scheduler {
  now: number
  calls = 0
  /** Told before time moves on by more than a moment, with everybody standing still. */
  onStill: () => Promise<void> = async () => {}
  readonly #dice: Dice
  #parked: Call[] = []
  #blocked: InFlight[] = []
  #agenda: Appointment[] = []
  #dead: Life[] = []
  #seq = 0

  constructor(dice: Dice, now: number) {
    this.#dice = dice
    this.now = now
  }

  /** Waits for its turn, then acts. Never goes on in a process that has been killed. */
  pass<T>(
    life: Life,
    act: () => T | Promise<T>,
    { afterMs = 0, isWaiting }: { afterMs?: number; isWaiting?: () => Promise<boolean> } = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (life.isOver) return
      life.callsLeft -= 1
      const isLast = life.callsLeft === 0
      // Nothing that has been promised to a dead process is ever kept.
      if (isLast && this.#dice.chance(0.5)) return this.kill(life)
      const answer = (outcome: Outcome) => {
        if (life.isOver) return
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.value as T)
      }
      const last = async () => {
        try {
          return await act()
        } finally {
          this.kill(life)
        }
      }
      const readyAt = this.now + afterMs
      this.#parked.push({ life, readyAt, act: isLast ? last : act, isWaiting, answer })
    })
  }

  /** Something that begins by itself at that moment. */
  at(time: number, run: () => void): void {
    this.#seq += 1
    const appointment = { at: Math.max(time, this.now), seq: this.#seq, run }
    const index = this.#agenda.findIndex(({ at }) => at > appointment.at)
    if (index < 0) this.#agenda.push(appointment)
    else this.#agenda.splice(index, 0, appointment)
  }

  after(milliseconds: number, run: () => void): void {
    this.at(this.now + milliseconds, run)
  }

  kill(life: Life): void {
    if (life.isOver) return
    life.isOver = true
    this.#parked = this.#parked.filter((call) => call.life !== life)
    this.#dead.push(life)
  }

  async #buryDead(): Promise<void> {
    for (let life = this.#dead.shift(); life; life = this.#dead.shift()) {
      const dead = life
      await dead.bury()
      const own = this.#blocked.filter(({ call }) => call.life === dead)
      await until(() => own.every(({ outcome }) => outcome))
      this.#blocked = this.#blocked.filter(({ call }) => call.life !== dead)
      await this.#settleBlocked()
    }
  }

  async run(end: number): Promise<void> {
    for (;;) {
      await stillness()
      await this.#buryDead()
      const ready = this.#parked.filter(({ readyAt }) => readyAt <= this.now)
      if (ready.length > 0) await this.#letThrough(this.#dice.pick(ready))
      else if (this.#blocked.length > 0 && this.#parked.length === 0) await this.#waitForDatabase()
      else if (!(await this.#moveOn(end))) return
    }
  }

  async #moveOn(end: number): Promise<boolean> {
    if (this.#next() - this.now >= STILL_MS) await this.onStill()
    const next = this.#next()
    if (next > end) {
      this.now = Math.max(this.now, end)
      return false
    }
    this.now = Math.max(this.now, next)
    while (this.#agenda[0] && this.#agenda[0].at <= this.now) this.#agenda.shift()?.run()
    return true
  }

  /** The next moment at which anything happens. */
  #next(): number {
    const appointed = this.#agenda[0]?.at ?? Number.POSITIVE_INFINITY
    return Math.min(appointed, ...this.#parked.map(({ readyAt }) => readyAt))
  }

  async #letThrough(call: Call): Promise<void> {
    this.calls += 1
    this.#parked.splice(this.#parked.indexOf(call), 1)
    const flight = start(call)
    if (await this.#isAnswered(flight)) call.answer(flight.outcome as Outcome)
    else this.#blocked.push(flight)
    if (this.#blocked.length > 0) await this.#settleBlocked()
  }

  async #isAnswered(flight: InFlight): Promise<boolean> {
    const begun = performance.now()
    for (;;) {
      await Promise.race([flight.over, delay(LOOK_AFTER_MS)])
      if (flight.outcome) return true
      if (await flight.call.isWaiting?.()) return flight.outcome !== undefined
      if (performance.now() - begun > STUCK_AFTER_MS) throw new Error('a call does not come back')
    }
  }

  /** Whoever waited for a lock that is free now goes on, in the order in which they came. */
  async #settleBlocked(): Promise<void> {
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
    await until(() => this.#blocked.some(({ outcome }) => outcome))
    await this.#settleBlocked()
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
const stillness = () => new Promise<void>((resolve) => setImmediate(resolve))

async function until(isSo: () => boolean): Promise<void> {
  const begun = performance.now()
  while (!isSo()) {
    if (performance.now() - begun > STUCK_AFTER_MS) throw new Error('the database does not answer')
    await delay(1)
  }
}
