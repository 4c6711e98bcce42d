import { adaptChallenge } from './adapt/proof.ts'

const WORKER = '/proof-worker.js'
/** Much longer than a slow phone needs. */
const TIMEOUT_MS = 60_000

/** Solves a challenge in a worker, so that the page stays responsive. Undefined if it fails. */
export async function solveProof(body: unknown): Promise<string | undefined> {
  const challenge = adaptChallenge(body)
  if (!challenge) return undefined
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const newWorker = new Worker(WORKER)
    worker = newWorker
    return await new Promise<string | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), TIMEOUT_MS)
      newWorker.onmessage = ({ data }) => resolve(String(data))
      newWorker.onerror = () => resolve(undefined)
      newWorker.postMessage(challenge)
    })
  } catch {
    // The browser has no workers. The server's error message is shown.
    return undefined
  } finally {
    clearTimeout(timer)
    worker?.terminate()
  }
}
