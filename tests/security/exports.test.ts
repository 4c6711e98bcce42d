import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'

/** As a program would read it, which keeps the apostrophes that a spreadsheet hides. */
const read = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, record_delimiter: '\r\n' })

/** fetch drops a byte order mark; the bytes do not. */
async function exportBytes(shop: TestShop, staff: Buyer, path: string): Promise<Buffer> {
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return Buffer.from(await (await fetch(shop.url + path, { headers: { cookie } })).arrayBuffer())
}

test('an export holds every row of the list, with money as decimals and dates as calendar dates', async () => {
  const shop = await openShop({ now: '2026-03-03T03:30:00Z' })
  const { orderId } = (await shop.buyer().place()).body
  const staff = await staffBrowser(shop)

  const { headers, body } = await staff.call<string>('GET', apiPaths.adminOrdersCsv)
  const bytes = await exportBytes(shop, staff, apiPaths.adminOrdersCsv)

  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  // 22:30 of the day before in the shop's own zone.
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

test('an export is searched and filtered like its list, and longer than a page', async () => {
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
  const exported = async (path: string) => read((await staff.call<string>('GET', path)).body)

  const all = await exported(apiPaths.adminCustomersCsv)
  const even = await exported(`${apiPaths.adminCustomersCsv}?q=EVEN`)
  const broken = await exported(`${apiPaths.adminTrucksCsv}?status=maintenance`)
  const none = await exported(`${apiPaths.adminSchedulesCsv}?status=completed`)

  expect(new Set(all.map(({ Email }) => Email)).size).toBe(1203)
  expect(even).toHaveLength(601)
  expect(broken).toMatchObject([{ Name: 'B', 'License Plate': 'B 1', Capacity: '6' }])
  expect(none).toEqual([])
})

test('no cell is a formula, and cells with commas, quotes and newlines stay one cell', async () => {
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

test('X7: who took a list out is written down, without what was searched for', async () => {
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

test('a reader who waits holds nothing, and one who leaves ends the reading', {
  timeout: 60_000,
}, async () => {
  const shop = await openShop()
  // The kept counters would take most of this test's time.
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

  const leave = await new Promise<() => void>((resolve, reject) => {
    const asked = request(shop.url + apiPaths.adminTrucksCsv, { headers: { cookie } })
    asked.on('response', (answer) => {
      answer.pause()
      answer.on('error', () => {})
      resolve(() => asked.destroy())
    })
    asked.on('error', reject)
    asked.end()
  })
  const atRest = async () => {
    for (let before = -1; before !== reads; await delay(700)) before = reads
    return reads
  }
  const whileWaiting = await atRest()
  const busy = shop.deps.pool.totalCount - shop.deps.pool.idleCount
  leave()
  await delay(500)

  // A stretch has 100 rows: 300 in all, of which the sockets hold some.
  expect(whileWaiting).toBeLessThan(250)
  expect(busy).toBe(0)
  expect(reads).toBe(whileWaiting)
  expect(shop.deps.pool.totalCount - shop.deps.pool.idleCount).toBe(0)
})
