import { expect, type Page } from '@playwright/test'
import type { OrderSubmission } from '#contract/checkout.ts'
import type { CustomerOrder } from '#contract/customer.ts'
import { addDays, type CalendarDate, changeUntil } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { centsToText, textToCents } from '#contract/money.ts'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import { orderTotals } from '#contract/pricing.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { customer, freshEmail } from './base-test.ts'
import { findProduct } from './orders.ts'
import { signIn } from './sign-in.ts'
import type { TimeControl } from './with-clock.ts'

type SubscriberOptions = {
  card?: string
  frequency?: OrderSubmission['recurringFrequency']
  isSignedIn?: boolean
}

export type Subscriber = { id: string; number: string; email: string; firstDate: CalendarDate }

/** Two bottles a week, the first delivery in three days, paid; then signed in. */
export async function createSubscriber(
  page: Page,
  time: TimeControl,
  wish: SubscriberOptions = {},
): Promise<Subscriber> {
  const email = freshEmail('subscriber')
  if (wish.isSignedIn) await signIn(page, email)
  const firstDate = addDays(time.today(), 3)
  const { id: productId, price } = await findProduct(page, 'Spring Water 5 Gallon')
  const sums = orderTotals([{ priceCents: textToCents(price) ?? 0, quantity: 2 }], true)
  const placed = await page.request.post(apiPaths.orders, {
    data: {
      customerName: customer.name,
      customerEmail: email,
      customerPhone: customer.phone,
      deliveryAddress: customer.street,
      deliveryCity: customer.city,
      deliveryState: customer.state,
      deliveryZip: customer.zip,
      deliveryDate: firstDate,
      isRecurring: true,
      recurringFrequency: wish.frequency ?? 'weekly',
      items: [{ productId, quantity: 2, price }],
      subtotal: centsToText(sums.subtotalCents),
      total: centsToText(sums.totalCents),
    },
  })
  expect(placed.ok(), await placed.text()).toBe(true)
  const { orderId: id } = await placed.json()
  await payWith(page, id, wish.card ?? '4242424242424242')
  if (!wish.isSignedIn) await signIn(page, email)
  await expect(async () => expect(await getSubscription(page, id)).toBeDefined()).toPass()
  return { id, number: id.slice(0, 8), email, firstDate }
}

async function payWith(page: Page, orderId: string, number: string): Promise<void> {
  const begun = await page.request.post(fillPath(apiPaths.orderPayment, { id: orderId }))
  const { clientSecret } = await begun.json()
  const [intent] = clientSecret.split('_secret_')
  const card = { number, expMonth: 12, expYear: 2034, cvc: '123' }
  const confirm = fillPath(apiPaths.sandboxConfirm, { id: intent })
  const paid = await page.request.post(confirm, { data: { clientSecret, card } })
  if ((await paid.json()).status === 'succeeded') return
  const authenticate = fillPath(apiPaths.sandboxAuthenticate, { id: intent })
  const done = await page.request.post(authenticate, {
    data: { clientSecret, outcome: 'complete' },
  })
  expect(await done.json()).toMatchObject({ status: 'succeeded' })
}

export async function getSubscription(page: Page, id: string): Promise<Subscription> {
  const all: Subscription[] = await (await page.request.get(apiPaths.subscriptions)).json()
  return all.find((one) => one.id === id) as Subscription
}

/** The later deliveries that have an order, oldest first. */
export async function getRenewals(page: Page, { id }: Subscriber): Promise<CustomerOrder[]> {
  const orders: CustomerOrder[] = await (await page.request.get(apiPaths.customerOrders)).json()
  return orders.filter(({ parentOrderId }) => parentOrderId === id).reverse()
}

/** The subscriptions page with the card of this one. */
export async function openSubscriptionCard(
  page: Page,
  { number }: Subscriber,
  { hasNoUpcoming = false }: { hasNoUpcoming?: boolean } = {},
) {
  await page.goto(pageRoutes.customerSubscriptions)
  const card = page.getByRole('region', { name: `Subscription #${number}` })
  const part = hasNoUpcoming ? 'Next delivery' : 'Coming up'
  await expect(card.getByRole('heading', { name: part })).toBeVisible()
  return card
}

/** An hour before, or after, the moment until which that delivery can be changed. */
export const aroundCutoff = (date: CalendarDate, hours: 1 | -1) =>
  new Date(changeUntil('America/New_York', date).getTime() + hours * 3_600_000)

/** The newest mail to this address whose subject fits. */
export async function findEmail(page: Page, email: string, subject: RegExp): Promise<string> {
  let mail = ''
  await expect(async () => {
    const mailbox = await (await page.request.get('/dev/mailbox')).text()
    const mails = mailbox.split('<details').filter((one) => one.includes(`to ${email},`))
    mail = mails.find((one) => subject.test(one.split('</summary>')[0] ?? '')) ?? ''
    expect(mail).not.toBe('')
  }).toPass()
  return mail
}
