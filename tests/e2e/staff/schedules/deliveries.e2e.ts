import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  fillCard,
  fillCart,
  fillDelivery,
  goToCheckout,
  test,
} from '#tests/support/e2e/base-test.ts'
import {
  choose,
  deliveryDay,
  expectToast,
  formattedDeliveryDay,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

/** Pays by card and leaves the tracking panel open on the home page. */
async function buyAndTrack(page: Page, name: string): Promise<void> {
  await fillCart(page, 'Spring Water 5 Gallon', 1)
  await goToCheckout(page)
  await fillDelivery(page, { name, email: `${name.toLowerCase()}@example.com` })
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByText('Track Order').click()
  await expect(
    page.getByRole('dialog', { name: 'Track Order' }).getByText('Live', { exact: true }),
  ).toBeVisible()
}

async function addTruck(page: Page, name: string, status = 'available'): Promise<string> {
  const response = await page.request.post('/api/admin/trucks', {
    data: { name, licensePlate: `${name} 1`, capacity: 10, status },
  })
  return (await response.json()).id
}

test('a delivery is scheduled, assigned and completed while the customer watches', {
  tag: '@core',
}, async ({ page, browser }) => {
  // A customer and a staff member in two browsers, from checkout to delivery.
  test.slow()
  const name = uniqueWord('Nora')
  const buyer = await (await browser.newContext()).newPage()
  await buyAndTrack(buyer, name)
  const panel = buyer.getByRole('dialog', { name: 'Track Order' })
  await signInAsStaff(page)
  const truck = uniqueWord('Minnow')
  await addTruck(page, truck)

  await page.goto(`/admin/schedules?q=${name}`)
  await page.getByRole('button', { name: 'Add Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Status')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Order is required')).toBeVisible()
  await expect(dialog.getByText('Date is required')).toBeVisible()
  await dialog.getByLabel('Order').click()
  await dialog.getByRole('searchbox').fill(name.toUpperCase())
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('option', { name: `${name} - 12 Main Street` }).click()
  await choose(page, dialog.getByLabel('Truck'), `${truck} (${truck} 1)`)
  await dialog.getByLabel('Date').fill(deliveryDay)
  await dialog.getByLabel('Time').fill('09:30')
  await dialog.getByLabel('Notes').fill('Ring twice')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Schedule created successfully')

  const row = rowWith(page, `${name} - 12 Main Street`)
  await expect(row.getByRole('cell')).toContainText([
    `${name} - 12 Main Street`,
    truck,
    formattedDeliveryDay,
    '09:30',
    'Pending',
    'Ring twice',
  ])

  for (const [status, message] of [
    ['In progress', 'Your water is on the way.'],
    ['Completed', 'Your water has been delivered.'],
  ] as const) {
    await row.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(dialog.getByLabel('Order')).toBeDisabled()
    await expect(dialog.getByLabel('Truck')).toHaveText(`${truck} (${truck} 1)`)
    await choose(page, dialog.getByLabel('Status'), status)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Schedule updated successfully')
    await expect(row).toContainText(status)
    await expect(panel.getByText(message)).toBeVisible()
  }
  await page.goto(`/admin/orders?q=${name}`)
  await expect(rowWith(page, name.toLowerCase())).toContainText('Delivered')
})

test('an unavailable truck stays assigned, and cannot be assigned to other schedules', async ({
  page,
  request,
}) => {
  const name = uniqueWord('Otto')
  const truck = uniqueWord('Pike')
  const orderId = await placeOrder(request, { name, email: `${name.toLowerCase()}@example.com` })
  await signInAsStaff(page)
  const truckId = await addTruck(page, truck)
  await page.request.post('/api/admin/schedules', {
    data: { orderId, truckId, scheduledDate: deliveryDay },
  })
  await page.request.patch(`/api/admin/trucks/${truckId}`, { data: { status: 'maintenance' } })

  await page.goto(`/admin/schedules?q=${name}`)
  const row = rowWith(page, name)
  await expect(row).toContainText(truck)
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Truck')).toHaveText(`${truck} (${truck} 1)`)
  await dialog.getByLabel('Truck').click()
  await expect(page.getByRole('option', { name: 'Unassigned' })).toBeVisible()
  await expect(page.getByRole('option', { name: truck })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Notes').fill('First note')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Schedule updated successfully')
  await expect(row).toContainText('First note')
  await expect(row).toContainText(truck)

  await page.request.delete(`/api/admin/trucks/${truckId}`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(row).toContainText('Unknown')
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialog.getByLabel('Truck')).toHaveText('Unknown')
  await dialog.getByLabel('Notes').fill('Second note')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Second note')
  await expect(row).toContainText('Unknown')

  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  await choose(page, dialog.getByLabel('Truck'), 'Unassigned')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Unassigned')
})

test('a schedule is deleted after confirmation, and an empty list explains how to start', async ({
  page,
  request,
}) => {
  const name = uniqueWord('Vera')
  const orderId = await placeOrder(request, { name, email: `${name.toLowerCase()}@example.com` })
  await signInAsStaff(page)
  await page.request.post('/api/admin/schedules', {
    data: { orderId, scheduledDate: deliveryDay },
  })
  await page.goto(`/admin/schedules?q=${name}&status=pending`)
  const row = rowWith(page, name)
  await row.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('This action cannot be undone.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Schedule deleted successfully')
  await expect(row).toBeHidden()

  await page.route('/api/admin/schedules*', (route) => route.fulfill({ json: [] }))
  await page.goto('/admin/schedules')
  await expect(
    page.getByText('No schedules found. Add your first schedule to get started.'),
  ).toBeVisible()
  await expectAccessible(page)
})
