import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectToast,
  notifications,
  test,
  watchCalls,
} from '#tests/support/e2e/base-test.ts'
import {
  AGREEMENT_PAGES,
  blockStripe,
  declineAtBank,
  expectStripeAllowed,
  installFakeStripe,
  stripeCalls,
} from '#tests/support/e2e/fake-stripe.ts'
import { inviteImported } from '#tests/support/e2e/imported-subscription.ts'

const toStripe = /foreign request: https:\/\/(js|b\.js|hooks|api)\.stripe\.com\//

const agreeButton = (page: Page) => page.getByRole('button', { name: 'Agree and save card' })
const number = (page: Page) => page.getByLabel('Number in Stripe’s frame')
const expectSetUp = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Your subscription is set up' })).toBeVisible()

test('rule 67: with Stripe an empty form sends nothing, a declined card starts nothing, a double click one subscription', {
  tag: '@core',
}, async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(toStripe)
  const { link, state } = await inviteImported(page)
  await installFakeStripe(page, AGREEMENT_PAGES)
  await page.goto(link)
  await expectStripeAllowed(page)
  const answers = watchCalls(page, `/api${link.replace('agree', 'agreements')}`)
  answers.length = 0

  await agreeButton(page).click()
  await expect(agreeButton(page)).toBeEnabled()
  await number(page).fill('4000000000000002')
  await agreeButton(page).click()
  await expectToast(page, 'Card not saved', 'Your card was declined.')
  expect(answers).toHaveLength(0)
  expect(await state()).toBe('sent')

  await number(page).fill('4242424242424242')
  await agreeButton(page).dblclick()
  await expectSetUp(page)
  expect(answers.map((request) => request.method())).toEqual(['POST'])
  expect(await state()).toBe('agreed')
  expect(await stripeCalls(page)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        mode: 'setup',
        currency: 'usd',
        setupFutureUsage: 'off_session',
        allowedPaymentMethodTypes: ['card'],
      }),
      { confirmSetup: { redirect: 'if_required' } },
    ]),
  )
})

test("rule 67: the bank's page sends the customer back, declined or with the card saved", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(toStripe)
  const { link, state } = await inviteImported(page)
  await installFakeStripe(page, AGREEMENT_PAGES)
  await page.goto(link)
  await declineAtBank(page)
  await number(page).fill('4000002500003155')
  await agreeButton(page).click()
  await expect(notifications(page).getByText('Card not saved')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${link}$`))
  expect(await state()).toBe('sent')

  await number(page).fill('4000002500003155')
  await agreeButton(page).click()
  await expect(page.getByText('Your card is saved.')).toBeVisible()
  // The client secret stays neither in the address bar nor in the history.
  await expect(page).toHaveURL(new RegExp(`${link}$`))
  expect(await state()).toBe('sent')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await expectSetUp(page)
  expect(await state()).toBe('agreed')
})

test('a tab that is closed before the answer starts nothing; the link works again', async ({
  page,
  context,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(toStripe, /ERR_FAILED/)
  const { link, state } = await inviteImported(page)
  await installFakeStripe(page, AGREEMENT_PAGES)
  await page.goto(link)
  await page.route(/\/api\/agreements\/[^/]+$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await number(page).fill('4242424242424242')
  await agreeButton(page).click()
  // Only the answer was lost, so the card need not be entered again.
  await expect(page.getByText('Your card is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a different card' }).click()
  await expect(number(page)).toBeVisible()

  const later = await context.newPage()
  await page.close()
  await installFakeStripe(later, AGREEMENT_PAGES)
  await later.goto(`${link}?setup_intent=seti_forged&redirect_status=succeeded`)
  await later.getByRole('button', { name: 'Agree', exact: true }).click()
  // The saved card of the closed tab is used, not what the address claims.
  await expectSetUp(later)
  expect(await state()).toBe('agreed')
})

test('a forged return from the bank saves nothing and shows the card form', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(toStripe)
  const { link, state } = await inviteImported(page)
  await installFakeStripe(page, AGREEMENT_PAGES)
  await page.goto(`${link}?setup_intent=seti_forged&redirect_status=succeeded`)
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(number(page)).toBeVisible()
  expect(await state()).toBe('sent')
})

test("without Stripe's script the customer cannot agree but can decline", async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/foreign request: https:\/\/js\.stripe\.com\//, /ERR_FAILED/)
  const { link, state } = await inviteImported(page)
  await blockStripe(page, AGREEMENT_PAGES)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText("We couldn't load the card form")
  await expect(agreeButton(page)).toBeDisabled()
  await page.getByRole('button', { name: "I don't want to continue" }).click()
  await page.getByRole('button', { name: 'Yes, decline' }).click()
  await expect(page.getByRole('heading', { name: 'You declined' })).toBeVisible()
  expect(await state()).toBe('declined')
})

test('the page works by keyboard on a phone and is accessible in every state', async ({ page }) => {
  const { link, state } = await inviteImported(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Keep your deliveries' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await expectNoOverflow(page)

  const exit = page.getByRole('button', { name: "I don't want to continue" })
  await exit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(exit).toBeFocused()
  expect(await state()).toBe('sent')

  await page.getByLabel('Card number').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter the card number')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expectSetUp(page)
  await expectAccessible(page)
  await expectNoOverflow(page)
})
