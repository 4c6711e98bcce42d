import { randomUUID } from 'node:crypto'
import { dateIn } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { moveBottles } from '#tests/support/e2e/bottle-movements.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'

test('rule 62: customers see the bottles at their place and every movement, on a phone by keyboard', {
  tag: '@core',
}, async ({ page, baseURL }) => {
  const email = freshEmail('bottles')
  const orderId = await paidOrder(page, { customerEmail: email })
  await signIn(page, email)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/customer/dashboard')
  const card = page.getByRole('region', { name: 'Your bottles' })
  await expect(card.getByText('0 bottles at your place')).toBeVisible()
  await expect(card.getByText(/^Nothing has been counted yet/)).toBeVisible()

  await signInAsStaff(page)
  const path = fillPath(apiPaths.adminOrderPoint, { id: orderId })
  const { customerId } = await (await page.request.get(path)).json()
  const about = { customerId, truckId: randomUUID(), routeId: randomUUID() }
  const visit = [
    { cause: 'delivered', state: 'full', quantity: 4, from: 'truck', to: 'customer' },
    { cause: 'delivered', state: 'empty', quantity: 1, from: 'customer', to: 'truck' },
  ] as const
  const date = dateIn('America/New_York', new Date())
  await moveBottles(baseURL, { ...about, date }, [...visit, ...visit, ...visit])

  await signIn(page, email)
  await page.goto('/customer/dashboard')
  await expect(card.getByText('9 bottles at your place')).toBeVisible()
  const list = card.getByRole('list', { name: 'Bottles left and taken' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list.getByText('1 empty bottle taken').first()).toBeVisible()
  await expectAccessible(page)
  const more = card.getByRole('button', { name: 'Show all' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(6)
  await expect(list.getByText('4 full bottles left').last()).toBeVisible()
  await expectNoOverflow(page)
  await card.getByRole('button', { name: 'Show fewer' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(5)
})

test('the bottles card offers to load again', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/status of 500/)
  const email = freshEmail('again')
  await paidOrder(page, { customerEmail: email })
  await signIn(page, email)
  await page.route(`**${apiPaths.bottles}`, (route) =>
    route.fulfill({ status: 500, json: { message: 'Down', code: 'internal' } }),
  )
  await page.goto('/customer/dashboard')
  const card = page.getByRole('region', { name: 'Your bottles' })
  await expect(card.getByText("We couldn't load your bottles")).toBeVisible()
  await page.unroute(`**${apiPaths.bottles}`)
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card.getByText('0 bottles at your place')).toBeVisible()
})
