import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import Stripe from 'stripe'
import { openSandbox } from '#server/adapters/sandbox/open-sandbox.ts'
import { stripeCards } from '#server/adapters/stripe/stripe-cards.ts'
import { openDatabase } from '#server/db/client.ts'
import { freshDatabase } from './database/fresh-database.ts'
import { type FixedClock, fixedClock, seededRandom, silentLog } from './test-runtime.ts'

export const testCard = {
  good: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  expired: '4000000000000069',
  wrongCode: '4000000000000127',
  authenticatesOnce: '4000002500003155',
  authenticatesAlways: '4000002760003184',
  failsLater: '4000000000000341',
}

/** Card fields as a customer enters them. */
export const cardInput = (number: string, change: object = {}) => ({
  number,
  expMonth: 12,
  expYear: 2030,
  cvc: '123',
  ...change,
})

type ReceivedWebhook = { body: Buffer; signature: string; type: string; id: string }

const secretKey = 'sk_test_sandbox'
const webhookSecret = 'whsec_sandbox'

export type CardSandbox = Awaited<ReturnType<typeof openCardSandbox>>

/** The card sandbox on its own database, with the SDK, the adapter and a webhook receiver. */
export async function openCardSandbox(options: { now?: string } = {}) {
  const clock = fixedClock(options.now ?? '2026-03-04T12:00:00Z')
  const database = await freshDatabase()
  const { pool, close } = openDatabase(database.url, { poolSize: 8, log: silentLog })
  const receiver = await listen()
  const first = await startSandbox(pool, clock, receiver.url, 'first')

  return {
    ...first,
    clock,
    pool,
    databaseUrl: database.url,
    receiver,
    webhookSecret,
    /** Starts another process on the same database, as after a restart. */
    another: (name: string) => startSandbox(pool, clock, receiver.url, name),
    close: async () => {
      await first.sandbox.close()
      await receiver.close()
      await close()
      await database.drop()
    },
  }
}

async function startSandbox(pool: Pool, clock: FixedClock, url: () => string, seed: string) {
  const sandbox = await openSandbox({
    pool,
    clock,
    random: seededRandom(seed),
    log: silentLog,
    secretKey,
    publicUrl: 'https://shop.example',
    webhook: { url, secret: webhookSecret },
  })
  const { hostname, port } = new URL(sandbox.apiBase)
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const cards = stripeCards({ secretKey, webhookSecret, apiBase: sandbox.apiBase })
  return { sandbox, stripe, cards }
}

/** Receives webhooks, records them and responds with the configured status. */
async function listen() {
  const received: ReceivedWebhook[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { type, id } = JSON.parse(body.toString())
      const signature = String(request.headers['stripe-signature'])
      received.push({ body, signature, type, id })
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    types: () => received.map(({ type }) => type),
    respondWith: (status: number) => {
      state.status = status
    },
    url: () => `http://127.0.0.1:${port}/webhook`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
