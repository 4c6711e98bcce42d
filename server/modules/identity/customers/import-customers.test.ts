import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const csv = { 'content-type': 'text/csv' }

async function openDesk() {
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

const people = (shop: TestShop) =>
  shop.sql('select email, name, phone, version from customers order by email')

test('customers are known by address in any letter case; blank cells leave what is there', async () => {
  const { shop, staff, commit } = await openDesk()
  await shop.buyer().place()
  const file = 'Phone,E-Mail,Name\n,ANA@Example.com,Ana Maria Ruiz\n+1 845,bo@example.com,Bo\n'

  const { body } = await commit(file)
  const again = await commit(file)

  expect(body.counts).toEqual({ new: 1, changed: 1, same: 0, kept: 0 })
  expect(again.body.counts).toEqual({ new: 0, changed: 0, same: 2, kept: 0 })
  expect(await people(shop)).toEqual([
    { email: 'ana@example.com', name: 'Ana Maria Ruiz', phone: '845-555-0100', version: 2 },
    { email: 'bo@example.com', name: 'Bo', phone: '+1 845', version: 1 },
  ])
  expect((await staff.call('GET', apiPaths.adminCustomers)).headers.get('x-total-count')).toBe('2')
})

test('rule 20: nothing of a customer who has signed in is written over', async () => {
  const { shop, preview, commit } = await openDesk()
  await shop.buyer().place()
  await customerBrowser(shop)
  const before = await people(shop)
  const file = 'Email,Name,Phone\nana@example.com,Somebody else,000\n'

  expect((await preview(file)).body).toMatchObject({
    counts: { new: 0, changed: 0, same: 0, kept: 1 },
    lines: [{ line: 2, outcome: 'kept', key: 'ana@example.com', changes: [] }],
  })
  await commit(file)

  expect(await people(shop)).toEqual(before)
})

test('X7: what an import does to a person is written down where erasure finds it', async () => {
  const { shop, commit } = await openDesk()

  await commit('Email,Name\nbo@example.com,Bo\n')
  await commit('Email,Name\nbo@example.com,Bob\n')

  const rows = await shop.sql(
    "select deed, before, after, personal from audit_entries where deed <> 'staff.logged_in' order by id",
  )
  expect(rows).toEqual([
    {
      deed: 'customer.created',
      before: {},
      after: {},
      personal: { before: {}, after: { email: 'bo@example.com', name: 'Bo', phone: null } },
    },
    {
      deed: 'customer.updated',
      before: {},
      after: {},
      personal: { before: { name: 'Bo' }, after: { name: 'Bob' } },
    },
  ])
})

test('bad addresses and repeated ones are named by line', async () => {
  const { shop, preview } = await openDesk()

  const { body } = await preview(
    `Email,Name,Phone\nana,A,\nbo@example.com,B,\nBO@EXAMPLE.COM,B,\n,C,\nd@example.com,D,${'1'.repeat(41)}\n`,
  )

  expect(body.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [2, 'Email', 'Please enter a valid email'],
    [4, null, 'Duplicate of line 3'],
    [5, 'Email', 'Please enter a valid email'],
    [6, 'Phone', expect.any(String)],
  ])
  expect(await people(shop)).toEqual([])
})

test('what was exported can be imported and is the same', async () => {
  const { shop, staff, preview } = await openDesk()
  const buyer = shop.buyer()
  await buyer.place(buyer.submission({ customerName: '=cmd()', customerPhone: '+1 845 555 0100' }))
  const { body: file } = await staff.call<string>('GET', apiPaths.adminCustomersCsv)

  const { body } = await preview(file)

  expect(body).toMatchObject({ counts: { new: 0, changed: 0, same: 1 }, errors: [] })
})
