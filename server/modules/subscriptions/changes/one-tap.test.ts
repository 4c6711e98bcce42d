import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OneTap } from '#contract/subscriptions/subscriptions.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** The reminder of the delivery on 12 March, as it came over SMTP. */
async function reminded() {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const mail = server.emails().find(({ headers }) => /comes on/.test(headers.get('subject') ?? ''))
  const tokens = [...new Set([...(mail?.text ?? '').matchAll(/deliveries\/([\w.-]+)/g)])].map(
    ([, token = '']) => token,
  )
  return { shop, id, mail, tokens, server }
}

const tap = (shop: TestShop, method: 'GET' | 'POST', token = '') =>
  shop.buyer().call<OneTap & { code: string }>(method, fillPath(apiPaths.oneTap, { token }))

test('the reminder says what, when, how much and until when, and each link names its result', async () => {
  const { mail } = await reminded()

  expect(mail?.headers.get('subject')).toBe('Your water comes on Thursday, March 12, 2026: $15.28')
  for (const words of [
    '2 × Spring Water 5 Gallon',
    'Wed, Mar 11, 8:00 AM EDT',
    'Skip the delivery on Thursday, March 12, 2026',
    'Change to 3 × Spring Water 5 Gallon',
    'Change to 1 × Spring Water 5 Gallon',
    'Pause my deliveries until Thursday, April 9, 2026',
  ]) {
    expect(mail?.text).toContain(words)
  }
})

test('a GET shows and changes nothing; a POST acts; a second press changes nothing more', async () => {
  const { shop, id, tokens } = await reminded()
  const [skip] = tokens

  const shown = await tap(shop, 'GET', skip)
  expect(shown.body).toMatchObject({ change: 'skip', isDone: false })
  expect(shown.body.effect).toBe('Your next charge is $15.28 on Thursday, March 19, 2026.')
  expect((await getCycles(shop, id))[0]?.status).toBe('ordered')
  const done = await tap(shop, 'POST', skip)
  const again = await tap(shop, 'POST', skip)

  expect([done.body.isDone, again.body.isDone]).toEqual([true, true])
  expect(again.body.effect).toBe(shown.body.effect)
  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'skipped' }])
})

test('another number of bottles and a pause are done as the link says', async () => {
  const { shop, tokens } = await reminded()
  const [, more, , pause] = tokens

  const three = await tap(shop, 'POST', more)
  expect(three.body.effect).toBe('Your next charge is $22.92 on Thursday, March 12, 2026.')
  await tap(shop, 'POST', more)
  expect(await shop.sql('select quantity from subscription_items')).toEqual([{ quantity: 3 }])
  await tap(shop, 'POST', pause)

  expect(await shop.sql('select status, paused_until from subscriptions')).toEqual([
    { status: 'paused', paused_until: '2026-04-09' },
  ])
})

test('after the cut-off, or with another signature, a link does nothing', async () => {
  const { shop, id, tokens } = await reminded()
  const [skip = ''] = tokens
  const forged = await tap(shop, 'POST', `${skip.slice(0, -2)}xx`)
  shop.clock.set('2026-03-11T12:00:00Z')
  const late = await tap(shop, 'POST', skip)

  expect([forged.status, late.status, late.body.code]).toEqual([404, 409, 'link_expired'])
  expect((await getCycles(shop, id))[0]?.status).toBe('ordered')
})

test('the calendar feed lists what comes, and only to whoever has its address', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const { viewSubscription } = await import('../subscription-view.ts')
  const deps = { ...shop.deps, shop: shop.deps.config.shop, publicUrl: shop.url }
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
