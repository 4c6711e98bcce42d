import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PortalView } from '#contract/payments/sandbox-portal.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { openOnce, openShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

const card = { number: GOOD_CARD, expMonth: 12, expYear: 2031, cvc: '123' }

test('the portal opens for a customer who has never paid, and manages cards', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)

  const { body } = await ana.call<{ url: string }>('POST', apiPaths.billingPortal, {
    returnUrl: 'http://shop.test/customer/billing',
  })
  const page = await ana.call('GET', new URL(body.url).pathname)
  const id = body.url.split('/').at(-1) ?? ''
  await ana.call('POST', fillPath(apiPaths.sandboxPortalCards, { id }), { card })
  const { body: view } = await ana.call<PortalView>('GET', fillPath(apiPaths.sandboxPortal, { id }))

  expect(page.status).toBe(200)
  expect(view).toMatchObject({
    returnUrl: 'http://shop.test/customer/billing',
    cards: [{ last4: '4242' }],
  })
  const removed = await ana.call<PortalView>(
    'DELETE',
    fillPath(apiPaths.sandboxPortalCard, { id, card: view.cards[0]?.id ?? '' }),
  )
  expect(removed.body.cards).toEqual([])
})

const openForRejected = openOnce(async () => customerBrowser(await openShop()))

test.each([
  'https://evil.test/',
  'javascript:alert(1)',
  '//evil.test',
  'http://shop.test.evil.test/',
])('B4: %s is rejected as a return URL', async (returnUrl) => {
  const ana = await openForRejected()

  const response = await ana.call('POST', apiPaths.billingPortal, { returnUrl })

  expect([response.status, response.body.code]).toEqual([400, 'bad_return_url'])
})

test('an unknown portal session is not found', async () => {
  const shop = await openShop()
  const response = await shop
    .buyer()
    .call('GET', fillPath(apiPaths.sandboxPortal, { id: 'bps_none' }))
  expect(response.status).toBe(404)
})
