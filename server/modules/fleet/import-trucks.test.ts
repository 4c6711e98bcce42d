import { expect, test } from 'vitest'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const csv = { 'content-type': 'text/csv' }
type Rejection = { message: string }

async function openStaffShop() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const send = (path: string) => (text: string) =>
    staff.call<ImportReport & Rejection>('POST', path, text, csv)
  return {
    shop,
    staff,
    preview: send(apiPaths.adminTrucksImportPreview),
    commit: send(apiPaths.adminTrucksImport),
    trucks: () => listTrucks(staff),
  }
}

async function listTrucks(staff: Buyer) {
  const { body } = await staff.call<Truck[]>('GET', apiPaths.adminTrucks)
  return body
    .map(({ name, licensePlate, capacity, status }) => [name, licensePlate, capacity, status])
    .sort()
}

test('a preview shows new and changed trucks and writes nothing', async () => {
  const { staff, preview, trucks } = await openStaffShop()
  const whale = { name: 'Whale', licensePlate: 'WTR 101', capacity: 40, status: 'maintenance' }
  await staff.call('POST', apiPaths.adminTrucks, whale)

  const { status, body } = await preview(
    'CAPACITY;license_plate;Driver;name\n50;wtr  101;Ana;Whale\n;WTR 102;Bo;Shark\n',
  )

  expect(status).toBe(200)
  expect(body.counts).toEqual({ new: 1, changed: 1, same: 0, protected: 0 })
  expect(body.lines).toEqual([
    {
      line: 2,
      outcome: 'changed',
      key: 'WTR 101',
      changes: [{ column: 'Capacity', before: '40', after: '50' }],
    },
    {
      line: 3,
      outcome: 'new',
      key: 'WTR 102',
      changes: expect.arrayContaining([{ column: 'Capacity', before: null, after: '10' }]),
    },
  ])
  expect(body.ignored).toEqual(['Driver'])
  expect(await trucks()).toEqual([['Whale', 'WTR 101', 40, 'maintenance']])
})

test('each invalid row is reported with the form’s messages, and nothing is imported', async () => {
  const { preview, commit, trucks } = await openStaffShop()
  const file = [
    'Name,License Plate,Capacity,Status',
    'Good,A 1,10,available',
    ',,0,flying',
    'Twice,a 1,10,',
    'Wide,A 3,10,available,more',
    'Words,A 4,forty,In Use',
    '"Broad\nname",A 5,100001,available',
  ].join('\r\n')

  const { body } = await preview(file)
  const rejected = await commit(file)

  expect(body.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
    [3, 'Name', 'Name is required'],
    [3, 'License Plate', 'License plate is required'],
    [3, 'Capacity', 'Capacity must be at least 1'],
    [3, 'Status', 'Status must be available, in-use or maintenance'],
    [4, null, 'Duplicate of line 2'],
    [5, null, 'This row has more values than columns'],
    [6, 'Capacity', 'Capacity must be at least 1'],
    [7, 'Capacity', 'Capacity is too large'],
  ])
  expect(body.errorCount).toBe(8)
  expect(rejected.status).toBe(400)
  expect(rejected.body.message).toBe('Nothing was imported. Line 3: Name is required (and 7 more)')
  expect(await trucks()).toEqual([])
})

test('an import writes audit entries, and importing the file again changes nothing', async () => {
  const { staff, commit, trucks } = await openStaffShop()
  await staff.call('POST', apiPaths.adminTrucks, {
    name: 'Old',
    licensePlate: 'A 1',
    capacity: 5,
  })
  const file = '\uFEFFName,License Plate,Capacity,Status\r\nNew name,A 1,,in use\r\nB,B 1,7,\r\n'

  const first = await commit(file)
  const again = await commit(file)

  expect(first.body.counts).toEqual({ new: 1, changed: 1, same: 0, protected: 0 })
  expect(again.body.counts).toEqual({ new: 0, changed: 0, same: 2, protected: 0 })
  expect(await trucks()).toEqual([
    ['B', 'B 1', 7, 'available'],
    ['New name', 'A 1', 5, 'in-use'],
  ])
  const { body } = await staff.call<AuditEntry[]>('GET', `${apiPaths.adminAudit}?status=truck`)
  expect(body.map(({ action, after }) => [action, after])).toEqual([
    ['truck.updated', { truckName: 'New name', status: 'in-use' }],
    ['truck.created', { truckName: 'B', licensePlate: 'B 1', capacity: 7, status: 'available' }],
    ['truck.created', expect.anything()],
  ])
})

test('an exported file imports without changes, formulas included', async () => {
  const { staff, shop, preview, commit } = await openStaffShop()
  const evil = ['=1+1', '-x', '@a', "'=1", 'a;b', 'say "hi"', 'two\r\nlines', ' wide ', 'café']
  for (const [nth, name] of evil.entries()) {
    const truck = { name, licensePlate: `+${nth}`, capacity: nth + 1 }
    expect((await staff.call('POST', apiPaths.adminTrucks, truck)).status).toBe(201)
  }
  const { body: file } = await staff.call<string>('GET', apiPaths.adminTrucksCsv)

  expect((await preview(file)).body).toMatchObject({
    counts: { new: 0, changed: 0, same: evil.length, protected: 0 },
    errors: [],
    ignored: ['Created'],
  })
  await shop.sql('delete from trucks')
  expect((await commit(file)).body.counts.new).toBe(evil.length)
  const rows = await shop.sql<{ name: string }>('select name from trucks order by capacity')
  expect(rows.map(({ name }) => name)).toEqual(evil)
})

test('ten concurrent imports of one file create each truck once', async () => {
  const { commit, trucks } = await openStaffShop()
  const file = `Name,License Plate\n${Array.from({ length: 20 }, (_, n) => `T,P ${n}`).join('\n')}`

  const responses = await Promise.all(Array.from({ length: 10 }, () => commit(file)))

  expect(responses.map(({ body }) => body.counts.new).sort((a, b) => a - b)).toEqual([
    ...Array(9).fill(0),
    20,
  ])
  expect(await trucks()).toHaveLength(20)
})

test('a file with a missing or duplicate column is rejected', async () => {
  const { preview } = await openStaffShop()

  expect((await preview('Name,Capacity\nA,1\n')).body.message).toBe(
    'The first row must list the columns. "License Plate" is missing.',
  )
  expect((await preview('Name,License Plate,name\nA,1,B\n')).body.message).toBe(
    'The column "Name" appears twice.',
  )
})
