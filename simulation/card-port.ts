import {
  type CardEvent,
  CardProblem,
  type CardProvider,
  type Patience,
} from '#server/modules/payments/port.ts'
import type { Dice } from './dice.ts'
import { type Ledger, type StoredFault, viewOf } from './ledger.ts'
import type { ProviderState } from './outages.ts'
import type { Life, Scheduler } from './scheduler.ts'
import { MINUTE_MS } from './time.ts'

export type ProviderFaults = {
  dice: Dice
  /** How likely a call meets a fault, at this moment. */
  rate(): number
  state(): ProviderState
  count(what: string): void
  /** What may become of a call that meets a fault. */
  fates?: readonly Fate[] | undefined
}

export type PortOptions = {
  scheduler: Scheduler
  life: Life
  ledger: Ledger
  faults: ProviderFaults
  /** The oracle sees each charge when its request leaves and when its answer is there. */
  watchCharge(
    life: Life,
    charge: { key: string; intentId: string; paymentMethodRef: string },
  ): Promise<() => void>
}

export type Fate =
  | 'fine'
  | 'request lost'
  | 'answer lost'
  | 'request late'
  | 'kept 500 before'
  | 'kept 500 after'
  | 'too many'
  | 'asleep'

const everyFate: readonly Fate[] = [
  'request lost',
  'answer lost',
  'request late',
  'kept 500 before',
  'kept 500 after',
  'too many',
  'asleep',
]

/** The provider as one process sees it, through a network that the dice rule. */
export function cardPort(options: PortOptions): CardProvider {
  const { ledger } = options
  const keyed = <T>(key: string, words: object, act: () => T) => {
    return (fault: StoredFault) => ledger.once(key, JSON.stringify(words), fault, act)
  }
  const make = <T>(key: string, words: object, act: () => T, patience: Patience) =>
    freshly((nth) => call(options, patience, keyed(nth === 1 ? key : `${key}.${nth}`, words, act)))
  return {
    createIntent: ({ key, amountCents, orderId, customerRef, cycle }, patience) => {
      const wish = { amountCents, orderId, cycle: cycle ?? null, customerRef: customerRef ?? null }
      return make(key, wish, () => viewOf(ledger.makeIntent(wish)), patience)
    },
    updateIntent: (id, { amountCents, orderId, customerRef }, patience) =>
      call(options, patience, () => {
        const intent = ledger.open(id)
        if (intent.customerRef && intent.customerRef !== customerRef) {
          throw new CardProblem('state', 'the customer cannot be changed')
        }
        return viewOf(Object.assign(intent, { amountCents, orderId, customerRef }))
      }),
    readIntent: (id, patience) => call(options, patience, () => viewOf(ledger.find(id))),
    async chargeSaved(charge, patience) {
      const { key, intentId, paymentMethodRef } = charge
      const words = { intentId, paymentMethodRef }
      const answered = await options.watchCharge(options.life, charge)
      const act = keyed(key, words, () => viewOf(ledger.charge(intentId, paymentMethodRef, key)))
      try {
        return await call(options, patience, act)
      } finally {
        answered()
      }
    },
    defaultCardOf: (customerRef, patience) =>
      call(options, patience, () => ledger.defaults.get(customerRef) ?? null),
    cancelIntent: (id, patience) => call(options, patience, () => viewOf(ledger.cancel(id))),
    createCustomer: ({ key, email, name }, patience) =>
      make(key, { email, name }, () => ledger.makeCustomer(), patience),
    refund: ({ key, intentId, amountCents, refundId }, patience) => {
      const words = { intentId, amountCents, refundId }
      const act = () => ({ ...ledger.refund(intentId, amountCents, refundId) })
      return call(options, patience, keyed(key, words, act))
    },
    refundsOf: (intentId, patience) =>
      call(options, patience, () => structuredClone(ledger.find(intentId).refunds)),
    openBillingPortal: async () => 'https://billing.example',
    intentsSince: (since) => intentsSince(options, since),
    eventsBetween: async () => [],
    refundsSince: none,
    disputesSince: none,
    fraudWarningsSince: none,
    fraudWarningsOf: async () => [],
    readEvent: (rawBody) => {
      const event = JSON.parse(rawBody.toString())
      return { ...event, createdAt: new Date(event.createdAt) } as CardEvent
    },
  }
}

async function* intentsSince(options: PortOptions, since: Date) {
  const found = await call(options, 'worker', () =>
    [...options.ledger.intents.values()]
      .filter(({ createdAt }) => createdAt >= Math.floor(since.getTime() / 1000) * 1000)
      .reverse()
      .map(viewOf),
  )
  yield* found
}

/** Nothing happens at this provider that a message would not tell. */
async function* none() {}

const MOST_KEYS = 5

/** As the adapter does it: what is made moves no money, so a kept 500 is passed by under the next key. */
async function freshly<T>(act: (nth: number) => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await act(nth)
    } catch (problem) {
      const isOver = !(problem instanceof CardProblem) || !problem.isRepeated
      if (isOver || nth === MOST_KEYS) throw problem
    }
  }
}

type Act<T> = (fault: StoredFault) => T

async function call<T>(options: PortOptions, patience: Patience, act: Act<T>): Promise<T> {
  const { scheduler, life, faults } = options
  const { dice } = faults
  const pass = <R>(afterMs: number, then: () => R) => scheduler.pass(life, then, { afterMs })
  const timeoutMs = patience === 'buyer' ? 5_000 : 30_000
  const lost = () => pass(timeoutMs, () => fail('unknown', 'no answer in time'))
  const state = faults.state()
  if (state !== 'up') faults.count(`provider ${state}`)
  if (state === 'down') return pass(dice.between(10, timeoutMs), () => fail('unknown', 'down'))

  const fate = state === 'mute' ? 'answer lost' : fateOf(faults, patience)
  if (fate !== 'fine') faults.count(fate)
  if (fate === 'request lost') return lost()
  if (fate === 'too many') return pass(40, () => fail('busy', '429'))
  if (fate === 'request late') {
    const arrives = timeoutMs + dice.between(1, 20 * MINUTE_MS)
    scheduler.after(arrives, () => void settled(() => act(undefined)))
    return lost()
  }
  // The request is on its way, the deed is done at once, and the answer is on its way back.
  const done = await pass(dice.between(20, 400), () => settled(() => act(storedFault(fate))))
  if (fate === 'answer lost') return lost()
  const wayBack = fate === 'asleep' ? dice.between(MINUTE_MS, 12 * MINUTE_MS) : dice.between(5, 60)
  return pass(wayBack, () => {
    if ('problem' in done) throw done.problem
    return done.answer
  })
}

function fateOf({ dice, rate, fates }: ProviderFaults, patience: Patience): Fate {
  if (!dice.chance(rate())) return 'fine'
  const fate = dice.pick(fates ?? everyFate)
  // A buyer's path waits in real time when it is told to ask again, and nobody sleeps through it.
  const isForWorkers = fate === 'too many' || fate === 'asleep'
  return patience === 'buyer' && isForWorkers ? 'answer lost' : fate
}

function storedFault(fate: Fate): StoredFault {
  if (fate === 'kept 500 before') return 'before'
  return fate === 'kept 500 after' ? 'after' : undefined
}

function settled<T>(act: () => T): { answer: T } | { problem: unknown } {
  try {
    return { answer: act() }
  } catch (problem) {
    return { problem }
  }
}

function fail(kind: 'unknown' | 'busy', words: string): never {
  throw new CardProblem(kind, words)
}
