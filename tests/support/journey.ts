import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/** Every journey fails on an uncaught error, on a console error of ours, and on a foreign request. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page, baseURL }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        // The browser's own line for an answer that a journey provokes on purpose.
        const isExpected = /Failed to load resource.*status of (401|404|409|503)/.test(
          message.text(),
        )
        if (['error', 'warning'].includes(message.type()) && !isExpected)
          complaints.push(message.text())
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(baseURL ?? '') && !/^(data|blob):/.test(url))
          complaints.push(`asked ${url}`)
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What axe finds on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`),
  ).toEqual([])
}

export const customer = {
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  phone: '845-555-0100',
  street: '12 Main Street',
  city: 'Kingston',
  state: 'NY',
  zip: '12401',
}

/** From the shelf to the checkout with this many bottles of a product. */
export async function fillCart(page: Page, product: string, quantity: number): Promise<void> {
  await page.goto('/')
  for (let n = 0; n < quantity; n++) {
    await page.getByRole('button', { name: `Increase quantity of ${product}` }).click()
  }
  await page
    .getByRole('article', { name: product })
    .getByRole('button', { name: 'Add to Cart' })
    .click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible()
}

export async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
}

export async function fillDelivery(
  page: Page,
  change: Partial<typeof customer> = {},
): Promise<string> {
  const person = { ...customer, ...change }
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Phone').fill(person.phone)
  await page.getByLabel('Street Address').fill(person.street)
  await page.getByLabel('City').fill(person.city)
  await page.getByLabel('State').fill(person.state)
  await page.getByLabel('ZIP Code').fill(person.zip)
  const date = page.getByLabel('Delivery Date')
  const earliest = (await date.getAttribute('min')) ?? ''
  await date.fill(earliest)
  return earliest
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12/34')
  await page.getByLabel('Security code').fill('123')
}
