import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ApiResponse, Buyer } from '#tests/support/buyer.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'
import { dateFields, dateSenders } from './date-fields.ts'

/** The date is March 2, 2026 in these tests. */
const tooFar = ['2028-03-03', '2126-03-02', '9998-02-28', '9999-01-31', '9999-12-30', '9999-12-31']
const odd = [
  '',
  ' 2026-03-05',
  '2026-3-5',
  '2026-02-30',
  '2026-03-05T00:00:00Z',
  '0000-01-01',
  '0001-01-01',
  '-000001-01-01',
  '10000-01-01',
  '+010000-01-01',
  '+275760-09-13',
  '9'.repeat(3000),
]

/** A loop over the weeks until the year 9999 reads 400,000 dates; a busy request reads hundreds. */
const MAX_DATES = 2_000

/** Counts how often an action reads a date, and ends it if that is too often. */
async function countDates(act: () => Promise<unknown>): Promise<number> {
  const { parse } = Date
  let count = 0
  Date.parse = (text) => {
    count += 1
    if (count > MAX_DATES) throw new Error('too many dates')
    return parse(text)
  }
  try {
    await act()
  } finally {
    Date.parse = parse
  }
  return count
}

test('AU1: dates too far in the future are rejected in every body, and no date stalls the process', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '1000' } })
  const calls = await dateSenders(shop)
  const endpoints = allEndpoints.map(({ method, path, body }) => ({
    method,
    path,
    ...dateFields(body),
  }))
  const named = endpoints.flatMap(({ method, path, dates }) =>
    [...dates].map((name) => `${method} ${path} ${name}`),
  )
  expect(endpoints.flatMap(({ unmarked }) => [...unmarked])).toEqual([])
  expect(named.sort()).toEqual(Object.keys(calls).sort())

  for (const [name, send] of Object.entries(calls)) {
    for (const date of [...tooFar, ...odd]) {
      let response: ApiResponse | undefined
      const count = await countDates(async () => {
        response = await send(date)
      })
      const label = `${name} of ${date.slice(0, 30)}`
      expect(count, label).toBeLessThan(MAX_DATES)
      expect(response?.status, label).toBeLessThan(500)
      if (tooFar.includes(date)) {
        expect(response, label).toMatchObject({
          status: 400,
          body: { code: 'invalid', message: expect.stringContaining('no later than') },
        })
      }
    }
  }
})

test('AU1: no date in a filter or a URL stalls the process', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '1000' } })
  const staff = await staffBrowser(shop)
  await shop.buyer().buy()
  // The reply of a stream does not end.
  const listing = allEndpoints.filter(
    ({ query, stream }) => !stream && dateFields(query).dates.size > 0,
  )
  expect(listing.length).toBeGreaterThan(5)
  expect(listing.every(({ method }) => method === 'GET')).toBe(true)

  for (const { path, query } of listing) {
    for (const name of dateFields(query).dates) {
      for (const date of [...tooFar.slice(-2), ...odd]) {
        const count = await countDates(async () => {
          const { status } = await staff.call(
            'GET',
            `${path}?${new URLSearchParams({ [name]: date })}`,
          )
          expect(status, `${path} ${name} ${date.slice(0, 30)}`).toBeLessThan(500)
        })
        expect(count, `${path} ${name} ${date.slice(0, 30)}`).toBeLessThan(MAX_DATES)
      }
    }
  }
  const id = '00000000-0000-4000-8000-000000000000'
  for (const key of [
    '9999-12-31',
    '0000-01-01',
    '0000-01-01 00:00:00+00',
    '2026-1',
    '9999-12-31 23:59:59+00',
  ]) {
    const cursor = Buffer.from(`${id} ${key}`).toString('base64url')
    for (const sort of ['newest', 'delivery', 'delivery-desc']) {
      const path = `${apiPaths.adminOrders}?limit=5&sort=${sort}&cursor=${cursor}`
      expect((await staff.call('GET', path)).status, `${sort} ${key}`).toBe(200)
    }
  }
})

test('AU1: orders are accepted one year in advance, pauses two years', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  const place = (deliveryDate: string) => {
    const buyer = shop.buyer()
    return buyer.place(buyer.submission({ deliveryDate }))
  }
  const pause = (until: string) =>
    ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), { type: 'pause', until })

  expect((await place('2027-03-02')).status).toBe(201)
  expect((await place('2027-03-03')).body).toMatchObject({
    code: 'invalid',
    fields: { deliveryDate: 'Please choose a date no later than Tuesday, March 2, 2027' },
  })
  expect((await place('2026-03-02')).body).toMatchObject({
    fields: { deliveryDate: 'Please select a delivery date' },
  })
  expect((await pause('2028-03-03')).body).toMatchObject({
    code: 'invalid',
    fields: { until: 'Please choose a date no later than Thursday, March 2, 2028' },
  })
  expect(await pause('2028-03-02')).toMatchObject({
    status: 200,
    body: { status: 'paused', pausedUntil: '2028-03-02', next: { date: '2028-03-02' } },
  })
})

/** Creates a row from before the date limits, when orders could have any date. */
async function farOrder(shop: TestShop, browser: Buyer, date: string, frequency: string) {
  const { clientSecret } = (await browser.startCheckout()).body
  const fields = { isRecurring: true, recurringFrequency: frequency }
  const { orderId } = (await browser.place(browser.submission(fields))).body
  await shop.sql('update orders set delivery_date = $1 where id = $2', [date, orderId])
  return { orderId, pay: () => browser.confirm(clientSecret, GOOD_CARD) }
}

test.each([
  ['9999-12-31', 'weekly'],
  ['9999-12-31', 'monthly'],
  ['9999-12-20', 'weekly'],
  ['9999-11-30', 'bi-weekly'],
])(
  'AU1: an old order for %s, %s, is settled, read, changed and refunded without delay',
  async (date, frequency) => {
    const shop = await openShop()
    const ana = await customerBrowser(shop)
    const staff = await staffBrowser(shop)
    const { orderId, pay } = await farOrder(shop, ana, date, frequency)
    const expectFast = async (name: string, act: () => Promise<unknown>) =>
      expect(await countDates(act), name).toBeLessThan(MAX_DATES)
    const ok = async (method: string, path: string, body?: unknown) => {
      await expectFast(`${method} ${path}`, async () => {
        const response = await staff.call(method, path, body)
        expect([path, response.status]).toEqual([path, 200])
      })
    }

    await pay()
    await expectFast('settle', () => shop.deliverPending())
    expect((await ana.order(orderId)).body).toMatchObject({ status: 'confirmed' })
    await expectFast('reconcile', () => shop.runJob('payment.reconcile'))
    await expectFast('engine', () => runEngine(shop))

    const path = fillPath(apiPaths.changeSubscription, { id: orderId })
    const own = await ana.call<{ calendarUrl: string; status: string }[]>(
      'GET',
      apiPaths.subscriptions,
    )
    expect(own).toMatchObject({ status: 200, body: [{ status: 'active' }] })
    const feed = new URL(own.body[0]?.calendarUrl ?? '').pathname
    await expectFast('feed', async () => expect((await ana.call('GET', feed)).status).toBe(200))
    for (const change of [
      { type: 'pause', until: '2026-05-01' },
      { type: 'resume' },
      { type: 'change', frequency: frequency === 'weekly' ? 'monthly' : 'weekly' },
      { type: 'skip', cycle: 1 },
      { type: 'unskip', cycle: 1 },
      { type: 'move', cycle: 1, date: '2026-05-01' },
    ]) {
      await expectFast(change.type, async () => {
        expect((await ana.call('POST', path, change)).status, change.type).toBeLessThan(500)
      })
    }
    for (const list of [
      apiPaths.adminOrders,
      apiPaths.adminSubscriptions,
      apiPaths.adminOrdersCsv,
    ]) {
      await ok('GET', list)
    }
    await ok('GET', fillPath(apiPaths.adminSubscription, { id: orderId }))
    const refund = { amount: '1.00', reason: 'a broken bottle' }
    const refunded = await staff.call(
      'POST',
      fillPath(apiPaths.adminOrderRefund, { id: orderId }),
      refund,
    )
    expect(refunded.status).toBe(200)
    await ok('PATCH', fillPath(apiPaths.adminSubscription, { id: orderId }), { type: 'cancel' })
    await expectFast('engine', () => runEngine(shop))
    expect((await audit(shop)).findings).toEqual([])
  },
)
