import type { Page } from '@playwright/test'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, expectNoOverflow, freshEmail, test } from '#tests/support/e2e/base-test.ts'
import { queryE2eDatabase } from '#tests/support/e2e/database.ts'
import { paidOrder } from '#tests/support/e2e/orders.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

const readPoint = async (page: Page, id: string) =>
  (await page.request.get(fillPath(apiPaths.adminOrderPoint, { id }))).json()

/** A door that drivers were at three times; their taps have their own tests. */
async function learnedDoor(page: Page, baseURL: string | undefined) {
  const orderId = await paidOrder(page, { customerEmail: freshEmail('learned') })
  const { customerId, id, address, zip } = await readPoint(page, orderId)
  const place = { lat: 41.95, lon: -74.05 }
  await queryE2eDatabase(
    baseURL,
    `insert into delivery_points (customer_id, address_key, address, zip, lat, lon, place_source,
       learned_lat, learned_lon, learned_visits, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'fix', $5, $6, 3, now())`,
    [customerId, id, address, zip, place.lat, place.lon],
  )
  return { orderId, customerId }
}

test('staff see from how many visits a place was learned, undo it by keyboard and use it again', async ({
  page,
  baseURL,
}) => {
  await signInAsStaff(page)
  const { orderId, customerId } = await learnedDoor(page, baseURL)
  await page.goto(`/admin/orders?order=${orderId}`)
  const summary = 'Learned from 3 visits, 3.3 mi from the center of the ZIP code'
  await expect(page.getByText(summary, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open delivery point' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delivery point' })
  const learned = dialog.getByRole('switch', { name: 'Use the learned place' })
  await expect(learned).toBeChecked()
  await expect(learned).toHaveAccessibleDescription(new RegExp(summary))
  await expect(dialog.getByText('Learned from drivers.')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await learned.press('Space')
  await expect(learned).not.toBeChecked()
  await expect(dialog.getByText('Center of the ZIP code.', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^No pin\. The place is 41\.987541, -74\.010273\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expectToast(page, 'Delivery point updated')
  await expect(page.getByText('Center of the ZIP code', { exact: true })).toBeVisible()
  expect(await readPoint(page, orderId)).toMatchObject({
    placeSource: 'zip',
    learned: { visits: 3 },
    isLearnedUsed: false,
  })

  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(`/admin/customers?customer=${customerId}`)
  await page.getByRole('button', { name: 'Open delivery point' }).first().click()
  await expect(learned).not.toBeChecked()
  await expectNoOverflow(page)
  await expectAccessibleInBothThemes(page)
  await learned.click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(summary, { exact: true })).toBeVisible()
  expect(await readPoint(page, orderId)).toMatchObject({ placeSource: 'fix' })
})

test('a pin wins over a learned place, which is shown next to it', async ({ page, baseURL }) => {
  await signInAsStaff(page)
  const { orderId } = await learnedDoor(page, baseURL)
  await page.goto(`/admin/orders?order=${orderId}`)
  await page.getByRole('button', { name: 'Open delivery point' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Delivery point' })
  await dialog.getByRole('button', { name: /^Map:/ }).press('ArrowUp')
  await expect(dialog.getByText("We'll use it if you remove the pin.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Pinned by staff')).toBeVisible()
  await page.getByRole('button', { name: 'Open delivery point' }).first().click()
  await dialog.getByRole('button', { name: 'Remove pin' }).click()
  await expect(dialog.getByText('Learned from drivers.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await readPoint(page, orderId)).placeSource).toBe('fix')
})
