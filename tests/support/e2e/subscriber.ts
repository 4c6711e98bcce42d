import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { OrderSubmission } from '#contract/checkout.ts'
import type { CustomerOrder } from '#contract/customer.ts'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { changeUntil, defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { centsToText, textToCents } from '#contract/money.ts'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import { orderTotals } from '#contract/pricing.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { customer, freshEmail } from './base-test.ts'
import { findProduct } from './orders.ts'
import { signIn } from './sign-in.ts'
import { signInAsStaff } from './staff.ts'
import type { TimeControl } from './with-clock.ts'

type SubscriberOptions = {
  card?: string
  frequency?: OrderSubmission['recurringFrequency']
  isSignedIn?: boolean
  zip?: string
}

export type Subscriber = { id: string; number: string; email: string; firstDate: CalendarDate }

/** Creates a weekly subscription of two bottles, pays the first delivery and logs in. */
export async function createSubscriber(
  page: Page,
  time: Pick<TimeControl, 'today'>,
  options: SubscriberOptions = {},
): Promise<Subscriber> {
  const email = freshEmail('subscriber')
  if (options.isSignedIn) await signIn(page, email)
  const firstDate = addDays(time.today(), 3)
  const { id: productId, price } = await findProduct(page, 'Spring Water 5 Gallon')
  const totals = orderTotals([{ priceCents: textToCents(price) ?? 0, quantity: 2 }], true)
  const response = await page.request.post(apiPaths.orders, {
    data: {
      customerName: customer.name,
      customerEmail: email,
      customerPhone: customer.phone,
      deliveryAddress: customer.street,
      deliveryCity: customer.city,
      deliveryState: customer.state,
      deliveryZip: options.zip ?? customer.zip,
      deliveryDate: firstDate,
      isRecurring: true,
      recurringFrequency: options.frequency ?? 'weekly',
      items: [{ productId, quantity: 2, price }],
      subtotal: centsToText(totals.subtotalCents),
      total: centsToText(totals.totalCents),
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
  const { orderId: id } = await response.json()
  await payWith(page, id, options.card ?? '4242424242424242')
  if (!options.isSignedIn) await signIn(page, email)
  await expect(async () => expect(await getSubscription(page, id)).toBeDefined()).toPass()
  return { id, number: id.slice(0, 8), email, firstDate }
}

/** Staff take a weekly phone order on invoice, and the customer accepts its terms and logs in. */
export async function createInvoiceSubscriber(
  page: Page,
  staff: Page,
  time: Pick<TimeControl, 'today'>,
): Promise<Subscriber> {
  const email = freshEmail('invoiced')
  const firstDate = addDays(time.today(), 3)
  await signIn(page, email)
  await signInAsStaff(staff)
  const [owner] = await (
    await staff.request.get(apiPaths.adminCustomers, { params: { q: email } })
  ).json()
  const allowed = await staff.request.patch(fillPath(apiPaths.adminCustomer, { id: owner.id }), {
    data: { invoiceNetDays: 30 },
  })
  expect(allowed.ok(), await allowed.text()).toBe(true)
  const { id: productId } = await findProduct(page, 'Spring Water 5 Gallon')
  const placed = await staff.request.post(apiPaths.adminOrders, {
    data: {
      requestId: randomUUID(),
      customerName: customer.name,
      customerEmail: email,
      customerPhone: customer.phone,
      deliveryAddress: customer.street,
      deliveryCity: customer.city,
      deliveryState: customer.state,
      deliveryZip: customer.zip,
      deliveryDate: firstDate,
      isRecurring: true,
      recurringFrequency: 'weekly',
      items: [{ productId, quantity: 2 }],
      payment: 'invoice',
      total: '15.28',
    },
  })
  expect(placed.ok(), await placed.text()).toBe(true)
  const { orderId: id } = await placed.json()
  const accepted = await page.request.post(fillPath(apiPaths.orderTerms, { id }))
  expect(accepted.ok(), await accepted.text()).toBe(true)
  return { id, number: id.slice(0, 8), email, firstDate }
}

async function payWith(page: Page, orderId: string, number: string): Promise<void> {
  const started = await page.request.post(fillPath(apiPaths.orderPayment, { id: orderId }))
  const { clientSecret } = await started.json()
  const [intent] = clientSecret.split('_secret_')
  const card = { number, expMonth: 12, expYear: 2034, cvc: '123' }
  const confirm = fillPath(apiPaths.sandboxConfirm, { id: intent })
  const paid = await page.request.post(confirm, { data: { clientSecret, card } })
  if ((await paid.json()).status === 'succeeded') return
  const authenticate = fillPath(apiPaths.sandboxAuthenticate, { id: intent })
  const authenticated = await page.request.post(authenticate, {
    data: { clientSecret, outcome: 'complete' },
  })
  expect(await authenticated.json()).toMatchObject({ status: 'succeeded' })
}

export async function getSubscription(page: Page, id: string): Promise<Subscription> {
  const subscriptions: Subscription[] = await (
    await page.request.get(apiPaths.subscriptions)
  ).json()
  return subscriptions.find((subscription) => subscription.id === id) as Subscription
}

/** Returns the renewal orders, oldest first. */
export async function getRenewals(page: Page, { id }: Subscriber): Promise<CustomerOrder[]> {
  const orders: CustomerOrder[] = await (await page.request.get(apiPaths.customerOrders)).json()
  return orders.filter(({ parentOrderId }) => parentOrderId === id).reverse()
}

/** Opens the subscriptions page and returns the card of this subscription. */
export async function openSubscriptionCard(
  page: Page,
  { number }: Subscriber,
  { hasNoUpcoming = false }: { hasNoUpcoming?: boolean } = {},
) {
  await page.goto(pageRoutes.customerSubscriptions)
  const card = page.getByRole('region', { name: `Subscription #${number}` })
  const heading = hasNoUpcoming ? 'Next delivery' : 'Coming up'
  await expect(card.getByRole('heading', { name: heading })).toBeVisible()
  return card
}

/** One hour before or after the cut-off of that delivery. */
export const aroundCutoff = (date: CalendarDate, hours: 1 | -1) =>
  new Date(changeUntil(defaultCalendar('America/New_York'), date).getTime() + hours * 3_600_000)

/** Returns the latest email to this address with a matching subject. */
export async function findEmail(page: Page, email: string, subject: RegExp): Promise<string> {
  let message = ''
  await expect(async () => {
    const mailbox = await (await page.request.get('/dev/mailbox')).text()
    const messages = mailbox.split('<details').filter((html) => html.includes(`to ${email},`))
    message = messages.find((html) => subject.test(html.split('</summary>')[0] ?? '')) ?? ''
    expect(message).not.toBe('')
  }).toPass()
  return message
}
