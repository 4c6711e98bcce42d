import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Case } from '#contract/cases/cases.ts'
import type { CustomerOrder } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import {
  answer,
  deliveredOrder,
  markDelivered,
  report,
  sendPhoto,
} from '#tests/support/orders/delivered-order.ts'

const HOUR_MS = 3_600_000

const jpeg = () =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#2563eb' } })
    .withExif({ IFD0: { Copyright: 'Ana Ruiz' } })
    .jpeg()
    .toBuffer()

test('rule 66: a customer reports damage with a photo, gets an email and sees the case', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()

  const { status, body } = await report(ana, orderId, { text: '  One bottle leaks \n' })
  const photo = await sendPhoto(shop, ana, body.id, await jpeg())
  await shop.deliverPending()

  expect([status, photo.status]).toEqual([201, 200])
  expect(body).toMatchObject({ kind: 'damaged', text: 'One bottle leaks', state: 'open' })
  const [own] = (await ana.call<Case[]>('GET', apiPaths.customerCases)).body
  expect(own).toMatchObject({ id: body.id, orderId, photo: photo.body.photo, outcome: null })
  const queue = (await staff.call<StaffCase[]>('GET', `${apiPaths.adminCases}?limit=50`)).body
  expect(queue).toMatchObject([
    { id: body.id, customer: { name: 'Ana Ruiz' }, order: { total: '17.98' }, isRefunding: false },
  ])
  const email = (await shop.mailbox()).find(({ subject }) => /We got your report/.test(subject))
  expect(email?.recipient).toBe('ana@example.com')
  expect(email?.text).toContain('You reported: Damaged')
  expect(email?.text).toContain('One bottle leaks')
  const history = await shop.sql('select action, actor from audit_entries where subject_id = $1', [
    orderId,
  ])
  expect(history).toContainEqual({ action: 'order.problem_reported', actor: 'customer' })
})

test('a report with its photo in one request opens a case with the encoded photo', async () => {
  const { shop, ana, orderId } = await deliveredOrder()
  const photo = `data:image/jpeg;base64,${(await jpeg()).toString('base64')}`

  const { status, body } = await report(ana, orderId, { kind: 'other', photo })

  expect([status, body.caseId]).toEqual([201, body.id])
  const [row] = await shop.sql<{ bytes: Buffer }>('select bytes from case_photos')
  const { format, width, exif } = await sharp(row?.bytes).metadata()
  expect([format, width, exif]).toEqual(['webp', 1280, undefined])
})

test.each([
  ['text that is no base64', 'not base64!'],
  ['a file that is no image', Buffer.from('<svg/>').toString('base64')],
  ['an empty photo', ''],
])('a report with %s is rejected, and no case is opened', async (_, photo) => {
  const { shop, ana, orderId } = await deliveredOrder()

  const { status, body } = await report(ana, orderId, { photo })

  expect([status, body.code]).toEqual([400, 'invalid'])
  expect(await shop.sql('select 1 from cases')).toEqual([])
  expect((await report(ana, orderId)).status).toBe(201)
})

test('the photo is re-encoded without metadata and is sent to its customer and staff alone', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  const upload = await jpeg()
  await sendPhoto(shop, ana, id, upload)

  for (const [browser, path] of [
    [ana, apiPaths.customerCasePhoto],
    [staff, apiPaths.adminCasePhoto],
  ] as const) {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${shop.url}${fillPath(path, { id })}`, { headers: { cookie } })
    const bytes = Buffer.from(await response.arrayBuffer())
    const { format, width, exif } = await sharp(bytes).metadata()
    expect([format, width, exif]).toEqual(['webp', 1280, undefined])
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(bytes.equals(upload)).toBe(false)
  }
})

test('rule 66: the window is 48 hours from the moment the order was marked as delivered', async () => {
  const { shop, staff, ana, orderId, deliveredAt } = await deliveredOrder()
  const until = async () =>
    (await ana.call<CustomerOrder>('GET', fillPath(apiPaths.customerOrder, { id: orderId }))).body
      .reportUntil
  expect(await until()).toBe(new Date(deliveredAt + 48 * HOUR_MS).toISOString())

  // A later change of the order doesn't extend it.
  shop.clock.advance(10 * HOUR_MS)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status: 'completed' })
  await markDelivered(staff, orderId)
  expect(await until()).toBe(new Date(deliveredAt + 48 * HOUR_MS).toISOString())

  shop.clock.set(new Date(deliveredAt + 48 * HOUR_MS - 1).toISOString())
  const inTime = await report(ana, orderId)
  shop.clock.set(new Date(deliveredAt + 48 * HOUR_MS).toISOString())
  const late = await report(ana, orderId, { kind: 'missing' })

  expect(inTime.status).toBe(201)
  expect([late.status, late.body.code]).toEqual([409, 'report_closed'])
  expect(late.body.message).toContain('48 hours')
  // The photo of a report in the last minute can still be sent.
  expect((await sendPhoto(shop, ana, inTime.body.id, await jpeg())).status).toBe(200)
  shop.clock.advance(HOUR_MS)
  expect((await sendPhoto(shop, ana, inTime.body.id, await jpeg())).body.code).toBe('report_closed')
})

test('an order that is not delivered, or no longer, cannot be reported', async () => {
  const { staff, ana, orderId } = await deliveredOrder()
  await markDelivered(staff, orderId, 'in-transit')
  const moved = await report(ana, orderId)
  await markDelivered(staff, orderId)
  const again = await report(ana, orderId)

  expect([moved.status, moved.body.code]).toEqual([409, 'report_closed'])
  expect(again.status).toBe(201)
})

test('a subscription that was cancelled after its delivery can be reported', async () => {
  const { shop, staff, ana } = await deliveredOrder()
  const { orderId } = await ana.buy(ana.submission({ isRecurring: true }))
  await shop.deliverPending()
  await markDelivered(staff, orderId)
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id: orderId }))

  expect((await report(ana, orderId)).status).toBe(201)
})

test('parallel reports open one case; another text of the same kind is rejected', async () => {
  const { shop, ana, orderId } = await deliveredOrder()

  const results = await Promise.all(Array.from({ length: 6 }, () => report(ana, orderId)))
  const other = await report(ana, orderId, { text: 'Two bottles leak' })
  const missing = await report(ana, orderId, { kind: 'missing' })
  await shop.deliverPending()

  expect(new Set(results.map(({ body }) => body.id)).size).toBe(1)
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 201))
  expect([other.status, other.body.code]).toEqual([409, 'already_reported'])
  expect(missing.status).toBe(201)
  expect(await shop.sql('select kind from cases order by kind')).toEqual([
    { kind: 'damaged' },
    { kind: 'missing' },
  ])
  const received = (await shop.mailbox()).filter(({ subject }) => /your report/.test(subject))
  expect(received).toHaveLength(2)
})

test('a photo is replaced while the case is open, and stays once it is answered', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  const first = await sendPhoto(shop, ana, id, await jpeg())
  const green = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer()
  const second = await sendPhoto(shop, ana, id, green, 'image/png')
  await answer(staff, id, { outcome: 'closed' })
  const late = await sendPhoto(shop, ana, id, await jpeg())

  expect(first.body.photo).not.toBe(second.body.photo)
  expect([late.status, late.body.code]).toEqual([409, 'case_answered'])
  expect(await shop.sql('select hash from case_photos')).toEqual([{ hash: second.body.photo }])
})

test('photos are deleted half a year after the answer, those of open cases never', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const damaged = (await report(ana, orderId)).body.id
  const missing = (await report(ana, orderId, { kind: 'missing' })).body.id
  await sendPhoto(shop, ana, damaged, await jpeg())
  await sendPhoto(shop, ana, missing, await jpeg())
  await answer(staff, damaged, { outcome: 'closed' })
  const photos = async () => {
    await shop.runJob('case.purgePhotos')
    const rows = await shop.sql<{ case_id: string }>('select case_id from case_photos')
    return rows.map(({ case_id }) => case_id).sort()
  }

  shop.clock.advance(180 * 24 * HOUR_MS)
  expect(await photos()).toEqual([damaged, missing].sort())
  shop.clock.advance(1)
  expect(await photos()).toEqual([missing])
  expect(await shop.sql('select id from cases')).toHaveLength(2)
})
