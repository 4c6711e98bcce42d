import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  expect,
  expectNoOverflow,
  expectNoOverflowAtAnyWidth,
  freshEmail,
  test,
} from '#tests/support/e2e/base-test.ts'
import { moveBottles } from '#tests/support/e2e/bottle-movements.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const PHONE = { width: 375, height: 800 }

/** A truck that came back today with three bottles too few. */
async function truckWithDifference(page: Page, baseURL: string | undefined) {
  const name = uniqueWord('Short')
  const truck = { name, licensePlate: name, capacity: 50, status: 'available' }
  const { id: truckId } = await (
    await page.request.post(apiPaths.adminTrucks, { data: truck })
  ).json()
  const date = addDays(dateIn('America/New_York', new Date()), -1)
  await moveBottles(baseURL, { truckId, routeId: randomUUID(), date }, [
    { cause: 'loaded', state: 'full', quantity: 20, from: 'depot', to: 'truck' },
    { cause: 'returned', state: 'full', quantity: 17, from: 'truck', to: 'depot' },
  ])
  return name
}

test('rule 61: staff see where the bottles are and correct a count by keyboard', {
  tag: '@core',
}, async ({ page, expectedConsoleErrors }) => {
  // The first submit has no reason.
  expectedConsoleErrors.push(/status of 400/)
  await signInAsStaff(page)
  await page.goto('/admin/bottles')
  await expect(page.getByRole('heading', { name: 'Bottles', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Truck differences' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await page.getByRole('button', { name: 'Correct count' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Correct count' })
  await dialog.getByRole('textbox', { name: 'Bottles' }).fill('12')
  await dialog.getByRole('button', { name: 'Correct count' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Delivered by the plant')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Bottles corrected', { exact: true })).toBeVisible()
})

test('the bottles page offers to load again', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/status of 500/)
  await signInAsStaff(page)
  await page.route(`**${apiPaths.adminBottles}`, (route) =>
    route.fulfill({ status: 500, json: { message: 'Down', code: 'internal' } }),
  )
  await page.goto('/admin/bottles')
  await expect(page.getByText("We couldn't load the bottles")).toBeVisible()
  await page.unroute(`**${apiPaths.adminBottles}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Truck differences' })).toBeVisible()
})

test('rule 61: a difference is booked as lost by keyboard, and the booking is taken back', async ({
  page,
  baseURL,
  expectedConsoleErrors,
}) => {
  // The first submit has no reason.
  expectedConsoleErrors.push(/status of 400/)
  await signInAsStaff(page)
  const name = await truckWithDifference(page, baseURL)
  await page.goto('/admin/bottles')
  const differences = page.getByRole('table', { name: 'Truck differences' })
  const row = differences.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('cell', { name: '3', exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Shrinkage by route' })).toContainText(name)
  await row.getByRole('button', { name: /^Book as lost of/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book as lost' })
  await expect(dialog.getByText(/3 bottles\. The route's counts won't change/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Book as lost' }).press('Enter')
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Fell off the truck')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Difference booked')
  await expect(row.getByRole('cell', { name: '0', exact: true })).toBeVisible()

  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await row.getByRole('button', { name: /^Undo booking of/ }).click()
  const undo = page.getByRole('dialog', { name: 'Undo booking' })
  await expect(undo.getByText(/Fell off the truck/)).toBeVisible()
  await undo.getByRole('textbox', { name: 'Reason' }).fill('Found behind the depot')
  await undo.getByRole('button', { name: 'Undo booking' }).click()
  await expectToast(page, 'Booking undone')
  await expect(row.getByRole('cell', { name: '3', exact: true })).toBeVisible()
})

test('rule 60: opening counts are imported after a preview', async ({ page }) => {
  await signInAsStaff(page)
  const email = freshEmail('count')
  await paidOrder(page, { customerEmail: email })
  await page.goto('/admin/bottles')
  await page.getByRole('button', { name: 'Import counts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import bottle counts' })
  const upload = (...lines: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'bottles.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Email,5 gallons,3 gallons', ...lines].join('\n')),
    })
  await upload(`${email},900,0`, 'nobody@example.com,1,0')
  await expect(dialog.getByText('No customer has this email address')).toBeVisible()
  await upload(`${email},900,0`)
  await expect(dialog.getByText('1 new')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await dialog.getByRole('button', { name: 'Import 1 count' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: '900' }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Import counts' }).click()
  await upload(`${email},7,0`)
  await expect(dialog.getByText("1 not changed because they're already counted")).toBeVisible()
})
