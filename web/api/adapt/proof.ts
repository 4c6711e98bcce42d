import type { ProofChallenge } from '#contract/payments/proof.ts'
import { toFields } from './read.ts'

/** Null if a rejection has no challenge that can be solved. */
export function adaptChallenge(body: unknown): ProofChallenge | null {
  const { token, puzzles, bits } = toFields(body)
  const isChallenge =
    typeof token === 'string' && typeof puzzles === 'number' && typeof bits === 'number'
  return isChallenge ? (body as ProofChallenge) : null
}
