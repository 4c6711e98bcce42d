import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { addDays, dateIn, formatDate } from '#contract/dates/calendar.ts'
import { customer, expect, expectAccessible } from './base-test.ts'

/** The demo account of a shop that nobody has set up yet. */
export const staff = { email: 'admin@carboy.example', password: 'carboy-demo-staff' }

export async function signInAsStaff(page: Page): Promise<void> {
  const answer = await page.request.post('/api/admin/login', { data: staff })
  expect(answer.ok()).toBe(true)
}

/** A word that no other journey uses, for all of them share one shop. */
export const uniqueWord = (prefix: string) => `${prefix}-${Math.random().toString(36).slice(2, 8)}`

/** Later than all that the demo's orders ask for, and within the year that an order may lie ahead. */
export const deliveryDay = addDays(dateIn('America/New_York', new Date()), 200)
export const formattedDeliveryDay = formatDate(deliveryDay, 'short')

type Product = { id: string; name: string; price: string }

/** An order that nobody has paid yet, placed by a guest. */
export async function placeOrder(
  request: APIRequestContext,
  change: Partial<typeof customer> = {},
): Promise<string> {
  const person = { ...customer, ...change }
  const products: Product[] = await (await request.get('/api/products')).json()
  const [product] = products
  const answer = await request.post('/api/orders', {
    data: {
      customerName: person.name,
      customerEmail: person.email,
      customerPhone: person.phone,
      deliveryAddress: person.street,
      deliveryCity: person.city,
      deliveryState: person.state,
      deliveryZip: person.zip,
      deliveryDate: deliveryDay,
      isRecurring: false,
      items: [{ productId: product?.id, quantity: 1, price: product?.price }],
      subtotal: product?.price,
      total: product?.price,
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).orderId
}

/** The row of a table that holds this text. */
export const rowWith = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })

export async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option }).click()
}

/** The toast that says so. A dialog that is open hides it from screen readers, who hear it elsewhere. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const toasts = page.locator('[aria-label="Notifications (F8)"] li')
  await expect(toasts.getByText(text, { exact: true })).toBeVisible()
}

/** What changes with the colours alone, and so must be looked at again in the dark. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** The page as it stands, first in light, then in dark, then in light again. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await showTheme(page, 'dark')
  await expectAccessible(page, colorRules)
  await showTheme(page, 'light')
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}
