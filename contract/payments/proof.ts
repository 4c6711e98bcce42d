import { z } from 'zod'

/**
 * Proof of work, required before a payment during a card-testing attack. For each of `puzzles`, the
 * browser finds a number for which the SHA-256 of 'token.puzzle.number' starts with `bits` zeros.
 */
export const ProofChallenge = z.object({
  token: z.string(),
  puzzles: z.int(),
  bits: z.int(),
})
export type ProofChallenge = z.infer<typeof ProofChallenge>

/** The challenge's token and the solutions in order: 'token:17.4.2050'. */
export const Proof = z.string().max(400)
