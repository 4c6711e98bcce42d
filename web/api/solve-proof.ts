import type { ProofChallenge } from '#contract/payments/proof.ts'

const WORKER = '/proof-worker.js'
/** Many times what a slow phone needs. */
const TIMEOUT_MS = 60_000

/** Works a challenge out in a worker, so that the page stays usable; nothing where it cannot. */
export async function solveProof(challenge: unknown): Promise<string | undefined> {
  if (!isChallenge(challenge)) return undefined
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const working = new Worker(WORKER)
    worker = working
    return await new Promise<string | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), TIMEOUT_MS)
      working.onmessage = ({ data }) => resolve(String(data))
      working.onerror = () => resolve(undefined)
      working.postMessage(challenge)
    })
  } catch {
    // A browser without workers: the server's words say what to do.
    return undefined
  } finally {
    clearTimeout(timer)
    worker?.terminate()
  }
}

function isChallenge(value: unknown): value is ProofChallenge {
  const { token, puzzles, bits } = Object(value) as Partial<ProofChallenge>
  return typeof token === 'string' && typeof puzzles === 'number' && typeof bits === 'number'
}
