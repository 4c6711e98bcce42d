import { expect, test } from 'vitest'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ImportReport } from '#contract/staff/imports.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { applyFile, importFile } from '#tests/support/subscription-import.ts'
import { auditBottles } from '../index.ts'

async function open() {
  const shop = await openShop()
  await shop.sql(
    `insert into customers (id, email, name, created_at)
     select gen_random_uuid(), name || '@example.com', name, $1 from unnest($2::text[]) name`,
    [shop.clock.now(), ['ana', 'bo', 'cy']],
  )
  const staff = await staffBrowser(shop)
  const overview = async () => (await staff.call<BottleOverview>('GET', apiPaths.adminBottles)).body
  return { shop, staff, overview }
}

const upload = (staff: Buyer, lines: string[], isPreview = false) =>
  staff.call<ImportReport & { message: string }>(
    'POST',
    isPreview ? apiPaths.adminBottlesImportPreview : apiPaths.adminBottlesImport,
    ['Email,5 gallons,3 gallons', ...lines].join('\n'),
    { 'content-type': 'text/csv' },
  )

test('rule 60: a file opens counts once, by size, and is in the activity log', async () => {
  const { shop, staff, overview } = await open()
  const file = ['Ana@example.com,4,2', 'bo@example.com,,1']
  expect((await upload(staff, file, true)).body.counts).toMatchObject({ new: 2 })
  expect((await overview()).customers).toEqual({ bottles: 0, holders: 0 })
  expect((await upload(staff, file)).body.counts).toMatchObject({ new: 2, changed: 0 })
  expect((await overview()).customers).toEqual({ bottles: 7, holders: 2 })
  expect((await upload(staff, file)).body.counts).toMatchObject({ new: 0, same: 2 })
  expect((await overview()).customers).toEqual({ bottles: 7, holders: 2 })

  const ana = await customerBrowser(shop)
  const { body } = await ana.call<{ balance: number; movements: object[] }>('GET', apiPaths.bottles)
  expect(body.balance).toBe(6)
  expect(body.movements).toMatchObject([
    { cause: 'import', from: 'supplier', to: 'customer' },
    { cause: 'import' },
  ])
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
  expect(
    await shop.sql(
      "select after from audit_entries where action = 'customer.bottles_imported' order by id",
    ),
  ).toHaveLength(2)
})

test('an open count is never changed by a file, also one that came with a subscription', async () => {
  const { shop, staff, overview } = await open()
  await upload(staff, ['ana@example.com,4,0'])
  await applyFile(staff, importFile({ Email: 'cy@example.com', Name: 'Cy' }))
  const [opening] = await shop.sql<{ bottles_held: number }>('select * from deposit_openings')
  const file = ['ana@example.com,9,0', `cy@example.com,${(opening?.bottles_held ?? 0) + 1},0`]
  expect((await upload(staff, file)).body.counts).toMatchObject({ new: 0, protected: 2 })
  expect((await overview()).customers).toEqual({ bottles: 4, holders: 1 })
})

test('errors are shown by line, and one of them imports nothing', async () => {
  const { shop, staff, overview } = await open()
  const lines = [
    'ana@example.com,4,0',
    'nobody@example.com,4,0',
    'bo@example.com,-1,0',
    'cy@example.com,0,0',
    'ana@example.com,1,0',
    'x,1.5,10001',
  ]
  const { body } = await upload(staff, lines, true)
  expect(body.errors).toMatchObject([
    { line: 3, message: 'No customer has this email address' },
    { line: 4, column: '5 gallons', message: expect.stringContaining('from 0 to 10,000') },
    { line: 5, column: '5 gallons', message: 'Enter at least one bottle' },
    { line: 6, message: 'Duplicate of line 2' },
    { line: 7, column: 'Email' },
    { line: 7, column: '5 gallons' },
    { line: 7, column: '3 gallons' },
  ])
  expect((await upload(staff, lines)).status).toBe(400)
  expect((await overview()).customers).toEqual({ bottles: 0, holders: 0 })
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  expect((await upload(dispatcher, ['ana@example.com,4,0'])).status).toBe(403)
})
