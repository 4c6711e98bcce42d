import { test as base, expect, type Page, type Request } from '@playwright/test'
import { recordResponses } from './record-responses.ts'

/**
 * Every test fails on an uncaught error, a console error, a CSP violation or a request to another
 * origin. `expectedConsoleErrors` lists patterns of expected lines; a test may add its own.
 */
export const test = base.extend<{ expectedConsoleErrors: RegExp[] }>({
  expectedConsoleErrors: [
    async ({ page, baseURL }, use, info) => {
      const attachResponses = recordResponses(page)
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      // A violation caught by the page's code, such as `new Function`, leaves no other trace.
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { violatedDirective, blockedURI, sourceFile } = event
          reportError(new Error(`policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`))
        })
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(baseURL ?? '') && !/^(data|blob):/.test(url))
          problems.push(`foreign request: ${url}`)
      })
      // Logged by the browser itself for error responses that tests provoke.
      const expectedConsoleErrors = [/Failed to load resource.*status of (401|404|409|503)/]
      await use(expectedConsoleErrors)
      await attachResponses(info)
      const isUnexpected = (line: string) =>
        !expectedConsoleErrors.some((pattern) => pattern.test(line))
      expect(problems.filter(isUnexpected)).toEqual([])
    },
    { auto: true },
  ],
})

export { expectAccessible } from './accessibility/expect-accessible.ts'
export { waitForAnimations } from './accessibility/wait-for-animations.ts'
export { expect }

/** Expects that the page does not scroll sideways, once its layout has settled. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBe(0)
}

/** Expects the same on a phone, a tablet and a desktop. */
export async function expectNoOverflowAtAnyWidth(page: Page): Promise<void> {
  for (const width of [375, 800, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page)
  }
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

/** An email address that no other test uses. */
export const freshEmail = (prefix: string) =>
  `${prefix}-${crypto.randomUUID().slice(0, 8)}@example.com`

/** Adds this many bottles of a product to the cart on the home page. */
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
  { date: selectedDay, ...change }: Partial<typeof customer> & { date?: string } = {},
): Promise<string> {
  const fields = { ...customer, ...change }
  await page.getByLabel('Full Name').fill(fields.name)
  await page.getByLabel('Email').fill(fields.email)
  await page.getByLabel('Phone').fill(fields.phone)
  await page.getByLabel('Street Address').fill(fields.street)
  await page.getByLabel('City').fill(fields.city)
  await page.getByLabel('State').fill(fields.state)
  await page.getByLabel('ZIP Code').fill(fields.zip)
  const date = page.getByLabel('Delivery Date')
  const day = selectedDay ?? (await date.getAttribute('min')) ?? ''
  await date.fill(day)
  return day
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12/34')
  await page.getByLabel('Security code').fill('123')
}

export const placeOrderButton = (page: Page) => page.getByRole('button', { name: 'Place Order' })

/** Returns the id of the confirmed order. */
export async function expectConfirmation(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/order-confirmation\?orderId=/)
  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeVisible()
  return new URL(page.url()).searchParams.get('orderId') ?? ''
}

/** The area in which a toast appears. */
export const notifications = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)' })

export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const area = notifications(page)
  await expect(area.getByText(title, { exact: true })).toBeVisible()
  await expect(area.getByText(text, { exact: true })).toBeVisible()
}

/** Delays the responses of a path until the returned function is called. */
export async function delayResponses(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** Records the requests of the page to this path. */
export function watchCalls(page: Page, path: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request)
  })
  return calls
}

/** On the next page, timers of exactly this length fire only when the returned function is called. */
export async function freezeTimers(page: Page, length: number): Promise<() => Promise<void>> {
  await page.addInitScript((frozenMs) => {
    const frozen: (() => void)[] = []
    const { setTimeout } = window
    const freeze = (work: () => void) => {
      frozen.push(work)
      return 0
    }
    window.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) =>
      ms === frozenMs ? freeze(work) : setTimeout(work, ms, ...rest)) as typeof window.setTimeout
    const fireTimers = () => {
      for (const work of frozen.splice(0)) work()
    }
    Object.assign(window, { fireTimers })
  }, length)
  return async () => {
    await page.waitForFunction(() => 'fireTimers' in window)
    await page.evaluate(() => (window as unknown as { fireTimers: () => void }).fireTimers())
  }
}
