import type { Locator } from '@playwright/test'
import { fillPath } from '#contract/fill-path.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { openEventPhone, publishTrackedRoute } from '#tests/support/e2e/tracked-route.ts'

const ZONE_NAMES = /\b(ET|EST|EDT|GMT|UTC|JST)\b/g

test("a receipt and a credit show times in the shop's time zone, named once per page", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const email = freshEmail('zone')
  const { orderIds, stopIds, driverId } = await publishTrackedRoute(page, baseURL, {
    names: ['Ana'],
    email,
  })
  const [orderId = ''] = orderIds
  const phone = await openEventPhone(page, browser, baseURL, driverId)
  const lines = [{ productId: phone.route.products[0]?.id, full: 2, empties: 1, damaged: 0 }]
  await phone.report({ type: 'delivered', stopId: stopIds[0], payload: { lines } })
  await phone.close()
  const customers: { id: string; email: string }[] = await (
    await page.request.get(apiPaths.adminCustomers)
  ).json()
  const id = customers.find((customer) => customer.email === email)?.id ?? ''
  const credit = await page.request.post(fillPath(apiPaths.adminCustomerCredit, { id }), {
    data: { amount: '5.00', reason: 'The truck was late' },
  })
  expect(credit.ok(), await credit.text()).toBe(true)

  const main = page.getByRole('main')
  const zonesIn = async (part: Locator) => (await part.textContent())?.match(ZONE_NAMES)
  const name = `Order ${formatOrderNumber(orderId)}`
  await page.goto(`/admin/orders?q=${email}&order=${orderId}`)
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByRole('article', { name: /^Receipt of/ })).toContainText('2 left')
  expect(await zonesIn(main)).toEqual(['ET'])

  // Guests read it where no heading names the zone.
  await page.context().clearCookies()
  await page.goto(`/order-confirmation?orderId=${orderId}`)
  await page.getByRole('button', { name: 'Track Order' }).click()
  const tracked = page.getByRole('dialog', { name: 'Track Order' })
  await expect(tracked.getByText(/^Delivered .+, \d+:\d\d [AP]M E[SD]T$/)).toBeVisible()

  await signIn(page, email)
  await page.goto(`/customer/orders?order=${orderId}`)
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByText(/^Delivered .+, \d+:\d\d [AP]M$/)).toBeVisible()
  await expect(sheet.getByText(/^You can report a problem until .+ [AP]M\.$/)).toBeVisible()
  expect(await zonesIn(sheet)).toBeNull()
  // The sheet hides the page below it from the accessibility tree.
  expect(await zonesIn(page.locator('main'))).toEqual(['ET'])

  await page.goto('/customer/billing')
  await expect(page.getByRole('list', { name: 'Credit history' })).toContainText(/\d [AP]M/)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await zonesIn(main)).toEqual(['ET'])
})
