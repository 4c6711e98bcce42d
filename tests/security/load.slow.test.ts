import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { listProviderIntents } from '#tests/support/provider-ledger.ts'

const ORDERS = '/api/orders'

describe('N1–N3, A7', () => {
  test('N2: a body of 12 MiB is rejected with 413, also by the webhook, and the server keeps running', async () => {
    const shop = await openShop()
    const huge = JSON.stringify({ amount: 9, filler: 'x'.repeat(12 * 1024 * 1024) })

    for (const path of ['/api/create-payment-intent', ORDERS, '/api/webhooks/stripe']) {
      const { status, body } = await shop.buyer().call('POST', path, huge)
      expect([path, status, body.code]).toEqual([path, 413, 'too_large'])
    }
    expect(await listProviderIntents(shop)).toEqual([])
  })

  test('N2: deeply nested JSON neither stalls nor crashes the server', async () => {
    const shop = await openShop()
    const depth = 45_000
    const deep = [
      `{"amount":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
      '['.repeat(90_000),
    ]

    for (const body of deep) {
      expect((await shop.buyer().call('POST', '/api/create-payment-intent', body)).status).toBe(400)
      expect((await shop.buyer().call('GET', '/api/products')).status).toBe(200)
    }
  })

  test('N1: slow connections time out, and other clients are served', async () => {
    const shop = await openShop()
    const { port } = new URL(shop.url)
    const slow = await Promise.all(
      Array.from({ length: 200 }, () => {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write('POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
        return new Promise<typeof socket>((resolve) =>
          socket.once('connect', () => resolve(socket)),
        )
      }),
    )

    expect((await shop.buyer().call('GET', '/api/products')).status).toBe(200)
    expect(slow.every(({ readyState }) => readyState === 'open')).toBe(true)
    for (const socket of slow) socket.destroy()

    const { server, close } = await buildApp(shop.deps)
    expect(server.headersTimeout).toBe(10_000)
    expect(server.requestTimeout).toBe(20_000)
    expect(server.timeout).toBe(60_000)
    await close()
  })

  test('N1: clients that send headers or a body very slowly, or nothing, are disconnected', async () => {
    const shop = await openShop()
    const app = await buildApp(shop.deps, { headersMs: 400, requestMs: 800, checkIntervalMs: 100 })
    onTestFinished(() => app.close())
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
    const head = 'POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

    const ends = await Promise.all([
      sendSlowly(port, '', ''),
      sendSlowly(port, 'POST /api/or', 'x'),
      sendSlowly(port, head, 'X-Drop: 1\r\n'),
      sendSlowly(port, `${head}Content-Length: 90000\r\n\r\n`, ' '),
      sendSlowly(port, `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
    ])

    expect(ends.map((received) => received.slice(0, 12))).toEqual(ends.map(() => 'HTTP/1.1 408'))
    expect(await shop.sql('select id from orders')).toEqual([])
  })

  test('N3: clients that disconnect at once do not use up the event streams', async () => {
    const shop = await openShop()
    const { orderId } = await shop.buyer().buy()
    const { port } = new URL(shop.url)
    const rival = await beginTransaction(shop)
    await rival.client.query('lock table orders in access exclusive mode')
    for (let nth = 0; nth < 60; nth++) {
      const socket = connect(Number(port), '127.0.0.1')
      await new Promise((resolve) =>
        socket.write(`GET ${ORDERS}/${orderId}/events HTTP/1.1\r\nHost: x\r\n\r\n`, resolve),
      )
      socket.destroy()
    }
    // All of them disconnect before the first event is ready.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await rival.end('rollback')

    // The first request waits behind them; the second uses the slots that they released.
    for (const nth of [1, 2]) {
      const response = await fetch(`${shop.url}${ORDERS}/${orderId}/events`)
      expect([nth, response.status]).toEqual([nth, 200])
      await response.body?.cancel()
    }
  })

  test('N3: of many concurrent event streams no more than the limit are opened', async () => {
    const shop = await openShop()
    const { orderId } = await shop.buyer().buy()
    const openStream = () => fetch(`${shop.url}${ORDERS}/${orderId}/events`)
    const statuses = (responses: Response[]) => responses.map(({ status }) => status).toSorted()

    const responses = await Promise.all(Array.from({ length: 60 }, openStream))

    expect(statuses(responses)).toEqual([...Array(50).fill(200), ...Array(10).fill(429)])
    await Promise.all(responses.map(({ body }) => body?.cancel()))
    await expect.poll(async () => statuses([await openStream()])).toEqual([200])
  })

  test('N3: event streams are counted by network: an IPv6 /64 counts as one client', async () => {
    const shop = await openShop({ env: { TRUST_PROXY: '1' } })
    const { orderId } = await shop.buyer().buy()
    const openStream = (from: string) =>
      fetch(`${shop.url}${ORDERS}/${orderId}/events`, { headers: { 'x-forwarded-for': from } })
    const neighbors = Array.from({ length: 51 }, (_, nth) => `2001:db8:1:2::${nth + 1}`)

    const responses = await Promise.all(neighbors.map(openStream))

    const rejected = responses.filter(({ status }) => status === 429)
    expect(rejected).toHaveLength(1)
    expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await openStream('2001:db8:1:3::1')
    expect(other.status).toBe(200)
    await Promise.all([other, ...responses].map(({ body }) => body?.cancel()))
  })

  test('A7: unusual spellings of a path get 404 and do not bypass a limit', async () => {
    const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.01' } })
    const eve = shop.buyer()
    const amount = { amount: 9 }
    const odd = [
      '//api/create-payment-intent',
      '/API/create-payment-intent',
      '/api//create-payment-intent',
    ]
    odd.push(
      '/api%2fcreate-payment-intent',
      '/api/create-payment-intent/',
      '/api/./create-payment-intent%00',
    )
    odd.push(
      '/api;x/create-payment-intent',
      '/api\\create-payment-intent%20',
      '/api/Create-Payment-Intent',
    )

    for (const path of odd) {
      expect([path, (await eve.call('POST', path, amount)).status]).toEqual([path, 404])
    }
    const statuses = []
    for (let nth = 0; nth < 10; nth++) {
      const path = nth % 2 ? '/api/create-payment-intent' : '/%61pi/create-payment%2dintent'
      statuses.push((await shop.buyer().call('POST', path, amount)).status)
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(9)
    for (const path of ['/api', '/api/', '/api/nowhere', '/api/orders/1/2/3', '/api/products/']) {
      const { status, headers, body } = await eve.call('GET', path)
      expect([path, status, body.code]).toEqual([path, 404, 'not_found'])
      expect(headers.get('content-type')).toContain('application/json')
    }
  })
})

/** Sends `start`, then `piece` ten times a second; returns how the connection ended. */
function sendSlowly(port: number, start: string, piece: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  const timer = setInterval(() => socket.write(piece), 100)
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  socket.on('error', () => undefined)
  socket.write(start)
  return new Promise((resolve) =>
    socket.once('close', () => {
      clearInterval(timer)
      resolve(received)
    }),
  )
}
