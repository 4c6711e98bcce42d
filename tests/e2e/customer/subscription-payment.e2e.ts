import type { Locator, Page } from '@playwright/test'
import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { expectAccessible, expectConfirmation, fillCard } from '#tests/support/e2e/base-test.ts'
import {
  createSubscriber,
  findEmail,
  getSubscription,
  openSubscriptionCard,
  type Subscriber,
} from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const declinedOnRenewal = '4000000000000341'
const alwaysAuthenticates = '4000002760003184'

const deliveryTitle = (date: string) =>
  `Payment due: $15.28 for the delivery on ${formatDate(date)}`

/** Adds a default card in the billing portal, which 'Change card' opens in a new tab. */
async function addDefaultCard(page: Page, card: Locator): Promise<void> {
  const popup = page.waitForEvent('popup')
  await card.getByRole('button', { name: 'Change card' }).click()
  const portal = await popup
  await portal.getByRole('button', { name: 'Add card' }).click()
  await fillCard(portal, '5555555555554444')
  await portal.getByRole('button', { name: 'Save card' }).click()
  const added = portal.getByRole('listitem').filter({ hasText: 'ending in 4444' })
  await expect(added).toBeVisible()
  const setAsDefault = added.getByRole('button', { name: 'Set as default' })
  if (await setAsDefault.count()) await setAsDefault.click()
  await expect(added.getByText('Default', { exact: true })).toBeVisible()
  await portal.close()
}

const expectPaid = (page: Page, { id }: Subscriber) =>
  expect(async () => {
    const { unpaid, status } = await getSubscription(page, id)
    expect({ unpaid, status }).toEqual({ unpaid: null, status: 'active' })
  }).toPass()

test('a declined renewal is shown and emailed, and a new card pays it', { tag: '@core' }, async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time, { card: declinedOnRenewal, isSignedIn: true })
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorning(addDays(next, -3))
  await time.advanceToMorning(next)
  const card = await openSubscriptionCard(page, ana)

  await expect(card.getByText(deliveryTitle(next))).toBeVisible()
  await expect(card).toContainText('Your bank declined your card.')
  await expect(card).toContainText(
    "We're holding this delivery until it's paid. We'll try your card again on",
  )
  await expect(card.getByRole('link', { name: 'Pay now' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Use default card' })).toHaveCount(0)
  await expectAccessible(page)
  await findEmail(page, ana.email, /card|payment/i)
  await addDefaultCard(page, card)

  await expectPaid(page, ana)
  await page.reload()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(card.getByText(deliveryTitle(next))).toHaveCount(0)
})

test('a guest subscription uses the default card only after consent', async ({ page, time }) => {
  const ana = await createSubscriber(page, time, { card: declinedOnRenewal })
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorning(addDays(next, -3))
  await time.advanceToMorning(next)
  const card = await openSubscriptionCard(page, ana)
  await addDefaultCard(page, card)
  await time.advanceToMorning(next)
  expect((await getSubscription(page, ana.id)).unpaid).toMatchObject({ date: next })

  await card.getByRole('button', { name: 'Use default card' }).click()

  await expect(card.getByRole('button', { name: 'Use default card' })).toHaveCount(0)
  await expectPaid(page, ana)
})

test('without a default card the error links to Billing', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  await page.route('**/api/customer/orders/*/subscription', (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Use default card' }).click()
  await expect(card).toContainText("We couldn't update your card. Try again.")

  const message = "You don't have a default card."
  await page.route('**/api/customer/orders/*/subscription', (route) =>
    route.fulfill({ status: 409, json: { code: 'no_default_card', message } }),
  )

  await card.getByRole('button', { name: 'Use default card' }).click()

  await expect(card).toContainText("You don't have a default card.")
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Go to Billing' }).click()
  await expect(page).toHaveURL('/customer/billing')
})

test('a renewal that needs 3-D Secure is paid on its pay page', async ({ page, time }) => {
  const ana = await createSubscriber(page, time, { card: alwaysAuthenticates })
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorning(addDays(next, -3))
  await time.advanceToMorning(next)
  const card = await openSubscriptionCard(page, ana)
  await expect(card).toContainText('Your bank needs you to confirm this payment.')
  await expect(card).toContainText("We won't retry your card automatically.")
  await expectAccessible(page)
  const { unpaid } = await getSubscription(page, ana.id)
  const email = await findEmail(page, ana.email, /confirm|bank/i)
  expect(email).toContain(`/pay/${unpaid?.orderId}`)

  await card.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(`/pay/${unpaid?.orderId}`)
  const saveCard = page.getByRole('checkbox', { name: 'Use this card for future deliveries' })
  await expect(saveCard).toBeChecked()
  await expect(saveCard).toHaveAccessibleDescription(/We'll charge this card for future deliveries/)
  await expectAccessible(page)
  await fillCard(page, alwaysAuthenticates)
  await page.getByRole('button', { name: 'Pay now' }).click()
  const challenge = page.getByRole('dialog', { name: '3-D Secure' })
  await challenge.getByRole('button', { name: 'Complete' }).click()

  await expectConfirmation(page)
  await expect(page.getByText(`Subscription #${ana.number}`)).toBeVisible()
  await expectAccessible(page)
  await expectPaid(page, ana)
})

test('after the last attempt the subscription is past due until it is paid', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time, { card: declinedOnRenewal })
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorning(addDays(next, -3))
  for (let halfDay = 0; halfDay < 36; halfDay++) {
    await time.advanceTo(new Date(time.now().getTime() + 43_200_000))
  }
  const card = await openSubscriptionCard(page, ana, { hasNoUpcoming: true })
  await expect(card.getByText('Past due', { exact: true })).toBeVisible()
  await expect(card).toContainText('Pay now to resume your deliveries.')
  await expect(card.getByRole('button', { name: 'Pause' })).toHaveAccessibleDescription(
    /Pay for the unpaid delivery to resume/,
  )
  await expectAccessible(page)

  await card.getByRole('link', { name: 'Pay now' }).click()
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay now' }).click()

  await expectConfirmation(page)
  await expectPaid(page, ana)
})
