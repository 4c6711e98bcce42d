import { expect, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  placeOrder,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const wide = { width: 1280, height: 800 }
const tablet = { width: 800, height: 1280 }
const phone = { width: 375, height: 800 }

test('a tablet that is turned keeps what is typed in an open panel', async ({ page, request }) => {
  const email = `${uniqueWord('turned')}@example.com`
  await placeOrder(request, { email })
  await signInAsStaff(page)
  await page.setViewportSize(wide)
  await page.goto(`/admin/customers?q=${email}`)
  const row = page.getByRole('link', { name: email })
  await row.click()
  const panel = page.getByRole('complementary', { name: email })
  await panel.getByLabel('Name').fill('Ana Maria Ruiz')

  await page.setViewportSize(tablet)
  const over = page.getByRole('dialog', { name: email })
  await expect(over.getByLabel('Name')).toHaveValue('Ana Maria Ruiz')
  await expect(over.getByLabel('Name')).toBeFocused()
  await expectNoOverflow(page)
  await expectAccessibleInBothThemes(page)
  // The list is covered, so that the keyboard stays in the panel.
  const close = over.getByRole('button', { name: 'Close' })
  await close.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(over.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.setViewportSize(phone)
  await expect(over.getByLabel('Name')).toHaveValue('Ana Maria Ruiz')
  await expectNoOverflow(page)

  await page.setViewportSize(wide)
  await expect(panel.getByLabel('Name')).toHaveValue('Ana Maria Ruiz')
  await page.setViewportSize(tablet)
  await page.keyboard.press('Escape')
  await expect(over).toBeHidden()
  await expect(row).toBeFocused()
})

test('a sheet stays open with what is typed when the window becomes wide', async ({
  page,
  request,
}) => {
  const email = `${uniqueWord('widened')}@example.com`
  await placeOrder(request, { email })
  await signInAsStaff(page)
  await page.setViewportSize(tablet)
  await page.goto(`/admin/customers?q=${email}`)
  const row = page.getByRole('link', { name: email })
  await row.click()
  const sheet = page.getByRole('dialog', { name: email })
  await sheet.getByLabel('Name').fill('Ana Maria Ruiz')

  await page.setViewportSize(wide)
  await expect(sheet.getByLabel('Name')).toHaveValue('Ana Maria Ruiz')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(row).toBeFocused()
  await row.click()
  await expect(page.getByRole('complementary', { name: email })).toBeVisible()
})
