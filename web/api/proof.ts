import { ApiError } from './client.ts'
import { hasCode } from './failures.ts'

const MAX_ATTEMPTS = 3

/**
 * Makes a call, and where the server asks for a proof of work first, has it worked out beside the
 * page and makes the call again: the buyer only waits a moment longer.
 */
export async function withProof<T>(
  send: (proof: { proof: string } | undefined) => Promise<T>,
): Promise<T> {
  let proof: { proof: string } | undefined
  for (let nth = 1; ; nth++) {
    try {
      return await send(proof)
    } catch (error) {
      if (!(error instanceof ApiError) || !hasCode(error, 'proof_required')) throw error
      if (nth > MAX_ATTEMPTS) throw error
      const { solveProof } = await import('./solve-proof.ts')
      const solution = await solveProof(error.challenge)
      if (!solution) throw error
      proof = { proof: solution }
    }
  }
}
