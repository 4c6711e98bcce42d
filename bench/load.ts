// A process of its own that sends requests and measures how long their answers take.
import { Client } from 'pg'
import type { Product } from '#contract/catalog.ts'
import { answerQuestions } from './child.ts'
import { Connection, getRequest } from './connection.ts'
import { checkOut, type WaitForPaid } from './guest.ts'
import { type Effort, type Outcome, repeat } from './repeat.ts'

export type LoadQuestion = Effort & { port: number } & (
    | { kind: 'get'; paths: string[]; cookie?: string }
    | { kind: 'checkout'; product: Product }
    | { kind: 'settled checkout'; product: Product; databaseUrl: string }
  )

const PAID_WITHIN_MS = 15_000

answerQuestions<LoadQuestion>(async (question) => {
  const connections = await Promise.all(
    Array.from({ length: question.concurrency }, () => Connection.open(question.port)),
  )
  try {
    return await measure(question, connections)
  } finally {
    for (const connection of connections) connection.close()
  }
})

async function measure(question: LoadQuestion, connections: Connection[]): Promise<Outcome> {
  const at = (index: number) => connections[index] as Connection
  switch (question.kind) {
    case 'get': {
      const requests = question.paths.map((path) => getRequest(path, question.cookie))
      return repeat(question, async (index) => async () => {
        for (const request of requests) {
          const { status } = await at(index).send(request)
          if (status !== 200) throw new Error(`HTTP ${status}`)
        }
      })
    }
    case 'checkout':
      return repeat(
        question,
        async (index) => () => checkOut(at(index), question.product, undefined),
      )
    case 'settled checkout': {
      const { waitForPaid, close } = await listenForMoney(question.databaseUrl)
      try {
        return await repeat(
          question,
          async (index) => () => checkOut(at(index), question.product, waitForPaid),
        )
      } finally {
        await close()
      }
    }
  }
}

/** Asking the shop would settle the order by itself; the database tells without being asked. */
async function listenForMoney(url: string) {
  const waiting = new Map<string, () => void>()
  const client = new Client({ connectionString: url })
  await client.connect()
  client.on('notification', ({ payload }) => waiting.get(payload ?? '')?.())
  await client.query('listen carboy_order')

  const waitForPaid: WaitForPaid = (orderId) => {
    const told = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(orderId)
        reject(new Error('not settled in time'))
      }, PAID_WITHIN_MS)
      waiting.set(orderId, () => {
        clearTimeout(late)
        waiting.delete(orderId)
        resolve()
      })
    })
    // The card may be refused before anybody waits for this.
    told.catch(() => {})
    return told
  }
  return { waitForPaid, close: () => client.end() }
}
