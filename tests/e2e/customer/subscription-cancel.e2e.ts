import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#contract/calendar.ts'
import { expectAccessible } from '#tests/support/journey.ts'
import { expect, type OwnTime, test } from '#tests/support/journey-in-time.ts'
import {
  aroundCutoff,
  childrenOf,
  openCard,
  type Subscriber,
  subscriber,
} from '#tests/support/journey-subscriber.ts'

async function cancelAround(page: Page, time: OwnTime, ana: Subscriber, hours: 1 | -1) {
  const next = addDays(ana.firstDate, 7)
  await time.moveToMorningOf(addDays(next, -3))
  await time.moveTo(aroundCutoff(next, hours))
  const card = await openCard(page, ana)
  await card.getByRole('button', { name: 'Cancel Subscription' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Subscription?' })
  await expect(dialog).toContainText('This action cannot be undone.')
  await expectAccessible(page)
  return { card, dialog, next, confirm: dialog.getByRole('button', { name: /^Yes/ }) }
}

test('more than 24 hours before a delivery a cancellation calls it off, unpaid', async ({
  page,
  time,
}) => {
  const ana = await subscriber(page, time)
  const { card, dialog, next, confirm } = await cancelAround(page, time, ana, -1)
  await expect(dialog).toContainText(
    `No more water comes: the delivery on ${formatDate(next)} is called off, and you are not charged for it.`,
  )

  await confirm.click()
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card).toContainText(`Ended${formatDate(addDays(next, -1), 'short')}`)
  await expect(card).not.toContainText('Next delivery date')
  await time.moveToMorningOf(next)
  await time.moveToMorningOf(addDays(next, 7))

  expect(await childrenOf(page, ana)).toMatchObject([
    { status: 'cancelled', paymentStatus: 'pending' },
  ])
})

test('within 24 hours the delivery still comes and is charged, and nothing after it', async ({
  page,
  time,
}) => {
  const ana = await subscriber(page, time)
  const { card, dialog, next, confirm } = await cancelAround(page, time, ana, 1)
  await expect(dialog).toContainText(
    `It is too late to call off the delivery on ${formatDate(next)}: it still comes and is charged. Nothing comes after it.`,
  )

  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText(`Last delivery${formatDate(next)}`)
  await time.moveToMorningOf(next)
  await time.moveToMorningOf(addDays(next, 4))
  await time.moveToMorningOf(addDays(next, 7))

  expect(await childrenOf(page, ana)).toMatchObject([
    { deliveryDate: next, paymentStatus: 'paid', total: '15.28' },
  ])
})
