import { hasCode } from './failures.ts'
import { ApiError } from './request.ts'

const MAX_ATTEMPTS = 3

/**
 * Sends a request. If the server requires a proof of work, a worker computes it and the request is
 * sent again.
 */
export async function withProof<T>(
  send: (proof: { proof: string } | undefined) => Promise<T>,
): Promise<T> {
  let proof: { proof: string } | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(proof)
    } catch (error) {
      if (!(error instanceof ApiError) || !hasCode(error, 'proof_required')) throw error
      if (attempt > MAX_ATTEMPTS) throw error
      const { solveProof } = await import('./solve-proof.ts')
      const solution = await solveProof(error.body.challenge)
      if (!solution) throw error
      proof = { proof: solution }
    }
  }
}
