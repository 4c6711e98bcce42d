import { fillPath } from '#contract/fill-path.ts'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'

const pausedBy = (orderId: string) => ({
  status: 'paused',
  pausedUntil: null,
  next: null,
  calendar: [],
  dispute: { orderId, state: 'open' },
})

test('AU20: customer and staff see that a dispute paused the deliveries', { tag: '@core' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const email = freshEmail('disputed')
  const input = { customerEmail: email, isRecurring: true, recurringFrequency: 'weekly' } as const
  const id = await paidOrder(page, input)
  const number = id.slice(0, 8)
  await signIn(page, email)
  await page.route(apiPaths.subscriptions, async (route) => {
    const subscriptions = await (await route.fetch()).json()
    const paused = subscriptions.map((item: object) => ({ ...item, ...pausedBy(id) }))
    await route.fulfill({ json: paused })
  })
  for (const width of [1280, 800, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(pageRoutes.customerSubscriptions)
    const card = page.getByRole('region', { name: `Subscription #${number}` })
    await expect(card).toContainText(`because your bank disputes the payment of order ${number}`)
    await expect(card.getByRole('button', { name: 'Resume' })).toBeDisabled()
    await expect(card).toContainText('You can resume once the dispute with your bank is settled.')
    await expectNoOverflow(page)
  }
  await expectAccessible(page)

  const staffContext = await browser.newContext({ ...(baseURL && { baseURL }) })
  const staff = await staffContext.newPage()
  await signInAsStaff(staff)
  await staff.route(fillPath(apiPaths.adminSubscription, { id }), async (route) => {
    const detail = await (await route.fetch()).json()
    const subscription = { ...detail.subscription, ...pausedBy(id) }
    await route.fulfill({ json: { ...detail, subscription } })
  })
  await staff.goto(`/admin/subscriptions?q=${email}`)
  await staff.getByRole('link', { name: number }).click()
  const panel = staff.getByRole('complementary', { name: /^Subscription/ })
  await expect(panel).toContainText(`Paused because the payment of order ${number} is disputed.`)
  await expect(panel.getByRole('link', { name: 'View order' })).toBeVisible()
  await expectAccessibleInBothThemes(staff)
  await staffContext.close()
})
