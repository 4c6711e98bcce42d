import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OneTap } from '#contract/subscriptions/subscriptions.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** The reminder of the delivery on March 12, as received over SMTP. */
async function sendReminder() {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const email = server
    .emails()
    .find(({ headers }) => /^Your delivery on/.test(headers.get('subject') ?? ''))
  const tokens = [...new Set([...(email?.text ?? '').matchAll(/deliveries\/([\w.-]+)/g)])].map(
    ([, token = '']) => token,
  )
  return { shop, id, email, tokens, server }
}

const callLink = (shop: TestShop, method: 'GET' | 'POST', token = '') =>
  shop.buyer().call<OneTap & { code: string }>(method, fillPath(apiPaths.oneTap, { token }))

test('the reminder has items, date, price and change deadline, and each link names its result', async () => {
  const { email } = await sendReminder()

  expect(email?.headers.get('subject')).toBe('Your delivery on Thursday, March 12, 2026: $15.28')
  for (const text of [
    '2 × Spring Water 5 Gallon',
    'Wed, Mar 11, 8:00 AM EDT',
    'Skip the delivery on Thursday, March 12, 2026',
    'Change to 3 × Spring Water 5 Gallon',
    'Change to 1 × Spring Water 5 Gallon',
    'Pause my deliveries until Thursday, April 9, 2026',
  ]) {
    expect(email?.text).toContain(text)
  }
})

test('GET only previews a link; POST applies it once, even if repeated', async () => {
  const { shop, id, tokens } = await sendReminder()
  const [skip] = tokens

  const preview = await callLink(shop, 'GET', skip)
  expect(preview.body).toMatchObject({ change: 'skip', isDone: false })
  expect(preview.body.effect).toBe('Your next charge is $15.28 on Thursday, March 19, 2026.')
  expect((await getCycles(shop, id))[0]?.status).toBe('ordered')
  const done = await callLink(shop, 'POST', skip)
  const again = await callLink(shop, 'POST', skip)

  expect([done.body.isDone, again.body.isDone]).toEqual([true, true])
  expect(again.body.effect).toBe(preview.body.effect)
  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'skipped' }])
})

test('quantity and pause links apply their change', async () => {
  const { shop, tokens } = await sendReminder()
  const [, more, , pause] = tokens

  const three = await callLink(shop, 'POST', more)
  expect(three.body.effect).toBe('Your next charge is $22.92 on Thursday, March 12, 2026.')
  await callLink(shop, 'POST', more)
  expect(await shop.sql('select quantity from subscription_items')).toEqual([{ quantity: 3 }])
  await callLink(shop, 'POST', pause)

  expect(await shop.sql('select status, paused_until from subscriptions')).toEqual([
    { status: 'paused', paused_until: '2026-04-09' },
  ])
})

test('a link past the cut-off or with a forged signature changes nothing', async () => {
  const { shop, id, tokens } = await sendReminder()
  const [skip = ''] = tokens
  const forged = await callLink(shop, 'POST', `${skip.slice(0, -2)}xx`)
  shop.clock.set('2026-03-11T12:00:00Z')
  const late = await callLink(shop, 'POST', skip)

  expect([forged.status, late.status, late.body.code]).toEqual([404, 409, 'link_expired'])
  expect((await getCycles(shop, id))[0]?.status).toBe('ordered')
})

test('the calendar feed lists upcoming deliveries, and only for a valid URL', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const { viewSubscription } = await import('../subscription-view.ts')
  const deps = { ...shop.deps, publicUrl: shop.url }
  const view = await viewSubscription(shop.deps.db, deps, id)

  const feed = await fetch(view?.calendarUrl ?? '')
  const text = await feed.text()
  const wrong = await fetch(`${view?.calendarUrl}x`)

  expect(feed.headers.get('content-type')).toContain('text/calendar')
  expect(text.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual(
    ['20260312', '20260319', '20260326', '20260402', '20260409', '20260416'].map(
      (date) => `DTSTART;VALUE=DATE:${date}`,
    ),
  )
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(wrong.status).toBe(404)
})
