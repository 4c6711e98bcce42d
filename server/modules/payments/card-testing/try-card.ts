import { setTimeout as delay } from 'node:timers/promises'
import { tooManyRequests } from '#contract/errors.ts'
import type { Limits, LimitUsage } from '#server/http/limits.ts'
import { assertNotBlocked, declinesPerNetwork } from './network-limits.ts'

const cardAttempts = { name: 'card', max: 600, seconds: 600 }
/** Declines of the sandbox's form, counted as soon as it has them. */
const declinedCards = { ...declinesPerNetwork, name: 'card-declined' }
const countOnly = { ...declinedCards, max: Number.MAX_SAFE_INTEGER }

const MAX_WAIT_MS = 3_000
const WAIT_MS = 50

type CardResult = { status: string; error?: unknown }

export type TryCard = <T extends CardResult>(
  network: string,
  attempt: () => Promise<T>,
) => Promise<T>

/** Attempts of one network in this process: their callers, those in flight, and all started so far. */
type Attempts = { callers: number; inFlight: number; started: number }

/**
 * Tries a card in the sandbox within the limit of declined cards. Attempts in flight count as
 * declined, so that concurrent ones cannot exceed the limit; an attempt waits until it is within it.
 */
export function createTryCard(limits: Limits): TryCard {
  const networks = new Map<string, Attempts>()
  return async (network, attempt) => {
    const attempts = networks.get(network) ?? { callers: 0, inFlight: 0, started: 0 }
    networks.set(network, attempts)
    attempts.callers += 1
    try {
      await start(limits, network, attempts)
      try {
        const result = await attempt()
        const isDeclined = result.error !== undefined && result.status === 'requires_payment_method'
        if (isDeclined) await limits.consume(countOnly, network)
        return result
      } finally {
        attempts.inFlight -= 1
      }
    } finally {
      attempts.callers -= 1
      if (attempts.callers === 0) networks.delete(network)
    }
  }
}

async function start(limits: Limits, network: string, attempts: Attempts): Promise<void> {
  const observed = [
    [declinedCards, network],
    [declinesPerNetwork, network],
  ] as const
  for (let waited = 0; ; waited += WAIT_MS) {
    // Attempts that were in flight before the declines were read may be declined by now.
    const { inFlight, started } = attempts
    const counted = waited === 0 ? ([[cardAttempts, network]] as const) : []
    const usages = await limits.consumeAndRead(counted, observed)
    const [declined, reported] = usages.slice(counted.length) as [LimitUsage, LimitUsage]
    assertNotBlocked(limits, reported)
    const mayBeDeclined = declined.count + inFlight + attempts.started - started
    if (mayBeDeclined < limits.maxFor(declinedCards)) {
      attempts.inFlight += 1
      attempts.started += 1
      return
    }
    if (declined.count >= limits.maxFor(declinedCards) || waited >= MAX_WAIT_MS) {
      throw tooManyRequests(declined.secondsLeft, 'Too many cards were declined.')
    }
    await delay(WAIT_MS)
  }
}
