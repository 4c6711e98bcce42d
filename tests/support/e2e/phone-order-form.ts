import type { Locator, Page } from '@playwright/test'
import { customer, expect, freshEmail } from './base-test.ts'
import { deliveryDay, signInAsStaff } from './staff.ts'

export const section = (page: Page, name: string): Locator => page.getByRole('region', { name })

export const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })

export async function openForm(page: Page): Promise<void> {
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible()
}

/** Types a new customer and address, and two bottles of the first product. */
export async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill(customer.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill(customer.phone)
  await fillInOrder(page)
  await page.getByLabel('Street Address').fill(customer.street)
  await page.getByLabel('City').fill(customer.city)
  await page.getByLabel('State').fill(customer.state)
  await page.getByLabel('ZIP Code').fill(customer.zip)
}

/** The form with a new customer's order, filled in by an owner. */
export async function openFilledForm(page: Page): Promise<void> {
  await signInAsStaff(page)
  await openForm(page)
  await fillIn(page, freshEmail('phone'))
}

export async function fillInOrder(page: Page): Promise<void> {
  await section(page, 'Products').getByRole('spinbutton').first().fill('2')
  await page.getByLabel('Delivery date').fill(deliveryDay)
}

export const placed = (page: Page) => page.getByRole('heading', { name: /^Order \w{8} placed$/ })

/** Selects the customer that the search finds. */
export async function findCustomer(page: Page, email: string): Promise<void> {
  await page.getByLabel('Find customer').click()
  await page.getByPlaceholder('Name, phone or email').fill(email)
  await page.getByRole('option').filter({ hasText: email }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
}
