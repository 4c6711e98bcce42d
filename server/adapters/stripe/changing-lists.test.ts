import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type CardSandbox,
  cardInput,
  openCardSandbox,
  testCard,
} from '#tests/support/card-sandbox.ts'
import { stripeCards } from './stripe-cards.ts'

/** A page from the sandbox, before the adapter reads it. */
type Page = { has_more: boolean; data: { id: string; created: number }[] }
type Rewrite = (page: Page, nth: number, after: string | null) => Page | Promise<Page>

let open: CardSandbox
let cards: ReturnType<typeof stripeCards>
let rewrite: Rewrite = (page) => page
let pages = 0
let close: () => void
const start = new Date('2026-03-04T12:00:00Z')
const later = new Date('2026-03-06T12:00:00Z')

/** Between adapter and sandbox: pages of two objects, which a test may change. */
async function openNetwork(apiBase: string) {
  const server = createServer((request, response) => {
    answer(apiBase, request).then(
      ({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

async function answer(apiBase: string, { url = '', headers }: IncomingMessage) {
  const target = new URL(url, apiBase)
  target.searchParams.set('limit', '2')
  pages += 1
  const nth = pages
  const { authorization = '' } = headers
  const response = await fetch(target, { headers: { authorization } })
  const body = await response.text()
  if (response.status !== 200) return { status: response.status, body }
  const page = await rewrite(JSON.parse(body), nth, target.searchParams.get('starting_after'))
  return { status: 200, body: JSON.stringify(page) }
}

beforeAll(async () => {
  open = await openCardSandbox()
  const network = await openNetwork(open.sandbox.apiBase)
  const keys = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' }
  cards = stripeCards({ ...keys, apiBase: network.url })
  close = network.close
  for (let nth = 0; nth < 7; nth++) await pay()
})
afterEach(() => {
  rewrite = (page) => page
  pages = 0
})
afterAll(async () => {
  close()
  await open.close()
})

async function pay(): Promise<string> {
  const intent = await open.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' })
  await open.sandbox.browser.confirmPayment({
    intentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card: cardInput(testCard.good),
  })
  await open.stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
  return intent.id
}

async function ids(list: AsyncIterable<{ id: string }> | Promise<{ id: string }[]>) {
  const found: string[] = []
  for await (const { id } of await list) found.push(id)
  return found
}

/** Everything that a comparison reads. */
const lists: Record<string, () => Promise<string[]>> = {
  payments: () => ids(cards.intentsSince(start)),
  refunds: () => ids(cards.refundsSince(start)),
  'balance transactions': () => ids(cards.balanceTransactions(start, later)),
  events: () => ids(cards.eventsBetween(start, later, ['payment_intent.succeeded'])),
}

test.each(Object.keys(lists))(
  '%s: a row that moves to the next page is read once',
  async (name) => {
    const read = lists[name] as () => Promise<string[]>
    const all = await read()
    expect(all.length).toBeGreaterThanOrEqual(7)
    expect(new Set(all).size).toBe(all.length)

    let last: Page['data'] = []
    rewrite = (page) => {
      const data = [...last.slice(-1), ...page.data]
      last = page.data
      return { ...page, data }
    }
    expect(await read()).toEqual(all)
  },
)

test.each(Object.keys(lists))(
  '%s: what is new at the top makes nothing else be missed',
  async (name) => {
    const read = lists[name] as () => Promise<string[]>
    const all = await read()
    pages = 0
    rewrite = async (page, nth) => {
      if (nth === 2) await pay()
      return page
    }
    expect(await read()).toEqual(all)
    rewrite = (page) => page
    const after = await read()
    expect(after.filter((id) => !all.includes(id)).length).toBeGreaterThan(0)
    expect(all.filter((id) => !after.includes(id))).toEqual([])
  },
)

test.each(Object.keys(lists))(
  '%s: the same page again and again is an error, not a loop',
  async (name) => {
    let first: Page | undefined
    rewrite = (page) => {
      first ??= { ...page, has_more: true }
      return first
    }
    await expect((lists[name] as () => Promise<string[]>)()).rejects.toMatchObject({
      kind: 'unknown',
      message: 'The list repeats itself.',
    })
    expect(pages).toBeLessThan(100)
  },
)

test.each(Object.keys(lists))(
  '%s: an empty page with more to come is an error, not an end',
  async (name) => {
    rewrite = (page, nth) => (nth === 2 ? { ...page, data: [], has_more: true } : page)
    await expect((lists[name] as () => Promise<string[]>)()).rejects.toMatchObject({
      kind: 'unknown',
    })
  },
)

test.each(Object.keys(lists))(
  '%s: a page that ends with what is gone is an error, not an end',
  async (name) => {
    rewrite = (page, nth) =>
      nth === 1
        ? { ...page, data: page.data.map((each) => ({ ...each, id: `${each.id}gone` })) }
        : page
    const failed = (lists[name] as () => Promise<string[]>)()
    await expect(failed).rejects.toMatchObject({ kind: 'retryable' })
  },
)
