import { Failure } from '#contract/errors.ts'
import { type LimitRule, type Limits, WHOLE_SITE } from '#server/http/limits.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { openBreaker } from './breaker.ts'
import { assertNotBlocked, declinesPerNetwork, intentsPerNetwork } from './network-limits.ts'
import { newChallenge, readProof } from './proof.ts'

/** A client that may receive an intent to pay with. */
export type AdmittedClient = {
  /** Keyed hash of the network, stored with each intent that the client receives. */
  network: string
  /** Counts an intent before it is created. Throws `too_many` above the limit. */
  countNewIntent(): Promise<void>
}

type AdmitInput = {
  network: string
  countedLimits: readonly (readonly [rule: LimitRule, who: string])[]
  /** Whether the request always creates an intent, so that it is counted in the same statement. */
  makesIntent?: boolean
  /** The checkout or order that a proof of work is valid for. */
  subject: string
  proof: string | undefined
}

type AdmitDeps = { limits: Limits; clock: Clock; random: Random }

/** A proof works once: its second use has a count of two. */
const proofUses: LimitRule = { name: 'proof', max: Number.MAX_SAFE_INTEGER, seconds: 600 }

/**
 * Checks whether a client may start a checkout, submit it or pay. Rejects networks whose cards were
 * declined too often and, while the breaker is open, requests without a proof of work. All limits
 * are counted and read in one statement, before any other work.
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
  const usages = await limits.consumeAndRead(counted, [
    [declinesPerNetwork, network],
    [openBreaker, WHOLE_SITE],
  ])
  const [declined, breaker] = usages.slice(counted.length)
  assertNotBlocked(limits, declined)
  const isProven = proofId !== undefined && usages[0]?.count === 1
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
