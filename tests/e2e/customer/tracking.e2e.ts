import { pageRoutes } from '#contract/pages.ts'
import { expect, expectAccessible, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { findEmail } from '#tests/support/e2e/subscriber.ts'
import { openEventPhone, publishTrackedRoute } from '#tests/support/e2e/tracked-route.ts'

const LABEL = 'Email me when the truck is two stops away'
const PHONE = { width: 375, height: 740 }

test("rule 63: a guest's panel and the customer's dashboard follow the truck", async ({
  page: staff,
  browser,
  baseURL,
}) => {
  const email = freshEmail('tracked')
  const names = ['Ana', 'Bo', 'Cy', 'Di']
  const { orderIds, stopIds, driverId } = await publishTrackedRoute(staff, baseURL, {
    names,
    email,
  })
  const last = orderIds[3] ?? ''
  const driver = await openEventPhone(staff, browser, baseURL, driverId)
  const open = async () => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: PHONE })
    return context.newPage()
  }
  const [guest, customer] = [await open(), await open()]

  await guest.goto(`/order-confirmation?orderId=${last}`)
  await guest.getByRole('button', { name: 'Track Order' }).click()
  const panel = guest.getByRole('dialog', { name: 'Track Order' })
  await expect(panel).toContainText(/Expected between \d+:\d\d [AP]M and \d+:\d\d [AP]M/)
  const choice = panel.getByLabel(LABEL)
  await expect(choice).not.toBeChecked()
  const saved = guest.waitForResponse(/near-email/)
  await choice.focus()
  await guest.keyboard.press('Space')
  expect((await saved).status()).toBe(200)
  await expect(choice).toBeChecked()
  await expectAccessible(guest)

  await signIn(customer, email)
  await customer.goto(pageRoutes.customerDashboard)
  const upcoming = customer.getByRole('region', { name: 'Upcoming deliveries' })
  await expect(upcoming.getByRole('status').first()).toContainText('Expected between')
  await expect(customer.getByRole('region', { name: 'Delivery emails' })).toContainText(LABEL)
  await expectAccessible(customer)

  await driver.report({ type: 'departed' })
  await expect(panel).toContainText(/3 stops before yours, about \d+:\d\d–\d+:\d\d/)
  await expect(upcoming).toContainText(/3 stops before yours, about/)
  await driver.report({ type: 'delivered', stopId: stopIds[0], payload: { lines: [] } })
  await expect(panel).toContainText(/2 stops before yours, about \d+:\d\d–\d+:\d\d/)
  await expect(upcoming).toContainText(/2 stops before yours, about/)
  expect(await findEmail(staff, email, /two stops away/)).toContain('at your door between')
  await driver.report({ type: 'skipped-for-now', stopId: stopIds[1] })
  await expect(panel).toContainText(/1 stop before yours/)
  await expect(upcoming).toContainText('Later today')
  await expectAccessible(customer)
  const reason = { reason: 'nobody-home' }
  await driver.report({ type: 'failed', stopId: stopIds[2], payload: reason })
  await expect(panel).toContainText(/You're next, about \d+:\d\d–\d+:\d\d/)
  await driver.report({ type: 'arrived', stopId: stopIds[3] })
  await expect(panel).toContainText('Our driver has arrived')
  await expect(choice).toHaveCount(0)
  await expectAccessible(guest)
  expect(
    await guest.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
  ).toBe(true)
  await driver.report({ type: 'delivered', stopId: stopIds[3], payload: { lines: [] } })
  await expect(panel.locator('[aria-current=step]')).toContainText('Your water has been delivered.')
  await expect(panel).not.toContainText('arrived')

  // The order that failed, in the customer's own list.
  await customer.goto(`${pageRoutes.customerOrders}?order=${orderIds[2]}`)
  const sheet = customer.getByRole('dialog')
  await expect(sheet).toContainText("We'll email you about what happens next.")
  await driver.close()
  for (const each of [guest, customer]) await each.context().close()
})

test('a customer turns the email of every delivery on and off', async ({ page }) => {
  await signIn(page, freshEmail('near'))
  await page.goto(pageRoutes.customerDashboard)
  const choice = page.getByRole('region', { name: 'Delivery emails' }).getByLabel(LABEL)
  await expect(choice).not.toBeChecked()
  // `check` would read the box again before the page has drawn the click.
  await choice.click()
  await expect(page.getByText('Delivery emails updated successfully').first()).toBeVisible()
  await page.reload()
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(choice).not.toBeChecked()
})
