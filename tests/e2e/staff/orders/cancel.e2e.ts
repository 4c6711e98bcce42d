import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e/base-test.ts'
import { paidOrder, unpaidOrder } from '#tests/support/e2e/orders.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const number = (orderId: string) => orderId.slice(0, 8)

const getRefunds = async (page: Page, orderId: string): Promise<{ amount: string }[]> =>
  (await (await page.request.get(`/api/admin/orders/${orderId}`)).json()).refunds

test('cancelling a paid order in the dialog asks what happens to the payment', {
  tag: '@core',
}, async ({ page }) => {
  const customerEmail = `${uniqueWord('cancel')}@example.com`
  const orderId = await paidOrder(page, { customerEmail })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${customerEmail}`)
  await rowWith(page, customerEmail).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit order ${number(orderId)}` })
  await expect(dialog.getByRole('radio')).toHaveCount(0)

  await choose(page, dialog.getByLabel('Order Status'), 'Cancelled')
  const refund = dialog.getByRole('radio', { name: 'Refund $17.98 to the card' })
  await expect(refund).not.toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Keep the payment' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Choose what happens to the payment')
  await expectAccessibleInBothThemes(page)

  await choose(page, dialog.getByLabel('Order Status'), 'Completed')
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await choose(page, dialog.getByLabel('Order Status'), 'Cancelled')
  await refund.check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')
  await expect(dialog).toBeHidden()
  expect(await getRefunds(page, orderId)).toMatchObject([{ amount: '17.98' }])
})

test('in the panel, by keyboard and on a phone, an order is cancelled without a refund', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const orderId = await paidOrder(page)
  await signInAsStaff(page)
  await page.goto(`/admin/orders?order=${orderId}`)
  const form = page.getByRole('form', { name: 'Status' })
  await choose(page, form.getByLabel('Order Status'), 'Cancelled')
  await form.getByRole('radio', { name: 'Refund $17.98 to the card' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('radio', { name: 'Keep the payment' })).toBeChecked()
  await expectAccessibleInBothThemes(page)
  await form.getByRole('button', { name: 'Save' }).press('Enter')

  await expectToast(page, 'Order updated successfully')
  await expect(form.getByRole('radio')).toHaveCount(0)
  expect(await getRefunds(page, orderId)).toEqual([])
})

test('several orders are cancelled with a refund, and an undo cancels the refund', async ({
  page,
}) => {
  const customerEmail = `${uniqueWord('cancel-all')}@example.com`
  const orderId = await paidOrder(page, { customerEmail })
  await unpaidOrder(page, { customerEmail })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${customerEmail}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Set status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set status of 2 orders' })
  await choose(page, dialog.getByLabel('Order Status'), 'Cancelled')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toContainText('Choose what happens to the payment')
  await dialog.getByRole('radio', { name: 'Refund the paid order to its card' }).check()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Update' }).click()

  await expectToast(page, '2 orders updated')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  expect(await getRefunds(page, orderId)).toMatchObject([{ amount: '17.98' }])
  await undo.click()
  await expectToast(page, 'Change undone')
  expect(await getRefunds(page, orderId)).toEqual([])
})

test('an unpaid order is cancelled without a refund choice', async ({ page }) => {
  const customerEmail = `${uniqueWord('unpaid')}@example.com`
  await unpaidOrder(page, { customerEmail })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${customerEmail}`)
  await rowWith(page, customerEmail).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: /^Edit order/ })
  await choose(page, dialog.getByLabel('Order Status'), 'Cancelled')
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Order updated successfully')
})
