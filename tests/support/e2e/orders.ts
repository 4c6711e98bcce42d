import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import type { OrderSubmission } from '#contract/checkout.ts'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { centsToText, textToCents } from '#contract/money.ts'
import { apiPaths } from '#contract/paths.ts'
import { orderTotals } from '#contract/pricing.ts'
import { customer, freshEmail } from './base-test.ts'

/** Creates orders through the API, for tests that start after the checkout. */

type OrderInput = Partial<
  Pick<OrderSubmission, 'customerEmail' | 'isRecurring' | 'recurringFrequency'>
>

export async function getProducts(page: Page): Promise<Product[]> {
  return (await page.request.get(apiPaths.products)).json()
}

export async function findProduct(page: Page, name: string): Promise<Product> {
  const product = (await getProducts(page)).find((candidate) => candidate.name === name)
  if (!product) throw new Error(`no product named ${name}`)
  return product
}

/** Places an unpaid order of two bottles of spring water. */
export async function unpaidOrder(page: Page, input: OrderInput = {}): Promise<string> {
  return inAnotherBrowser((browser) => postOrder(page, browser, input))
}

/** An order that is paid with a test card in another browser. */
export async function paidOrder(page: Page, input: OrderInput = {}): Promise<string> {
  const orderId = await unpaidOrder(page, input)
  await payOutsideShop(orderId)
  return orderId
}

/** Pays an order in another browser than the page's. */
export async function payOutsideShop(orderId: string): Promise<void> {
  await inAnotherBrowser(async (browser) => {
    const response = await browser.post(fillPath(apiPaths.orderPayment, { id: orderId }))
    const { clientSecret } = await response.json()
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

/** Updates an order as the staff dialog does. */
export function updateOrderAsStaff(
  orderId: string,
  change: { status?: string; deliveryStatus?: string },
): Promise<void> {
  return asStaff(async (staff) => {
    const order = fillPath(apiPaths.adminOrder, { id: orderId })
    expect((await staff.patch(order, { data: change })).ok()).toBe(true)
  })
}

/** Refunds the full amount as staff, and waits until the provider has processed it. */
export function refundAsStaff(orderId: string): Promise<void> {
  return asStaff(async (staff) => {
    const refund = fillPath(apiPaths.adminOrderRefund, { id: orderId })
    const response = await staff.post(refund, { data: { reason: 'Not at home' } })
    expect(response.ok(), await response.text()).toBe(true)
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

async function postOrder(
  page: Page,
  browser: APIRequestContext,
  input: OrderInput,
): Promise<string> {
  const { id, price } = await findProduct(page, 'Spring Water 5 Gallon')
  const isRecurring = input.isRecurring ?? false
  const lines = [{ priceCents: textToCents(price) ?? 0, quantity: 2 }]
  const totals = orderTotals(lines, isRecurring)
  const response = await browser.post(apiPaths.orders, {
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
      subtotal: centsToText(totals.subtotalCents),
      total: centsToText(totals.totalCents),
      ...input,
      isRecurring,
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()).orderId
}

/** Uses separate cookies, so that the page's session does not change. */
async function inAnotherBrowser<T>(work: (browser: APIRequestContext) => Promise<T>): Promise<T> {
  const { baseURL } = test.info().project.use
  const browser = await request.newContext(baseURL ? { baseURL } : {})
  try {
    return await work(browser)
  } finally {
    await browser.dispose()
  }
}
