import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ProductDetail, StaffProduct } from '#contract/staff/products.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

const juniper = { name: 'Juniper Water 5 Gallon', size: '5-gallon', price: '9.49' }

const add = (staff: Buyer, change: object = {}) =>
  staff.call<StaffProduct>('POST', apiPaths.adminProducts, { ...juniper, ...change })

const productPath = (id = '') => fillPath(apiPaths.adminProduct, { id })

const edit = (staff: Buyer, id: string | undefined, change: object) =>
  staff.call<StaffProduct>('PATCH', productPath(id), change)

const listed = async (buyer: Buyer) => (await buyer.call<Product[]>('GET', apiPaths.products)).body

const productNames = (products: readonly { name: string }[]) => products.map(({ name }) => name)

test('rule 30: a product is a draft until it is activated, and archived instead of deleted', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const guest = shop.buyer()

  const added = await add(staff)

  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({
    ...juniper,
    state: 'draft',
    isSoldOut: false,
    description: '',
    nextPrice: null,
    subscribers: 0,
  })
  expect(await listed(guest)).toEqual(shop.products)

  const { id } = added.body
  await edit(staff, id, { state: 'active' })
  await expect
    .poll(async () => (await listed(guest)).at(-1))
    .toEqual({ id, ...juniper, description: '', imageUrl: '' })

  await edit(staff, id, { state: 'archived' })
  await expect.poll(() => listed(guest)).toEqual(shop.products)
  const staffList = (await staff.call<StaffProduct[]>('GET', apiPaths.adminProducts)).body
  expect(staffList.at(-1)).toMatchObject({ id, state: 'archived' })
  expect((await staff.call('DELETE', productPath(id))).status).toBe(404)
})

test('rule 30: only a sold-out product has the extra field, and ordering it names it', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [spring] = shop.products
  const ana = shop.buyer()
  await ana.startCheckout()

  await edit(staff, spring?.id, { isSoldOut: true })

  await expect
    .poll(async () => (await listed(ana)).map(({ isSoldOut }) => isSoldOut))
    .toEqual([true, ...shop.products.slice(1).map(() => undefined)])
  const rejected = await ana.place()
  expect([rejected.status, rejected.body.code]).toEqual([409, 'product_sold_out'])
  expect(rejected.body.message).toBe(`${spring?.name} is sold out. Review your order.`)
  expect(await shop.sql('select id from orders')).toEqual([])

  await edit(staff, spring?.id, { isSoldOut: false })
  expect((await ana.place()).status).toBe(201)
})

test('a draft and an archived product cannot be ordered', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const product = (await add(staff)).body
  const ana = shop.buyer()
  const order = ana.submission({ lines: [[product as unknown as Product, 1]] })

  for (const state of ['draft', 'archived'] as const) {
    await edit(staff, product.id, { state })
    const response = await ana.place(order)
    expect([state, response.status, response.body.code]).toEqual([
      state,
      409,
      'product_unavailable',
    ])
  }
  await edit(staff, product.id, { state: 'active' })
  expect((await ana.place(order)).status).toBe(201)
})

const rejectedProducts: [what: string, change: object, field: string][] = [
  ['an empty name', { name: '' }, 'name'],
  ['a blank name', { name: '   ' }, 'name'],
  ['a huge name', { name: 'x'.repeat(101) }, 'name'],
  ['a name that PostgreSQL cannot store', { name: 'a\0b' }, 'name'],
  ['a name in use', { name: 'Spring Water 5 Gallon' }, 'name'],
  ['a name in use in other letters', { name: ' SPRING water 5 gallon ' }, 'name'],
  ['an unknown size', { size: '7-gallon' }, 'size'],
  ['a huge description', { description: 'x'.repeat(501) }, 'description'],
  ['an unknown state', { state: 'deleted' }, 'state'],
  ['a price of 0', { price: '0' }, 'price'],
  ['a price of 0.00', { price: 0 }, 'price'],
  ['a negative price', { price: '-1' }, 'price'],
  ['a price of a billion', { price: 1e9 }, 'price'],
  ['a price with three decimals', { price: '9.999' }, 'price'],
  ['a number with three decimals', { price: 9.999 }, 'price'],
  ['a price in words', { price: 'nine' }, 'price'],
  ['no price', { price: undefined }, 'price'],
]

test('a product with an invalid field is rejected, and the field is named', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  for (const [what, change, field] of rejectedProducts) {
    const { status, body } = await add(staff, change)
    const { fields = {} } = body as { fields?: object }
    expect([what, status, Object.keys(fields)]).toEqual([what, 400, [field]])
  }
  expect(await shop.sql('select id from products')).toHaveLength(shop.products.length)
})

test('two products that are added at the same moment cannot share a name', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const replies = await Promise.all(
    ['Juniper', 'JUNIPER', 'juniper'].map((name) => add(staff, { name })),
  )

  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
})

test('X8: an edit with an outdated version is rejected; one without a version applies', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id, version } = (await add(staff)).body
  await edit(staff, id, { description: 'First', version })

  const stale = await edit(staff, id, { description: 'Second', version })
  const stalePrice = await staff.call('POST', fillPath(apiPaths.adminProductPrice, { id }), {
    price: '1.00',
    version,
  })

  expect([stale.status, stalePrice.status]).toEqual([409, 409])
  expect((await edit(staff, id, { name: 'Juniper' })).body).toMatchObject({
    name: 'Juniper',
    description: 'First',
    price: '9.49',
  })
})

test('X7: every change of a product has an audit entry', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { id } = (await add(staff)).body
  await edit(staff, id, { isSoldOut: true })
  await staff.call('POST', fillPath(apiPaths.adminProductMove, { id }), {
    beforeId: shop.products[0]?.id,
  })

  const { body } = await staff.call<ProductDetail>('GET', productPath(id))

  expect(body.history.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    {
      action: 'product.moved',
      before: { position: shop.products.length + 1 },
      after: { position: 1 },
    },
    { action: 'product.updated', before: { isSoldOut: false }, after: { isSoldOut: true } },
    expect.objectContaining({ action: 'product.created' }),
  ])
})

test('a product is moved in front of another one or to the end', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [first, second, third, ...rest] = shop.products as [Product, Product, Product]
  const move = (id: string, beforeId: string | null) =>
    staff.call('POST', fillPath(apiPaths.adminProductMove, { id }), { beforeId })

  expect((await move(third.id, first.id)).status).toBe(204)
  expect((await move(first.id, null)).status).toBe(204)
  expect((await move(second.id, second.id)).status).toBe(204)

  await expect
    .poll(async () => productNames(await listed(shop.buyer())))
    .toEqual(productNames([third, second, ...rest, first]))
  const unknown = crypto.randomUUID()
  expect((await move(unknown, null)).status).toBe(404)
  expect((await move(first.id, unknown)).status).toBe(400)
})

test('parallel moves leave every product at a position of its own', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [target] = shop.products

  await Promise.all(
    shop.products.slice(1).map(({ id }) =>
      staff.call('POST', fillPath(apiPaths.adminProductMove, { id }), {
        beforeId: target?.id,
      }),
    ),
  )

  const rows = await shop.sql<{ position: number }>('select position from products order by 1')
  expect(rows.map(({ position }) => position)).toEqual(shop.products.map((_, n) => n + 1))
})

test('the list counts active subscriptions by product', async () => {
  const shop = await openShop()
  await subscribe(shop)
  const staff = await staffBrowser(shop)

  const { body } = await staff.call<StaffProduct[]>('GET', apiPaths.adminProducts)

  expect(body.map(({ subscribers }) => subscribers)).toEqual([1, 0, 0, 0, 0, 0])
})
