import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { CustomerOrder } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openReceipts } from '#tests/support/driving/open-receipts.ts'
import { report } from '#tests/support/orders/delivered-order.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Ana's delivery with a photo and a note, sentEmails to her. */
async function openWithPhoto() {
  const opened = await openReceipts()
  const { shop, phone, left, sendReceipts, orderId } = opened
  const image = sharp({ create: { width: 300, height: 200, channels: 3, background: '#2563eb' } })
  const bytes = await image.jpeg().toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const event = left()
  const payload = { ...event.payload, note: 'Key is under the mat' }
  await phone.report({ ...event, payload, photos: [sha256] })
  await fetch(`${shop.url}${fillPath(apiPaths.driverPhoto, { sha256 })}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', ...phone.key() },
    body: Buffer.from(bytes),
  })
  await sendReceipts()
  const photoStatus = async (browser: typeof phone.browser, path: string) =>
    (await browser.call('GET', fillPath(path, { id: orderId, sha256 }))).status
  return { ...opened, sha256, photoStatus }
}

test('photos are for the owner and staff, notes for staff, the balance not for strangers', async () => {
  const { shop, read, sha256, sentEmails, photoStatus } = await openWithPhoto()
  const ana = await customerBrowser(shop)
  const eve = await customerBrowser(shop, 'eve@example.com')
  // The day in which a link shows more.
  shop.clock.advance(DAY)
  const viewer = await staffBrowser(shop, 'viewer')
  const seen = async (...args: Parameters<typeof read>) => {
    const { status, body } = await read(...args)
    const [receipt] = Array.isArray(body) ? body : []
    return receipt ? [receipt.balance, receipt.photos, receipt.note] : status
  }

  expect(await seen(ana)).toEqual([2, [sha256], null])
  expect(await seen(eve)).toBe(404)
  expect(await seen(shop.buyer())).toBe(401)
  expect(await seen(await staffBrowser(shop), apiPaths.adminOrderReceipts)).toEqual([
    2,
    [sha256],
    'Key is under the mat',
  ])
  expect(await seen(ana, apiPaths.adminOrderReceipts)).toBe(403)
  expect(await seen(viewer, apiPaths.customerOrderReceipts)).toBe(403)
  // By the link alone: what was left and taken, for its customer the balance as well.
  expect(await seen(shop.buyer(), apiPaths.orderReceipts)).toEqual([null, [], null])
  expect(await seen(eve, apiPaths.orderReceipts)).toEqual([null, [], null])
  expect(await seen(ana, apiPaths.orderReceipts)).toEqual([2, [], null])
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const [browser, path] of [
    [ana, apiPaths.customerOrderReceipts],
    [shop.buyer(), apiPaths.orderReceipts],
    [await staffBrowser(shop), apiPaths.adminOrderReceipts],
  ] as const)
    expect((await read(browser, path, unknown)).status).toBe(404)
  expect(await photoStatus(shop.buyer(), apiPaths.customerOrderPhoto)).toBe(401)
  expect(await photoStatus(eve, apiPaths.customerOrderPhoto)).toBe(404)
  expect(await photoStatus(ana, apiPaths.customerOrderPhoto)).toBe(200)
  expect(await photoStatus(viewer, apiPaths.customerOrderPhoto)).toBe(403)
  expect(await photoStatus(viewer, apiPaths.adminOrderPhoto)).toBe(200)
  const [email] = await sentEmails()
  expect(email?.text).toContain('Log in to see the photo')
  expect(email?.text).not.toContain('under the mat')
})

test('a photo stays for 90 days, and longer while a case is open', async () => {
  const { shop, read, orderId } = await openWithPhoto()
  const ana = await customerBrowser(shop)
  const { status, body } = await report(ana, orderId)
  expect(status).toBe(201)
  const photos = async () => {
    await shop.runJob('driver.purge')
    return (await read(await customerBrowser(shop))).body[0]?.photos.length
  }

  shop.clock.advance(91 * DAY)
  expect(await photos()).toBe(1)
  await shop.sql(`update cases set state = 'answered' where id = $1`, [body.id])
  expect(await photos()).toBe(0)
})

test('an erased customer leaves counts and times, but no photo, note or balance', async () => {
  const { shop, read } = await openWithPhoto()
  shop.clock.advance(3 * DAY)
  const ana = await customerBrowser(shop)
  const exported = await ana.call('GET', apiPaths.personalData)
  expect(JSON.stringify(exported.body)).toContain('"receipts":[{')
  const erased = await ana.call('DELETE', apiPaths.personalData)
  expect(erased.status).toBeLessThan(300)

  const { body } = await read(await staffBrowser(shop), apiPaths.adminOrderReceipts)
  expect(body).toMatchObject([{ balance: null, photos: [], note: null, lines: [{ full: 2 }] }])
  expect(await shop.sql('select 1 from driver_photos')).toEqual([])
})

test('rules 62 and 66: problems are reported for 48 hours after the receipt was sent', async () => {
  const { shop, phone, left, sendReceipts, orderId } = await openReceipts()
  const until = async (browser: typeof phone.browser) => {
    const path = fillPath(apiPaths.customerOrder, { id: orderId })
    return (await browser.call<CustomerOrder>('GET', path)).body.reportUntil
  }
  const event = phone.event(left())
  // The phone was without a network for three days.
  shop.clock.advance(3 * DAY)
  await phone.send([event], phone.key())
  const ana = await customerBrowser(shop)
  const waiting = await report(ana, orderId, { kind: 'other' })
  expect(waiting.status).toBe(201)

  await sendReceipts(60)
  const sentAt = shop.clock.now().getTime()

  expect(await until(ana)).toBe(new Date(sentAt + 48 * HOUR).toISOString())
  shop.clock.set(new Date(sentAt + 48 * HOUR - 1).toISOString())
  expect((await report(ana, orderId, { kind: 'missing' })).status).toBe(201)
  shop.clock.set(new Date(sentAt + 48 * HOUR).toISOString())
  const late = await report(ana, orderId, { kind: 'damaged' })
  expect([late.status, late.body.code]).toEqual([409, 'report_closed'])
  expect(late.body.message).toMatch(/^The 48 hours to report a problem are over. Call us at /)

  // A claim alone pays nothing.
  expect(await shop.sql('select 1 from refunds')).toEqual([])
  expect(await shop.sql('select 1 from credit_entries')).toEqual([])
})

test('an email that staff send again does not extend the 48 hours; a corrected receipt does', async () => {
  const { shop, phone, left, sendReceipts, orderId } = await openReceipts()
  const first = phone.event(left(2, 0))
  await phone.report(first)
  await sendReceipts()
  const until = async () => {
    const [row] = await shop.sql<{ until: Date }>(
      'select report_until as until from orders where id = $1',
      [orderId],
    )
    return row?.until.toISOString()
  }
  expect(await until()).toBe('2026-03-07T14:05:00.000Z')

  shop.clock.advance(HOUR)
  const [email] = await shop.sql<{ id: string }>(
    `select id from emails where kind = 'delivery_receipt'`,
  )
  const staff = await staffBrowser(shop)
  await staff.call('POST', fillPath(apiPaths.adminEmailResend, { id: email?.id ?? '' }))
  await shop.runJob('email.send')
  const [resent] = await shop.sql<{ sent_at: Date }>('select sent_at from emails where id = $1', [
    email?.id,
  ])
  expect(resent?.sent_at.toISOString()).toBe('2026-03-05T15:05:00.000Z')
  expect(await until()).toBe('2026-03-07T14:05:00.000Z')

  await phone.report({ ...left(1, 0), supersedes: first.eventId })
  await sendReceipts()
  expect(await until()).toBe('2026-03-07T15:10:00.000Z')
})
