import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

type Fault = { code: string; fields?: Record<string, string> }

async function openDrivers() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const add = async (name: unknown) =>
    staff.call<Driver & Fault>('POST', apiPaths.adminDrivers, { name })
  return {
    shop,
    staff,
    add,
    list: async () => (await staff.call<Driver[]>('GET', apiPaths.adminDrivers)).body,
    change: (id: string, body: object) =>
      staff.call<Driver & Fault>('PATCH', fillPath(apiPaths.adminDriver, { id }), body),
    addAbsence: (id: string, from: string, to: string) =>
      staff.call<Driver & Fault>('POST', fillPath(apiPaths.adminDriverAbsences, { id }), {
        from,
        to,
      }),
  }
}

test('drivers are added, renamed and disabled; each change is in the audit log', async () => {
  const { shop, add, list, change } = await openDrivers()
  await add('zoe')
  const { status, body: sam } = await add('Sam')
  const renamed = await change(sam.id, { name: 'Samuel', version: 1 })
  const disabled = await change(sam.id, { isDisabled: true })

  expect(status).toBe(201)
  expect(renamed.body).toMatchObject({ name: 'Samuel', isDisabled: false, version: 2 })
  expect(disabled.body).toMatchObject({ name: 'Samuel', isDisabled: true })
  expect((await list()).map(({ name }) => name)).toEqual(['Samuel', 'zoe'])
  const stale = await change(sam.id, { name: 'S', version: 1 })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
  const entries = await shop.sql<{ action: string }>(
    "select action from audit_entries where action like 'driver.%' and subject_id = $1 order by id",
    [sam.id],
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'driver.created',
    'driver.updated',
    'driver.updated',
  ])
})

test('a driver without a name is rejected', async () => {
  const { add, change, list } = await openDrivers()
  const { body: sam } = await add('Sam')

  for (const name of ['', '   ', 'x'.repeat(101), 'two\nlines', 7, undefined])
    expect((await add(name)).status).toBe(400)
  expect((await change(sam.id, { name: '' })).body.fields).toEqual({ name: 'Name is required' })
  expect(await list()).toHaveLength(1)
})

test('absences that have not ended are listed, and can be deleted', async () => {
  const { staff, add, addAbsence, list } = await openDrivers()
  const { body: sam } = await add('Sam')
  await addAbsence(sam.id, '2026-02-01', '2026-02-02')
  await addAbsence(sam.id, '2026-03-10', '2026-03-12')
  const added = await addAbsence(sam.id, '2026-03-02', '2026-03-02')

  expect(added.status).toBe(201)
  expect(added.body.absences.map(({ from }) => from)).toEqual(['2026-03-02', '2026-03-10'])
  const backwards = await addAbsence(sam.id, '2026-03-10', '2026-03-09')
  expect([backwards.status, Object.keys(backwards.body.fields ?? {})]).toEqual([400, ['to']])
  const path = fillPath(apiPaths.adminDriverAbsence, {
    id: sam.id,
    absenceId: added.body.absences[0]?.id ?? '',
  })
  expect((await staff.call('DELETE', path)).status).toBe(200)
  expect((await staff.call('DELETE', path)).status).toBe(404)
  expect((await list())[0]?.absences).toHaveLength(1)
})
