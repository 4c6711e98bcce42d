import { setTimeout as delay } from 'node:timers/promises'
import { tooMany } from '#contract/errors.ts'
import type { Limits } from '#server/http/limits.ts'
import { declinesPerNetwork, refuseBlockedNetwork } from './card-testing.ts'

const cardTries = { name: 'card', max: 600, seconds: 600 }
/** Tries that were declined or are under way. */
const openTries = { ...declinesPerNetwork, name: 'card-declined' }

const LONGEST_WAIT_MS = 3_000
const WAIT_MS = 50

type CardAnswer = { status: string; error?: unknown }

export type TryCard = <T extends CardAnswer>(network: string, act: () => Promise<T>) => Promise<T>

/**
 * Tries a card in the sandbox within the limit of declined cards. Each try takes its place before the
 * card is asked and gives it back unless it was declined, so that tries at the same time cannot get
 * past the limit; a try that finds all places taken waits for one.
 */
export function cardTrier(limits: Limits): TryCard {
  return async (network, act) => {
    await refuseBlockedNetwork({ limits }, cardTries, network)
    for (let waited = 0; !(await limits.reserve(openTries, network)); waited += WAIT_MS) {
      if (waited >= LONGEST_WAIT_MS || (await isBlocked(limits, network))) {
        const [standing] = await limits.consumeAndRead([], [[openTries, network]])
        throw tooMany(standing?.secondsLeft ?? openTries.seconds, 'Too many cards were declined.')
      }
      await delay(WAIT_MS)
    }
    let isDeclined = false
    try {
      const answer = await act()
      isDeclined = answer.error !== undefined && answer.status === 'requires_payment_method'
      return answer
    } finally {
      if (!isDeclined) await limits.release(openTries, network)
    }
  }
}

async function isBlocked(limits: Limits, network: string): Promise<boolean> {
  return (await limits.count(declinesPerNetwork, network)) >= limits.maxFor(declinesPerNetwork)
}
