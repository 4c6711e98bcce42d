import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { ensureStaff } from '#server/modules/identity/index.ts'
import { createSession } from '#server/modules/identity/sessions/create-session.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF } from '#tests/support/sign-in.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const callers = ['guest', 'owner', 'other', 'staff'] as const
type CallerKind = (typeof callers)[number]

/**
 * X1: calls every route as every kind of caller, for an order of the owner and for an unknown one.
 * The reviewed status codes are in access-matrix.txt; a new route must be added there.
 */
test('X1: access to every route matches the reviewed matrix', { timeout: 90_000 }, async () => {
  const shop = await openShop()
  await ensureStaff(shop.deps, STAFF.email, STAFF.password)
  const rows: string[] = []
  for (const endpoint of allEndpoints) {
    const targets = endpoint.path.includes(':') ? (['own', 'unknown'] as const) : (['-'] as const)
    for (const target of targets) {
      const statuses: string[] = []
      for (const caller of callers)
        statuses.push(`${caller} ${await getStatus(shop, endpoint, caller, target)}`)
      rows.push(`${endpoint.method} ${endpoint.path} ${target}: ${statuses.join(', ')}`)
    }
  }
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./access-matrix.txt')
})

/** Uses a new order and new sessions per call, because some calls change them. */
async function getStatus(shop: TestShop, endpoint: Endpoint, caller: CallerKind, target: string) {
  const buyer = shop.buyer()
  const email = `${shop.deps.random.token(9)}@example.com`
  const { orderId } = (
    await buyer.place(buyer.submission({ customerEmail: email, isRecurring: true }))
  ).body
  const id = target === 'own' ? orderId : UNKNOWN
  const token = await createSessionFor(shop, caller, email)
  const hasBody = endpoint.body !== undefined
  const abort = new AbortController()
  const response = await fetch(
    `${shop.url}${fillPath(endpoint.path, { id, orderId: id, card: 'pm_none' })}`,
    {
      method: endpoint.method,
      headers: {
        ...(token && { cookie: `session=${token}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      body: hasBody ? '{}' : null,
      signal: abort.signal,
    },
  )
  abort.abort()
  return response.status
}

async function createSessionFor({ deps }: TestShop, caller: CallerKind, ownerEmail: string) {
  if (caller === 'guest') return undefined
  const [table, email] =
    caller === 'staff'
      ? ['staff', STAFF.email]
      : ['customers', caller === 'owner' ? ownerEmail.toLowerCase() : 'other@example.com']
  if (caller === 'other') {
    await deps.pool.query(
      'insert into customers (id, email, created_at) values ($1, $2, $3) on conflict do nothing',
      [deps.random.uuid(), email, deps.clock.now()],
    )
  }
  const { rows } = await deps.pool.query<{ id: string }>(
    `select id from ${table} where email = $1`,
    [email],
  )
  const id = rows[0]?.id ?? ''
  const holder = caller === 'staff' ? { staffId: id } : { customerId: id }
  return (await deps.db.transaction((tx) => createSession(tx, deps, holder, ''))).token
}
