import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Receipt } from '#contract/driver/receipts.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { failed, openDriving, type Phone } from '#tests/support/driving/open-driving.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

const DAY = 86_400_000
const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const takePhoto = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'Sam' } })
    .jpeg()
    .toBuffer()

const put = (
  { url }: { url: string },
  bytes: Uint8Array,
  headers: Record<string, string>,
  sha256 = hashBytes(bytes),
) =>
  fetch(`${url}${fillPath(apiPaths.driverPhoto, { sha256 })}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', ...headers },
    body: Buffer.from(bytes),
  }).then(({ status }) => status)

const open = async () => {
  const driving = await openDriving('a', 'b')
  const photo = await takePhoto('#2563eb')
  const fail = (phone: Phone, index: number, bytes = photo) =>
    phone.report({ ...failed(driving.stops[index]?.id), photos: [hashBytes(bytes)] })
  const read = (browser: Phone['browser'], path: string, index = 0) =>
    browser.call(
      'GET',
      fillPath(path, { id: driving.stops[index]?.orderId ?? '', sha256: hashBytes(photo) }),
    )
  return { ...driving, photo, fail, read }
}

test('a photo may precede or follow its event, and is shown to its customer and to staff', async () => {
  const { shop, phone, staff, photo, fail, read } = await open()
  const ana = await customerBrowser(shop)
  const eve = await customerBrowser(shop, 'eve@example.com')

  expect(await fail(phone, 0)).toBe('accepted')
  expect((await read(staff, apiPaths.adminOrderPhoto)).status).toBe(404)
  expect(await put(shop, photo, phone.key())).toBe(204)
  expect(await put(shop, photo, phone.key())).toBe(204)

  expect((await read(staff, apiPaths.adminOrderPhoto)).headers.get('content-type')).toBe(
    'image/webp',
  )
  expect((await read(ana, apiPaths.customerOrderPhoto)).status).toBe(200)
  expect((await read(eve, apiPaths.customerOrderPhoto)).status).toBe(404)
  expect((await read(shop.buyer(), apiPaths.customerOrderPhoto)).status).toBe(401)
  expect((await read(staff, apiPaths.adminOrderPhoto, 1)).status).toBe(404)
  const [row] = await shop.sql<{ bytes: Buffer }>('select bytes from driver_photos')
  const { exif, format } = await sharp(row?.bytes).metadata()
  expect([exif, format]).toEqual([undefined, 'webp'])
})

test('rule 58: staff see why a delivery failed, with photo and note; its customer has no receipt', async () => {
  const { shop, phone, staff, stops, photo } = await open()
  const failure = phone.event({
    ...failed(stops[0]?.id),
    payload: { reason: 'dog', note: 'Barks at the gate' },
    photos: [hashBytes(photo)],
  })
  await phone.report(failure)
  await put(shop, photo, phone.key())
  const id = stops[0]?.orderId ?? ''
  const visits = async (browser: Phone['browser'], path: string) =>
    (await browser.call<Receipt[]>('GET', fillPath(path, { id }))).body

  expect(await visits(staff, apiPaths.adminOrderReceipts)).toEqual([
    {
      id: stops[0]?.id,
      at: shop.clock.now().toISOString(),
      lines: [],
      balance: null,
      photos: [hashBytes(photo)],
      note: 'Barks at the gate',
      sentAt: null,
      failureReason: 'dog',
    },
  ])
  expect(await visits(await customerBrowser(shop), apiPaths.customerOrderReceipts)).toEqual([])
  await phone.report({ type: 'superseded', supersedes: failure.eventId })
  expect(await visits(staff, apiPaths.adminOrderReceipts)).toEqual([])
})

test('bad input: 20 MB, another hash, no image, no key', async () => {
  const { shop, phone, photo } = await open()

  expect(await put(shop, Buffer.alloc(20 * 1024 * 1024), phone.key())).toBe(413)
  expect(await put(shop, Buffer.alloc(256 * 1024 + 1), phone.key())).toBe(413)
  expect(await put(shop, photo, phone.key(), hashBytes(Buffer.from('other')))).toBe(400)
  expect(await put(shop, photo, phone.key(), 'not-a-hash')).toBe(404)
  expect(await put(shop, Buffer.from('<svg/>'), phone.key())).toBe(400)
  expect(await put(shop, photo, {})).toBe(401)
  expect(await shop.sql('select 1 from driver_photos')).toEqual([])
})

test('a photo that cannot be encoded now is asked for again, and not given up', async () => {
  const { shop, phone, photo } = await open()
  const { encodeImage } = shop.deps
  const cause = new Error('spawn EAGAIN')
  Object.assign(shop.deps, { encodeImage: async () => ({ reason: 'not_encoded', cause }) })
  expect(await put(shop, photo, phone.key())).toBe(503)
  Object.assign(shop.deps, { encodeImage })
  expect(await put(shop, photo, phone.key())).toBe(204)
})

test('photos are deleted after 90 days, unused ones after 14, and places after 30', async () => {
  const { shop, phone, photo, fail } = await open()
  const unused = await takePhoto('#ff0000')
  await fail(phone, 0)
  await phone.report({
    type: 'note',
    payload: { note: 'Gate' },
    fix: { lat: 41.9, lon: -74, accuracy: 8 },
  })
  await put(shop, photo, phone.key())
  await put(shop, unused, phone.key())
  const left = async () => {
    await shop.runJob('driver.purge')
    const [row] = await shop.sql<{ photos: number; fixes: number }>(
      `select (select count(*)::int from driver_photos) as photos,
         (select count(*)::int from driver_events where fix is not null) as fixes`,
    )
    return row
  }

  expect(await left()).toEqual({ photos: 2, fixes: 1 })
  shop.clock.advance(15 * DAY)
  expect(await left()).toEqual({ photos: 1, fixes: 1 })
  shop.clock.advance(16 * DAY)
  expect(await left()).toEqual({ photos: 1, fixes: 0 })
  shop.clock.advance(60 * DAY)
  expect(await left()).toEqual({ photos: 0, fixes: 0 })
})
