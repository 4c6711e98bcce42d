import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { addKingston, changeDay, undoDay } from '#tests/support/orders/day-changes.ts'
import { calendarDates, setRouteDaysOnly } from '#tests/support/orders/route-days.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  emailsOfKind,
  getCycles,
  runOnDays,
  subscribe,
} from '#tests/support/subscriber.ts'

/** Ana's weekly deliveries land on Thursdays; the one of March 12 is ordered if `isOrdered`. */
async function openLanded({ isOrdered }: { isOrdered: boolean }) {
  const shop = await openShop()
  const zoneId = await addKingston(await staffBrowser(shop))
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  await setRouteDaysOnly(await staffBrowser(shop), true)
  await runOnDays(shop, isOrdered ? '2026-03-09' : '2026-03-06')
  const staff = await staffBrowser(shop)
  const browser = await customerBrowser(shop)
  const dates = async () => {
    const { body } = await browser.call<Subscription[]>('GET', apiPaths.subscriptions)
    return calendarDates(body[0] ?? { calendar: [] }).slice(0, 3)
  }
  const sent = async (subject: string) => {
    await shop.runJob('email.send')
    return (await shop.mailbox()).filter((email) => email.subject.includes(subject))
  }
  const close = () => changeDay(staff, { date: '2026-03-12', zoneIds: [zoneId], reason: 'Storm' })
  return { shop, staff, id, zoneId, dates, sent, close }
}

test('rule 48: with Route days only, an ordered delivery moves with cut-off, charge and email', async () => {
  const { shop, id, close, sent, dates } = await openLanded({ isOrdered: true })

  expect((await close()).body.deliveries).toMatchObject([{ to: '2026-03-19', charge: 'moves' }])
  expect(await sent('Your delivery moved')).toEqual([])
  expect((await getCycles(shop, id))[0]).toMatchObject({
    date: '2026-03-19',
    due_at: new Date('2026-03-19T10:00:00Z'),
  })
  shop.clock.advance(10 * 60_000)
  await shop.runJob('delivery.finishDayChanges')
  const [email] = await sent('Your delivery moved')
  expect(email?.text).toContain('Make changes by Wed, Mar 18, 8:00 AM')
  // The next one lands on the same Thursday.
  expect((await dates()).slice(0, 2)).toEqual(['2026-03-19', '(2026-03-19)'])
  await runOnDays(shop, '2026-03-12', '2026-03-13', '2026-03-16')
  expect(await capturedCents(shop)).toHaveLength(1)
  await runOnDays(shop, '2026-03-19', '2026-03-20')

  expect(await capturedCents(shop)).toHaveLength(2)
  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, date: '2026-03-19', status: 'paid' },
    { cycle: 2, status: 'skipped', reason: 'same_day' },
  ])
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 48: with Route days only, a planned delivery takes the next route day, and its customer is emailed', async () => {
  const { shop, id, close, sent, dates } = await openLanded({ isOrdered: false })
  expect(await dates()).toContain('2026-03-12')

  const { body } = await close()

  expect(body.counts).toMatchObject({ deliveries: 0, planned: 1, emails: 1 })
  expect(await dates()).not.toContain('2026-03-12')
  expect(await sent('new date')).toEqual([])
  shop.clock.advance(10 * 60_000)
  const [email] = await sent('new date')
  expect(email?.text.replace(/\s+/g, ' ')).toContain(
    'on Thursday, March 19, 2026, because we can’t deliver on Thursday, March 12, 2026.',
  )
  expect(email?.text).toContain('Make changes by 8:00 AM on Wednesday, March 18, 2026')
  await runOnDays(shop, '2026-03-12', '2026-03-16', '2026-03-19')
  expect((await getCycles(shop, id))[0]).toMatchObject({ date: '2026-03-19', status: 'paid' })
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 48: with Route days only, an undo lands planned deliveries again and sends no emails', async () => {
  const { shop, id, staff, close, dates } = await openLanded({ isOrdered: false })
  const before = await dates()
  const { body } = await close()

  expect((await undoDay(staff, body.id)).status).toBe(200)

  expect(await dates()).toEqual(before)
  expect(await getCycles(shop, id)).toEqual([])
  expect(await emailsOfKind(shop, 'next_delivery_moved')).toEqual([])
  const zones = await shop.sql<{ exceptions: unknown[] }>('select exceptions from zones')
  expect(zones).toEqual([{ exceptions: [] }])
})
