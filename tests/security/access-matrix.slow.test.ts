import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { staffRoles } from '#contract/staff/permissions.ts'
import { addStaff } from '#server/modules/identity/index.ts'
import { createSession } from '#server/modules/identity/sessions/create-session.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
/** `buyer` placed the order that is read; the others are no customers of it. */
const callers = ['guest', 'buyer', 'other', ...staffRoles] as const
type CallerKind = (typeof callers)[number]

/**
 * X1, rule 35: calls every route as every kind of caller, for an order of the buyer and for an unknown
 * one. The reviewed status codes are in access-matrix.txt; a new route must be added there.
 */
test('X1: access to every route matches the reviewed matrix', { timeout: 600_000 }, async () => {
  const shop = await openShop()
  for (const role of staffRoles)
    await addStaff(shop.deps, `${role}@example.com`, 'twelve-characters', role)
  const rows: string[] = []
  for (const endpoint of allEndpoints) {
    const targets = endpoint.path.includes(':') ? (['own', 'unknown'] as const) : (['-'] as const)
    for (const target of targets) {
      const statuses: string[] = []
      let order = await newOrder(shop, target)
      for (const caller of callers) {
        const status = await getStatus(shop, endpoint, caller, order)
        statuses.push(`${caller} ${status}`)
        // A rejected call changes nothing, so the next caller finds the same order.
        if (status < 400) order = await newOrder(shop, target)
      }
      // Rule 37: asks for the password or a code again after 15 minutes.
      const mark = endpoint.needsConfirmation ? ' confirmed' : ''
      rows.push(`${endpoint.method} ${endpoint.path} ${target}${mark}: ${statuses.join(', ')}`)
    }
  }
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./access-matrix.txt')
})

test('every file of the contract with an endpoint is part of the matrix', () => {
  const contract = resolve(import.meta.dirname, '../../contract')
  const listed = readFileSync(join(contract, 'all-endpoints.ts'), 'utf8')
  const missing = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (!name.endsWith('.ts')) return false
    const hasEndpoint = readFileSync(join(contract, name), 'utf8').includes('satisfies Endpoint')
    return hasEndpoint && !listed.includes(`'./${name}'`)
  })
  expect(missing).toEqual([])
})

type Target = { id: string; buyerEmail: string }

async function newOrder(shop: TestShop, target: 'own' | 'unknown' | '-'): Promise<Target> {
  const buyerEmail = `${shop.deps.random.token(9)}@example.com`.toLowerCase()
  return { id: target === 'own' ? await placeOrder(shop, buyerEmail) : UNKNOWN, buyerEmail }
}

/** Uses a new session per call, because some calls end it. */
async function getStatus(
  shop: TestShop,
  endpoint: Endpoint,
  caller: CallerKind,
  { id, buyerEmail }: Target,
): Promise<number> {
  const token = await createSessionFor(shop, caller, buyerEmail)
  const hasBody = endpoint.body !== undefined
  const abort = new AbortController()
  const response = await fetch(
    `${shop.url}${fillPath(endpoint.path, { id, orderId: id, card: 'pm_none', priceId: '1', sessionId: id })}`,
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

async function placeOrder(shop: TestShop, customerEmail: string): Promise<string> {
  const buyer = shop.buyer()
  const placed = await buyer.place(buyer.submission({ customerEmail, isRecurring: true }))
  return placed.body.orderId
}

async function createSessionFor(shop: TestShop, caller: CallerKind, buyerEmail: string) {
  if (caller === 'guest') return undefined
  const { deps } = shop
  const holder =
    caller === 'buyer' || caller === 'other'
      ? {
          customerId: await findCustomer(
            shop,
            caller === 'buyer' ? buyerEmail : 'other@example.com',
          ),
        }
      : { staffId: await findId(shop, 'staff', `${caller}@example.com`) }
  return (await deps.db.transaction((tx) => createSession(tx, deps, holder, ''))).token
}

async function findCustomer(shop: TestShop, email: string): Promise<string> {
  await shop.sql(
    'insert into customers (id, email, created_at) values ($1, $2, $3) on conflict do nothing',
    [shop.deps.random.uuid(), email, shop.clock.now()],
  )
  return findId(shop, 'customers', email)
}

async function findId(shop: TestShop, table: 'staff' | 'customers', email: string) {
  const [row] = await shop.sql<{ id: string }>(`select id from ${table} where email = $1`, [email])
  return row?.id ?? ''
}
