import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { payOrder, startPayment } from './payments.ts'

const challenge = { token: 'ends-random-signature', puzzles: 2, bits: 4 }
const rejection = {
  status: 429,
  body: { message: 'Please reload the page.', code: 'proof_required', challenge },
}

/** Sends the replies in order, and records the requests. */
function mockReplies(...replies: { status: number; body: object }[]) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(init.body === undefined ? undefined : JSON.parse(String(init.body)))
    const { status, body } = replies.shift() ?? { status: 500, body: {} }
    return new Response(JSON.stringify(body), { status })
  })
  return sent
}

/** A worker that runs the file that browsers are served. */
class FileWorker {
  onmessage?: (event: { data: unknown }) => void
  readonly #self: { onmessage?: (event: object) => void; postMessage(data: unknown): void }

  constructor(path: string) {
    this.#self = { postMessage: (data) => this.onmessage?.({ data }) }
    const script = readFileSync(`web/public${path}`, 'utf8')
    runInContext(script, createContext({ self: this.#self }))
  }

  postMessage(data: unknown) {
    this.#self.onmessage?.({ data })
  }

  terminate() {}
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('AU13: a request that needs a proof of work is sent again with one', async () => {
  vi.stubGlobal('Worker', FileWorker)
  const sent = mockReplies(rejection, { status: 200, body: { clientSecret: 'pi_1_secret_2' } })

  expect(await startPayment(17.98)).toEqual({ clientSecret: 'pi_1_secret_2' })

  expect(sent[0]).toEqual({ amount: 17.98 })
  expect(sent[1]).toMatchObject({
    amount: 17.98,
    proof: expect.stringMatching(/^ends-random-signature:\d+\.\d+$/),
  })
})

test('AU13: a payment link sends no body unless a proof is required', async () => {
  vi.stubGlobal('Worker', FileWorker)
  const paid = { status: 200, body: { clientSecret: 'pi_1_secret_2', total: '9.00' } }
  const sent = mockReplies(paid, rejection, paid)

  await payOrder('an-order')
  await payOrder('an-order')

  expect(sent[0]).toBeUndefined()
  expect(sent[2]).toEqual({ proof: expect.stringContaining('ends-random-signature:') })
})

test("AU13: without workers, or with an invalid challenge, the server's message is shown", async () => {
  mockReplies(rejection)
  await expect(startPayment(9)).rejects.toMatchObject({ body: { code: 'proof_required' } })

  vi.stubGlobal('Worker', FileWorker)
  mockReplies({ ...rejection, body: { ...rejection.body, challenge: { token: 7 } } })
  await expect(startPayment(9)).rejects.toMatchObject({
    body: { message: 'Please reload the page.' },
  })
})

test('AU13: rejected proofs are retried three times at most', async () => {
  vi.stubGlobal('Worker', FileWorker)
  const sent = mockReplies(...Array(9).fill(rejection))

  await expect(startPayment(9)).rejects.toMatchObject({ status: 429 })
  expect(sent).toHaveLength(4)
})
