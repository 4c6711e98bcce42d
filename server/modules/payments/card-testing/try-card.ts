import { setTimeout as delay } from 'node:timers/promises'
import { Failure, tooManyRequests } from '#contract/errors.ts'
import type { Limits, LimitUsage } from '#server/http/limits.ts'
import { assertNotBlocked, declinesPerNetwork } from './network-limits.ts'

const cardAttempts = { name: 'card', max: 600, seconds: 600 }
/** Attempts that were declined or are in flight. */
const openAttempts = { ...declinesPerNetwork, name: 'card-declined' }

const MAX_WAIT_MS = 3_000
const WAIT_MS = 50

type CardResult = { status: string; error?: unknown }

export type TryCard = <T extends CardResult>(
  network: string,
  attempt: () => Promise<T>,
) => Promise<T>

/**
 * Tries a card in the sandbox within the limit of declined cards. Each attempt reserves a slot
 * first and releases it unless the card is declined, so concurrent attempts cannot exceed the
 * limit. An attempt that finds no free slot waits for one.
 */
export function createTryCard(limits: Limits): TryCard {
  return async (network, attempt) => {
    if (!(await countAndReserve(limits, network))) await waitForSlot(limits, network)
    let isDeclined = false
    try {
      const result = await attempt()
      isDeclined = result.error !== undefined && result.status === 'requires_payment_method'
      return result
    } finally {
      if (!isDeclined) await limits.release(openAttempts, network)
    }
  }
}

/** Counts the attempt and reserves a slot in one statement. Returns false if no slot was free. */
async function countAndReserve(limits: Limits, network: string): Promise<boolean> {
  const counted = [
    [cardAttempts, network],
    [{ ...openAttempts, max: Number.MAX_SAFE_INTEGER }, network],
  ] as const
  const release = () => limits.release(openAttempts, network)
  let open: LimitUsage | undefined
  try {
    const [, reserved, declined] = await limits.consumeAndRead(counted, [
      [declinesPerNetwork, network],
    ])
    assertNotBlocked(limits, declined)
    open = reserved
  } catch (err) {
    // After an error of the database, the slot may be another attempt's.
    if (err instanceof Failure) await release()
    throw err
  }
  if (open && open.count <= limits.maxFor(openAttempts)) return true
  await release()
  return false
}

async function waitForSlot(limits: Limits, network: string): Promise<void> {
  for (let waited = 0; !(await limits.reserve(openAttempts, network)); waited += WAIT_MS) {
    if (waited >= MAX_WAIT_MS || (await isBlocked(limits, network))) {
      const [usage] = await limits.consumeAndRead([], [[openAttempts, network]])
      throw tooManyRequests(
        usage?.secondsLeft ?? openAttempts.seconds,
        'Too many cards were declined.',
      )
    }
    await delay(WAIT_MS)
  }
}

async function isBlocked(limits: Limits, network: string): Promise<boolean> {
  return (await limits.count(declinesPerNetwork, network)) >= limits.maxFor(declinesPerNetwork)
}
