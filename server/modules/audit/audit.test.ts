import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { recordAuditEntry } from './index.ts'

async function shopWithDeeds() {
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
  return { shop, orderId, truckId: truck.body.id, read }
}

test('deeds come newest first, page after page, with their number', async () => {
  const { read } = await shopWithDeeds()

  const first = await read('limit=3')
  const cursor = /cursor=(\d+)/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await read(`limit=3&cursor=${cursor}`)

  // The login of the member of staff is the fifth.
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

test('deeds are found by who did them, by what they were done to and by kind', async () => {
  const { orderId, truckId, read } = await shopWithDeeds()
  const count = async (query: string) => (await read(query)).body.length

  expect(await count(`q=${encodeURIComponent(STAFF.email.toUpperCase())}`)).toBe(5)
  expect(await count('q=somebody-else')).toBe(0)
  expect(await count(`q=${orderId.slice(0, 8)}`)).toBe(3)
  expect(await count(`q=${orderId}`)).toBe(3)
  expect(await count(`subjectId=${truckId}`)).toBe(1)
  expect(await count('status=truck')).toBe(1)
  expect(await count(`status=truck&q=${orderId.slice(0, 8)}`)).toBe(0)
  expect(await count('status=order.updated')).toBe(0)
})

test('X6: what is searched for is text, never a pattern or a command', async () => {
  const { read } = await shopWithDeeds()

  for (const text of ['%', '_', "' or true --", '%25', '\\']) {
    expect((await read(`q=${encodeURIComponent(text)}`)).body).toEqual([])
  }
})

test('an entry says whether staff, a customer, the shop itself or a stranger did it', async () => {
  const { shop, orderId, read } = await shopWithDeeds()
  const entry = { action: 'order.updated', subjectId: orderId, before: {}, after: {} }
  const others = [
    { actor: 'customer', id: orderId },
    { actor: 'system' },
    { actor: 'unknown' },
  ] as const
  for (const other of others) {
    await shop.deps.db.transaction((tx) => recordAuditEntry(tx, shop.deps, other, entry))
  }

  const { body } = await read('limit=4')

  expect(body.map(({ actor, staffEmail }) => [actor, staffEmail])).toEqual([
    ['unknown', ''],
    ['system', ''],
    ['customer', ''],
    ['staff', STAFF.email],
  ])
})
