import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { choose, placeOrder, signInAsStaff, uniqueWord } from '#tests/support/e2e/staff.ts'

async function exportList(page: Page) {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('the export contains the rows of the searched and filtered list', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const word = uniqueWord('csv')
  const name = `=HYPERLINK("http://x.test","${word}")`
  const id = await placeOrder(request, { name, email: `${word}@example.com` })
  await placeOrder(request, { email: `${word}.two@example.com` })
  await signInAsStaff(page)
  await page.goto(`/admin/orders?q=${word}@`)
  await expect(page.getByRole('row')).toHaveCount(2)

  const file = await exportList(page)

  expect(file.name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
  const [header, row, ...rest] = file.text.split('\r\n')
  expect(header).toMatch(/^\uFEFFOrder ID,Customer,Total,Status,Delivery Status,Delivery Date,/)
  expect(row).toContain(`${id},${word}@example.com,`)
  expect(row).toContain(`"'=HYPERLINK(""http://x.test"",""${word}"")"`)
  expect(rest).toEqual([''])

  await choose(page, page.getByLabel('Filter orders'), 'Cancelled')
  await expect(page.getByText('No orders found')).toBeVisible()
  expect((await exportList(page)).text.split('\r\n')).toHaveLength(2)
})

for (const list of ['customers', 'trucks', 'schedules']) {
  test(`${list} can be exported`, async ({ page }) => {
    await signInAsStaff(page)
    await page.goto(`/admin/${list}`)

    const file = await exportList(page)

    expect(file.name).toMatch(new RegExp(`^${list}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    expect(file.text).toMatch(/^\uFEFF[A-Z]/)
    await expectAccessible(page)
  })
}

test('after the session has ended, an export redirects to the login and downloads nothing', async ({
  page,
}) => {
  await signInAsStaff(page)
  await page.goto('/admin/trucks')
  await expect(page.getByRole('link', { name: 'Export' })).toBeVisible()
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await page.context().clearCookies()

  await page.getByRole('link', { name: 'Export' }).click()

  await expect(page).toHaveURL(/\/admin\/login/)
  expect(downloads).toBe(0)
})
