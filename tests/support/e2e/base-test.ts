import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { recordResponses } from './record-responses.ts'

/**
 * Every journey fails on an uncaught error, on a console error of ours, on a violation of the page's
 * policy, and on a foreign request.
 * `expectedConsoleErrors` holds the lines that it causes on purpose: a test may add its own.
 */
export const test = base.extend<{ expectedConsoleErrors: RegExp[] }>({
  expectedConsoleErrors: [
    async ({ page, baseURL }, use, info) => {
      const attachResponses = recordResponses(page)
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      // A violation that the code catches, such as a try to make a function, leaves no other line.
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { violatedDirective, blockedURI, sourceFile } = event
          reportError(new Error(`policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`))
        })
      })
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(baseURL ?? '') && !/^(data|blob):/.test(url))
          complaints.push(`asked ${url}`)
      })
      // The browser's own line for an answer that a journey provokes.
      const expectedConsoleErrors = [/Failed to load resource.*status of (401|404|409|503)/]
      await use(expectedConsoleErrors)
      await attachResponses(info)
      const isUnexpected = (line: string) =>
        !expectedConsoleErrors.some((pattern) => pattern.test(line))
      expect(complaints.filter(isUnexpected)).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until nothing fades or slides any more; what turns for ever may go on. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished),
    ),
  )
}

/** What axe finds on the page as it is now; one that is still without its code is not there yet. */
export async function expectAccessible(page: Page, rules: string[] = []): Promise<void> {
  await expect(page.locator('main').first()).toBeAttached()
  await expect(page.locator('h1').first()).toBeAttached()
  const release = await freezeToast(page)
  await waitForAnimations(page)
  // Where there are no frames the page can answer by itself, and what passes need not be described:
  // a long list takes a seventh of the time then.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await (rules.length ? axe.withRules(rules) : axe).analyze()
  await release()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`),
  ).toEqual([])
}

/** A toast that is shown stays until it is released, as if the pointer rested on it. */
async function freezeToast(page: Page): Promise<() => Promise<void>> {
  const tell = (sign: string) =>
    page.evaluate((type) => {
      const area = document.querySelector('[aria-label="Notifications (F8)"]')
      area?.dispatchEvent(new PointerEvent(type))
    }, sign)
  await tell('pointermove')
  return () => tell('pointerleave')
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

/** An address that no other journey uses. */
export const freshEmail = (journey: string) =>
  `${journey}-${crypto.randomUUID().slice(0, 8)}@example.com`

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
  { date: chosen, ...change }: Partial<typeof customer> & { date?: string } = {},
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
  const day = chosen ?? (await date.getAttribute('min')) ?? ''
  await date.fill(day)
  return day
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12/34')
  await page.getByLabel('Security code').fill('123')
}

export const placeOrderButton = (page: Page) => page.getByRole('button', { name: 'Place Order' })

/** Answers the id of the order that the confirmation page is about. */
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

/** Waits with the answers to a call until the returned function is called. */
export async function delayResponses(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** The calls to this path, as the page sends them. */
export function watchCalls(page: Page, path: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request)
  })
  return calls
}

/** On the next page, timers of just this length end when the returned function is called. */
export async function freezeTimers(page: Page, length: number): Promise<() => Promise<void>> {
  await page.addInitScript((held) => {
    const waiting: (() => void)[] = []
    const { setTimeout } = window
    const hold = (work: () => void) => {
      waiting.push(work)
      return 0
    }
    window.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) =>
      ms === held ? hold(work) : setTimeout(work, ms, ...rest)) as typeof window.setTimeout
    const endTimers = () => {
      for (const work of waiting.splice(0)) work()
    }
    Object.assign(window, { endTimers })
  }, length)
  return async () => {
    await page.waitForFunction(() => 'endTimers' in window)
    await page.evaluate(() => (window as unknown as { endTimers: () => void }).endTimers())
  }
}
