import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'

type Row = { id: number; staff_email: string; action: string; after: object; personal: unknown }

async function shopWithEntry() {
  const shop = await openShop()
  await shop.buyer().place()
  const staff = await staffBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  await staff.call('PATCH', `${apiPaths.adminCustomers}/${customer?.id}`, { name: 'Ana R.' })
  const entries = () => shop.sql<Row>('select * from audit_entries order by id')
  return { shop, staff, entries }
}

test('the audit log rejects every change except the erasure of personal data', async () => {
  const { shop, entries } = await shopWithEntry()
  const before = await entries()
  const columns = await shop.sql<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'audit_entries' and column_name <> 'personal'",
  )
  expect(columns.length).toBeGreaterThan(7)
  const values: Record<string, string> = {
    id: '999',
    staff_id: 'gen_random_uuid()',
    subject_id: 'gen_random_uuid()',
    before: `'{"a": 1}'`,
    after: `'{"a": 1}'`,
    at: "now() - interval '1 year'",
  }
  const rejection = /audit entries cannot be changed or deleted/

  for (const { name } of columns) {
    const set = `${name} = ${values[name] ?? "'other'"}`
    await expect(shop.sql(`update audit_entries set ${set}`), name).rejects.toThrow(rejection)
    const withErasure = `update audit_entries set personal = null, ${set}`
    await expect(shop.sql(withErasure), name).rejects.toThrow(rejection)
  }
  await expect(shop.sql(`update audit_entries set personal = '{}'`)).rejects.toThrow(rejection)
  await expect(shop.sql('delete from audit_entries')).rejects.toThrow(rejection)
  await expect(shop.sql('truncate audit_entries')).rejects.toThrow(rejection)
  expect(await entries()).toEqual(before)

  await shop.sql('update audit_entries set personal = null')
  expect(await entries()).toEqual(before.map((row) => ({ ...row, personal: null })))
})

test('reading a complete list with personal data is recorded as an export; reading a page is not', async () => {
  const { shop, staff, entries } = await shopWithEntry()
  const countBefore = (await entries()).length
  const lists = ['orders', 'customers', 'schedules', 'subscriptions']
  for (const list of [...lists, 'trucks']) await staff.call('GET', `/api/admin/${list}?limit=5`)
  await staff.call('GET', apiPaths.adminTrucks)
  expect(await entries()).toHaveLength(countBefore)

  for (const list of lists) {
    expect((await staff.call('GET', `/api/admin/${list}`)).status).toBe(200)
  }
  const cursor = 'Ana-Ruiz'
  await staff.call('GET', `${apiPaths.adminCustomers}?q=Ana&status=x&cursor=${cursor}`)

  const added = (await entries()).slice(countBefore)
  expect(added.map(({ action }) => action)).toEqual([
    ...lists.map((list) => `${list}.exported`),
    'customers.exported',
  ])
  expect(added.every(({ staff_email }) => staff_email === STAFF.email)).toBe(true)
  expect(added[0]?.after).toEqual({ rows: '1' })
  expect(added.at(-1)?.after).toMatchObject({ searched: true, status: 'x' })
  expect(JSON.stringify(added)).not.toContain('Ana')
  expect(await shop.sql('select 1 from orders')).toHaveLength(1)
})

test('a rejected request for a complete list is not recorded', async () => {
  const { shop, entries } = await shopWithEntry()
  const countBefore = (await entries()).length

  expect((await shop.buyer().call('GET', apiPaths.adminOrders)).status).toBe(401)

  expect(await entries()).toHaveLength(countBefore)
})
