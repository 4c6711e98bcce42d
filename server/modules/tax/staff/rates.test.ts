import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import type { StaffTaxRate } from '#contract/staff/tax.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openOnce, openShop } from '#tests/support/open-shop.ts'
import { addRate } from '#tests/support/sales-tax.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

type List = { rates: StaffTaxRate[]; count: number }

const list = async (staff: Buyer, q = '') =>
  (await staff.call<List>('GET', `${apiPaths.adminTaxRates}?q=${q}`)).body

const upload = (staff: Buyer, text: string, isPreview = false) =>
  staff.call<ImportReport & { message: string }>(
    'POST',
    isPreview ? apiPaths.adminTaxRatesImportPreview : apiPaths.adminTaxRatesImport,
    text,
    { 'content-type': 'text/csv' },
  )

test('rule 41: a county is the label of its ZIP codes', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const county = { scope: 'zip', label: 'Ulster County', rate: '8', validFrom: '2026-03-01' }

  const added = await staff.call('POST', apiPaths.adminTaxRates, {
    ...county,
    values: '12401, 12402 12449;12401',
  })

  expect(added).toMatchObject({ status: 201, body: { count: 3 } })
  const { rates, count } = await list(staff, 'ulster')
  expect(count).toBe(3)
  expect(rates[0]).toMatchObject({ ...county, value: '12401', endsOn: null, status: 'current' })
  expect((await list(staff, '12449')).count).toBe(1)
  expect((await list(staff, '%25')).count).toBe(0)
  const entries = await shop.sql("select after from audit_entries where action = 'tax.rate_added'")
  expect(entries).toHaveLength(3)
})

const openForRejected = openOnce(async () => {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
})

test.each([
  [{ rate: '300' }, 'rate'],
  [{ rate: '25.0001' }, 'rate'],
  [{ rate: '-1' }, 'rate'],
  [{ rate: '8,875' }, 'rate'],
  [{ values: 'New York' }, 'values'],
  [{ values: '' }, 'values'],
  [{ values: 'NY NJ' }, 'values'],
  [{ scope: 'zip' as const, values: '1240' }, 'values'],
  [
    { scope: 'zip' as const, values: Array.from({ length: 201 }, (_, n) => 10_000 + n).join() },
    'values',
  ],
  [{ rate: '8', validFrom: '2026-02-30' }, 'validFrom'],
])('%o is rejected with a message for its field', async (change, field) => {
  const { staff } = await openForRejected()

  const { status, body } = await addRate(staff, { rate: '8', ...change })

  expect(body).toHaveProperty('fields')
  expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, [field]])
  expect((await list(staff)).count).toBe(0)
})

test('a tax rate for the same place and date replaces the one before; an ended rate keeps its history', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addRate(staff, { rate: '8' })
  await addRate(staff, { rate: '8.25' })
  const [rate] = (await list(staff)).rates
  expect(rate).toMatchObject({ rate: '8.25', status: 'current' })
  const end = (endsOn: string) =>
    staff.call('POST', fillPath(apiPaths.adminTaxRateEnd, { id: rate?.id ?? '' }), { endsOn })

  expect((await end('2026-03-01')).body).toMatchObject({ fields: { endsOn: expect.any(String) } })
  expect((await end('2026-03-20')).body).toMatchObject({ status: 'current', endsOn: '2026-03-20' })
  shop.clock.set('2026-03-20T15:00:00Z')
  expect((await list(await staffBrowser(shop))).rates).toMatchObject([
    { rate: '8.25', status: 'past' },
  ])
  const [updated] = await shop.sql(
    "select before, after from audit_entries where action = 'tax.rate_updated'",
  )
  expect(updated).toEqual({ before: { ratePpm: 80_000 }, after: { ratePpm: 82_500 } })
})

const FILE = `Scope,Value,Label,Rate,Valid From
zip,12401,Ulster County,8.0%,2026-03-01
ZIP,"07030",,6.625,2026-03-01
state,ny,New York,4,2025-01-01
`

test('a file of rates is previewed and imported, and again it changes nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const preview = await upload(staff, FILE, true)
  expect(preview.body).toMatchObject({ counts: { new: 3 }, errorCount: 0 })
  expect((await list(staff)).count).toBe(0)

  await upload(staff, FILE)
  expect((await list(staff)).rates).toMatchObject([
    { scope: 'state', value: 'NY', label: 'New York', rate: '4', validFrom: '2025-01-01' },
    { scope: 'zip', value: '07030', label: '', rate: '6.625' },
    { scope: 'zip', value: '12401', label: 'Ulster County', rate: '8' },
  ])
  expect((await upload(staff, FILE)).body.counts).toMatchObject({ new: 0, same: 3 })
  const changed = FILE.replace('8.0%', '8.125')
  expect((await upload(staff, changed)).body.counts).toMatchObject({ changed: 1, same: 2 })
  expect((await list(staff, '12401')).rates).toMatchObject([{ rate: '8.125' }])
})

test('a broken line is named, and nothing of the file is imported', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const broken = `${FILE}zip,10001,,300,2026-03-01
county,Ulster,,8,2026-03-01
zip,1000,,8,2026-03-01
zip,12401,,9,2026-03-01
zip,10002,,8,2126-03-01
`
  const preview = await upload(staff, broken, true)
  expect(preview.body.errors).toEqual([
    { line: 5, column: 'Rate', message: 'Enter a rate from 0 to 25 percent, such as 8.875' },
    { line: 6, column: 'Scope', message: 'Scope must be zip or state' },
    { line: 7, column: 'Value', message: 'Enter a ZIP code of five digits' },
    { line: 8, column: null, message: 'Duplicate of line 2' },
    { line: 9, column: 'Valid From', message: expect.stringContaining('no later than') },
  ])
  const imported = await upload(staff, broken)
  expect(imported).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Nothing was imported. Line 5') },
  })
  expect((await list(staff)).count).toBe(0)
})

test('two imports of the same places at once end as one rate each', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const replies = await Promise.all([1, 2, 3, 4].map(() => upload(staff, FILE)))

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await list(staff)).count).toBe(3)
})
