import type { APIRequestContext, Cookie, Locator, Page } from '@playwright/test'
import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { customer, expect } from './base-test.ts'
import { queryE2eDatabase } from './database.ts'

export { expectAccessibleInBothThemes } from './accessibility/expect-accessible.ts'

/** The demo account of a shop without its own staff accounts. */
export const staff = { email: 'admin@carboy.example', password: 'carboy-demo-staff' }

/** The pages that all staff see in the sidebar, in their order. */
export const staffPages = [
  'Dashboard',
  'Customers',
  'Orders',
  /^Cases/,
  'Trucks',
  'Schedules',
  'Routes',
  'Zones',
  'Outlook',
  'Bottles',
  'Subscriptions',
  'Products',
  'Books',
  'Activity log',
]

/** The pages of an owner. */
export const ownerPages = [...staffPages, 'Staff', 'Settings']

type SharedSession = { cookies: Cookie[]; startedAt: number }

/** The demo account's session at the shop of all tests. Each worker has one, because hashing is slow. */
let shared: SharedSession | undefined

/** As in playwright.config.ts. */
const sharedPort = process.env.E2E_PORT ?? '4317'

/** Sensitive actions ask for the password 15 minutes after the login. */
const REUSED_FOR_MS = 600_000

/** Logs in with the demo account, in the worker's session if it has one. */
export async function signInAsStaff(page: Page): Promise<void> {
  if (shared && Date.now() - shared.startedAt < REUSED_FOR_MS) {
    await page.context().addCookies(shared.cookies)
    const { user } = await (await page.request.get(apiPaths.me)).json()
    // A test may have ended the session, or its page may belong to another shop.
    if (user?.email === staff.email) return
  }
  const response = await page.request.post(apiPaths.adminLogin, { data: staff })
  expect(response.ok()).toBe(true)
  // The clock of another shop ends its sessions early.
  if (new URL(response.url()).port !== sharedPort) return
  const cookies = await page.context().cookies()
  shared = {
    cookies: cookies.filter(({ name }) => name.endsWith('staff_session')),
    startedAt: Date.now(),
  }
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

/** Logs in with an account of this role, which has the demo account's password. */
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
  submission: object = {},
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
      ...submission,
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

/** The first step of a login. */
export async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(staff.password)
  await page.getByRole('button', { name: 'Login' }).click()
}
