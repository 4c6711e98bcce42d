import { delayResponses, expect, expectAccessible, test } from '#tests/support/e2e/base-test.ts'
import { expectToast, signInAsStaff, staff } from '#tests/support/e2e/staff.ts'

const pages = ['dashboard', 'customers', 'orders', 'trucks', 'schedules']

test('staff pages redirect to the login without a session', async ({ page }) => {
  for (const path of pages) {
    await page.goto(`/admin/${path}`)
    await expect(page).toHaveURL('/admin/login')
  }
})

test('a customer is redirected to the staff login too', async ({ page }) => {
  await page.route('/api/auth/me', (route) =>
    route.fulfill({ json: { user: { role: 'customer', email: 'ana@example.com' } } }),
  )

  await page.goto('/admin/orders')

  await expect(page).toHaveURL('/admin/login')
})

test('the login form shows field errors and the error of the server', async ({ page }) => {
  await page.goto('/admin/login')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password')
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')

  await email.fill('not an email')
  await password.fill('12345')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expectAccessible(page)

  await email.fill(staff.email)
  await password.fill('wrong password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectToast(page, 'Login Failed')
  await expectToast(page, 'Incorrect email or password.')
  await expect(page).toHaveURL('/admin/login')
})

test('staff log in, visit the pages and log out', { tag: '@core' }, async ({ page }) => {
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/admin/login')
  await page.getByLabel('Email').fill(staff.email)
  await page.getByLabel('Password').fill(staff.password)
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(page).toHaveURL('/admin/dashboard')
  await expectToast(page, 'Login Successful')
  await expectToast(page, 'Welcome to the admin portal')
  await expect(page.getByRole('banner')).toContainText('Admin Portal')
  for (const label of ['Total Customers', 'Total Orders', 'Active Trucks', 'Pending Deliveries']) {
    await expect(page.getByRole('region', { name: label })).toContainText(/\d/)
  }
  await expectAccessible(page)

  for (const name of ['Customers', 'Orders', 'Trucks', 'Schedules', 'Dashboard']) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page).toHaveURL('/admin/login')
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/admin/login')
})

test('a login shows its pending state, and a default message if it fails without one', async ({
  page,
}) => {
  await page.route('/api/admin/login', (route) => route.fulfill({ status: 503, body: '' }))
  const release = await delayResponses(page, '/api/admin/login')
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(staff.email)
  await page.getByLabel('Password').fill(staff.password)
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  release()
  await expectToast(page, 'Login failed')
})

test('a failed logout shows an error and stays on the page', async ({ page }) => {
  await signInAsStaff(page)
  await page.route('/api/auth/logout', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/admin/dashboard')

  await page.getByRole('button', { name: 'Logout', exact: true }).click()

  await expectToast(page, 'Logout Failed')
  await expectToast(page, 'Failed to logout. Please try again.')
  await expect(page).toHaveURL('/admin/dashboard')
})
