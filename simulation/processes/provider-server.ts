import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

type Intent = {
  id: string
  object: 'payment_intent'
  status: string
  amount: number
  currency: string
  livemode: boolean
  client_secret: string
  metadata: Record<string, string>
  customer: string | null
  payment_method: string | null
  latest_charge: { id: string; object: 'charge'; amount_refunded: number; disputed: boolean } | null
  last_payment_error: null
  created: number
}

type Form = URLSearchParams

/** The part of Stripe's API that charges need, in memory. An intent is charged at most once. */
class IntentStore {
  readonly intents = new Map<string, Intent>()
  #lastId = 0

  nextId(prefix: string): string {
    this.#lastId += 1
    return `${prefix}_${this.#lastId}`
  }

  respond(method: string, path: string, form: Form): object {
    const [, , kind, id, verb] = path.split('/')
    if (kind === 'customers')
      return { id: id ?? this.nextId('cus'), object: 'customer', invoice_settings: {} }
    if (kind !== 'payment_intents') return { object: 'list', data: [], has_more: false, url: path }
    if (!id) return method === 'POST' ? this.#create(form) : this.#list(form)
    const intent = this.intents.get(id)
    if (!intent) return { error: { code: 'resource_missing', type: 'invalid_request_error' } }
    if (method === 'GET') return intent
    const state = { code: 'payment_intent_unexpected_state', type: 'invalid_request_error' }
    return this.#change(intent, form, verb) ?? { error: state }
  }

  #create(form: Form): Intent {
    const id = this.nextId('pi')
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: Number(form.get('amount')),
      currency: 'usd',
      livemode: false,
      client_secret: `${id}_secret_test`,
      metadata: readMetadata(form),
      customer: form.get('customer'),
      payment_method: null,
      latest_charge: null,
      last_payment_error: null,
      created: Math.floor(Date.now() / 1000),
    }
    this.intents.set(id, intent)
    return intent
  }

  #change(intent: Intent, form: Form, verb: string | undefined): Intent | undefined {
    if (intent.status === 'succeeded' || intent.status === 'canceled') return undefined
    if (verb === 'cancel') intent.status = 'canceled'
    else if (verb === 'confirm') {
      intent.status = 'succeeded'
      intent.payment_method = form.get('payment_method')
      const charge = { object: 'charge' as const, amount_refunded: 0, disputed: false }
      intent.latest_charge = { id: this.nextId('ch'), ...charge }
    } else {
      if (form.has('amount')) intent.amount = Number(form.get('amount'))
      intent.customer = form.get('customer') ?? intent.customer
      Object.assign(intent.metadata, readMetadata(form))
    }
    return intent
  }

  #list(form: Form): object {
    const all = [...this.intents.values()].reverse()
    const from = all.findIndex(({ id }) => id === form.get('starting_after')) + 1
    const data = all.slice(from, from + 100)
    return { object: 'list', data, has_more: from + 100 < all.length, url: '/v1/payment_intents' }
  }
}

/** Starts a provider on a loopback port that responds after a fixed delay. */
export async function startProviderServer(responseDelayMs: number) {
  const store = new IntentStore()
  const responses = new Map<string, object>()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await readForm(request)
    const { method = 'GET', headers } = request
    const { pathname } = new URL(request.url ?? '/', 'http://provider')
    const key = String(headers['idempotency-key'] ?? store.nextId('none'))
    const body = responses.get(key) ?? structuredClone(store.respond(method, pathname, form))
    if (method === 'POST') responses.set(key, body)
    await delay(responseDelayMs)
    const status = 'error' in body ? 400 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  // A process that is killed may break off its request.
  const server = createServer((request, response) =>
    handle(request, response).catch(() => response.destroy()),
  )
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    apiBase: `http://127.0.0.1:${port}`,
    intents: store.intents,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readMetadata(form: Form): Record<string, string> {
  const named = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
    return key ? [[key, value] as const] : []
  })
  return Object.fromEntries(named)
}

async function readForm(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const query = new URL(request.url ?? '/', 'http://provider').search.slice(1)
  return new URLSearchParams([query, Buffer.concat(chunks).toString()].filter(Boolean).join('&'))
}
