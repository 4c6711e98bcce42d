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

const failsLater = '4000000000000341'
const authenticatesAlways = '4000002760003184'

const deliveryTitle = (date: string) => `The delivery on ${formatDate(date)} ($15.28) is not paid`

/** In the billing portal, which 'Change card' opens beside the page. */
async function addDefaultCard(page: Page, card: Locator): Promise<void> {
  const opened = page.waitForEvent('popup')
  await card.getByRole('button', { name: 'Change card' }).click()
  const portal = await opened
  await portal.getByRole('button', { name: 'Add card' }).click()
  await fillCard(portal, '5555555555554444')
  await portal.getByRole('button', { name: 'Save card' }).click()
  const added = portal.getByRole('listitem').filter({ hasText: 'ending in 4444' })
  await expect(added).toBeVisible()
  const makeDefault = added.getByRole('button', { name: 'Make default' })
  if (await makeDefault.count()) await makeDefault.click()
  await expect(added.getByText('Default', { exact: true })).toBeVisible()
  await portal.close()
}

const expectPaid = (page: Page, { id }: Subscriber) =>
  expect(async () => {
    const { unpaid, status } = await getSubscription(page, id)
    expect({ unpaid, status }).toEqual({ unpaid: null, status: 'active' })
  }).toPass()

test('a card that is declined later is told on the card and by mail, and repaired by a new one', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time, { card: failsLater, isSignedIn: true })
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorningOf(addDays(next, -3))
  await time.advanceToMorningOf(next)
  const card = await openSubscriptionCard(page, ana)

  await expect(card.getByText(deliveryTitle(next))).toBeVisible()
  await expect(card).toContainText('Your bank declined the card.')
  await expect(card).toContainText('It is held until it is paid. We try your card again on')
  await expect(card.getByRole('link', { name: 'Pay now' })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Use my default card/ })).toHaveCount(0)
  await expectAccessible(page)
  await findEmail(page, ana.email, /card|payment/i)
  await addDefaultCard(page, card)

  await expectPaid(page, ana)
  await page.reload()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(card.getByText(deliveryTitle(next))).toHaveCount(0)
})

test('what a guest bought draws on the account’s card only after the owner said so', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time, { card: failsLater })
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorningOf(addDays(next, -3))
  await time.advanceToMorningOf(next)
  const card = await openSubscriptionCard(page, ana)
  await addDefaultCard(page, card)
  await time.advanceToMorningOf(next)
  expect((await getSubscription(page, ana.id)).unpaid).toMatchObject({ date: next })

  await card.getByRole('button', { name: 'Use my default card for this subscription' }).click()

  await expect(card.getByRole('button', { name: /^Use my default card/ })).toHaveCount(0)
  await expectPaid(page, ana)
})

test('without a default card the click says where to choose one', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  await page.route('**/api/customer/orders/*/subscription', (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Use my default card for this subscription' }).click()
  await expect(card).toContainText('The card could not be changed. Please try again.')

  const message = "You don't have a default card."
  await page.route('**/api/customer/orders/*/subscription', (route) =>
    route.fulfill({ status: 409, json: { code: 'no_default_card', message } }),
  )

  await card.getByRole('button', { name: 'Use my default card for this subscription' }).click()

  await expect(card).toContainText("You don't have a default card.")
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Go to Billing' }).click()
  await expect(page).toHaveURL('/customer/billing')
})

test('a bank that wants its holder is answered at the delivery’s own pay page', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time, { card: authenticatesAlways })
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorningOf(addDays(next, -3))
  await time.advanceToMorningOf(next)
  const card = await openSubscriptionCard(page, ana)
  await expect(card).toContainText('Your bank wants you to confirm this payment yourself.')
  await expect(card).toContainText('Your card is not tried again by itself.')
  await expectAccessible(page)
  const { unpaid } = await getSubscription(page, ana.id)
  const mail = await findEmail(page, ana.email, /confirm|bank/i)
  expect(mail).toContain(`/pay/${unpaid?.orderId}`)

  await card.getByRole('link', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(`/pay/${unpaid?.orderId}`)
  const kept = page.getByRole('checkbox', { name: 'Use this card for future deliveries' })
  await expect(kept).toBeChecked()
  await expect(kept).toHaveAccessibleDescription(/Later deliveries .* are charged to this card/)
  await expectAccessible(page)
  await fillCard(page, authenticatesAlways)
  await page.getByRole('button', { name: 'Pay now' }).click()
  const question = page.getByRole('dialog', { name: '3-D Secure' })
  await question.getByRole('button', { name: 'Complete' }).click()

  await expectConfirmation(page)
  await expect(page.getByText(`Subscription #${ana.number}`)).toBeVisible()
  await expectAccessible(page)
  await expectPaid(page, ana)
})

test('after the last try it is past due, and paying it goes on', async ({ page, time }) => {
  const ana = await createSubscriber(page, time, { card: failsLater })
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorningOf(addDays(next, -3))
  for (let halfDay = 0; halfDay < 36; halfDay++) {
    await time.advanceTo(new Date(time.now().getTime() + 43_200_000))
  }
  const card = await openSubscriptionCard(page, ana, { hasNoUpcoming: true })
  await expect(card.getByText('Past due', { exact: true })).toBeVisible()
  await expect(card).toContainText('Paying it resumes your deliveries.')
  await expect(card.getByRole('button', { name: 'Pause' })).toHaveAccessibleDescription(
    /pay the open delivery to go on/,
  )
  await expectAccessible(page)

  await card.getByRole('link', { name: 'Pay now' }).click()
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay now' }).click()

  await expectConfirmation(page)
  await expectPaid(page, ana)
})
