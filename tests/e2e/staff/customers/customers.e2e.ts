import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  placeOrder,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

test('a customer is found by part of name or email, and edited', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const word = uniqueWord('Quill')
  const email = `${word.toLowerCase()}@example.com`
  await placeOrder(request, { name: `Ana ${word}`, email })
  await signInAsStaff(page)
  await page.goto('/admin/customers')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Email',
    'Name',
    'Phone',
    'Created',
    'Actions',
  ])

  await page.getByRole('searchbox').fill(word.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(`/admin/customers?q=${word.toUpperCase()}`)
  await expectAccessible(page)

  await rowWith(page, email).getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toHaveValue(`Ana ${word}`)
  await dialog.getByLabel('Name').fill(`Anna ${word}`)
  await dialog.getByLabel('Phone').fill('845-555-0177')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expectToast(page, 'Customer updated successfully')
  await expect(dialog).toBeHidden()
  await expect(rowWith(page, `Anna ${word}`)).toContainText('845-555-0177')
})

test('a view can be shared, and Back leads to the previous one', async ({ page, request }) => {
  const word = uniqueWord('share')
  await placeOrder(request, { email: `${word}@example.com` })
  await signInAsStaff(page)
  await page.goto('/admin/customers')
  await expect(page.getByRole('table')).toBeVisible()

  await page.getByRole('searchbox').fill('no-such-customer')
  await expect(page.getByText('No customers found')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('table')).toBeVisible()

  await page.goto(`/admin/customers?q=${word}`)
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a long list has pages, and a page can be shared', async ({ page }) => {
  const customers = (from: number) =>
    Array.from({ length: 50 }, (_, n) => ({
      id: `c${from + n}`,
      email: `c${from + n}@example.com`,
    }))
  await page.route('/api/admin/customers*', (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    return route.fulfill({
      json: customers(cursor ? 50 : 0),
      headers: {
        'x-total-count': '100',
        ...(cursor ? {} : { link: '</api/admin/customers?limit=50&cursor=b>; rel="next"' }),
      },
    })
  })
  await signInAsStaff(page)
  await page.goto('/admin/customers')
  await expect(page.getByText('50 of 100 customers')).toBeVisible()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('c50@example.com')).toBeVisible()
  await expect(page).toHaveURL('/admin/customers?cursor=b')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('c0@example.com')).toBeVisible()
  await expect(page).toHaveURL('/admin/customers')

  await page.goto('/admin/customers?cursor=b')
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(page.getByText('c0@example.com')).toBeVisible()
})

test('a failed change shows an error and keeps the input', async ({ page, request }) => {
  const word = uniqueWord('fail')
  await placeOrder(request, { email: `${word}@example.com` })
  await signInAsStaff(page)
  await page.route(/\/api\/admin\/customers\/.+/, (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  await page.goto(`/admin/customers?q=${word}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Unsaved name')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

  await expectToast(page, 'Failed to update customer')
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Unsaved name')
})

test('a long name fits in its input field', async ({ page, request }) => {
  const email = `${uniqueWord('long')}@example.com`
  await placeOrder(request, { email, name: 'Bartholomew Featherstonehaugh-Smythe' })
  await signInAsStaff(page)
  await page.goto(`/admin/customers?q=${email}`)
  await page.getByRole('link', { name: email }).click()

  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(field).toHaveValue('Bartholomew Featherstonehaugh-Smythe')
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
})

test('on a phone a customer opens in a sheet, and a long email does not cover its button', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const email = `${uniqueWord('a.very.long.email.address.of.a.customer')}@example.com`
  await placeOrder(request, { email })
  await signInAsStaff(page)
  await page.goto(`/admin/customers?q=${email}`)
  await page.getByRole('link', { name: email }).click()
  const sheet = page.getByRole('dialog', { name: email })
  await expect(sheet).toContainText('Orders (1)')
  await expectAccessibleInBothThemes(page)
  const button = await sheet.getByRole('button', { name: 'Close' }).boundingBox()
  const textEnd = await sheet.getByRole('heading', { name: email }).evaluate((title) => {
    const range = document.createRange()
    range.selectNodeContents(title)
    return range.getBoundingClientRect().right
  })
  expect(textEnd).toBeLessThanOrEqual(button?.x ?? 0)
})
