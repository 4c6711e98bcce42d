import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { customerBrowser, requestLink, STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import type { TestShop } from '#tests/support/start-shop.ts'
import { runEngine } from '#tests/support/subscriber.ts'
import {
  blockCard,
  blockedRefund,
  closeDispute,
  dispute,
  endedRefunds,
  failedCheckouts,
  fraudWarning,
  getSandbox,
  mismatch,
  openCheckouts,
  paymentThatCannotBeApplied,
} from './payments.ts'
import {
  change,
  changeAsStaff,
  expectOk,
  firstSubscribers,
  laterSubscribers,
  orderOfCycle,
  type Subscriber,
  updateOrder,
} from './subscribers.ts'

export const START = '2026-03-02T15:00:00Z'

type First = Awaited<ReturnType<typeof firstSubscribers>>

/** Runs every background job of a day. */
async function runDay(shop: TestShop, date: string): Promise<void> {
  shop.clock.set(`${date}T12:00:00Z`)
  await shop.runJob('order.runDeferredEffects')
  await runEngine(shop)
  await shop.runJob('payment.reconcile')
  await shop.runJob('payment.expire')
  await shop.deliverPending()
}

async function runDays(shop: TestShop, ...dates: string[]): Promise<void> {
  for (const date of dates) await runDay(shop, date)
}

const march = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `2026-03-${String(from + n).padStart(2, '0')}`)

/**
 * Plays four weeks after the demo year, so that every status has a row. Returns what upgrade tests
 * need, such as emailed links.
 */
export async function runScenario(shop: TestShop) {
  const wrongLogin = await shop
    .buyer()
    .call('POST', apiPaths.adminLogin, { ...STAFF, password: 'wrong horse battery' })
  if (wrongLogin.status !== 401) throw new Error(`wrong password: ${wrongLogin.status}`)
  const first = await firstSubscribers(shop)
  await failedCheckouts(shop, '2026-03-06')
  await endedRefunds(shop, '2026-03-06')
  await mismatch(shop, '2026-03-06')
  await fraudWarning(shop, '2026-03-06')
  await firstWeeks(shop, first)
  dropNextCharge(shop)
  await runDays(shop, '2026-03-19', '2026-03-20')
  const later = await laterSubscribers(shop)
  await runDays(shop, ...march(21, 24))
  await updateOrder(shop, (await orderOfCycle(shop, first.mia, '2026-03-26')).orderId, {
    status: 'cancelled',
  })
  await shop.sql(`update products set state = 'archived' where id = $1`, [later.winterId])
  await blockCard(shop, first.sam.id)
  await runDays(shop, ...march(25, 28))
  await paymentThatCannotBeApplied(shop, 'aside@example.com', '2026-04-02', 26 * 60)
  dropNextCharge(shop)
  await runDay(shop, '2026-03-30')
  return lastDay(shop, { ...first, ...later })
}

/** Drops the next charge request, so its outcome stays unknown. */
const dropNextCharge = (shop: TestShop) =>
  getSandbox(shop).faults.next('POST payment_intents/:id/confirm', 'drop-request')

async function firstWeeks(shop: TestShop, who: First): Promise<void> {
  await runDays(shop, ...march(3, 9))
  await change(shop, who.ana, { type: 'skip', cycle: 1 })
  await changeAsStaff(shop, who.mia, { type: 'skip', cycle: 1 })
  await change(shop, who.ben, { type: 'pause' })
  await change(shop, who.cleo, { type: 'pause', until: '2026-04-20' })
  await dispute(shop, who.dora.id)
  await dispute(shop, who.eli.id)
  await dispute(shop, who.fay.id)
  await runDays(shop, ...march(10, 12))
  await closeDispute(shop, who.eli.id, true)
  await changeAsStaff(shop, who.eli, { type: 'resume' })
  await closeDispute(shop, who.fay.id, false)
  // The engine is down on the 13th and 14th. One of the two deliveries was still delivered.
  shop.clock.set('2026-03-14T12:00:00Z')
  await updateOrder(shop, (await orderOfCycle(shop, who.leo, '2026-03-13')).orderId, {
    deliveryStatus: 'delivered',
  })
  await runDays(shop, ...march(15, 18))
  const product = shop.products[1]?.id ?? ''
  await change(shop, who.ana, {
    type: 'extra',
    cycle: 5,
    items: [{ productId: product, quantity: 1 }],
  })
  await change(shop, who.ana, { type: 'move', cycle: 6, date: '2026-04-17' })
}

async function lastDay(shop: TestShop, who: First & { uma: Subscriber }) {
  const { ana, eli, mia, quinn, hal, ivy, pia } = who
  const links = {
    skip: (await readLinks(shop, ana)).skip,
    moreBottles: (await readLinks(shop, mia)).moreBottles,
    pause: (await readLinks(shop, eli)).pause,
    used: (await readLinks(shop, quinn)).skip,
  }
  const tap = fillPath(apiPaths.oneTap, { token: links.used })
  expectOk(await shop.buyer().call('POST', tap), 'one-tap link')
  const halsBrowser = await customerBrowser(shop, hal.email)
  const cancel = fillPath(apiPaths.cancelOrder, { id: hal.id })
  expectOk(await halsBrowser.call('PATCH', cancel), 'cancel')
  // The undo window of the first two bulk changes passes. The last one can still be undone.
  const staff = await staffBrowser(shop)
  const bulk = (id: string) =>
    staff.call('PATCH', apiPaths.adminOrdersBulk, { ids: [id], status: 'cancelled' })
  expectOk(await bulk((await orderOfCycle(shop, who.gus, '2026-03-12')).orderId), 'bulk')
  expectOk(await bulk(who.kim.id), 'bulk')
  shop.clock.advance(60_000)
  await shop.runJob('order.runDeferredEffects')
  await blockedRefund(shop, '2026-04-03')
  await paymentThatCannotBeApplied(shop, 'retry@example.com', '2026-04-03', 30)
  await openCheckouts(shop, '2026-04-03')
  expectOk(await bulk(pia.id), 'bulk')
  // No operation of 0.1.0 records a customer as actor, but its audit log allows it.
  await shop.sql(
    `insert into audit_entries (actor, staff_id, staff_email, action, subject_id, before, after, at)
     values ('customer', null, '', 'order.updated', $1, '{}', '{}', $2)`,
    [ana.id, shop.clock.now()],
  )
  for (const { email } of [ivy, who.sam, who.uma]) {
    const browser = await customerBrowser(shop, email)
    expectOk(await browser.call('DELETE', apiPaths.personalData), `erasure of ${email}`)
  }
  const collected = await collectHandles(shop, who, links)
  // The email of this order is still queued.
  await shop.buyer().buy(shop.buyer().submission({ deliveryDate: '2026-04-03' }))
  await getSandbox(shop).deliverDue()
  return collected
}

async function collectHandles(shop: TestShop, who: First, links: Record<string, string>) {
  const anasBrowser = await customerBrowser(shop, who.ana.email)
  const list = await anasBrowser.call<{ id: string; calendarUrl: string }[]>(
    'GET',
    apiPaths.subscriptions,
  )
  const calendarUrl = list.body.find(({ id }) => id === who.ana.id)?.calendarUrl ?? ''
  const staff = await staffBrowser(shop)
  const unusedLink = await requestLink(shop, shop.buyer(), who.quinn.email)
  return {
    now: shop.clock.now().toISOString(),
    subscriptions: Object.fromEntries(
      Object.entries(who).flatMap(([name, { id }]) => (id ? [[name, id]] : [])),
    ),
    links: { ...links, calendar: calendarUrl.split('/').at(-1), signIn: unusedLink.token },
    cookies: {
      customer: Object.fromEntries(anasBrowser.cookies),
      staff: Object.fromEntries(staff.cookies),
    },
    staff: STAFF,
    customerEmail: who.ana.email,
  }
}

/** Reads the one-tap links of the latest reminder, in the order it lists them. */
async function readLinks(shop: TestShop, { email }: Subscriber) {
  const emails = await shop.sql<{ text: string }>(
    'select text from mailbox where recipient = $1 order by received_at desc',
    [email],
  )
  const reminder = emails.find(({ text }) => text.includes('/deliveries/'))
  const tokens = [...new Set((reminder?.text ?? '').match(/(?<=deliveries\/)[\w.-]+/g))]
  const [skip = '', moreBottles = '', , pause = ''] = tokens
  if (!pause) throw new Error(`no reminder of ${email} with its links`)
  return { skip, moreBottles, pause }
}
