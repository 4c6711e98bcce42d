import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import {
  addKingston,
  buyAt,
  changeDay,
  listDays,
  previewDay,
  STORM,
} from '#tests/support/orders/day-changes.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind, subscribe } from '#tests/support/subscriber.ts'

const WOODSTOCK = '12498'

test('rule 48: a preview lists every delivery with its new date and changes nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const inZone = await buyAt(shop)
  await buyAt(shop, { deliveryZip: WOODSTOCK })
  await buyAt(shop, { deliveryDate: '2026-03-06' })

  const { status, body } = await previewDay(staff, { zoneIds: [zoneId] })

  expect([status, body.id]).toEqual([200, undefined])
  expect(body.deliveries).toEqual([
    {
      orderId: inZone,
      customerName: 'Ana Ruiz',
      from: STORM,
      to: '2026-03-12',
      charge: 'none',
      isEmailed: true,
      window: null,
      isWindowLost: false,
    },
  ])
  expect(body.counts).toMatchObject({ deliveries: 1, emails: 1, charges: 0, staying: 0 })
  expect(await readDeliveryDate(shop, inZone)).toBe(STORM)
  expect(await listDays(staff)).toEqual([])
  expect(await emailsOfKind(shop, 'delivery_moved')).toEqual([])
})

test("rule 48: a closed date moves deliveries to their zone's next open route day, and others to the next open date", async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  await addKingston(staff, { name: 'Hurley', zips: ['12443'], routeDays: [] })
  const [kingston, hurley, outside] = [
    await buyAt(shop, { deliveryZip: '12401-1234' }),
    await buyAt(shop, { deliveryZip: '12443' }),
    await buyAt(shop, { deliveryZip: WOODSTOCK }),
  ]
  // The next Thursday is taken by another change.
  await changeDay(staff, { date: '2026-03-12', zoneIds: [zoneId] })
  shop.clock.advance(1000)

  const { status, body } = await changeDay(staff, { reason: 'Storm' })

  expect([status, body.id]).toEqual([200, expect.any(String)])
  expect(await readDeliveryDate(shop, kingston)).toBe('2026-03-19')
  expect(await readDeliveryDate(shop, hurley)).toBe('2026-03-06')
  expect(await readDeliveryDate(shop, outside)).toBe('2026-03-06')
  expect(shop.deps.shop.calendar.closedDates).toEqual([{ date: STORM, name: 'Storm' }])
  expect((await listDays(staff))[0]).toMatchObject({
    id: body.id,
    date: STORM,
    zones: null,
    kind: 'closed',
    reason: 'Storm',
    status: 'applied',
    appliedBy: STAFF.email,
    counts: { deliveries: 3 },
  })
})

test('rule 48: a date is moved for chosen zones alone, and their chips show the new one', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const [inZone, outside] = [await buyAt(shop), await buyAt(shop, { deliveryZip: WOODSTOCK })]

  await changeDay(staff, { zoneIds: [zoneId], kind: 'moved', toDate: '2026-03-07' })

  expect(await readDeliveryDate(shop, inZone)).toBe('2026-03-07')
  expect(await readDeliveryDate(shop, outside)).toBe(STORM)
  const { body } = await staff.call<{ dates: { date: string }[] }>(
    'GET',
    `${apiPaths.deliveryDates}?zip=12401`,
  )
  expect(body.dates.slice(0, 2).map(({ date }) => date)).toEqual(['2026-03-07', '2026-03-12'])
  expect(shop.deps.shop.calendar.closedDates ?? []).toEqual([])
})

test('rule 48: with Route days only, checkout rejects the old date and takes the new one', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  await staff.call('PATCH', apiPaths.adminSettings, { routeDaysOnly: true })
  await changeDay(staff, { zoneIds: [zoneId], kind: 'moved', toDate: '2026-03-07' })
  const buyer = shop.buyer()

  const rejected = await buyer.place(buyer.submission({ deliveryDate: STORM }))
  const placed = await buyer.place(buyer.submission({ deliveryDate: '2026-03-07' }))

  expect([rejected.status, rejected.body.code]).toEqual([409, 'no_route_day'])
  expect(placed.status).toBe(201)
})

test('rule 48: deliveries that are out, made or cancelled stay', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [out, delivered, cancelled] = [await buyAt(shop), await buyAt(shop), await buyAt(shop)]
  const set = (id: string, change: object) =>
    staff.call('PATCH', apiPaths.adminOrder.replace(':id', id), change)
  await set(out, { deliveryStatus: 'in-transit' })
  await set(delivered, { deliveryStatus: 'delivered' })
  await set(cancelled, { status: 'cancelled' })

  const { body } = await changeDay(staff)

  expect(body.counts).toMatchObject({ deliveries: 0, staying: 2 })
  for (const id of [out, delivered, cancelled]) expect(await readDeliveryDate(shop, id)).toBe(STORM)
})

test('rule 48: the email waits ten minutes, and names the reason and the new cut-off', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  await buyAt(shop)
  await changeDay(staff, { zoneIds: [zoneId], reason: 'Storm' })
  const sent = async () =>
    (await shop.mailbox()).filter(({ subject }) => subject.startsWith('Your delivery moved'))

  await shop.runJob('email.send')
  expect(await sent()).toEqual([])
  shop.clock.advance(10 * 60_000)
  await shop.runJob('email.send')

  const [email, ...others] = await sent()
  expect(others).toEqual([])
  expect(email?.subject).toBe('Your delivery moved to Thursday, March 12, 2026')
  expect(email?.text).toContain('We can’t deliver on Thursday, March 5, 2026 (Storm)')
  expect(email?.text).toContain('Make changes by Wed, Mar 11, 8:00 AM')
})

test('rule 48: customers who wait longer than a quarter of their interval are listed with phone number', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const weekly = await subscribe(shop)
  await subscribe(shop, { recurringFrequency: 'monthly', customerEmail: 'ben@example.com' })
  await buyAt(shop)
  const listed = async (toDate: string) =>
    (await previewDay(staff, { zoneIds: [zoneId], kind: 'moved', toDate })).body.runDry

  expect(await listed('2026-03-06')).toEqual([])
  expect(await listed('2026-03-07')).toMatchObject([
    { orderId: weekly.id, customerName: 'Ana Ruiz', phone: '845-555-0100', delayDays: 2 },
  ])
  expect(await listed('2026-03-12')).toHaveLength(1)
  expect(await listed('2026-03-13')).toHaveLength(2)
})

test('rule 48: pending stops come off the plan, and an order keeps one audit entry of its move', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const orderId = await buyAt(shop)
  await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: STORM })

  const { body } = await changeDay(staff, { reason: 'Storm' })

  expect(body.counts.stops).toBe(1)
  expect(await shop.sql('select status from schedules')).toEqual([{ status: 'cancelled' }])
  expect(
    await shop.sql("select before, after from audit_entries where action = 'order.moved'"),
  ).toEqual([
    { before: { deliveryDate: STORM }, after: { deliveryDate: '2026-03-06', closedFor: 'Storm' } },
  ])
  expect(
    await shop.sql("select after from audit_entries where action = 'day_change.applied'"),
  ).toMatchObject([{ after: { date: STORM, zones: 'whole shop', moved: 1 } }])
})
