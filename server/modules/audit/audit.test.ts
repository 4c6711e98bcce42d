import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import { type AuditEntry, auditSubjects } from '#contract/staff/staff.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { recordAuditEntry } from './index.ts'

async function shopWithEntries() {
  const shop = await openShop()
  const { orderId } = (await shop.buyer().place()).body
  const staff = await staffBrowser(shop)
  const truck = await staff.call<Truck>('POST', apiPaths.adminTrucks, {
    name: 'Blue',
    licensePlate: 'B 1',
    capacity: 9,
  })
  for (const status of ['confirmed', 'completed', 'cancelled']) {
    await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status })
  }
  const read = (query: string) => staff.call<AuditEntry[]>('GET', `${apiPaths.adminAudit}?${query}`)
  return { shop, orderId, truckId: truck.body.id, read, staff }
}

test('audit entries are paged newest first, with their total', async () => {
  const { read } = await shopWithEntries()

  const first = await read('limit=3')
  const cursor = /cursor=(\d+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await read(`limit=3&cursor=${cursor}`)

  // The login of the staff member is the fifth entry.
  expect(first.headers.get('x-total-count')).toBe('5')
  expect(first.body.map(({ after }) => after.status)).toEqual([
    'cancelled',
    'completed',
    'confirmed',
  ])
  expect(second.body.map(({ action }) => action)).toEqual(['truck.created', 'staff.logged_in'])
  expect(second.headers.get('link')).toBeNull()
  expect((await read('limit=3&cursor=odd')).body).toHaveLength(3)
})

test('audit entries are found by actor, entity and entity type', async () => {
  const { orderId, truckId, read } = await shopWithEntries()
  const count = async (query: string) => (await read(query)).body.length

  expect(await count(`q=${encodeURIComponent(STAFF.email.toUpperCase())}`)).toBe(5)
  expect(await count('q=someone-else')).toBe(0)
  expect(await count(`q=${orderId.slice(0, 8)}`)).toBe(3)
  expect(await count(`q=${orderId}`)).toBe(3)
  expect(await count(`subjectId=${truckId}`)).toBe(1)
  expect(await count('status=truck')).toBe(1)
  expect(await count(`status=truck&q=${orderId.slice(0, 8)}`)).toBe(0)
  expect(await count('status=order.updated')).toBe(0)
})

test('the filter of the activity log finds resent emails and the checklist', async () => {
  const { shop, read, staff } = await shopWithEntries()
  await shop.runJob('email.send')
  const [email] = await shop.sql<{ id: string }>('select id from emails limit 1')
  await staff.call('POST', fillPath(apiPaths.adminEmailResend, { id: email?.id ?? '' }))
  const item = { item: 'legal_texts' }
  await staff.call('POST', apiPaths.adminChecklistConfirmations, item)

  for (const subject of ['email', 'checklist'] as const) {
    expect(auditSubjects).toContain(subject)
    expect((await read(`status=${subject}`)).body).toHaveLength(1)
  }
})

test('X6: a search text is matched literally, never as a pattern or SQL', async () => {
  const { read } = await shopWithEntries()

  for (const text of ['%', '_', "' or true --", '%25', '\\']) {
    expect((await read(`q=${encodeURIComponent(text)}`)).body).toEqual([])
  }
})

test('an entry records whether staff, a customer, the system or an unknown client acted', async () => {
  const { shop, orderId, read } = await shopWithEntries()
  const entry = { action: 'order.updated', subjectId: orderId, before: {}, after: {} }
  const otherActors = [
    { actor: 'customer', id: orderId },
    { actor: 'system' },
    { actor: 'unknown' },
  ] as const
  for (const otherActor of otherActors) {
    await shop.deps.db.transaction((tx) => recordAuditEntry(tx, shop.deps, otherActor, entry))
  }

  const { body } = await read('limit=4')

  expect(body.map(({ actor, staffEmail }) => [actor, staffEmail])).toEqual([
    ['unknown', ''],
    ['system', ''],
    ['customer', ''],
    ['staff', STAFF.email],
  ])
})

test('X7: the audit log is exported as a file, filtered like its list, which is an entry itself', async () => {
  const { shop, orderId, truckId, staff } = await shopWithEntries()

  const csv = await staff.call<string>('GET', accountPaths.auditCsv)
  const lines = csv.body.trim().split('\r\n')
  expect(csv.headers.get('content-disposition')).toContain('activity-2026-03-02.csv')
  expect(lines[0]?.replace('\ufeff', '')).toBe('Time,Actor,Staff email,Action,Subject,Before,After')
  // The export records itself before its first row.
  expect(lines).toHaveLength(7)
  expect(lines[1]).toContain('activity.exported')
  expect(lines[2]).toContain(`${STAFF.email},order.updated,${orderId}`)

  const one = await staff.call<string>('GET', `${accountPaths.auditCsv}?subjectId=${truckId}`)
  expect(one.body.trim().split('\r\n')).toHaveLength(2)
  for (const role of ['dispatcher', 'viewer'] as const) {
    const other = await staffBrowser(shop, role)
    expect((await other.call('GET', accountPaths.auditCsv)).status).toBe(403)
  }
  const manager = await staffBrowser(shop, 'manager')
  expect((await manager.call('GET', accountPaths.auditCsv)).status).toBe(200)
})
