import { expectToast, rowWith } from '#tests/support/e2e/staff.ts'
import { names, openProducts, shopNames } from '#tests/support/e2e/staff-products.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

test('products are ordered by keyboard and by dragging, in the shop as well', {
  tag: '@core',
}, async ({ page }) => {
  await openProducts(page)
  const [first = '', second = '', ...rest] = await names(page)

  const down = page.getByRole('button', { name: `Move down ${first}` })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).toEqual([second, first, ...rest])
  await expect(down).toBeFocused()
  await expect(page.getByText(`${first} moved to position 2 of`)).toBeAttached()
  await expect.poll(async () => (await shopNames(page)).slice(0, 2)).toEqual([second, first])

  const dragHandle = (name: string) => rowWith(page, name).locator('[data-drag-handle]')
  await dragHandle(first).dragTo(rowWith(page, second), { targetPosition: { x: 60, y: 4 } })
  await expect.poll(() => names(page)).toEqual([first, second, ...rest])
  await expect.poll(async () => (await shopNames(page)).slice(0, 2)).toEqual([first, second])
  await page.reload()
  await expect.poll(() => names(page)).toEqual([first, second, ...rest])
  await expect(page.getByRole('button', { name: `Move up ${first}` })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('a failed move is undone and explained', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/503/)
  await openProducts(page)
  const before = await names(page)
  await page.route('**/api/admin/products/*/move', (route) =>
    route.fulfill({ status: 503, json: { message: 'Try again later.' } }),
  )

  await page.getByRole('button', { name: `Move down ${before[0]}` }).click()

  await expectToast(page, 'Try again later.')
  await expect.poll(() => names(page)).toEqual(before)
})
