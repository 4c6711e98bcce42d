import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import type { OrderSubmission } from '#contract/checkout.ts'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { centsToText, textToCents } from '#contract/money.ts'
import { apiPaths } from '#contract/paths.ts'
import { orderTotals } from '#contract/pricing.ts'
import { customer, freshEmail } from './base-test.ts'

/** Orders made without a browser, for journeys that begin after the checkout. */

type OrderInput = Partial<
  Pick<OrderSubmission, 'customerEmail' | 'isRecurring' | 'recurringFrequency'>
>

export async function getProducts(page: Page): Promise<Product[]> {
  return (await page.request.get(apiPaths.products)).json()
}

export async function findProduct(page: Page, name: string): Promise<Product> {
  const product = (await getProducts(page)).find((one) => one.name === name)
  if (!product) throw new Error(`the shop sells no ${name}`)
  return product
}

/** Two bottles of spring water that nobody has paid for: no card was ever asked for. */
export async function unpaidOrder(page: Page, wish: OrderInput = {}): Promise<string> {
  return inAnotherBrowser((browser) => place(page, browser, wish))
}

/** The same, paid with a test card in a browser that is gone by now. */
export async function paidOrder(page: Page, wish: OrderInput = {}): Promise<string> {
  const orderId = await unpaidOrder(page, wish)
  await payOutsideShop(orderId)
  return orderId
}

/** Pays an order while the page looks at something else. */
export async function payOutsideShop(orderId: string): Promise<void> {
  await inAnotherBrowser(async (browser) => {
    const begun = await browser.post(fillPath(apiPaths.orderPayment, { id: orderId }))
    const { clientSecret } = await begun.json()
    const [id] = clientSecret.split('_secret_')
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' }
    const confirm = fillPath(apiPaths.sandboxConfirm, { id })
    const paid = await browser.post(confirm, { data: { clientSecret, card } })
    expect(await paid.json()).toMatchObject({ status: 'succeeded' })
    await expect(async () => {
      const order = await browser.get(fillPath(apiPaths.order, { id: orderId }))
      expect(await order.json()).toMatchObject({ paymentStatus: 'paid' })
    }).toPass()
  })
}

/** What staff set on the order's dialog. */
export function updateOrderAsStaff(
  orderId: string,
  change: { status?: string; deliveryStatus?: string },
): Promise<void> {
  return asStaff(async (staff) => {
    const order = fillPath(apiPaths.adminOrder, { id: orderId })
    expect((await staff.patch(order, { data: change })).ok()).toBe(true)
  })
}

/** Staff give all of it back, and the provider has done so. */
export function refundAsStaff(orderId: string): Promise<void> {
  return asStaff(async (staff) => {
    const refund = fillPath(apiPaths.adminOrderRefund, { id: orderId })
    const asked = await staff.post(refund, { data: { reason: 'Not at home' } })
    expect(asked.ok(), await asked.text()).toBe(true)
    await expect(async () => {
      const order = await staff.get(fillPath(apiPaths.order, { id: orderId }))
      expect(await order.json()).toMatchObject({ paymentStatus: 'refunded' })
    }).toPass()
  })
}

function asStaff(work: (staff: APIRequestContext) => Promise<void>): Promise<void> {
  return inAnotherBrowser(async (browser) => {
    const login = { email: 'admin@carboy.example', password: 'carboy-demo-staff' }
    expect((await browser.post(apiPaths.adminLogin, { data: login })).ok()).toBe(true)
    await work(browser)
  })
}

async function place(page: Page, browser: APIRequestContext, wish: OrderInput): Promise<string> {
  const { id, price } = await findProduct(page, 'Spring Water 5 Gallon')
  const isRecurring = wish.isRecurring ?? false
  const lines = [{ priceCents: textToCents(price) ?? 0, quantity: 2 }]
  const sums = orderTotals(lines, isRecurring)
  const placed = await browser.post(apiPaths.orders, {
    data: {
      customerName: customer.name,
      customerEmail: freshEmail('elsewhere'),
      customerPhone: customer.phone,
      deliveryAddress: customer.street,
      deliveryCity: customer.city,
      deliveryState: customer.state,
      deliveryZip: customer.zip,
      deliveryDate: addDays(dateIn('America/New_York', new Date()), 3),
      items: [{ productId: id, quantity: 2, price }],
      subtotal: centsToText(sums.subtotalCents),
      total: centsToText(sums.totalCents),
      ...wish,
      isRecurring,
    },
  })
  expect(placed.ok(), await placed.text()).toBe(true)
  return (await placed.json()).orderId
}

/** With cookies of its own, so that the page's browser stays what it is. */
async function inAnotherBrowser<T>(work: (browser: APIRequestContext) => Promise<T>): Promise<T> {
  const { baseURL } = test.info().project.use
  const browser = await request.newContext(baseURL ? { baseURL } : {})
  try {
    return await work(browser)
  } finally {
    await browser.dispose()
  }
}
