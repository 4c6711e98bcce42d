import { expect, test } from 'vitest'
import type { Invoice } from '#contract/customer.ts'
import { centsToText } from '#contract/money.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditCycles } from '#server/modules/renewals/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, subscribe } from '#tests/support/subscriber.ts'

test('after six months on the dev clock, orders, emails, charges and invoices agree to the cent', async () => {
  const shop = await openShop({ hasDevClock: true })
  const { id, buyer } = await subscribe(shop, { recurringFrequency: 'monthly' })

  // The last step goes to six o'clock in the shop's morning of that day.
  while (shop.clock.now() < new Date('2026-09-05T10:00:00Z')) {
    await buyer.call('POST', '/dev/clock/next')
  }

  const cycles = await getCycles(shop, id)
  expect(cycles.filter(({ status }) => status === 'paid').map(({ date }) => date)).toEqual([
    '2026-04-05',
    '2026-05-05',
    '2026-06-05',
    '2026-07-05',
    '2026-08-05',
    '2026-09-05',
  ])
  const captured = await capturedCents(shop)
  expect(captured).toHaveLength(7)
  const ana = await customerBrowser(shop)
  const invoices = (await ana.call<Invoice[]>('GET', apiPaths.invoices)).body
  const paid = invoices.filter(({ paymentStatus }) => paymentStatus === 'paid')
  expect(paid.map(({ total }) => total)).toEqual(captured.map(centsToText))
  expect(paid.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
    [7, 6, 5, 4, 3, 2, 1].map((n) => `INV-00000${n}`),
  )
  const subjects = (await shop.mailbox()).map(({ subject }) => subject)
  const amount = centsToText(captured[0] ?? 0)
  expect(subjects.filter((line) => line.startsWith('Your delivery on'))).toHaveLength(6)
  expect(subjects.filter((line) => line.endsWith(`: $${amount}`))).toHaveLength(6)
  expect(subjects.filter((line) => line.endsWith('is confirmed'))).toHaveLength(7)
  expect((await audit(shop)).findings).toEqual([])
  expect(await auditCycles(shop.deps.db, shop.deps)).toEqual([])
})

test('other sites cannot advance the dev clock, and a shop without it returns 404', async () => {
  const shop = await openShop({ hasDevClock: true })
  const real = await openShop()
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  const foreign = await shop.buyer().call('POST', '/dev/clock/next', undefined, headers)

  expect(foreign.status).toBe(403)
  expect((await real.buyer().call('POST', '/dev/clock/next')).status).toBe(404)
  expect((await real.buyer().call('GET', '/dev/clock')).status).toBe(404)
})
