import { expect, test } from 'vitest'
import type { Credit, StaffCredit } from '#contract/credit.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openOnce, openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { addCredit, auditCredit } from './index.ts'

async function shopWithCustomer() {
  const shop = await openShop()
  await shop.buyer().place()
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const customerId = customer?.id ?? ''
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminCustomerCredit, { id: customerId })
  const grant = (body: object = {}, browser = staff) =>
    browser.call<StaffCredit>('POST', path, { amount: '5.00', reason: 'Late truck', ...body })
  return { shop, staff, customerId, grant }
}

const sums = (shop: TestShop) =>
  shop.sql<{ balance: number; sum: number }>(
    `select balance_cents as balance,
       (select sum(cents)::int from credit_entries e where e.customer_id = a.customer_id) as sum
     from credit_accounts a`,
  )

test('rule 43: staff add credit with a reason; it is audited, emailed and shown to the customer', async () => {
  const { shop, customerId, grant } = await shopWithCustomer()

  const { status, body } = await grant({ kind: 'missed_delivery' })
  await shop.deliverPending()

  expect(status).toBe(200)
  expect(body.balance).toBe('5.00')
  expect(body.entries).toMatchObject([
    { kind: 'missed_delivery', amount: '5.00', reason: 'Late truck', staffEmail: STAFF.email },
  ])
  const audit = await shop.sql(
    'select action, staff_email, after, personal from audit_entries where subject_id = $1',
    [customerId],
  )
  expect(audit).toEqual([
    {
      action: 'customer.credit_added',
      staff_email: STAFF.email,
      after: { amountCents: 500, kind: 'missed_delivery' },
      personal: { before: {}, after: { reason: 'Late truck' } },
    },
  ])
  const email = (await shop.mailbox()).find(({ subject }) => subject === 'You have $5.00 of credit')
  expect(email?.recipient).toBe('ana@example.com')
  expect(email?.text.replace(/\s+/g, ' ')).toContain(
    'added $5.00 of credit to your account for a missed delivery. Your balance is $5.00.',
  )
  expect(email?.text).not.toContain('Late truck')
  const ana = await customerBrowser(shop)
  const seen = (await ana.call<Credit>('GET', apiPaths.credit)).body
  expect(seen.balance).toBe('5.00')
  expect(seen.entries).toEqual([
    expect.not.objectContaining({ reason: expect.anything(), staffEmail: expect.anything() }),
  ])
})

const openForRejected = openOnce(shopWithCustomer)

test.each([
  [{ amount: '0' }, 'amount'],
  [{ amount: '-5' }, 'amount'],
  [{ amount: '1000.01' }, 'amount'],
  [{ amount: '0.001' }, 'amount'],
  [{ amount: '1e9' }, 'amount'],
  [{ reason: '' }, 'reason'],
  [{ reason: 'x'.repeat(201) }, 'reason'],
  [{ kind: 'refund' }, 'kind'],
])('credit of %o is rejected and nothing is added', async (input, field) => {
  const { shop, grant } = await openForRejected()

  const { status, body } = await grant(input)

  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
  expect(await shop.sql('select 1 from credit_entries')).toEqual([])
})

test('rule 35: dispatchers and viewers cannot add credit, managers can', async () => {
  const { shop, grant } = await shopWithCustomer()

  expect((await grant({}, await staffBrowser(shop, 'dispatcher'))).status).toBe(403)
  expect((await grant({}, await staffBrowser(shop, 'viewer'))).status).toBe(403)
  expect((await grant({}, await staffBrowser(shop, 'manager'))).status).toBe(200)
})

test('a repeated request adds credit once, parallel ones add up, and the balance has a limit', async () => {
  const { shop, grant } = await shopWithCustomer()
  const requestId = crypto.randomUUID()

  await Promise.all(Array.from({ length: 4 }, () => grant({ requestId })))
  await Promise.all(Array.from({ length: 4 }, () => grant({ amount: '1.01' })))
  expect(await sums(shop)).toEqual([{ balance: 904, sum: 904 }])

  const responses = []
  for (let n = 0; n < 10; n++) responses.push(await grant({ amount: '1000.00' }))
  expect(responses.map(({ status }) => status)).toEqual([...Array(9).fill(200), 400])
  expect(await sums(shop)).toEqual([{ balance: 900_904, sum: 900_904 }])
})

test('a repeated request with another amount is a 409 that names what was added', async () => {
  const { shop, grant } = await shopWithCustomer()
  const requestId = crypto.randomUUID()
  await grant({ requestId, amount: '5.00' })

  const other = await grant({ requestId, amount: '50.00' })
  const same = await grant({ requestId, amount: '5.00' })

  expect([other.status, other.body, same.status]).toMatchObject([
    409,
    { code: 'stale', message: expect.stringContaining('Credit of $5.00 was already added') },
    200,
  ])
  expect(await sums(shop)).toEqual([{ balance: 500, sum: 500 }])
})

test('the ledger rejects every change except the erasure of reasons', async () => {
  const { shop, grant } = await shopWithCustomer()
  await grant()
  const rejection = /credit entries cannot be changed or deleted/

  await expect(shop.sql('update credit_entries set cents = 1')).rejects.toThrow(rejection)
  await expect(shop.sql("update credit_entries set reason = 'x'")).rejects.toThrow(rejection)
  await expect(shop.sql('update credit_entries set reason = null, cents = 1')).rejects.toThrow(
    rejection,
  )
  await expect(shop.sql('delete from credit_entries')).rejects.toThrow(rejection)
  await expect(shop.sql('truncate credit_entries')).rejects.toThrow(rejection)
  await expect(shop.sql('update credit_accounts set balance_cents = -1')).rejects.toThrow(/balance/)
  await shop.sql('update credit_entries set reason = null')
})

test('I10: the audit compares each balance with its entries', async () => {
  const { shop, customerId, grant } = await shopWithCustomer()
  await grant()
  expect(await auditCredit(shop.deps.db)).toEqual({ findings: [], balanceCents: 500 })

  await shop.sql('update credit_accounts set balance_cents = 501')

  expect((await auditCredit(shop.deps.db)).findings).toEqual([
    {
      rule: 'I10',
      id: customerId,
      what: 'credit of 501 cents, but its entries add up to 500',
    },
  ])
})

test('another module adds credit once per key, and never a wrong amount', async () => {
  const { shop, customerId } = await shopWithCustomer()
  const add = (cents: number, dedupeKey: string) =>
    shop.deps.db.transaction((tx) =>
      addCredit(tx, shop.deps, { customerId, cents, kind: 'deposit_returned', dedupeKey }),
    )

  expect(await add(700, 'deposit:1')).toBe(true)
  expect(await add(700, 'deposit:1')).toBe(false)
  await expect(add(0, 'deposit:2')).rejects.toThrow('invalid amount')
  await expect(add(1.5, 'deposit:3')).rejects.toThrow('invalid amount')
  expect(await sums(shop)).toEqual([{ balance: 700, sum: 700 }])
})

test('an erasure removes reasons and forfeits the balance; an export contains the credit', async () => {
  const { shop, grant } = await shopWithCustomer()
  await grant({ reason: 'Ana Ruiz waited' })
  const ana = await customerBrowser(shop)
  const { body } = await ana.call('GET', apiPaths.personalData)

  await ana.call('DELETE', apiPaths.personalData)

  expect(body).toMatchObject({ credit: { balance: '5.00', entries: [{ amount: '5.00' }] } })
  const entries = await shop.sql('select kind, cents, reason from credit_entries order by id')
  expect(entries).toEqual([
    { kind: 'goodwill', cents: 500, reason: null },
    { kind: 'forfeited', cents: -500, reason: null },
  ])
  expect(await sums(shop)).toEqual([{ balance: 0, sum: 0 }])
  expect((await grant()).status).toBe(404)
})
