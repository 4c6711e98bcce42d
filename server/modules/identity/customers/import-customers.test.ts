import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const csv = { 'content-type': 'text/csv' }

async function openImport() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const send = (path: string) => (text: string) =>
    staff.call<ImportReport & { message: string }>('POST', path, text, csv)
  return {
    shop,
    staff,
    preview: send(apiPaths.adminCustomersImportPreview),
    commit: send(apiPaths.adminCustomersImport),
  }
}

const listCustomers = (shop: TestShop) =>
  shop.sql('select email, name, phone, version from customers order by email')

test('customers match by email address in any letter case; blank cells change nothing', async () => {
  const { shop, staff, commit } = await openImport()
  await shop.buyer().place()
  const file = 'Phone,E-Mail,Name\n,ANA@Example.com,Ana Maria Ruiz\n+1 845,bo@example.com,Bo\n'

  const { body } = await commit(file)
  const again = await commit(file)

  expect(body.counts).toEqual({ new: 1, changed: 1, same: 0, protected: 0 })
  expect(again.body.counts).toEqual({ new: 0, changed: 0, same: 2, protected: 0 })
  expect(await listCustomers(shop)).toEqual([
    { email: 'ana@example.com', name: 'Ana Maria Ruiz', phone: '845-555-0100', version: 2 },
    { email: 'bo@example.com', name: 'Bo', phone: '+1 845', version: 1 },
  ])
  expect((await staff.call('GET', apiPaths.adminCustomers)).headers.get('x-total-count')).toBe('2')
})

test('rule 20: an import never changes a customer who has logged in', async () => {
  const { shop, preview, commit } = await openImport()
  await shop.buyer().place()
  await customerBrowser(shop)
  const before = await listCustomers(shop)
  const file = 'Email,Name,Phone\nana@example.com,Someone else,000\n'

  expect((await preview(file)).body).toMatchObject({
    counts: { new: 0, changed: 0, same: 0, protected: 1 },
    lines: [{ line: 2, outcome: 'protected', key: 'ana@example.com', changes: [] }],
  })
  await commit(file)

  expect(await listCustomers(shop)).toEqual(before)
})

test('X7: imported personal data is audited where erasure finds it', async () => {
  const { shop, commit } = await openImport()

  await commit('Email,Name\nbo@example.com,Bo\n')
  await commit('Email,Name\nbo@example.com,Bob\n')

  const rows = await shop.sql(
    "select action, before, after, personal from audit_entries where action <> 'staff.logged_in' order by id",
  )
  expect(rows).toEqual([
    {
      action: 'customer.created',
      before: {},
      after: {},
      personal: { before: {}, after: { email: 'bo@example.com', name: 'Bo', phone: null } },
    },
    {
      action: 'customer.updated',
      before: {},
      after: {},
      personal: { before: { name: 'Bo' }, after: { name: 'Bob' } },
    },
  ])
})

test('invalid and duplicate addresses are reported with their lines', async () => {
  const { shop, preview } = await openImport()

  const { body } = await preview(
    `Email,Name,Phone\nana,A,\nbo@example.com,B,\nBO@EXAMPLE.COM,B,\n,C,\nd@example.com,D,${'1'.repeat(41)}\n`,
  )

  expect(body.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [2, 'Email', 'Please enter a valid email'],
    [4, null, 'Duplicate of line 3'],
    [5, 'Email', 'Please enter a valid email'],
    [6, 'Phone', expect.any(String)],
  ])
  expect(await listCustomers(shop)).toEqual([])
})

test('an exported file can be imported without changes', async () => {
  const { shop, staff, preview } = await openImport()
  const buyer = shop.buyer()
  await buyer.place(buyer.submission({ customerName: '=cmd()', customerPhone: '+1 845 555 0100' }))
  const { body: file } = await staff.call<string>('GET', apiPaths.adminCustomersCsv)

  const { body } = await preview(file)

  expect(body).toMatchObject({ counts: { new: 0, changed: 0, same: 1 }, errors: [] })
})
