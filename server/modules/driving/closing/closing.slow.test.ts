import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { missingNumbers } from './list-gaps.ts'
import { GIVEN_UP, toDedupeSuffix } from './visit-emails.ts'

const deliveries = async ({ shop, stops }: Awaited<ReturnType<typeof openDriving>>) => {
  const rows = await shop.sql<{ delivery_date: string; delivery_status: string }>(
    `select delivery_date::text, delivery_status from orders
     where id = any($1) order by array_position($1, id)`,
    [stops.map(({ orderId }) => orderId)],
  )
  return rows.map((row) => `${row.delivery_date} ${row.delivery_status}`)
}

test('rule 58: closing moves failed deliveries to the next day once; others are for a call', async () => {
  const driving = await openDriving('a', 'b', 'c')
  const { phone, stops, shop } = driving
  const [a, b, c] = stops.map(({ id }) => id)
  await phone.report({ type: 'departed' }, failed(a, 'nobody-home'), failed(b, 'refused'))
  await phone.report(delivered(c, shop.products[0]?.id ?? ''))
  expect(await deliveries(driving)).toEqual([
    '2026-03-05 failed',
    '2026-03-05 failed',
    '2026-03-05 delivered',
  ])

  await phone.report({ type: 'closed' })

  expect(await deliveries(driving)).toEqual([
    '2026-03-06 scheduled',
    '2026-03-05 failed',
    '2026-03-05 delivered',
  ])
  expect(await shop.sql('select count(*)::int as n from payments')).toEqual([{ n: 1 }])
  const moved =
    "select subject_id, actor, before, after from audit_entries where action = 'order.moved'"
  expect(await shop.sql(moved)).toEqual([
    {
      subject_id: stops[0]?.orderId,
      actor: 'system',
      before: { deliveryDate: '2026-03-05' },
      after: { deliveryDate: '2026-03-06', notDelivered: 'nobody home' },
    },
  ])
  await shop.runJob('email.send')
  const sent = (await shop.mailbox()).filter(({ subject }) => subject.startsWith('We couldn’t'))
  expect(sent.map(({ subject }) => subject)).toEqual(
    Array(2).fill('We couldn’t deliver on Thursday, March 5, 2026'),
  )
  const texts = sent.map(({ text }) => text.replaceAll(/\s+/g, ' ')).sort()
  expect(texts.filter((text) => text.includes('We’ll try again on Friday, March 6'))).toHaveLength(
    1,
  )
  expect(texts.filter((text) => text.includes('the delivery was declined'))).toHaveLength(1)
})

test('rule 58: an undo before the route is closed keeps the date', async () => {
  const driving = await openDriving('a')
  const { phone, stops, shop } = driving
  const miss = phone.event(failed(stops[0]?.id))
  await phone.report({ type: 'departed' }, miss)
  await phone.report({
    ...delivered(stops[0]?.id, shop.products[0]?.id ?? ''),
    supersedes: miss.eventId,
  })

  await phone.report({ type: 'closed' })

  expect(await deliveries(driving)).toEqual(['2026-03-05 delivered'])
})

test('rule 57: a forced close finalizes failures and lists what the phone has not sent', async () => {
  const driving = await openDriving('a', 'b')
  const { phone, stops, setRoute, reviews } = driving
  await phone.report({ type: 'departed' }, failed(stops[0]?.id, 'dog'))
  const unsent = phone.event({ type: 'note', payload: { note: 'Dog in the yard' } })
  await phone.report({ type: 'arrived', stopId: stops[1]?.id ?? '' })

  expect((await setRoute({ status: 'closed' })).status).toBe(200)

  expect((await deliveries(driving))[0]).toBe('2026-03-06 scheduled')
  expect(await reviews()).toMatchObject([{ kind: 'missing-events', fact: 'Arrived. 3' }])
  expect(unsent.deviceSeq).toBe(3)
  expect(await phone.report(unsent)).toBe('review')
})

test('rule 57: a forced close lists a phone that loaded the route and sent nothing', async () => {
  const { phone, openPhone, sam, setRoute, reviews, decide } = await openDriving('a')
  const silent = await openPhone(sam)
  await silent.load()
  await phone.report({ type: 'departed' })

  await setRoute({ status: 'closed' })

  const listed = await reviews()
  expect(listed).toMatchObject([{ kind: 'missing-events', driverName: 'Sam', isApplied: false }])
  expect(listed[0]?.fact).toBe('Unknown browser: nothing received.')
  const left = await decide(listed[0]?.id ?? '', apiPaths.adminReviewDismiss)
  expect([left.status, left.body]).toEqual([200, []])
})

test('rule 57: a driver who closes the route leaves no silent phone to list', async () => {
  const { phone, openPhone, sam, reviews } = await openDriving('a')
  await (await openPhone(sam)).load()

  await phone.report({ type: 'departed' }, { type: 'closed' })

  expect(await reviews()).toEqual([])
})

test('rule 57: a number that is missing since an earlier route is listed once', async () => {
  const { phone, shop, setRoute, reviews } = await openDriving('a')
  await phone.report({ type: 'departed' })
  const lost = phone.event({ type: 'note', payload: { note: 'Never sent' } })
  await phone.report(
    { type: 'note', payload: { note: 'b' } },
    { type: 'note', payload: { note: 'c' } },
  )
  // All but the last one were of the route of the day before.
  await shop.sql('update driver_events set route_id = gen_random_uuid() where device_seq < 4')
  await phone.report({ type: 'departed' })
  expect(lost.deviceSeq).toBe(2)

  await setRoute({ status: 'closed' })

  expect(await reviews()).toEqual([])
})

test('rule 57: a number that is missing between two routes is listed with the later one only', async () => {
  const { phone, shop, setRoute, reviews } = await openDriving('a')
  await phone.report({ type: 'departed' })
  phone.event({ type: 'note', payload: { note: 'Never sent' } })
  await phone.report({ type: 'note', payload: { note: 'Next day' } })
  await shop.sql('update driver_events set route_id = gen_random_uuid() where device_seq = 3')

  await setRoute({ status: 'closed' })

  expect(await reviews()).toEqual([])
})

test('numbers that never arrived are found, at most twenty', () => {
  expect(missingNumbers([1, 2, 5])).toEqual([3, 4])
  expect(missingNumbers([0, 1])).toEqual([])
  expect(missingNumbers([1000])).toHaveLength(20)
})

test('rule 58: cash pays what is due on delivery, an undo reverses it, more goes to review', async () => {
  const { phone, shop, reviews, staff, add, blue } = await openDriving('a')
  const place = async () => {
    const { body } = await placeByPhone(staff, shop, { deliveryDate: '2026-03-06' })
    return (await add(body.orderId, { truckId: blue, date: DATE })).body
  }
  const [a, b] = [await place(), await place()]
  const pay = (stopId: string | undefined, amount: string) => ({
    type: 'payment-received' as const,
    stopId: stopId ?? '',
    payload: { method: 'cash' as const, amount },
  })
  const status = async (orderId: string | undefined) => {
    const [row] = await shop.sql<{ status: string }>(
      'select status from payments where order_id = $1',
      [orderId],
    )
    return row?.status
  }
  const due = (await phone.load()).body.stops.find(({ id }) => id === a.id)?.amountDue ?? ''
  const paid = phone.event(pay(a.id, due))

  expect(await phone.report(paid, paid)).toBe('accepted duplicate')
  expect(await status(a.orderId)).toBe('paid')
  expect(await phone.report({ type: 'superseded', supersedes: paid.eventId })).toBe('accepted')
  expect(await status(a.orderId)).toBe('due')
  expect(await phone.report(pay(b.id, '999.00'))).toBe('review')
  expect(await status(b.orderId)).toBe('due')
  expect((await reviews())[0]).toMatchObject({ kind: 'payment' })
  expect((await reviews())[0]?.fact).toContain('Payment received: $999.00 by cash.')
  const { body } = await staff.call<{ tenders: unknown[] }>(
    'GET',
    `${apiPaths.adminOrders}/${a.orderId}`,
  )
  expect(body.tenders).toHaveLength(2)
})

test('rule 59: the email about a delivery that is given up names the refund', async () => {
  const { phone, stops, shop } = await openDriving('a')
  await phone.report({ type: 'departed' }, failed(stops[0]?.id, 'closed'))
  const { orderId = '' } = stops[0] ?? {}
  const dedupeSuffix = toDedupeSuffix(DATE, 'closed', GIVEN_UP)
  await shop.deps.db.transaction((tx) =>
    queueEmail(tx, shop.deps, { kind: 'delivery_failed', subjectId: orderId, dedupeSuffix }),
  )
  await shop.runJob('email.send')

  const email = (await shop.mailbox()).find(({ subject }) => subject.startsWith('We couldn’t'))
  const text = email?.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('but the place was closed. Your next delivery is soon')
  expect(text).toContain('We’ll refund what you paid for it.')
})
