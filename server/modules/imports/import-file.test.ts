import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { IMPORT_MAX_ROWS } from '#contract/staff/imports.ts'
import { openOnce, openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'
import {
  applyFile,
  importedLine,
  importFile,
  listImports,
  previewFile,
} from '#tests/support/subscription-import.ts'

async function openWithStaff() {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
}

const previewErrors = async (
  staff: Awaited<ReturnType<typeof staffBrowser>>,
  change: Record<string, string | number>,
) => {
  const { body } = await previewFile(staff, importFile(change))
  return body.errors?.map(({ line, column, message }) => `${line} ${column}: ${message}`)
}

test('rule 67: a preview counts, prices and shows the lines, and writes nothing', async () => {
  const { shop, staff } = await openWithStaff()
  const file = importFile(
    {},
    {
      Email: 'cara@example.com',
      'Spring Water 5 Gallon': 1,
      'Alkaline Water 3 Gallon': 2,
      'Spring Water 5 Gallon price': '$8.00',
      Frequency: '2',
      'Next delivery': '3/12/2026',
      ZIP: '7030',
    },
  )

  const { status, body } = await previewFile(staff, file)

  expect(status).toBe(200)
  expect(body).toMatchObject({ ready: 2, imported: 0, subscribed: 0, broken: 0, newCustomers: 2 })
  expect(body.lines[0]).toMatchObject({ line: 2, items: '3 × Spring Water 5 Gallon' })
  expect(body.lines[1]).toMatchObject({
    line: 3,
    email: 'cara@example.com',
    frequency: 'bi-weekly',
    nextDate: '2026-03-12',
  })
  expect(await shop.sql('select 1 from customers')).toEqual([])
  expect(await shop.sql('select 1 from imported_subscriptions')).toEqual([])
})

const openForRejected = openOnce(() => openWithStaff())

test.each([
  [{ 'Next delivery': 'Nov 31, 2026' }, `Next delivery: "Nov 31, 2026" isn't a date`],
  [{ 'Next delivery': '2026-02-28' }, "Next delivery: 2026-02-28 isn't in the future"],
  [{ 'Next delivery': '9999-12-31' }, 'Next delivery: Please choose a date no later than'],
  [{ 'Next delivery': '99999-12-31' }, `Next delivery: "99999-12-31" isn't a date`],
  [{ Frequency: '4' }, `Frequency: "4" isn't a frequency. Use weekly, bi-weekly or monthly.`],
  [{ 'Spring Water 5 Gallon': '1e9' }, `Spring Water 5 Gallon: "1e9" isn't a whole number`],
  [{ 'Spring Water 5 Gallon': '-1' }, `Spring Water 5 Gallon: "-1" isn't a whole number`],
  [{ 'Spring Water 5 Gallon': '1000' }, `Spring Water 5 Gallon: "1000" isn't a whole number`],
  [{ 'Spring Water 5 Gallon': '0' }, 'null: Enter the quantity of at least one product.'],
  [{ 'Spring Water 5 Gallon price': '99' }, "price: An agreed price can't be above the list price"],
  [{ 'Spring Water 5 Gallon price': '0' }, 'price: Leave the price empty'],
  [{ Email: 'ben@' }, 'Email: Please enter a valid email'],
  [{ Name: 'B' }, 'Name: Name must be at least 2 characters'],
  [{ Name: 'Ben\u0007Olsen' }, 'Name: Please remove unsupported characters'],
  [{ Phone: '555' }, 'Phone: Please enter a valid phone number'],
  [{ State: 'New York' }, `State: "NEW YORK" isn't a state`],
  [{ ZIP: 'ABCDE' }, `ZIP: "ABCDE" isn't a ZIP code`],
  [{ 'Bottles held': '1.5' }, `Bottles held: "1.5" isn't a whole number`],
  [{ 'Bottles held': 2 }, 'Bottles on deposit: This is more than the bottles held.'],
  [{ Notes: 'x'.repeat(1001) }, 'Notes: Notes can have up to 1000 characters'],
])('%j is an error with its line, column and way out', async (change, message) => {
  const { staff } = await openForRejected()
  const errors = await previewErrors(staff, change)
  expect(errors).toHaveLength(1)
  expect(errors?.[0]).toContain(message)
  expect(errors?.[0]).toMatch(/^2 /)
})

test('rule 34: a closed date is an error that names the next open one', async () => {
  const { staff } = await openWithStaff()
  const dates = [{ date: '2026-03-10', name: 'Inventory' }]
  await staff.call('POST', `${apiPaths.adminClosedDates}?preview=false`, { dates })

  expect(await previewErrors(staff, {})).toEqual([
    "2 Next delivery: We're closed on Tuesday, March 10, 2026 (Inventory). The next open date is Wednesday, March 11, 2026.",
  ])
})

test.each([
  ['', 'This file is empty.'],
  ['Name,Email\n', '"Phone" is missing'],
  [
    Object.keys(importedLine)
      .filter((name) => !name.startsWith('Spring'))
      .join(','),
    'no column for a product',
  ],
  [`${importFile()}\r\n"Ben`, 'missing or extra quotation mark'],
  [`PK\u0003\u0004 spreadsheet`, 'This is a spreadsheet file'],
  [`${importFile()}\r\n${'x'.repeat(200_000)}\r\n`, 'Line 3 is too long.'],
  [importFile().replace('"Unit"', '"name"'), 'appears twice'],
])('a file that cannot be read is rejected: %#', async (file, message) => {
  const { staff } = await openForRejected()
  const { status, body } = await previewFile(staff, file)
  expect([status, body.code]).toEqual([400, 'invalid'])
  expect(body.message).toContain(message)
})

test('UTF-16 is rejected; a byte order mark, semicolons and other header spellings are read', async () => {
  const { shop, staff } = await openWithStaff()
  const utf16 = await fetch(`${shop.url}${apiPaths.adminSubscriptionsImportPreview}`, {
    method: 'POST',
    headers: {
      'content-type': 'text/csv',
      cookie: [...staff.cookies].map((pair) => pair.join('=')).join('; '),
    },
    body: new Uint8Array(Buffer.from(`\uFEFF${importFile()}`, 'utf16le')),
  })
  const file = importFile({ Name: 'Zoë 💧 "Zo" Müller' })
    .replaceAll('","', '";"')
    .replace('"Email"', '" E-MAIL address"')
    .replace('"Next delivery"', '"next_delivery date"')

  const { body } = await previewFile(staff, `\uFEFF${file}`)

  expect([utf16.status, ((await utf16.json()) as { message: string }).message]).toEqual([
    400,
    expect.stringContaining('UTF-8'),
  ])
  expect(body).toMatchObject({ ready: 1, errorCount: 0, lines: [{ name: 'Zoë 💧 "Zo" Müller' }] })
})

test('only a header is no error and imports nothing; ignored columns are named', async () => {
  const { staff } = await openWithStaff()
  const [header] = importFile({ 'Route no': '7' }).split('\r\n')
  const { body } = await previewFile(staff, `${header}\r\n`)
  expect(body).toMatchObject({ ready: 0, errorCount: 0, ignored: ['Route no'] })
})

test('duplicates: in the file an error; imported before or subscribed they are left alone', async () => {
  const { shop, staff } = await openWithStaff()
  await subscribe(shop)
  await applyFile(staff, importFile())
  const known = { Email: 'ANA@example.com', Street: '12 Main street.', Unit: '' }
  const twice = { Email: 'dan@example.com' }
  const file = importFile({}, known, twice, twice)

  const { body } = await previewFile(staff, file)
  const rejected = await applyFile(staff, file)
  const applied = await applyFile(staff, file, 'good')

  expect(body).toMatchObject({ ready: 1, imported: 1, subscribed: 1, broken: 1, newCustomers: 1 })
  expect(body.errors).toEqual([
    { line: 5, column: null, message: expect.stringContaining('Line 4 has the same email') },
  ])
  expect([rejected.status, rejected.body.message]).toEqual([
    400,
    expect.stringContaining('Nothing was imported. Line 5'),
  ])
  expect(applied.body).toMatchObject({ ready: 1 })
  expect((await listImports(staff)).rows).toHaveLength(2)
})

test('10,001 lines are rejected', async () => {
  const { staff } = await openWithStaff()
  const [header = '', line = ''] = importFile().split('\r\n')
  const { body } = await previewFile(
    staff,
    [header, ...Array(IMPORT_MAX_ROWS + 1).fill(line)].join('\n'),
  )
  expect(body.message).toContain('more than 10,000 rows')
})
