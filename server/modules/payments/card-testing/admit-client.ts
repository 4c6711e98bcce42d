import { Failure, tooManyRequests } from '#contract/errors.ts'
import { type LimitRule, type Limits, WHOLE_SITE } from '#server/http/limits.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { openBreaker } from './breaker.ts'
import { declinesPerNetwork, intentsPerNetwork } from './network-limits.ts'
import { newChallenge, readProof } from './proof.ts'

/** Somebody who may be given an intent to pay with. */
export type AdmittedClient = {
  /** Keyed hash of the network, kept with each intent that the visitor is given. */
  network: string
  /** Counts an intent before it is made; one too many throws `too_many`. */
  countNewIntent(): Promise<void>
}

type AdmitInput = {
  network: string
  countedLimits: readonly (readonly [rule: LimitRule, who: string])[]
  /** Whether the request makes an intent for sure, so that it is counted along. */
  makesIntent?: boolean
  /** What a proof of work is good for: this checkout, or this order. */
  subject: string
  proof: string | undefined
}

type AdmitDeps = { limits: Limits; clock: Clock; random: Random }

/** A proof is used once: the second use counts two. */
const proofUses: LimitRule = { name: 'proof', max: Number.MAX_SAFE_INTEGER, seconds: 600 }

/**
 * Who may begin, submit or pay: nobody on a network whose cards were declined too often, and while
 * the breaker is open only who brings a proof of work. All limits are counted and read in one
 * statement, before anything is done.
 */
export async function admitClient(
  deps: AdmitDeps,
  { network, countedLimits, makesIntent = false, subject, proof }: AdmitInput,
): Promise<AdmittedClient> {
  const { limits } = deps
  const owner = { network, subject }
  const proofId = proof === undefined ? undefined : readProof(deps, owner, proof)
  const counted = [
    ...(proofId === undefined ? [] : [[proofUses, proofId] as const]),
    ...countedLimits,
    ...(makesIntent ? [[intentsPerNetwork, network] as const] : []),
  ]
  const standings = await limits.consumeAndRead(counted, [
    [declinesPerNetwork, network],
    [openBreaker, WHOLE_SITE],
  ])
  const [declined, breaker] = standings.slice(counted.length)
  if (declined && declined.count >= limits.maxFor(declinesPerNetwork)) {
    throw tooManyRequests(declined.secondsLeft, 'Too many cards were declined.')
  }
  const isProven = proofId !== undefined && standings[0]?.count === 1
  if (breaker && breaker.count > 0 && !isProven) {
    throw new Failure('proof_required', undefined, undefined, {
      retryAfterSeconds: breaker.secondsLeft,
      challenge: newChallenge(deps, owner),
    })
  }
  let isCounted = makesIntent
  return {
    network: limits.digest(network),
    async countNewIntent() {
      if (!isCounted) await limits.consume(intentsPerNetwork, network)
      isCounted = false
    },
  }
}
