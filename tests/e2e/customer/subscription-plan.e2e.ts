import { addDays, cycleDate, formatDate } from '#contract/dates/calendar.ts'
import { expectAccessible, expectNoOverflow, expectToast } from '#tests/support/e2e/base-test.ts'
import {
  createSubscriber,
  getSubscription,
  openSubscriptionCard,
} from '#tests/support/e2e/subscriber.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

test('deliveries pause until a date, and resume earlier', { tag: '@core' }, async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  const [next, third] = [addDays(ana.firstDate, 7), addDays(ana.firstDate, 21)]
  const card = await openSubscriptionCard(page, ana)

  await card.getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause deliveries' })
  await dialog.getByLabel('Pause until').fill(addDays(third, -2))
  await expect(dialog).toContainText(`Your next charge is $15.28 on ${formatDate(third)}.`)
  await expectAccessible(page)
  await dialog.getByLabel('Until I resume').check()
  await expect(dialog).toContainText("You won't be charged until you resume.")
  await dialog.getByLabel('Until a date').check()
  await expect(dialog).toContainText(`Your next charge is $15.28 on ${formatDate(third)}.`)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    card.getByText(`Paused until ${formatDate(addDays(third, -2), 'short')}`),
  ).toBeVisible()
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Resume' }).click()
  const resume = page.getByRole('dialog', { name: 'Resume deliveries?' })
  await expect(resume).toContainText(`Your next charge is $15.28 on ${formatDate(next)}.`)
  await resume.getByRole('button', { name: 'Resume' }).click()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await time.advanceToMorning(next)
  expect((await getSubscription(page, ana.id)).next).toMatchObject({ date: next, status: 'paid' })
})

test('a pause ends automatically on its date', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  const third = addDays(ana.firstDate, 21)
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause deliveries' })
  await dialog.getByLabel('Pause until').fill(addDays(third, -2))
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog).toBeHidden()

  for (const days of [7, 14, 19]) await time.advanceToMorning(addDays(ana.firstDate, days))
  await page.reload()

  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(card.getByRole('region', { name: 'Next delivery' })).toContainText(formatDate(third))
})

test('a swap for a smaller size previews the new charge', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  const next = addDays(ana.firstDate, 7)
  const card = await openSubscriptionCard(page, ana)

  await card.getByRole('button', { name: 'Change products' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change products' })
  await dialog.getByRole('button', { name: 'Swap for Spring Water 3 Gallon' }).click()
  await expect(dialog).toContainText(`Your next charge is $11.88 on ${formatDate(next)}.`)
  await dialog.getByRole('button', { name: 'Increase quantity of Spring Water 3 Gallon' }).click()
  await expect(dialog).toContainText(`Your next charge is $17.82 on ${formatDate(next)}.`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change products' }).click()

  await expectToast(page, 'Products updated', `Your next charge is $17.82 on ${formatDate(next)}.`)
  await expect(card).toContainText('3 × Spring Water 3 Gallon')
  await expect(card).not.toContainText('Spring Water 5 Gallon')
  await time.advanceToMorning(next)
  await page.goto('/customer/orders')
  await expect(page.getByRole('row').filter({ hasText: '$17.82' })).toContainText('Confirmed')
})

test('the last bottle cannot be removed, and unchanged products cannot be saved', async ({
  page,
  time,
}) => {
  const ana = await createSubscriber(page, time)
  const card = await openSubscriptionCard(page, ana)
  await card.getByRole('button', { name: 'Change products' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change products' })
  const save = dialog.getByRole('button', { name: 'Change products' })
  await expect(dialog).toContainText('These are your current products.')
  await expect(save).toBeDisabled()

  const decrease = dialog.getByRole('button', {
    name: 'Decrease quantity of Spring Water 5 Gallon',
  })
  await decrease.click()
  await decrease.click()

  await expect(dialog).toContainText('Add at least one bottle.')
  await expect(save).toBeDisabled()
})

test('a new frequency keeps the next delivery date', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  const next = addDays(ana.firstDate, 7)
  const card = await openSubscriptionCard(page, ana)

  await card.getByRole('button', { name: 'Change frequency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change frequency' })
  await dialog.getByLabel('Monthly').check()
  await expect(dialog).toContainText(`Your next charge is $15.28 on ${formatDate(next)}.`)
  await expect(dialog).toContainText(
    `The delivery after that will be on ${formatDate(cycleDate(next, 'monthly', 1))}.`,
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change frequency' }).click()

  await expect(dialog).toBeHidden()
  await expect(card).toContainText('FrequencyMonthly')
  await expect(card.getByRole('listitem').filter({ hasText: '$15.28' }).nth(1)).toContainText(
    formatDate(cycleDate(next, 'monthly', 1)),
  )
})

test('a new address is saved, and an incomplete one shows an error', async ({ page, time }) => {
  const ana = await createSubscriber(page, time)
  const card = await openSubscriptionCard(page, ana)

  await card.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change address' })
  const save = dialog.getByRole('button', { name: 'Change address' })
  await dialog.getByLabel('Street Address').fill('9')
  await expect(dialog.getByText('Please enter a valid address')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Street Address').fill('99 Other Street')
  await dialog.getByLabel('City').fill('Rhinebeck')
  await dialog.getByLabel('ZIP Code').fill('12572')
  await expect(dialog).toContainText("We'll deliver to 99 Other Street, Rhinebeck, NY 12572.")
  await expectAccessible(page)
  await save.click()

  await expect(dialog).toBeHidden()
  await expect(card).toContainText('99 Other StreetRhinebeck, NY 12572')
})

test('deliveries can be paused on a phone with the keyboard alone', async ({ page, time }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const ana = await createSubscriber(page, time)
  const card = await openSubscriptionCard(page, ana)
  await expectNoOverflow(page)

  await card.getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pause deliveries' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await dialog.getByLabel('Until a date').focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByLabel('Until I resume')).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeEnabled()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(card.getByText('Paused', { exact: true }).first()).toBeVisible()
})
