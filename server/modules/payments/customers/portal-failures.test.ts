import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

const openAlerts = (shop: TestShop) =>
  shop.sql<{ kind: string; subject: string; message: string }>(
    'select kind, subject, message from alerts where ended_at is null',
  )

const advice =
  "We can't open the billing page right now. Try again later, call (845) 555-0142 or email hello@carboy.example."

test('AU7: a portal that was never set up shows the customer what to do, alerts staff once, and recovers', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const open = () => ana.call('POST', apiPaths.billingPortal, {})
  if (shop.deps.sandbox) shop.deps.sandbox.faults.isPortalUnset = true

  for (const response of [await open(), await open()]) {
    expect([response.status, response.body]).toEqual([
      503,
      { code: 'portal_unavailable', message: advice },
    ])
  }
  const [alert, ...others] = await openAlerts(shop)
  expect(others).toEqual([])
  expect(alert).toMatchObject({ kind: 'provider_rejected', subject: 'billing_portal' })
  expect(alert?.message).toContain('until you save your customer portal settings')
  expect(alert?.message).toContain('npm run stripe:setup')

  shop.deps.sandbox?.faults.clear()
  expect((await open()).status).toBe(200)
  expect(await openAlerts(shop)).toEqual([])
})

test('AU7: no provider error while opening the portal becomes a 500', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const openWithFault = async (fault: Parameters<NonNullable<typeof faults>['next']>[1]) => {
    faults?.next('POST billing_portal.sessions', fault)
    const { status, body } = await ana.call('POST', apiPaths.billingPortal, {})
    return [status, body.code]
  }
  const faults = shop.deps.sandbox?.faults
  const missing = { status: 404, error: { code: 'resource_missing', message: 'No such customer' } }

  expect(await openWithFault(missing)).toEqual([503, 'portal_unavailable'])
  expect(await openWithFault('error-400')).toEqual([503, 'portal_unavailable'])
  expect(await openWithFault('error-401')).toEqual([503, 'portal_unavailable'])
  expect(await openWithFault('error-403')).toEqual([503, 'portal_unavailable'])
  expect(await openAlerts(shop)).toHaveLength(1)
  expect(await openWithFault('drop-response')).toEqual([503, 'cards_unavailable'])
  expect(await openWithFault('error-500')).toEqual([503, 'cards_unavailable'])
})
