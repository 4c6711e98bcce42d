// Runs as a separate process that sends requests and measures response times.
import { Client } from 'pg'
import type { Product } from '#contract/catalog.ts'
import { serveRequests } from './child.ts'
import { Connection, getRequest } from './connection.ts'
import { checkOut, type WaitForPaid } from './guest.ts'
import { type LoadOptions, type Outcome, repeat } from './repeat.ts'

export type LoadRequest = LoadOptions & { port: number } & (
    | { kind: 'get'; paths: string[]; cookie?: string }
    | { kind: 'checkout'; product: Product }
    | { kind: 'settled checkout'; product: Product; databaseUrl: string }
  )

const PAID_TIMEOUT_MS = 15_000

serveRequests<LoadRequest>(async (message) => {
  const connections = await Promise.all(
    Array.from({ length: message.concurrency }, () => Connection.open(message.port)),
  )
  try {
    return await measure(message, connections)
  } finally {
    for (const connection of connections) connection.close()
  }
})

async function measure(message: LoadRequest, connections: Connection[]): Promise<Outcome> {
  const at = (index: number) => connections[index] as Connection
  switch (message.kind) {
    case 'get': {
      const requests = message.paths.map((path) => getRequest(path, message.cookie))
      return repeat(message, async (index) => async () => {
        for (const request of requests) {
          const { status } = await at(index).send(request)
          if (status !== 200) throw new Error(`HTTP ${status}`)
        }
      })
    }
    case 'checkout':
      return repeat(message, async (index) => () => checkOut(at(index), message.product, undefined))
    case 'settled checkout': {
      const { waitForPaid, close } = await listenForPayments(message.databaseUrl)
      try {
        return await repeat(
          message,
          async (index) => () => checkOut(at(index), message.product, waitForPaid),
        )
      } finally {
        await close()
      }
    }
  }
}

/** Listens for NOTIFY, because reading the order from the shop would settle it. */
async function listenForPayments(url: string) {
  const waiting = new Map<string, () => void>()
  const client = new Client({ connectionString: url })
  await client.connect()
  client.on('notification', ({ payload }) => waiting.get(payload ?? '')?.())
  await client.query('listen carboy_order')

  const waitForPaid: WaitForPaid = (orderId) => {
    const paid = new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => {
        waiting.delete(orderId)
        reject(new Error('not settled in time'))
      }, PAID_TIMEOUT_MS)
      waiting.set(orderId, () => {
        clearTimeout(timeout)
        waiting.delete(orderId)
        resolve()
      })
    })
    // The card may be declined before the caller awaits this promise.
    paid.catch(() => {})
    return paid
  }
  return { waitForPaid, close: () => client.end() }
}
