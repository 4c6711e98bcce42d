import { delayResponses, expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { ownerPages, placeOrder, signInAsStaff, uniqueWord } from '#tests/support/e2e/staff.ts'

test.beforeEach(({ page }) => signInAsStaff(page))

test('Ctrl K opens the palette, whose code is loaded at the first use', { tag: '@core' }, async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  expect(scripts.filter((url) => url.includes('/palette-'))).toEqual([])

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search the portal' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expect(palette.getByRole('option')).toHaveText(ownerPages)
  await expectAccessible(page)
  expect(scripts.filter((url) => url.includes('/palette-'))).not.toEqual([])

  await page.keyboard.type('tru')
  await expect(palette.getByRole('option')).toHaveText(['Trucks'])
  await expect(palette.getByRole('option')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/trucks')
  await expect(palette).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('customers and orders are found by part of their text', async ({ page, request }) => {
  const word = uniqueWord('palette')
  const orderId = await placeOrder(request, { name: `Zoe ${word}`, email: `${word}@example.com` })
  await page.goto('/admin/trucks')
  await expect(page.getByRole('heading', { name: 'Trucks', level: 1 })).toBeVisible()
  await page.keyboard.press('Meta+k')
  const palette = page.getByRole('dialog', { name: 'Search the portal' })
  // Results appear only once both requests have finished, so that they don't jump.
  const release = await delayResponses(page, '**/api/admin/customers?*')
  const ordersResponse = page.waitForResponse('**/api/admin/orders?*')
  await palette.getByRole('combobox').fill(word)
  await ordersResponse
  await expect(palette.getByRole('status')).toHaveText('Searching...')
  await expect(palette.getByRole('option')).toHaveCount(0)
  release()

  const options = palette.getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(options.first()).toContainText(`Zoe ${word}`)
  await expect(options.last()).toContainText(orderId.slice(0, 8))
  await expectAccessible(page)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/orders?order=${orderId}`)

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await palette.getByRole('combobox').fill(`${word}@example.com`)
  await palette.getByRole('group', { name: 'Customers' }).getByRole('option').click()
  await expect(page).toHaveURL(/\/admin\/customers\?customer=[0-9a-f-]{36}$/)
})

test('a search without results and a failed search show a message', async ({ page }) => {
  await page.goto('/admin/trucks')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const palette = page.getByRole('dialog', { name: 'Search the portal' })
  await palette.getByRole('combobox').fill('no-such-text')
  await expect(palette.getByRole('status')).toHaveText('No customers or orders found')
  await expectAccessible(page)

  await page.route('/api/admin/orders?*', (route) => route.fulfill({ status: 503, body: '' }))
  await palette.getByRole('combobox').fill('no-other-text')
  await expect(palette.getByRole('status')).toHaveText("Search isn't working right now. Try again.")
})

test('closing the palette restores the focus, and it does not open over a dialog', async ({
  page,
}) => {
  await page.goto('/admin/trucks')
  const add = page.getByRole('button', { name: 'Add Truck' }).first()
  await add.focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search the portal' })
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(add).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette).toBeHidden()
  await expect(add).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Truck' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(palette).toBeHidden()
})
