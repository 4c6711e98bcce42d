import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { IMPORT_MAX_ROWS, type ImportReport } from '#contract/staff/imports.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const csv = { 'content-type': 'text/csv' }
const MIB = 1024 * 1024

/** A file of exactly this many bytes with few rows, so that only its size is tested. */
const fileOfSize = (bytes: number) => {
  const line = `Truck,P,1,available,${'x'.repeat(50_000)}\n`
  const header = 'Name,License Plate,Capacity,Status,Note\n'
  const lines = line.repeat(Math.floor((bytes - header.length) / line.length))
  return header + lines + 'x'.repeat(bytes - header.length - lines.length)
}

test('N2: a file may have at most 5 MiB; other calls keep their own limit', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const send = (path: string, text: string, headers = csv) =>
    staff.call('POST', path, text, headers)

  expect((await send(apiPaths.adminTrucksImportPreview, fileOfSize(5 * MIB))).status).toBe(200)
  for (const path of [apiPaths.adminTrucksImportPreview, apiPaths.adminCustomersImport]) {
    const tooLarge = await send(path, fileOfSize(5 * MIB + 1))
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'too_large'])
  }
  const json = { 'content-type': 'application/json' }
  const other = await send(apiPaths.adminTrucks, `{"name":"${'x'.repeat(101 * 1024)}"}`, json)
  expect(other.status).toBe(413)
})

test('imports accept only CSV, and other calls reject CSV', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const json = await staff.call('POST', apiPaths.adminTrucksImport, { name: 'A' })
  const file = await staff.call('POST', apiPaths.adminTrucks, 'Name\nA', csv)

  expect([json.status, json.body.message]).toEqual([415, 'Send a CSV file.'])
  expect(file.status).toBe(415)
})

test('a file from another site is rejected before it is read', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const headers = { ...csv, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  const { status } = await staff.call(
    'POST',
    apiPaths.adminTrucksImport,
    'Name,License Plate\nA,1',
    headers,
  )

  expect(status).toBe(403)
})

test('a file with the maximum number of rows is imported while requests are served', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const lines = Array.from({ length: IMPORT_MAX_ROWS }, (_, n) => `c${n}@example.com,Name ${n}`)
  const file = `Email,Name\n${lines.join('\n')}\n`

  let isDone = false
  const importing = staff
    .call<ImportReport>('POST', apiPaths.adminCustomersImport, file, csv)
    .finally(() => {
      isDone = true
    })
  let served = 0
  while (!isDone) {
    await shop.buyer().call('GET', apiPaths.products)
    served += 1
  }

  expect((await importing).body.counts.new).toBe(IMPORT_MAX_ROWS)
  expect(served).toBeGreaterThan(5)
  const oneMore = await staff.call(
    'POST',
    apiPaths.adminCustomersImport,
    `${file}z@example.com,Z\n`,
    csv,
  )
  expect(oneMore.body.message).toContain('more than 10,000 rows')
})
