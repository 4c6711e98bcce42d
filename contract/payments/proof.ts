import { z } from 'zod'

/**
 * Work that a browser does before it may pay while cards are being tested: for each of `puzzles` a
 * number whose SHA-256, taken over 'token.puzzle.number', begins with that many zero bits.
 */
export const ProofChallenge = z.object({
  token: z.string(),
  puzzles: z.int(),
  bits: z.int(),
})
export type ProofChallenge = z.infer<typeof ProofChallenge>

/** The challenge's token and the numbers found, in order: 'token:17.4.2050'. */
export const Proof = z.string().max(400)
