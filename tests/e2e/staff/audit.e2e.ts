import { expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import {
  choose,
  placeOrder,
  rowWith,
  signInAsStaff,
  staff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

test.beforeEach(({ page }) => signInAsStaff(page))

test('an entry shows user, date, action and the values before and after', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const orderId = await placeOrder(request, { email: `${uniqueWord('audit')}@example.com` })
  const number = orderId.slice(0, 8)
  await page.request.patch(`/api/admin/orders/${orderId}`, {
    data: { status: 'confirmed', deliveryStatus: 'failed' },
  })
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Activity log', exact: true }).click()
  await expect(page).toHaveURL('/admin/audit')
  await expect(page.getByRole('heading', { name: 'Activity log', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Action', 'Changes', 'User', 'Date'])

  await page.getByRole('searchbox', { name: 'Search activity' }).fill(number)
  await expect(page).toHaveURL(`/admin/audit?q=${number}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowWith(page, 'Order updated')
  await expect(row).toContainText(staff.email)
  await expect(row.getByRole('deletion')).toHaveText(['pending', 'scheduled'])
  await expect(row.getByRole('insertion')).toHaveText(['confirmed', 'failed'])
  await expectAccessible(page)

  await row.getByRole('link', { name: number }).click()
  await expect(page).toHaveURL(`/admin/orders?order=${orderId}`)
})

test('entries are filtered by subject, searched by staff email, and the view can be shared', async ({
  page,
}) => {
  const name = uniqueWord('Truck')
  const truck = await page.request.post('/api/admin/trucks', {
    data: { name, licensePlate: 'A 1', capacity: 5 },
  })
  const { id } = await truck.json()
  await page.request.delete(`/api/admin/trucks/${id}`)
  await page.goto('/admin/audit')
  await choose(page, page.getByRole('combobox', { name: 'Filter activity' }), 'Trucks')
  await expect(page.getByRole('row', { name: /Order updated/ })).toHaveCount(0)
  await expect(rowWith(page, name)).toHaveCount(2)
  await expect(rowWith(page, name).first()).toContainText('Truck deleted')
  await page.getByRole('searchbox').fill(staff.email)
  await expect(page).toHaveURL(/q=admin%40carboy\.example/)
  await expect(rowWith(page, name)).toHaveCount(2)

  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Filter activity' })).toHaveText('Trucks')
  await expect(rowWith(page, name)).toHaveCount(2)
  await page.getByRole('searchbox').fill('no-such-user')
  await expect(page.getByText('No entries found')).toBeVisible()
  await expectAccessible(page)
})

test('older entries are on the next page, and Back returns to newer ones', async ({ page }) => {
  const entry = (id: number) => ({
    id,
    staffEmail: staff.email,
    at: '2026-03-05T10:00:00.000Z',
    action: 'truck.updated',
    subjectId: '0a1b2c3d-0000-4000-8000-000000000000',
    before: { capacity: id },
    after: { capacity: id + 1 },
  })
  await page.route('/api/admin/audit?*', (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get('cursor') === '51'
    return route.fulfill({
      json: [entry(isSecond ? 50 : 51)],
      headers: isSecond ? {} : { link: '</api/admin/audit?limit=50&cursor=51>; rel="next"' },
    })
  })
  await page.goto('/admin/audit')
  await expect(page.getByRole('insertion')).toHaveText('52')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/admin/audit?cursor=51')
  await expect(page.getByRole('insertion')).toHaveText('51')
  await page.goBack()
  await expect(page.getByRole('insertion')).toHaveText('52')
})

test('the activity log has an error state and an empty state', async ({ page }) => {
  await page.route('/api/admin/audit*', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto('/admin/audit')
  await expect(page.getByText('Failed to load entries')).toBeVisible()
  await page.unroute('/api/admin/audit*')

  await page.route('/api/admin/audit*', (route) => route.fulfill({ json: [] }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No activity yet.')).toBeVisible()
  await expectAccessible(page)
})

test('only staff can read the activity log', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/admin/audit')
  await expect(page).toHaveURL('/admin/login')
  expect((await page.request.get('/api/admin/audit')).status()).toBe(401)
})

test('the activity log is exported as a file', async ({ page }) => {
  await page.goto('/admin/audit')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^activity-.*\.csv$/)
  await page.reload()
  await expect(rowWith(page, 'Activity log exported').first()).toContainText(staff.email)
})
