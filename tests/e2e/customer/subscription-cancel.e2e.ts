import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expectAccessible } from '#tests/support/e2e/base-test.ts'
import { signInAsStaff } from '#tests/support/e2e/staff.ts'
import {
  aroundCutoff,
  createInvoiceSubscriber,
  createSubscriber,
  getRenewals,
  openSubscriptionCard,
  type Subscriber,
} from '#tests/support/e2e/subscriber.ts'
import { expect, type TimeControl, test } from '#tests/support/e2e/with-clock.ts'

async function cancelAround(page: Page, time: TimeControl, ana: Subscriber, hours: 1 | -1) {
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorning(addDays(next, -3))
  await time.advanceTo(aroundCutoff(next, hours))
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Cancel Subscription' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Subscription?' })
  await expect(dialog).toContainText('This action cannot be undone.')
  await expectAccessible(page)
  return { card, dialog, next, confirm: dialog.getByRole('button', { name: /^Yes/ }) }
}

test('a cancellation more than 24 hours ahead cancels the delivery uncharged', {
  tag: '@core',
}, async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  const { card, dialog, next, confirm } = await cancelAround(page, time, ana, -1)
  await expect(dialog).toContainText(
    `We'll cancel the delivery on ${formatDate(next)}. You won't be charged for it.`,
  )

  await confirm.click()
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card).toContainText(`Ended${formatDate(addDays(next, -1), 'short')}`)
  await expect(card).not.toContainText('Next delivery date')
  await time.advanceToMorning(next)
  await time.advanceToMorning(addDays(next, 7))

  expect(await getRenewals(page, ana)).toMatchObject([
    { status: 'cancelled', paymentStatus: 'pending' },
  ])
})

test('a cancellation within 24 hours still delivers and charges that delivery only', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  const { card, dialog, next, confirm } = await cancelAround(page, time, ana, 1)
  await expect(dialog).toContainText(
    `It's too late to cancel the delivery on ${formatDate(next)}. We'll still deliver it and charge your card. We'll cancel all deliveries after that.`,
  )

  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText(`Last delivery${formatDate(next)}`)
  await time.advanceToMorning(next)
  await time.advanceToMorning(addDays(next, 4))
  await time.advanceToMorning(addDays(next, 7))

  expect(await getRenewals(page, ana)).toMatchObject([
    { deliveryDate: next, paymentStatus: 'paid', total: '15.28' },
  ])
})

test('the card names the last delivery until staff cancel it too', async ({
  page,
  browser,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  await time.advanceTo(aroundCutoff(ana.firstDate, 1))
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click()
  await expect(card).toContainText(`Last delivery${formatDate(ana.firstDate)}`)

  const staff = await (await browser.newContext({ baseURL: time.url })).newPage()
  await signInAsStaff(staff)
  const response = await staff.request.patch(fillPath(apiPaths.adminOrder, { id: ana.id }), {
    data: { status: 'cancelled', cancelDelivery: true },
  })
  expect(response.ok(), await response.text()).toBe(true)
  await page.reload()

  await expect(card).toContainText('Ended')
  await expect(card).not.toContainText('Last delivery')
})

test('rule 39: on invoice the card says when it ended, although its first order stays due', async ({
  page,
  browser,
  time,
}) => {
  const staff = await (await browser.newContext({ baseURL: time.url })).newPage()
  const ana = await createInvoiceSubscriber(page, staff, time)
  await time.advanceTo(aroundCutoff(ana.firstDate, 1))
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Cancel Subscription' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Subscription?' })
  await expect(dialog).toContainText("We'll still deliver it and send you an invoice.")
  await dialog.getByRole('button', { name: /^Yes/ }).click()

  await expect(card).toContainText(`Ended${formatDate(addDays(ana.firstDate, -1), 'short')}`)
  await expect(card).toContainText(`Last delivery${formatDate(ana.firstDate)}`)
  await expectAccessible(page)
})
