import type { Page } from '@playwright/test'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectAccessible,
  expectToast,
  fillCard,
  freshEmail,
  notifications,
  test,
} from '#tests/support/e2e/base-test.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import { signIn } from '#tests/support/e2e/sign-in.ts'

async function openPortal(page: Page): Promise<Page> {
  await page.goto(pageRoutes.customerBilling)
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Manage Payment Methods' }).click()
  const portal = await popup
  await expect(portal).toHaveURL(/\/sandbox\/billing\//)
  await expect(portal.getByRole('heading', { name: 'Payment methods' })).toBeVisible()
  return portal
}

async function addCard(portal: Page, number: string): Promise<void> {
  await portal.getByRole('button', { name: 'Add card' }).click()
  await fillCard(portal, number)
  await portal.getByRole('button', { name: 'Save card' }).click()
}

test('a customer adds a card, makes it the default, and removes the old one', {
  tag: '@core',
}, async ({ page }) => {
  const email = freshEmail('billing')
  await paidOrder(page, { customerEmail: email, isRecurring: true })
  await signIn(page, email)
  const portal = await openPortal(page)
  const cards = portal.getByRole('region', { name: 'Saved cards' }).getByRole('listitem')
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toContainText('Visa ending in 4242')
  await expectAccessible(portal)

  await addCard(portal, '5555555555554444')
  await expect(notifications(portal)).toContainText('Card added')
  await expect(cards).toHaveCount(2)
  const mastercard = cards.filter({ hasText: 'Mastercard ending in 4444' })
  await mastercard.getByRole('button', { name: 'Set as default' }).click()
  await expect(notifications(portal)).toContainText('Default card updated')
  await expect(mastercard.getByText('Default', { exact: true })).toBeVisible()

  await portal.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
  const dialog = portal.getByRole('alertdialog', { name: 'Remove this card?' })
  await expectAccessible(portal)
  await dialog.getByRole('button', { name: 'Keep card' }).click()
  await expect(cards).toHaveCount(2)
  await portal.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
  await dialog.getByRole('button', { name: 'Remove card' }).click()
  await expect(notifications(portal)).toContainText('Card removed')
  await expect(cards).toHaveCount(1)

  await portal.getByRole('link', { name: 'Back to your account' }).click()
  await expect(portal).toHaveURL(pageRoutes.customerBilling)
})

test('a new card with 3-D Secure is saved only after authentication', async ({ page }) => {
  await signIn(page, freshEmail('bank'))
  const portal = await openPortal(page)
  await expect(portal.getByText('No saved cards')).toBeVisible()

  await addCard(portal, '4000002500003155')
  const challenge = portal.getByRole('dialog', { name: '3-D Secure' })
  await expect(challenge).toBeVisible()
  await expectAccessible(portal)
  await challenge.getByRole('button', { name: 'Fail' }).click()
  await expect(portal.getByText("We couldn't save your card")).toBeVisible()
  await expectAccessible(portal)

  await portal.getByRole('button', { name: 'Save card' }).click()
  await challenge.getByRole('button', { name: 'Complete' }).click()
  await expect(portal.getByRole('listitem').filter({ hasText: 'ending in 3155' })).toBeVisible()
})

test('an invalid or declined card is not saved', async ({ page }) => {
  await signIn(page, freshEmail('declined'))
  const portal = await openPortal(page)

  await addCard(portal, '4242424242424241')
  await expect(portal.getByText('Your card number is invalid')).toBeVisible()
  await fillCard(portal, '4000000000000002')
  await portal.getByRole('button', { name: 'Save card' }).click()

  await expect(portal.getByText('Your card was declined.')).toBeVisible()
})

test('a failed portal request shows a toast, and a blocked tab becomes a link', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  await signIn(page, freshEmail('blocked'))
  await page.goto(pageRoutes.customerBilling)
  await page.route(`**${apiPaths.billingPortal}`, (route) =>
    route.fulfill({ status: 500, body: '' }),
  )
  await page.getByRole('button', { name: 'Manage Payment Methods' }).click()
  await expectToast(page, 'Error', 'Failed to open billing portal')
  await page.unroute(`**${apiPaths.billingPortal}`)

  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Manage Payment Methods' }).click()

  const link = page.getByRole('link', { name: 'Open the billing portal' })
  await expect(link).toHaveAttribute('href', /\/sandbox\/billing\//)
  await expectAccessible(page)
})

test('AU7: an unavailable portal shows instructions that stay on the page', async ({ page }) => {
  await signIn(page, freshEmail('unset'))
  await page.goto(pageRoutes.customerBilling)
  const message =
    "We can't open the billing page right now. Try again later, call (845) 555-0142 or email hello@carboy.example."
  await page.route(`**${apiPaths.billingPortal}`, (route) =>
    route.fulfill({ status: 503, json: { code: 'portal_unavailable', message } }),
  )
  await page.getByRole('button', { name: 'Manage Payment Methods' }).click()
  await expectToast(page, 'Error', message)
  const main = page.getByRole('main')
  await expect(main.getByText("We couldn't open the billing portal")).toBeVisible()
  await expect(main.getByText(message)).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  await expectAccessible(page)

  await page.unroute(`**${apiPaths.billingPortal}`)
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Manage Payment Methods' }).click()
  await popup
  await expect(main.getByText("We couldn't open the billing portal")).toBeHidden()
})

test('an unknown portal link shows no cards', async ({ page }) => {
  await page.goto('/sandbox/billing/made-up')
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expectAccessible(page)
})
