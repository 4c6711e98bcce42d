import { expect, onTestFinished, test } from 'vitest'
import { tooManyRequests } from '#contract/errors.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'

/** Scaled limits: nine new intents in ten minutes per IP address. */
const strict = { RATE_LIMIT_SCALE: '0.03' }
const ALLOWED = 9

async function sharedDatabase() {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  return database.url
}

const ask = async (shop: TestShop, headers: Record<string, string> = {}) =>
  (await shop.buyer().call('POST', '/api/create-payment-intent', { amount: 9 }, headers)).status

async function requestTimes(shop: TestShop, count: number, headers: Record<string, string> = {}) {
  const statuses = []
  for (let nth = 0; nth < count; nth++) statuses.push(await ask(shop, headers))
  return statuses
}

const passed = (statuses: number[]) => statuses.filter((status) => status === 200).length

test('A6: rate limits are shared by all processes', async () => {
  const databaseUrl = await sharedDatabase()
  const here = await openShop({ databaseUrl, env: strict, seed: 'here' })
  const there = await openShop({ databaseUrl, env: strict, seed: 'there' })

  expect(passed(await requestTimes(here, 5))).toBe(5)
  expect(passed(await requestTimes(there, 5))).toBe(4)
  expect([await ask(here), await ask(there)]).toEqual([429, 429])
})

test('A6: rate limits survive a restart and end with their window', async () => {
  const databaseUrl = await sharedDatabase()
  const before = await openShop({ databaseUrl, env: strict, seed: 'before' })
  await requestTimes(before, ALLOWED)
  await before.close()

  const after = await openShop({ databaseUrl, env: strict, seed: 'after' })

  expect(await ask(after)).toBe(429)
  after.clock.advance(599_000)
  expect(await ask(after)).toBe(429)
  after.clock.advance(2_000)
  expect(await ask(after)).toBe(200)
})

test('A6: fifty concurrent requests pass no more than sequential ones', async () => {
  const shop = await openShop({ env: strict })

  const statuses = await Promise.all(Array.from({ length: 50 }, () => ask(shop)))

  expect(passed(statuses)).toBe(ALLOWED)
})

test('A6: the table contains no readable IP address', async () => {
  const shop = await openShop()
  await ask(shop)

  const rows = await shop.sql<{ key: string }>('select key from rate_limits')

  expect(rows).toHaveLength(1)
  expect(rows[0]?.key).toMatch(/^intent:[\w-]{22}$/)
  expect(rows[0]?.key).not.toContain('127.0.0.1')
})

test('X-Forwarded-For is trusted for the number of proxies in TRUST_PROXY only', async () => {
  const open = await openShop({ env: strict })
  const lies = { 'x-forwarded-for': '203.0.113.1' }
  expect(passed(await requestTimes(open, ALLOWED, lies))).toBe(ALLOWED)
  expect(await ask(open, { 'x-forwarded-for': '203.0.113.2' })).toBe(429)

  const behindOne = await openShop({ env: { ...strict, TRUST_PROXY: '1' } })
  await requestTimes(behindOne, ALLOWED, lies)
  expect(await ask(behindOne, lies)).toBe(429)
  expect(await ask(behindOne, { 'x-forwarded-for': '203.0.113.2' })).toBe(200)
  // The proxy appends the real address; anything before it was sent by the client.
  const forged = { 'x-forwarded-for': '203.0.113.99, 203.0.113.1' }
  expect(await ask(behindOne, forged)).toBe(429)
})

test('at scale 1 one IP address can place 300 orders in ten minutes', async () => {
  const shop = await openShop()
  const busy = await Promise.all(
    Array.from({ length: 30 }, async (_, nth) => {
      const customerEmail = `buyer${nth}@example.com`
      const statuses = []
      for (let order = 0; order < 10; order++) {
        const buyer = shop.buyer()
        statuses.push((await buyer.place(buyer.submission({ customerEmail }))).status)
      }
      return statuses
    }),
  )

  expect(new Set(busy.flat())).toEqual(new Set([201]))
})

test('a reached limit has a message and does not affect other clients', async () => {
  const shop = await openShop({ env: { ...strict, TRUST_PROXY: '1' } })
  await requestTimes(shop, ALLOWED)

  const { status, body } = await shop.buyer().startCheckout()

  expect(status).toBe(429)
  expect(body).toMatchObject({ code: 'too_many', message: expect.stringContaining('Wait') })
  expect((await shop.buyer().call('GET', '/api/products')).status).toBe(200)
  expect(await ask(shop, { 'x-forwarded-for': '203.0.113.7' })).toBe(200)
})

test('Retry-After on a 429 is the time until the window ends, and the message states it', async () => {
  const shop = await openShop({ env: strict })
  await requestTimes(shop, ALLOWED)
  shop.clock.advance(90_500)

  const { status, headers, body } = await shop.buyer().startCheckout()

  expect(status).toBe(429)
  expect(headers.get('retry-after')).toBe('510')
  expect(body).toMatchObject({ message: 'Too many attempts. Wait 9 minutes and try again.' })
  shop.clock.advance(510_000)
  expect((await shop.buyer().startCheckout()).status).toBe(200)
})

test.each([
  [1, 'a few seconds'],
  [59, 'a minute'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
  [7000, 'two hours'],
  [80_000, '23 hours'],
])('a wait of %i seconds is shown as "%s"', (seconds, text) => {
  expect(tooManyRequests(seconds).message).toBe(`Too many attempts. Wait ${text} and try again.`)
})
