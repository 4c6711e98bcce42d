import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffProduct } from '#contract/staff/products.ts'
import { ensureStaff } from '#server/modules/identity/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF } from '#tests/support/sign-in.ts'

const image = (background: string) =>
  sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()

async function openImages() {
  const shop = await openShop()
  await ensureStaff(shop.deps, STAFF.email, STAFF.password)
  const login = await fetch(`${shop.url}${apiPaths.adminLogin}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const [{ id }] = shop.products as [Product]
  const upload = async (bytes: Uint8Array, type = 'image/jpeg', headers: object = { cookie }) => {
    const response = await fetch(`${shop.url}${fillPath(apiPaths.adminProductImage, { id })}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body: bytes as unknown as BodyInit,
    })
    return { status: response.status, body: await response.json() }
  }
  return { shop, id, upload }
}

const fetchImage = (shop: TestShop, url: string) => fetch(`${shop.url}${url}`)

test('an uploaded image is served in every size, immutable and never as it was uploaded', async () => {
  const { shop, id, upload } = await openImages()
  const bytes = await image('#2563eb')

  const { status, body } = await upload(bytes)

  expect(status).toBe(200)
  const { imageUrl } = body as StaffProduct
  expect(imageUrl).toMatch(/^\/product-images\/[0-9a-f]{32}-480\.webp$/)
  for (const file of ['240.avif', '240.webp', '480.avif', '480.webp', '720.avif', '720.webp']) {
    const response = await fetchImage(shop, imageUrl.replace('480.webp', file))
    expect(response.headers.get('content-type')).toBe(`image/${file.split('.')[1]}`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(false)
  }
  await expect
    .poll(async () => (await shop.deps.productList()).products.find((row) => row.id === id))
    .toMatchObject({ imageUrl })
  expect(await shop.sql('select action from audit_entries where subject_id = $1', [id])).toEqual([
    { action: 'product.image_changed' },
  ])
})

test('a replaced image is deleted a day later, unless another product uses it', async () => {
  const { shop, upload } = await openImages()
  const first = ((await upload(await image('#ff0000'))).body as StaffProduct).imageUrl
  const second = ((await upload(await image('#00ff00'))).body as StaffProduct).imageUrl
  const statuses = async () =>
    Promise.all([first, second].map(async (url) => (await fetchImage(shop, url)).status))

  await shop.runJob('product.purgeImages')
  expect(await statuses()).toEqual([200, 200])
  shop.clock.advance(25 * 3_600_000)
  await shop.runJob('product.purgeImages')

  expect(await statuses()).toEqual([404, 200])
})

test('uploads that are not an image, too large or not allowed are rejected with a clear message', async () => {
  const { shop, id, upload } = await openImages()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const bomb = await sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()

  const results = [
    await upload(svg),
    await upload(svg, 'image/svg+xml'),
    await upload(Buffer.from('hello'), 'image/png'),
    await upload(bomb, 'image/png'),
    await upload((await image('#fff')).subarray(0, 500)),
    await upload(Buffer.alloc(11 * 1024 * 1024)),
    await upload(await image('#fff'), 'image/jpeg', {}),
  ]

  expect(
    results.map(({ status, body }) => [status, (body as { message: string }).message]),
  ).toEqual([
    [400, 'Choose a JPEG, PNG or WebP image.'],
    [415, 'Choose a JPEG, PNG or WebP image.'],
    [400, 'Choose a JPEG, PNG or WebP image.'],
    [400, 'This image has too many pixels. Choose one of up to 50 megapixels.'],
    [400, expect.stringContaining("We couldn't read this image.")],
    [413, 'This image is larger than 10 MB. Choose a smaller one.'],
    [401, 'Please log in.'],
  ])
  expect(await shop.sql('select hash from product_images')).toEqual([])
  expect(await shop.sql('select image_url from products where id = $1', [id])).toEqual([
    { image_url: shop.products[0]?.imageUrl },
  ])
})

test.each(['x', '..%2f..%2fetc%2fpasswd', `${'0'.repeat(32)}-480.webp`, `${'0'.repeat(32)}-1.svg`])(
  'the unknown image %s is a 404',
  async (file) => {
    const shop = await openShop()
    expect((await fetchImage(shop, `/product-images/${file}`)).status).toBe(404)
  },
)
