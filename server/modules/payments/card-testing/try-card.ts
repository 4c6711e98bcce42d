import { setTimeout as delay } from 'node:timers/promises'
import { tooManyRequests } from '#contract/errors.ts'
import type { Limits } from '#server/http/limits.ts'
import { assertNetworkNotBlocked, declinesPerNetwork } from './network-limits.ts'

const cardAttempts = { name: 'card', max: 600, seconds: 600 }
/** Tries that were declined or are under way. */
const openAttempts = { ...declinesPerNetwork, name: 'card-declined' }

const MAX_WAIT_MS = 3_000
const WAIT_MS = 50

type CardResult = { status: string; error?: unknown }

export type TryCard = <T extends CardResult>(network: string, act: () => Promise<T>) => Promise<T>

/**
 * Tries a card in the sandbox within the limit of declined cards. Each try takes its place before the
 * card is asked and gives it back unless it was declined, so that tries at the same time cannot get
 * past the limit; a try that finds all places taken waits for one.
 */
export function createTryCard(limits: Limits): TryCard {
  return async (network, act) => {
    await assertNetworkNotBlocked({ limits }, cardAttempts, network)
    for (let waited = 0; !(await limits.reserve(openAttempts, network)); waited += WAIT_MS) {
      if (waited >= MAX_WAIT_MS || (await isBlocked(limits, network))) {
        const [standing] = await limits.consumeAndRead([], [[openAttempts, network]])
        throw tooManyRequests(
          standing?.secondsLeft ?? openAttempts.seconds,
          'Too many cards were declined.',
        )
      }
      await delay(WAIT_MS)
    }
    let isDeclined = false
    try {
      const answer = await act()
      isDeclined = answer.error !== undefined && answer.status === 'requires_payment_method'
      return answer
    } finally {
      if (!isDeclined) await limits.release(openAttempts, network)
    }
  }
}

async function isBlocked(limits: Limits, network: string): Promise<boolean> {
  return (await limits.count(declinesPerNetwork, network)) >= limits.maxFor(declinesPerNetwork)
}
