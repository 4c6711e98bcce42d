import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { customer, expect, expectAccessible } from './base-test.ts'
import { queryE2eDatabase } from './database.ts'

/** The demo account of a shop without its own staff accounts. */
export const staff = { email: 'admin@carboy.example', password: 'carboy-demo-staff' }

export async function signInAsStaff(page: Page): Promise<void> {
  const response = await page.request.post('/api/admin/login', { data: staff })
  expect(response.ok()).toBe(true)
}

/** An account with the demo account's password. */
export async function addStaffAccount(
  baseURL: string | undefined,
  email: string,
  role: StaffRole,
): Promise<void> {
  await queryE2eDatabase(
    baseURL,
    `insert into staff (id, email, password_hash, role, created_at)
     select gen_random_uuid(), $1, password_hash, $2, now() from staff where email = $3
     on conflict do nothing`,
    [email, role, staff.email],
  )
}

/** Signs in with an account of this role, which has the demo account's password. */
export async function signInWithRole(
  page: Page,
  baseURL: string | undefined,
  role: StaffRole,
): Promise<void> {
  const email = `${role}@carboy.example`
  await addStaffAccount(baseURL, email, role)
  const response = await page.request.post('/api/admin/login', { data: { ...staff, email } })
  expect(response.ok()).toBe(true)
}

/** A word that no other test uses; all tests share one shop. */
export const uniqueWord = (prefix: string) => `${prefix}-${Math.random().toString(36).slice(2, 8)}`

/** Later than all demo orders, and within the year for which orders are accepted. */
export const deliveryDay = addDays(dateIn('America/New_York', new Date()), 200)
export const formattedDeliveryDay = formatDate(deliveryDay, 'short')

type Product = { id: string; name: string; price: string }

/** Places an unpaid order as a guest. */
export async function placeOrder(
  request: APIRequestContext,
  change: Partial<typeof customer> = {},
): Promise<string> {
  const fields = { ...customer, ...change }
  const products: Product[] = await (await request.get('/api/products')).json()
  const [product] = products
  const response = await request.post('/api/orders', {
    data: {
      customerName: fields.name,
      customerEmail: fields.email,
      customerPhone: fields.phone,
      deliveryAddress: fields.street,
      deliveryCity: fields.city,
      deliveryState: fields.state,
      deliveryZip: fields.zip,
      deliveryDate: deliveryDay,
      isRecurring: false,
      items: [{ productId: product?.id, quantity: 1, price: product?.price }],
      subtotal: product?.price,
      total: product?.price,
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()).orderId
}

/** The table row with this text. */
export const rowWith = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })

export async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option }).click()
}

/** Expects a toast with this text. Located by selector, because an open dialog hides it from roles. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const toasts = page.locator('[aria-label="Notifications (F8)"] li')
  await expect(toasts.getByText(text, { exact: true })).toBeVisible()
}

/** Rules that depend on colors only, and so are checked again in dark mode. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Checks the current page in light, then in dark mode, and returns to light mode. */
export async function expectAccessibleInBothThemes(
  page: Page,
  options: { allRows?: boolean } = {},
): Promise<void> {
  await expectAccessible(page, options)
  await showTheme(page, 'dark')
  await expectAccessible(page, { ...options, rules: colorRules })
  await showTheme(page, 'light')
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}
