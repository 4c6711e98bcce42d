import { tooMany } from '#contract/errors.ts'
import type { LimitRule, Limits } from '#server/http/limits.ts'
import { declinesPerNetwork, intentsPerNetwork } from './card-testing.ts'

/** Somebody who may be given an intent to pay with. */
export type Visitor = {
  /** Keyed hash of the network, kept with each intent that the visitor is given. */
  network: string
  /** Counts an intent before it is made; one too many throws `too_many`. */
  countNewIntent(): Promise<void>
}

type Asking = {
  network: string
  tries: readonly (readonly [rule: LimitRule, who: string])[]
  /** Whether the request makes an intent for sure, so that it is counted along. */
  makesIntent?: boolean
}

/**
 * Who may begin, submit or pay: nobody on a network whose cards were declined too often. All limits
 * are counted and read in one statement, before anything is done.
 */
export async function admitVisitor(
  { limits }: { limits: Limits },
  { network, tries, makesIntent }: Asking,
): Promise<Visitor> {
  const isCounted = makesIntent === true
  const counted = isCounted ? [...tries, [intentsPerNetwork, network] as const] : tries
  const standings = await limits.takeAndWatch(counted, [[declinesPerNetwork, network]])
  const declined = standings[counted.length]
  if (declined && declined.count >= limits.boundOf(declinesPerNetwork)) {
    throw tooMany(declined.secondsLeft, 'Too many cards were declined.')
  }
  let isFirst = isCounted
  return {
    network: limits.digest(network),
    async countNewIntent() {
      if (!isFirst) await limits.take(intentsPerNetwork, network)
      isFirst = false
    },
  }
}
