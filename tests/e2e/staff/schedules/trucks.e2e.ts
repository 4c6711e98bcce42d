import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import {
  choose,
  expectToast,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

test('a truck is added, edited and deleted', { tag: '@core' }, async ({ page }) => {
  const name = uniqueWord('Whale')
  await signInAsStaff(page)
  await page.goto('/admin/trucks')

  await page.getByRole('button', { name: 'Add Truck' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Capacity')).toHaveValue('10')
  await expect(dialog.getByLabel('Status')).toHaveCount(0)
  await dialog.getByLabel('Capacity').fill('0')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('License plate is required')).toBeVisible()
  await expect(dialog.getByText('Capacity must be at least 1')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('License Plate').fill('WTR 101')
  await dialog.getByLabel('Capacity').fill('40')
  await dialog.getByRole('button', { name: 'Create' }).click()

  await expectToast(page, 'Truck created successfully')
  const row = rowWith(page, name)
  await expect(row.getByRole('cell')).toContainText([name, 'WTR 101', '40 bottles', 'Available'])
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'License Plate',
    'Capacity',
    'Status',
    'Actions',
  ])
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  await choose(page, dialog.getByLabel('Status'), 'Maintenance')
  await dialog.getByLabel('Capacity').fill('35')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Truck updated successfully')
  await expect(row).toContainText('35 bottles')
  await expect(row).toContainText('Maintenance')

  await row.getByRole('button', { name: 'Delete', exact: true }).click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText(
    `Are you sure you want to delete ${name}? This action cannot be undone.`,
  )
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete', exact: true }).click()
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Truck deleted successfully')
  await expect(row).toBeHidden()
})

test('an empty list explains how to start, and each failure has its message', async ({ page }) => {
  await signInAsStaff(page)
  const trucks: object[] = []
  await page.route(/\/api\/admin\/trucks/, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: trucks })
      : route.fulfill({ status: 503, body: '' }),
  )
  await page.goto('/admin/trucks')
  await expect(
    page.getByText('No trucks found. Add your first truck to get started.'),
  ).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add Truck' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Blue')
  await dialog.getByLabel('License Plate').fill('B 1')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Failed to create truck')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  trucks.push({ id: 't1', name: 'Blue', licensePlate: 'B 1', capacity: 10, status: 'available' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update truck')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Failed to delete truck')
})
