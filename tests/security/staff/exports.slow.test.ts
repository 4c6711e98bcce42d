import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'

/** Parses the CSV as a program does, with the apostrophes that spreadsheets hide. */
const read = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, record_delimiter: '\r\n' })

/** Reads raw bytes, because `fetch` drops the byte order mark of text. */
async function exportBytes(shop: TestShop, staff: Buyer, path: string): Promise<Buffer> {
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return Buffer.from(await (await fetch(shop.url + path, { headers: { cookie } })).arrayBuffer())
}

test('an export has every row of the list, with decimal amounts and calendar dates', async () => {
  const shop = await openShop({ now: '2026-03-03T03:30:00Z' })
  const { orderId } = (await shop.buyer().place()).body
  const staff = await staffBrowser(shop)

  const { headers, body } = await staff.call<string>('GET', apiPaths.adminOrdersCsv)
  const bytes = await exportBytes(shop, staff, apiPaths.adminOrdersCsv)

  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  // 22:30 of the previous day in the shop's time zone.
  expect(headers.get('content-disposition')).toBe('attachment; filename="orders-2026-03-02.csv"')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(read(body)).toEqual([
    expect.objectContaining({
      'Order ID': orderId,
      Customer: 'ana@example.com',
      Total: '17.98',
      Status: 'pending',
      'Delivery Date': '2026-03-05',
      Created: '2026-03-02',
      Address: '12 Main Street',
      Items: expect.stringMatching(/^2 × \S/),
    }),
  ])
})

test('an export applies the search and filters of its list, across pages', async () => {
  const shop = await openShop()
  await shop.sql(
    `insert into customers (id, email, name, created_at)
     select gen_random_uuid(), 'c' || n || '@example.com', case when n % 2 = 0 then 'Even' else 'Odd' end, $1
     from generate_series(1, 1203) n`,
    [shop.clock.now()],
  )
  await shop.sql(
    `insert into trucks (id, name, license_plate, capacity, status, created_at)
     values (gen_random_uuid(), 'A', 'A 1', 5, 'available', now()), (gen_random_uuid(), 'B', 'B 1', 6, 'maintenance', now())`,
  )
  const staff = await staffBrowser(shop)
  const exportRows = async (path: string) => read((await staff.call<string>('GET', path)).body)

  const all = await exportRows(apiPaths.adminCustomersCsv)
  const even = await exportRows(`${apiPaths.adminCustomersCsv}?q=EVEN`)
  const broken = await exportRows(`${apiPaths.adminTrucksCsv}?status=maintenance`)
  const none = await exportRows(`${apiPaths.adminSchedulesCsv}?status=completed`)

  expect(new Set(all.map(({ Email }) => Email)).size).toBe(1203)
  expect(even).toHaveLength(601)
  expect(broken).toMatchObject([{ Name: 'B', 'License Plate': 'B 1', Capacity: '6' }])
  expect(none).toEqual([])
})

test('no cell is a formula, and commas, quotes and newlines stay within one cell', async () => {
  const shop = await openShop()
  const buyer = shop.buyer()
  const evil = ['=1+1', '+1 845', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1"]
  const plain = ['a,b', 'say "hi"', 'two\nlines', 'café ☕', "d'Arc", '12-34']
  for (const [nth, customerName] of [...evil, ...plain].entries()) {
    shop.clock.advance(1000)
    const customerEmail = `c${nth}@example.com`
    const name = customerName.padEnd(2, 'x')
    await shop.buyer().place(buyer.submission({ customerEmail, customerName: name }))
  }
  const staff = await staffBrowser(shop)

  const { body } = await staff.call<string>('GET', apiPaths.adminOrdersCsv)
  const names = read(body)
    .map(({ Name }) => Name ?? '')
    .reverse()

  expect(names.slice(0, evil.length)).toEqual(evil.map((text) => `'${text}`))
  expect(names.slice(evil.length)).toEqual(plain)
  const cells = read(body).flatMap((row) => Object.values(row))
  expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
})

test('X7: an export is recorded in the audit log, without the search text', async () => {
  const shop = await openShop()
  await shop.buyer().place()
  const staff = await staffBrowser(shop)

  await staff.call('GET', `${apiPaths.adminOrdersCsv}?q=ana&status=pending`)

  const { body } = await staff.call<AuditEntry[]>('GET', apiPaths.adminAudit)
  expect(body[0]).toMatchObject({
    action: 'orders.exported',
    staffEmail: STAFF.email,
    after: { status: 'pending', searched: true, rows: '1' },
  })
  expect(JSON.stringify(body[0])).not.toContain('ana')
})

test('a paused download uses no connection, and an aborted one stops reading', async () => {
  const shop = await openShop()
  // The counter triggers would take most of this test's time.
  await shop.sql('alter table trucks disable trigger user')
  await shop.sql(
    `insert into trucks (id, name, license_plate, capacity, status, created_at)
     select gen_random_uuid(), repeat('x', 250), n, 1, 'available', $1 from generate_series(1, 30000) n`,
    [shop.clock.now()],
  )
  const staff = await staffBrowser(shop)
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let reads = 0
  shop.deps.pool.on('acquire', () => {
    reads += 1
  })

  const abort = await new Promise<() => void>((resolve, reject) => {
    const download = request(shop.url + apiPaths.adminTrucksCsv, { headers: { cookie } })
    download.on('response', (response) => {
      response.pause()
      response.on('error', () => {})
      resolve(() => download.destroy())
    })
    download.on('error', reject)
    download.end()
  })
  const waitForIdle = async () => {
    for (let before = -1; before !== reads; await delay(700)) before = reads
    return reads
  }
  const readsWhilePaused = await waitForIdle()
  const inUse = shop.deps.pool.totalCount - shop.deps.pool.idleCount
  abort()
  await delay(500)

  // A batch has 100 rows: 300 batches in total, some of them in socket buffers.
  expect(readsWhilePaused).toBeLessThan(250)
  expect(inUse).toBe(0)
  expect(reads).toBe(readsWhilePaused)
  expect(shop.deps.pool.totalCount - shop.deps.pool.idleCount).toBe(0)
})
