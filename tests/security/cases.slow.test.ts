import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openOnce } from '#tests/support/open-shop.ts'
import {
  answer,
  deliveredOrder,
  markDelivered,
  report,
  sendPhoto,
} from '#tests/support/orders/delivered-order.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const html = Buffer.from('<!doctype html><script>alert(1)</script>')

const jpeg = () =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: '#2563eb' } })
    .jpeg()
    .toBuffer()

const bomb = () =>
  sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

test('X1: orders, cases and photos of another customer are 404', async () => {
  const { shop, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  await sendPhoto(shop, ana, id, await jpeg())
  await shop.buyer().place(shop.buyer().submission({ customerEmail: 'mallory@example.com' }))
  const mallory = await customerBrowser(shop, 'mallory@example.com')
  const guess = '00000000-0000-4000-8000-000000000000'

  const statuses = [
    (await report(mallory, orderId)).status,
    (await report(mallory, guess)).status,
    (await report(mallory, 'x')).status,
    (await sendPhoto(shop, mallory, id, await jpeg())).status,
    (await sendPhoto(shop, mallory, guess, await jpeg())).status,
    (await mallory.call('GET', fillPath(apiPaths.customerCasePhoto, { id }))).status,
    (await mallory.call('GET', fillPath(apiPaths.customerCasePhoto, { id: guess }))).status,
  ]
  const others = [
    (await shop.buyer().call('GET', fillPath(apiPaths.customerCasePhoto, { id }))).status,
    (await mallory.call('GET', fillPath(apiPaths.adminCasePhoto, { id }))).status,
    (await sendPhoto(shop, undefined, id, await jpeg())).status,
  ]

  expect(statuses).toEqual(statuses.map(() => 404))
  expect(others).toEqual([401, 403, 401])
  expect((await mallory.call('GET', apiPaths.customerCases)).body).toEqual([])
  expect(await shop.sql('select id from cases')).toEqual([{ id }])
})

test('photos that are not an image, too large or a decompression bomb are rejected and stored nowhere', async () => {
  const { shop, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  const send = (bytes: Uint8Array, type?: string) => sendPhoto(shop, ana, id, bytes, type)

  const results = [
    await send(svg),
    await send(svg, 'image/svg+xml'),
    await send(html),
    await send(html, 'text/html'),
    await send(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), html])),
    await send(await bomb(), 'image/png'),
    await send(Buffer.alloc(11 * 1024 * 1024)),
  ]

  expect(results.map(({ status }) => status)).toEqual([400, 415, 400, 415, 400, 400, 413])
  expect(results[5]?.body.message).toContain('too many pixels')
  expect(results[6]?.body.message).toContain('larger than 10 MB')
  expect(await shop.sql('select case_id from case_photos')).toEqual([])
  expect((await send(await jpeg())).status).toBe(200)
})

const openForRejected = openOnce(() => deliveredOrder())

test.each<[string, object]>([
  ['no text', { text: '' }],
  ['blank text', { text: ' \n\t ' }],
  ['long text', { text: 'x'.repeat(1001) }],
  ['a NUL', { text: 'a\0bc' }],
  ['another kind', { kind: 'refund_me' }],
  ['no kind', { kind: undefined }],
  ['text that is no text', { text: { a: 1 } }],
])('a report with %s is rejected', async (_, change) => {
  const { shop, ana, orderId } = await openForRejected()
  expect((await report(ana, orderId, { ...change })).status).toBe(400)
  expect(await shop.sql('select id from cases')).toEqual([])
})

test('X3, X4: markup stays text in the email, and protected fields change nothing', async () => {
  const { shop, ana, orderId } = await deliveredOrder()
  const text = '</td><script>alert(1)</script><img src=x onerror=alert(1)>'

  const { body } = await report(ana, orderId, { text, state: 'answered', outcome: 'credit' })
  await shop.deliverPending()

  expect(body).toMatchObject({ text, state: 'open', outcome: null })
  const email = (await shop.mailbox()).find(({ subject }) => /your report/.test(subject))
  expect(email?.html).not.toContain('<script')
  expect(email?.html).not.toContain('<img')
})

test('49 hours, an order on its way and one that was cancelled cannot be reported', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const open = await ana.buy()
  const cancelled = await ana.buy()
  await shop.deliverPending()
  await markDelivered(staff, open.orderId, 'in-transit')
  const path = fillPath(apiPaths.adminOrder, { id: cancelled.orderId })
  await staff.call('PATCH', path, { status: 'cancelled' })
  shop.clock.advance(49 * 3_600_000)

  const results = [
    await report(ana, orderId),
    await report(ana, open.orderId),
    await report(ana, cancelled.orderId),
  ]

  expect(results.map(({ status, body }) => [status, body.code])).toEqual(
    results.map(() => [409, 'report_closed']),
  )
})

test('rule 35: dispatchers answer, but give no credit and no refund; viewers only read', async () => {
  const { shop, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  const viewer = await staffBrowser(shop, 'viewer')
  const refund = { outcome: 'refund', refund: { amount: '1.00' } }
  const credit = { outcome: 'credit', amount: '1.00' }

  const denied = [
    await answer(dispatcher, id, credit),
    await answer(dispatcher, id, refund),
    await answer(viewer, id, { outcome: 'closed' }),
    await answer(ana, id, { outcome: 'closed' }),
  ]
  const read = await viewer.call('GET', fillPath(apiPaths.adminCase, { id }))
  const redelivered = await answer(dispatcher, id, {
    outcome: 'redelivery',
    scheduledDate: '2026-03-06',
  })

  expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect([read.status, redelivered.status]).toEqual([200, 200])
  expect(await shop.sql('select id from credit_entries')).toEqual([])
  expect(await shop.sql('select id from refunds')).toEqual([])
})

test('rule 37: a refund asks for the password again after 15 minutes, credit does not', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  shop.clock.advance(16 * 60_000)

  const refund = await answer(staff, id, { outcome: 'refund', refund: { amount: '1.00' } })
  const credit = await answer(staff, id, { outcome: 'credit', amount: '1.00' })

  expect([refund.status, refund.body.code]).toEqual([403, 'confirmation_required'])
  expect(credit.status).toBe(200)
})

test('B3: writes from another site are rejected', async () => {
  const { ana, staff, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  const foreign = { origin: 'https://evil.example' }

  const results = [
    await ana.call('POST', fillPath(apiPaths.customerOrderProblem, { id: orderId }), {}, foreign),
    await ana.call('POST', fillPath(apiPaths.customerCasePhoto, { id }), 'x', foreign),
    await staff.call('POST', fillPath(apiPaths.adminCaseAnswer, { id }), {}, foreign),
  ]

  expect(results.map(({ body }) => body.code)).toEqual(results.map(() => 'cross_site'))
})

test('A6: reports and photos are limited per customer', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const statuses: number[] = []
  for (let round = 0; round < 21; round++) {
    const { status, body } = await report(ana, orderId)
    statuses.push(status)
    if (status === 201) await answer(staff, body.id, { outcome: 'closed' })
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 201))
  expect(statuses[20]).toBe(429)

  shop.clock.advance(25 * 3_600_000)
  const { id } = (await report(ana, orderId)).body
  const photos: number[] = []
  for (let round = 0; round < 21; round++) photos.push((await sendPhoto(shop, ana, id, svg)).status)
  expect(photos.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400))
  expect(photos[20]).toBe(429)
})

test('erasure deletes cases with their photos, and the export contains both', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  await sendPhoto(shop, ana, id, await jpeg())
  await answer(staff, id, { outcome: 'credit', amount: '1.00' })

  const exported = await ana.call<{ cases: object[] }>('GET', apiPaths.personalData)
  const erased = await ana.call('DELETE', apiPaths.personalData)

  expect(exported.body.cases).toMatchObject([
    { id, text: 'One bottle leaks', photo: expect.stringMatching(/^data:image\/webp;base64,/) },
  ])
  expect(erased.status).toBe(200)
  expect(await shop.sql('select id from cases')).toEqual([])
  expect(await shop.sql('select case_id from case_photos')).toEqual([])
})
