import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PriceChangeLink } from '#contract/subscriptions/price-changes.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  openPriceIncrease,
  priceEmails,
  priceToken,
  runPriceJob,
} from '#tests/support/price-increase.ts'
import { sellOut } from '#tests/support/product-changes.ts'
import { capturedCents, runOnDays } from '#tests/support/subscriber.ts'

const openIncrease = async () => openPriceIncrease(await openShop())

const discounted = (cents: number) => 2 * cents - Math.floor((2 * cents * 15 + 50) / 100)

const callLink = (shop: TestShop, method: 'GET' | 'POST', token: string, answer = 'agree') =>
  shop
    .buyer()
    .call<PriceChangeLink & { code: string }>(
      method,
      fillPath(apiPaths.priceChange, { token }),
      method === 'POST' ? { answer } : undefined,
    )

const questions = (shop: TestShop) =>
  shop.sql<{ status: string; first_date: string; mode: string; consent_text: string; ip: string }>(
    'select * from price_questions order by asked_at, id',
  )

const runWeeks = (shop: TestShop, ...days: string[]) => runOnDays(shop, ...days)

test('rule 32: the email names both prices and the first date, and GET agrees to nothing', async () => {
  const { shop, schedule, view } = await openIncrease()

  await schedule('9.99', '2026-03-20')

  const [email, ...others] = await priceEmails(shop)
  expect(others).toEqual([])
  expect(email).toMatchObject({
    recipient: 'ana@example.com',
    subject: 'Price change for your subscription: Spring Water 5 Gallon',
  })
  for (const text of ['$8.99', '$9.99', 'March 26, 2026', 'you keep your current price']) {
    expect(email?.text).toContain(text)
  }
  expect(email?.text).toMatch(/Agree to \$9\.99[\s\S]*Change or cancel/)
  const shown = await callLink(shop, 'GET', await priceToken(shop))
  expect(shown.body).toMatchObject({
    oldPrice: '8.99',
    newPrice: '9.99',
    firstDate: '2026-03-26',
    status: 'open',
  })
  expect((await view()).priceChanges).toMatchObject([{ status: 'open', firstDate: '2026-03-26' }])
  expect(await questions(shop)).toMatchObject([{ status: 'open' }])
})

test('rule 34: the email names the date to which a closed one moves the first delivery', async () => {
  const { shop, schedule, staff } = await openIncrease()
  const dates = [{ date: '2026-03-26', name: 'Holiday' }]
  await staff.call('POST', apiPaths.adminClosedDates, { dates })

  await schedule('9.99', '2026-03-20')

  const [email] = await priceEmails(shop)
  expect(email?.text).toContain('March 27, 2026')
  expect(email?.text).not.toContain('March 26, 2026')
})

test('rule 32: without an answer the old price stays; an agreed one is charged from its date', async () => {
  const { shop, schedule, view } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  await runWeeks(shop, '2026-03-23', '2026-03-26')
  expect((await capturedCents(shop)).at(-1)).toBe(discounted(899))

  const token = await priceToken(shop)
  await runWeeks(shop, '2026-03-30')
  const agreed = await callLink(shop, 'POST', token)
  const again = await callLink(shop, 'POST', token)
  expect(agreed.body).toMatchObject({ status: 'agreed', firstDate: '2026-04-09' })
  expect(again.body).toEqual(agreed.body)
  expect((await view()).calendar.map(({ date, total }) => [date, total]).slice(0, 2)).toEqual([
    ['2026-04-02', (discounted(899) / 100).toFixed(2)],
    ['2026-04-09', (discounted(999) / 100).toFixed(2)],
  ])
  await runWeeks(shop, '2026-04-02', '2026-04-06', '2026-04-09')

  expect((await capturedCents(shop)).slice(-2)).toEqual([discounted(899), discounted(999)])
  const [question] = await questions(shop)
  expect(question?.consent_text).toContain('from $8.99 to $9.99 per bottle')
  expect(question?.consent_text).toContain('April 9, 2026')
  expect(question).toMatchObject({ status: 'agreed', ip: '127.0.0.1', answered_via: 'link' })
})

test('rule 32: a price that starts now is asked about with at least 14 days notice', async () => {
  const { shop, schedule } = await openIncrease()

  await schedule('9.99')

  expect(await questions(shop)).toMatchObject([{ status: 'open', first_date: '2026-03-19' }])
})

test('rule 32: a price that starts in months is asked about 30 days before its first delivery', async () => {
  const { shop, schedule } = await openIncrease()
  await schedule('9.99', '2026-06-01')
  expect(await questions(shop)).toEqual([])

  for (const day of ['2026-05-04', '2026-05-05']) {
    shop.clock.set(`${day}T15:00:00Z`)
    await shop.sql(`update subscriptions set next_date = '2026-05-07', next_cycle = 9`)
    await runPriceJob(shop)
  }

  expect(await questions(shop)).toMatchObject([{ first_date: '2026-06-04', status: 'open' }])
  expect((await questions(shop))[0]).toMatchObject({ asked_at: new Date('2026-05-05T15:00:00Z') })
})

test('a decrease asks no customer, and neither does a product without subscriptions', async () => {
  const { shop, schedule, staff, other } = await openIncrease()
  await schedule('7.99', '2026-03-20')
  await staff.call('POST', fillPath(apiPaths.adminProductPrice, { id: other.id }), { price: '99' })
  await runPriceJob(shop)

  expect(await questions(shop)).toEqual([])
})

test('rule 32: withdrawing a price closes its question, emails the customers who got it and drops a consent', async () => {
  const { shop, schedule, scheduledPriceId, withdraw, view } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  const token = await priceToken(shop)
  await callLink(shop, 'POST', token)

  expect((await withdraw(await scheduledPriceId())).status).toBe(204)
  await runPriceJob(shop)

  expect(await questions(shop)).toMatchObject([{ status: 'withdrawn' }])
  expect((await callLink(shop, 'GET', token)).body.status).toBe('withdrawn')
  const rejected = await callLink(shop, 'POST', token)
  expect([rejected.status, rejected.body.code]).toEqual([409, 'price_withdrawn'])
  expect((await priceEmails(shop)).map(({ subject }) => subject)).toContain(
    'No price increase: Spring Water 5 Gallon stays at $8.99',
  )
  expect((await view()).priceChanges).toEqual([])
  expect(await shop.sql('select agreed_cents, raised_cents from subscription_items')).toEqual([
    { agreed_cents: 899, raised_cents: null },
  ])
})

test('a link of a price that was withdrawn just now does not agree, even before the job ran', async () => {
  const { shop, schedule, scheduledPriceId, withdraw } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  const token = await priceToken(shop)
  await withdraw(await scheduledPriceId())

  expect((await callLink(shop, 'POST', token)).body.code).toBe('price_withdrawn')
})

test('agreeing and withdrawing at once end consistently', async () => {
  const { shop, schedule, scheduledPriceId, withdraw, view } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  const token = await priceToken(shop)
  const priceId = await scheduledPriceId()

  const [answered, withdrawn] = await Promise.all([
    callLink(shop, 'POST', token),
    withdraw(priceId),
  ])
  await runPriceJob(shop)

  expect([200, 409]).toContain(answered.status)
  expect(withdrawn.status).toBe(204)
  expect(await questions(shop)).toMatchObject([{ status: 'withdrawn' }])
  expect((await view()).items).toMatchObject([{ price: '8.99' }])
})

test('rule 32: a second increase replaces the open question', async () => {
  const { shop, schedule } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  const first = await priceToken(shop)

  await schedule('10.99', '2026-03-21')

  expect((await questions(shop)).map(({ status }) => status).toSorted()).toEqual([
    'open',
    'replaced',
  ])
  expect((await callLink(shop, 'POST', first)).body.code).toBe('price_withdrawn')
  const [second] = await priceEmails(shop)
  expect(second?.text).toContain('from $8.99 to $10.99')
})

test.each([
  ['pausing', { type: 'pause' }],
  ['swapping the product away', 'swap'],
])('%s closes the question', async (_, change) => {
  const { shop, ana, id, other, schedule } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  const token = await priceToken(shop)
  const items = [{ productId: other.id, quantity: 1 }]
  const body = change === 'swap' ? { type: 'change', items } : change

  const response = await ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), body)

  expect(response.status).toBe(200)
  expect(await questions(shop)).toMatchObject([{ status: 'closed' }])
  expect((await callLink(shop, 'POST', token)).body.code).toBe('price_withdrawn')
})

test('the second link cancels the subscription without a login, by POST only', async () => {
  const { shop, id, schedule } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  const token = await priceToken(shop)

  await callLink(shop, 'GET', token)
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'active' }])
  const cancelled = await callLink(shop, 'POST', token, 'cancel')

  expect(cancelled.status).toBe(200)
  expect(await shop.sql('select id, status from subscriptions')).toEqual([
    { id, status: 'cancelled' },
  ])
  expect(await questions(shop)).toMatchObject([{ status: 'closed' }])
})

test('a forged token is not found', async () => {
  const { shop, schedule } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  const [body = ''] = (await priceToken(shop)).split('.')

  expect((await callLink(shop, 'GET', `${body}.forged`)).status).toBe(404)
  expect((await callLink(shop, 'POST', 'x'.repeat(900))).status).toBe(404)
})

test('a sold-out product is asked about like any other', async () => {
  const { shop, spring, schedule } = await openIncrease()
  await sellOut(shop, spring.id)
  await schedule('9.99', '2026-03-20')

  expect(await questions(shop)).toMatchObject([{ status: 'open' }])
})
