import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { expectAccessible, expectToast } from '#tests/support/e2e/base-test.ts'
import {
  aroundCutoff,
  createSubscriber,
  getRenewals,
  getSubscription,
  openSubscriptionCard,
} from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'
import { paths } from '#web/paths.ts'

test('the next delivery is skipped and restored, with a preview of each', { tag: '@core' }, async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  const [next, second] = [addDays(ana.firstDate, 7), addDays(ana.firstDate, 14)]
  const card = await openSubscriptionCard(page, ana)
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  const days = card.getByRole('list', { name: 'Coming up' }).getByRole('listitem')
  await expect(days).toHaveCount(6)
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Skip delivery' }).click()
  const dialog = page.getByRole('dialog', { name: 'Skip this delivery?' })
  await expect(dialog).toContainText(`No delivery on ${formatDate(next)}`)
  await expect(dialog).toContainText(`Your next charge is $15.28 on ${formatDate(second)}.`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'Skip delivery' })).toBeFocused()
  expect((await getSubscription(page, ana.id)).next?.date).toBe(next)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Skip delivery' }).click()

  await expectToast(
    page,
    'Delivery skipped',
    `Your next charge is $15.28 on ${formatDate(second)}.`,
  )
  await expect(days.first().locator('s')).toHaveText(formatDate(next))
  await expect(card.getByRole('region', { name: 'Following delivery' })).toContainText(
    formatDate(second),
  )
  await expectAccessible(page)
  await page.reload()
  await days.first().getByRole('button', { name: 'Restore delivery' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore this delivery?' })
  await expect(restore).toContainText(`Your next charge is $15.28 on ${formatDate(next)}.`)
  await restore.getByRole('button', { name: 'Restore delivery' }).click()
  await expect(restore).toBeHidden()
  await expect(days.first().locator('s')).toHaveCount(0)
  expect((await getSubscription(page, ana.id)).next?.date).toBe(next)
})

test('a delivery is rescheduled, and an invalid date shows why', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  const next = addDays(ana.firstDate, 7)
  const card = await openSubscriptionCard(page, ana)

  await card.getByRole('button', { name: 'Change date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change delivery date' })
  const save = dialog.getByRole('button', { name: 'Change date' })
  const date = dialog.getByLabel('New delivery date')
  await expect(save).toBeDisabled()
  await date.fill(addDays(next, 9))
  await expect(dialog).toContainText('Choose a date between your previous and next deliveries.')
  await expect(save).toBeDisabled()
  await expectAccessible(page)
  await date.fill(addDays(next, 2))
  await expect(dialog).toContainText(
    `Your next charge is $15.28 on ${formatDate(addDays(next, 2))}.`,
  )
  await save.click()

  await expect(dialog).toBeHidden()
  await expect(card.getByText('Rescheduled', { exact: true })).toBeVisible()
  await time.advanceToMorning(addDays(next, 2))
  expect(await getRenewals(page, ana)).toMatchObject([
    { deliveryDate: addDays(next, 2), paymentStatus: 'paid', total: '15.28' },
  ])
})

test('extra items are added to one delivery and charged with it', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  const next = addDays(ana.firstDate, 7)
  const card = await openSubscriptionCard(page, ana)

  await card.getByRole('button', { name: 'Add items' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add items to this delivery' })
  await dialog.getByRole('button', { name: 'Increase quantity of Purified Water 5 Gallon' }).click()
  await expect(dialog).toContainText(`Your next charge is $21.65 on ${formatDate(next)}.`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add items' }).click()
  await expect(dialog).toBeHidden()
  const upcoming = card.getByRole('list', { name: 'Coming up' }).getByRole('listitem')
  await expect(upcoming.first()).toContainText('$21.65Extra items')
  await expect(upcoming.nth(1)).toContainText('$15.28')

  await time.advanceTo(aroundCutoff(next, -1))
  await page.goto('/customer/orders')
  const [renewal] = await getRenewals(page, ana)
  await page.getByRole('button', { name: renewal?.id.slice(0, 8) ?? '' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('link', { name: `Subscription #${ana.number}` })).toBeVisible()
  await expect(sheet).toContainText(`Payment on ${formatDate(next)}`)
  await expect(sheet.getByText('Payment scheduled', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(paths.confirmation(renewal?.id ?? ''))
  await expect(page.getByText("We'll charge your saved card on the delivery date.")).toBeVisible()
  await expect(page.getByText(`Subscription #${ana.number}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(paths.pay(renewal?.id ?? ''))
  await expect(page.getByRole('heading', { name: 'Nothing to pay yet' })).toBeVisible()

  await time.advanceToMorning(next)
  expect(await getRenewals(page, ana)).toMatchObject([{ paymentStatus: 'paid', total: '21.65' }])
})

test('the delivery dates are available as a calendar feed', async ({ page, time, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ana = await createSubscriber(page, time)
  const card = await openSubscriptionCard(page, ana)

  await card.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, 'Calendar link copied', 'Paste it into your calendar app to subscribe.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await expect(card.getByRole('link', { name: 'Add to my calendar' })).toHaveAttribute(
    'href',
    copied.replace('http:', 'webcal:'),
  )

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await card.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, 'Copy this link', copied)

  const feed = await (await page.request.get(copied)).text()
  expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(6)
  expect(feed).toContain(`DTSTART;VALUE=DATE:${addDays(ana.firstDate, 7).replaceAll('-', '')}`)
})

test('past the cut-off a delivery cannot be changed, and the page shows why', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  const next = addDays(ana.firstDate, 7)
  await time.advanceTo(aroundCutoff(next, -1))
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Skip delivery' }).click()
  const dialog = page.getByRole('dialog', { name: 'Skip this delivery?' })
  const skip = dialog.getByRole('button', { name: 'Skip delivery' })
  await expect(skip).toBeEnabled()
  await page.route('**/api/customer/orders/*/subscription', (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await skip.click()
  await expect(dialog).toContainText("We couldn't save this change. Try again.")
  await page.unroute('**/api/customer/orders/*/subscription')

  await time.advanceTo(aroundCutoff(next, 1))
  await skip.click()
  await expect(dialog).toContainText("It's too late to change this delivery")
  await expectAccessible(page)
  await page.reload()

  const disabledSkip = card.getByRole('button', { name: 'Skip delivery' })
  await expect(disabledSkip).toBeDisabled()
  await expect(disabledSkip).toHaveAccessibleDescription(/^We're preparing this delivery/)
})
