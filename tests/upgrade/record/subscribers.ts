import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import type { TestShop } from '#tests/support/start-shop.ts'
import { getCycles, subscribe } from '#tests/support/subscriber.ts'

/** Accepted at checkout, declined at every renewal. */
const DECLINED_ON_RENEWAL = '4000000000000341'

const ALWAYS_AUTHENTICATES = '4000002760003184'

export type Subscriber = { id: string; email: string; buyer: Buyer }

export async function newSubscriber(
  shop: TestShop,
  name: string,
  change: Record<string, unknown> & { card?: string } = {},
): Promise<Subscriber> {
  const email = `${name}@example.com`
  const customerName = `${name.slice(0, 1).toUpperCase()}${name.slice(1)} Sample`
  const bought = await subscribe(shop, { customerEmail: email, customerName, ...change })
  return { ...bought, email }
}

/** Changes a subscription as its customer. */
export async function change(shop: TestShop, who: Subscriber, body: object): Promise<void> {
  const browser = await customerBrowser(shop, who.email)
  const path = fillPath(apiPaths.changeSubscription, { id: who.id })
  expectOk(await browser.call('POST', path, body), `change of ${who.email}`)
}

/** Changes a subscription as staff. */
export async function changeAsStaff(shop: TestShop, who: Subscriber, body: object): Promise<void> {
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id: who.id })
  expectOk(await staff.call('PATCH', path, body), `staff's change of ${who.email}`)
}

export async function updateOrder(shop: TestShop, id: string, body: object): Promise<void> {
  const staff = await staffBrowser(shop)
  expectOk(await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), body), `order ${id}`)
}

export function expectOk({ status, body }: { status: number; body: unknown }, what: string): void {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
}

export async function orderOfCycle(shop: TestShop, { id }: Subscriber, date: string) {
  const row = (await getCycles(shop, id)).find((cycle) => cycle.date === date)
  if (!row?.order_id) throw new Error(`no order of ${id} on ${date}`)
  return { orderId: row.order_id, cycle: row.cycle }
}

/** Subscribers of the first day. Weekly deliveries are on Thursdays from March 5, 2026. */
export async function firstSubscribers(shop: TestShop) {
  const add = (name: string, change?: Parameters<typeof newSubscriber>[2]) =>
    newSubscriber(shop, name, change)
  const friday = { deliveryDate: '2026-03-06' }
  return {
    ana: await add('ana'),
    ben: await add('ben'),
    cleo: await add('cleo', { recurringFrequency: 'bi-weekly' }),
    dora: await add('dora'),
    eli: await add('eli'),
    fay: await add('fay'),
    gus: await add('gus', { card: DECLINED_ON_RENEWAL }),
    hal: await add('hal'),
    ivy: await add('ivy'),
    kim: await add('kim', friday),
    leo: await add('leo', friday),
    mia: await add('mia'),
    pia: await add('pia', { recurringFrequency: 'monthly' }),
    quinn: await add('quinn'),
    sam: await add('sam'),
  }
}

/** Pays the first order with a card that needs 3-D Secure for every charge. */
async function withSecureCard(shop: TestShop, name: string, deliveryDate: string) {
  const buyer = shop.buyer()
  const { clientSecret } = (await buyer.startCheckout()).body
  const recurring = { isRecurring: true, recurringFrequency: 'weekly', deliveryDate }
  const email = `${name}@example.com`
  const placed = await buyer.place(buyer.submission({ customerEmail: email, ...recurring }))
  const secret = placed.body.clientSecret ?? clientSecret
  await buyer.confirm(secret, ALWAYS_AUTHENTICATES)
  await buyer.authenticate(secret, 'complete')
  await shop.deliverPending()
  return { id: placed.body.orderId, email, buyer }
}

/** Subscribers who join on March 20, 2026. */
export async function laterSubscribers(shop: TestShop) {
  const [product] = await shop.sql<{ id: string; name: string }>(
    `with product as (
       insert into products (id, name, size, description, image_url, position, state, created_at)
       select gen_random_uuid(), 'Winter Water 3 Gallon', '3-gallon', 'For a season', image_url, 9,
         'active', $1
       from products order by position limit 1 returning *),
     price as (
       insert into product_prices (product_id, cents, valid_from, created_at)
       select id, 749, to_timestamp(0), $1 from product)
     select * from product`,
    [shop.clock.now()],
  )
  if (!product) throw new Error('no product to discontinue')
  const winter = {
    ...shop.products[0],
    ...product,
    size: '3-gallon',
    price: '7.49',
  } as (typeof shop.products)[0]
  return {
    hugo: await newSubscriber(shop, 'hugo', {
      deliveryDate: '2026-03-21',
      card: DECLINED_ON_RENEWAL,
    }),
    uma: await newSubscriber(shop, 'uma', { deliveryDate: '2026-03-24' }),
    jon: await newSubscriber(shop, 'jon', {
      deliveryDate: '2026-03-21',
      card: DECLINED_ON_RENEWAL,
    }),
    nia: await newSubscriber(shop, 'nia', { deliveryDate: '2026-03-23' }),
    oli: await newSubscriber(shop, 'oli', { deliveryDate: '2026-03-21', lines: [[winter, 1]] }),
    rita: await withSecureCard(shop, 'rita', '2026-03-21'),
    winterId: winter.id,
  }
}
