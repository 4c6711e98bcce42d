import { expect, test } from 'vitest'
import type { StaffDeposit } from '#contract/deposits.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditDeposits } from '#server/modules/deposits/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runOnDays } from '#tests/support/subscriber.ts'
import {
  agree,
  applyFile,
  emailedTokens,
  importAndSend,
  importFile,
  listImports,
  previewFile,
  readAgreement,
  sendLinks,
} from '#tests/support/subscription-import.ts'

type Cells = Record<string, string | number>

/** Three bottles at $8.99 with 15% off, and a deposit of $6.00 for each bottle. */
const WATER_CENTS = 2292
const DEPOSIT_CENTS = 600

async function openWithDeposit() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', apiPaths.adminSettings, { depositCents: DEPOSIT_CENTS })
  return { shop, staff }
}

async function openImported(change: Cells) {
  const { shop, staff } = await openWithDeposit()
  const token = await importAndSend(shop, staff, change)
  const { rows } = await listImports(staff)
  const path = fillPath(apiPaths.adminDeposit, { id: rows[0]?.customerId ?? '' })
  const deposit = async () =>
    (await (await staffBrowser(shop)).call<StaffDeposit>('GET', path)).body
  const returnBottles = (bottles: number) => staff.call('POST', path, { bottles })
  return { shop, staff, token, deposit, returnBottles }
}

const depositLine = async (shop: Awaited<ReturnType<typeof openShop>>, token: string) => {
  const { body } = await readAgreement(shop.buyer(), token)
  return body.priceLines.find(({ kind }) => kind === 'deposit')?.quantity ?? 0
}

test.each<[string, Cells, number]>([
  ['all on deposit', { 'Bottles held': 5, 'Bottles on deposit': 5 }, 0],
  ['without a number on deposit', { 'Bottles held': 5, 'Bottles on deposit': '' }, 0],
  ['fewer held than ordered', { 'Bottles held': 1, 'Bottles on deposit': 1 }, 2],
  ['some on deposit', { 'Bottles held': 5, 'Bottles on deposit': 4 }, 1],
  ['none on deposit', { 'Bottles held': 5, 'Bottles on deposit': 0 }, 5],
  ['none held', { 'Bottles held': 0, 'Bottles on deposit': 0 }, 3],
])(
  'rule 42: 3 ordered, %s: the first delivery carries the deposit of what is held or ordered beyond it',
  async (_, change, charged) => {
    const { shop, token, deposit } = await openImported(change)

    expect(await depositLine(shop, token)).toBe(charged)
    await agree(shop.buyer(), token)
    await runOnDays(shop, '2026-03-07', '2026-03-10', '2026-03-14', '2026-03-17')

    expect(await capturedCents(shop)).toEqual([WATER_CENTS + charged * DEPOSIT_CENTS, WATER_CENTS])
    const bottles = Math.max(3, Number(change['Bottles held']))
    expect(await deposit()).toMatchObject({ bottles, bottlesHeld: bottles })
    expect((await audit(shop)).findings).toEqual([])
  },
)

test('rule 67: bottles without a known deposit are never paid back', async () => {
  const { shop, staff, deposit, returnBottles } = await openImported({ 'Bottles on deposit': '' })

  expect(await deposit()).toMatchObject({ bottles: 5, amount: '0.00' })
  expect((await returnBottles(2)).body).toMatchObject({
    bottles: 3,
    amount: '0.00',
    bottlesHeld: 3,
  })
  expect(await shop.sql('select 1 from credit_entries')).toEqual([])
  const paid = await applyFile(
    staff,
    importFile({ Email: 'cara@example.com', 'Bottles on deposit': '', 'Deposit paid': '30' }),
  )
  expect(paid.status).toBe(200)
  expect((await auditDeposits(shop.deps.db)).liability).toEqual({ bottles: 8, cents: 3000 })
})

test('rule 42: bottles without a deposit come back first, and only the others become credit', async () => {
  const { shop, token, deposit, returnBottles } = await openImported({
    'Bottles held': 5,
    'Bottles on deposit': 2,
  })

  expect(await returnBottles(6)).toMatchObject({
    status: 400,
    body: { fields: { bottles: 'This customer has 5 in all' } },
  })
  expect((await returnBottles(2)).body).toMatchObject({
    bottles: 2,
    amount: '12.00',
    bottlesHeld: 3,
  })
  expect(await depositLine(shop, token)).toBe(1)
  shop.clock.advance(1000)
  expect((await returnBottles(2)).body).toMatchObject({
    bottles: 1,
    amount: '6.00',
    bottlesHeld: 1,
    movements: [
      { kind: 'returned', bottles: 2, amount: '6.00' },
      { kind: 'returned', bottles: 2, amount: '0.00' },
      { kind: 'moved_in', bottles: 2, amount: '12.00' },
    ],
  })
  expect(await shop.sql('select cents from credit_entries')).toEqual([{ cents: 600 }])
  expect(await deposit()).toMatchObject({ bottles: 1 })
  expect(await auditDeposits(shop.deps.db)).toEqual({
    findings: [],
    liability: { bottles: 1, cents: 600 },
  })
})

test('rule 67: a line whose bottles were returned stays, so that returns never exceed the imported bottles', async () => {
  const { shop, staff, returnBottles } = await openImported({
    'Bottles held': 5,
    'Bottles on deposit': 2,
  })
  const { rows } = await listImports(staff)
  const remove = () =>
    staff.call('DELETE', fillPath(apiPaths.adminImportedSubscription, { id: rows[0]?.id ?? '' }))
  await returnBottles(5)

  expect(await remove()).toMatchObject({ status: 409, body: { code: 'already_returned' } })

  expect((await listImports(staff)).rows).toHaveLength(1)
  expect(await auditDeposits(shop.deps.db)).toEqual({
    findings: [],
    liability: { bottles: 0, cents: 0 },
  })
})

test('rule 42: two addresses of one customer carry the deposit of the same bottles once', async () => {
  const { shop, staff } = await openWithDeposit()
  const owed = { 'Bottles held': 3, 'Bottles on deposit': 0 }
  await applyFile(staff, importFile(owed, { ...owed, Street: '5 Mill Road' }))
  await sendLinks(staff, { to: 'not_sent' })
  shop.clock.advance(1000)
  const tokens = await emailedTokens(shop)
  const replies = await Promise.all(tokens.map((token) => agree(shop.buyer(), token)))
  // The slower one was shown a deposit that the other one carries now.
  for (const [nth, reply] of replies.entries())
    if (reply.status === 409) {
      expect(reply.body.code).toBe('terms_changed')
      expect((await agree(shop.buyer(), tokens[nth] ?? '')).status).toBe(200)
    }
  const bottles = await shop.sql<{ bottles: number }>(
    'select deposit_bottles as bottles from orders order by 1',
  )
  expect(bottles).toEqual([{ bottles: 0 }, { bottles: 6 }])
  await runOnDays(shop, '2026-03-07', '2026-03-10', '2026-03-14', '2026-03-17')
  const charged = (await capturedCents(shop)).reduce((sum, cents) => sum + cents, 0)
  expect(charged).toBe(4 * WATER_CENTS + 6 * DEPOSIT_CENTS)
})

test('rule 42: an ordered delivery that is priced again keeps its deposit', async () => {
  const { shop, token } = await openImported({ 'Bottles held': 5, 'Bottles on deposit': 0 })
  const { subscriptionId } = (await agree(shop.buyer(), token)).body
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id: subscriptionId ?? '' })
  for (const type of ['skip', 'unskip']) await staff.call('PATCH', path, { type, cycle: 1 })
  await runOnDays(shop, '2026-03-07', '2026-03-10')

  expect(await capturedCents(shop)).toEqual([WATER_CENTS + 5 * DEPOSIT_CENTS])
})

test('rule 67: the preview lists whose bottles are assumed to be paid, and how many are charged', async () => {
  const { staff } = await openWithDeposit()
  const lines: Cells[] = [
    {},
    { Email: 'b@example.com', 'Bottles on deposit': '' },
    { Email: 'c@example.com', 'Bottles on deposit': '', 'Deposit paid': '9' },
    { Email: 'd@example.com', 'Bottles on deposit': 1 },
  ]
  const { body } = await previewFile(staff, importFile(...lines))

  expect(body).toMatchObject({ ready: 4, withoutDepositCount: 1, bottlesToCharge: 4 })
})
