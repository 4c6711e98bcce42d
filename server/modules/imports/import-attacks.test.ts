import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'
import {
  agree,
  answerAgreement,
  applyFile,
  importAndSend,
  importFile,
  listImports,
  previewFile,
  readAgreement,
} from '#tests/support/subscription-import.ts'

async function openWithStaff() {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
}

test('bottle counts that are huge, negative or broken are errors, and none is imported', async () => {
  const { staff } = await openWithStaff()
  const counts = ['10001', '1e9', '-1', '0.5', '999999999999999999999', 'NaN', '٣', '=5', '5 5']
  const lines = counts.map((count, n) => ({
    Email: `c${n}@example.com`,
    'Bottles held': count,
    'Bottles on deposit': '',
  }))
  const { body } = await previewFile(staff, importFile(...lines))

  expect(body).toMatchObject({ ready: 0, broken: counts.length, bottlesToCharge: 0 })
  expect(new Set(body.errors.map(({ column }) => column))).toEqual(new Set(['Bottles held']))
  const most = importFile({ 'Bottles held': '10000', 'Bottles on deposit': '10000.0' })
  expect((await applyFile(staff, most)).body.ready).toBe(1)
})

test('formulas in a file are stored as text and leave exports harmless', async () => {
  const { staff } = await openWithStaff()
  const formula = '=HYPERLINK("https://evil.example","x")'
  await applyFile(staff, importFile({ Name: formula, Notes: '@SUM(A1)' }))

  const { rows } = await listImports(staff)
  expect(rows).toMatchObject([{ name: formula, notes: '@SUM(A1)' }])
  const { body } = await staff.call<string>('GET', apiPaths.adminCustomersCsv)
  expect(String(body)).not.toMatch(/(^|[,\n"])=HYPERLINK/m)
})

test('a product that is renamed or gets another price after the preview needs a new one', async () => {
  const { shop, staff } = await openWithStaff()
  const file = importFile({ 'Alkaline Water 3 Gallon': 1 })
  const { hash } = (await previewFile(staff, file)).body
  await shop.sql("update products set name = 'Alkaline 3' where name = 'Alkaline Water 3 Gallon'")

  const renamed = await applyFile(staff, file, 'all', hash)

  expect([renamed.status, renamed.body.code]).toEqual([409, 'stale'])
  expect((await listImports(staff)).rows).toEqual([])
})

test('a price that changes after the import is shown before it is agreed to', async () => {
  const { shop, staff } = await openWithStaff()
  const token = await importAndSend(shop, staff)
  const fixed = await importAndSend(shop, staff, {
    Email: 'cara@example.com',
    'Spring Water 5 Gallon price': '8.00',
  })
  const ben = shop.buyer()
  const shown = (await readAgreement(ben, token)).body
  const [product] = await shop.sql<{ id: string }>(
    "select id from products where name = 'Spring Water 5 Gallon'",
  )
  const path = fillPath(apiPaths.adminProductPrice, { id: product?.id ?? '' })
  expect((await staff.call('POST', path, { price: '12.00' })).status).toBeLessThan(300)

  const stale = await answerAgreement(ben, token, {
    answer: 'agree',
    total: shown.total,
    firstDelivery: shown.deliveryDate,
  })

  // Without a card nothing is compared, and nothing starts.
  expect(stale.body.code).toBe('no_card_yet')
  expect(shown.total).toBe('22.92')
  expect((await readAgreement(ben, token)).body.total).toBe('30.60')
  expect((await readAgreement(ben, fixed)).body.total).toBe('20.40')
  expect((await agree(ben, token)).status).toBe(200)
  const items = await shop.sql('select agreed_cents from subscription_items')
  expect(items).toEqual([{ agreed_cents: 1200 }])
})

test('a product that is archived after the import is named and left out of the subscription', async () => {
  const { shop, staff } = await openWithStaff()
  const token = await importAndSend(shop, staff, { 'Alkaline Water 3 Gallon': 2 })
  const archive = (name: string) =>
    shop.sql("update products set state = 'archived' where name = $1", [name])
  await archive('Alkaline Water 3 Gallon')

  const { body } = await readAgreement(shop.buyer(), token)

  expect(body).toMatchObject({
    status: 'open',
    total: '22.92',
    items: [
      { name: 'Spring Water 5 Gallon', isSoldOut: false },
      { name: 'Alkaline Water 3 Gallon', quantity: 2, isSoldOut: true, isDiscontinued: true },
    ],
  })
  await archive('Spring Water 5 Gallon')
  expect((await readAgreement(shop.buyer(), token)).body.status).toBe('unavailable')
  expect((await agree(shop.buyer(), token)).body.code).toBe('product_unavailable')
  await shop.sql("update products set state = 'active' where name = 'Spring Water 5 Gallon'")
  expect((await agree(shop.buyer(), token)).status).toBe(200)
  expect(await shop.sql('select 1 from subscription_items')).toHaveLength(1)
})

test('a customer who subscribed in the shop before does not get a second subscription', async () => {
  const { shop, staff } = await openWithStaff()
  const token = await importAndSend(shop, staff, {
    Email: 'Ana@Example.com',
    Street: '12 Main Street',
    Unit: '',
  })
  await subscribe(shop)

  expect((await readAgreement(shop.buyer(), token)).body.status).toBe('subscribed')
  const rejected = await agree(shop.buyer(), token)
  expect([rejected.status, rejected.body.code]).toEqual([409, 'already_subscribed'])
  expect(await shop.sql('select 1 from subscriptions')).toHaveLength(1)
  await shop.sql("update subscriptions set status = 'cancelled', next_date = null")
  expect((await agree(shop.buyer(), token)).status).toBe(200)
})
