import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#contract/dates/calendar.ts'
import { expectAccessible } from '#tests/support/e2e/base-test.ts'
import {
  aroundCutoff,
  createSubscriber,
  findEmail,
  getSubscription,
  type Subscriber,
} from '#tests/support/e2e/subscriber.ts'
import { expect, type TimeControl, test } from '#tests/support/e2e/with-clock.ts'

/** The links of the reminder email three days before the delivery, in order. */
async function reminded(page: Page, time: TimeControl, ana: Subscriber): Promise<string[]> {
  const next = addDays(ana.firstDate, 7)
  await time.advanceToMorning(addDays(next, -3))
  const email = await findEmail(page, ana.email, /Your delivery on/)
  return [...new Set([...email.matchAll(/\/deliveries\/[\w.-]+/g)].map(([link]) => link))]
}

test('a reminder link describes its change, applies it once, and then shows it as done', {
  tag: '@core',
}, async ({ page, time, browser }) => {
  const ana = await createSubscriber(page, time)
  const [next, second] = [addDays(ana.firstDate, 7), addDays(ana.firstDate, 14)]
  const [skip = ''] = await reminded(page, time, ana)

  // The customer is not logged in where the email is read.
  const elsewhere = await browser.newContext({ baseURL: time.url })
  const phone = await elsewhere.newPage()
  await phone.setViewportSize({ width: 375, height: 740 })
  const response = await phone.goto(skip)
  expect(response?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const title = phone.getByRole('heading', { name: `Skip the delivery on ${formatDate(next)}` })
  await expect(title).toBeVisible()
  await expect(phone.getByRole('main')).toContainText(
    `Your next charge is $15.28 on ${formatDate(second)}.`,
  )
  await expect(phone.getByRole('main')).toContainText('Make changes by')
  await expectAccessible(phone)
  expect((await getSubscription(page, ana.id)).next?.date).toBe(next)

  await phone.getByRole('button', { name: 'Skip this delivery' }).click()
  await expect(phone.getByText('All set.', { exact: true })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Skip this delivery' })).toHaveCount(0)
  await expectAccessible(phone)
  expect((await getSubscription(page, ana.id)).next?.date).toBe(second)

  await phone.reload()
  await expect(phone.getByText("You've already made this change.")).toBeVisible()
  await elsewhere.close()
})

test('changing the quantity and pausing take one click each', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  const next = addDays(ana.firstDate, 7)
  const [, more = '', , pause = ''] = await reminded(page, time, ana)

  await page.goto(more)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Change to 3 × Spring Water 5 Gallon',
  )
  await expect(page.getByRole('main')).toContainText(
    `Your next charge is $22.92 on ${formatDate(next)}.`,
  )
  await page.getByRole('button', { name: 'Change quantity' }).click()
  await expect(page.getByText('All set.', { exact: true })).toBeVisible()
  expect((await getSubscription(page, ana.id)).next?.total).toBe('22.92')

  await page.goto(pause)
  await page.getByRole('button', { name: 'Pause my deliveries' }).click()
  await expect(page.getByText('All set.', { exact: true })).toBeVisible()
  expect(await getSubscription(page, ana.id)).toMatchObject({
    status: 'paused',
    pausedUntil: addDays(next, 28),
  })
})

test('after the cut-off a link has expired, and a truncated link is not valid', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  const [skip = ''] = await reminded(page, time, ana)
  await page.goto(skip)
  await expect(page.getByRole('button', { name: 'Skip this delivery' })).toBeVisible()
  await time.advanceTo(aroundCutoff(addDays(ana.firstDate, 7), 1))

  await page.getByRole('button', { name: 'Skip this delivery' }).click()
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(skip.slice(0, -4))
  await expect(page.getByRole('heading', { name: "This link isn't valid" })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expectAccessible(page)
})
