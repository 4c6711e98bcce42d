import { expect, test } from 'vitest'
import type { Case } from '#contract/cases/cases.ts'
import type { Credit } from '#contract/credit.ts'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { answer, deliveredOrder, report } from '#tests/support/orders/delivered-order.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { STAFF } from '#tests/support/sign-in.ts'
import { capturedCents } from '#tests/support/subscriber.ts'

async function openedCase() {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  const readCase = async () =>
    (await staff.call<StaffCase>('GET', fillPath(apiPaths.adminCase, { id }))).body
  const ownCase = async () => (await ana.call<Case[]>('GET', apiPaths.customerCases)).body[0]
  return { shop, staff, ana, orderId, id, readCase, ownCase }
}

async function answerEmails(shop: TestShop) {
  await shop.deliverPending()
  return (await shop.mailbox())
    .filter(({ subject }) => subject.startsWith('Our answer'))
    .map(({ text }) => text.replace(/\s+/g, ' '))
}

const oneBottle = { outcome: 'refund', refund: { items: [{ line: 0, quantity: 1 }] } }

test('rule 66: credit answers a case once, in one email, and the customer sees both', async () => {
  const { shop, staff, ana, orderId, id, ownCase } = await openedCase()

  const credit = { outcome: 'credit', amount: '9.00', kind: 'goodwill' }
  const { status, body } = await answer(staff, id, credit)
  const emails = await answerEmails(shop)

  expect(status).toBe(200)
  expect(body).toMatchObject({ state: 'answered', amount: '9.00', answeredBy: STAFF.email })
  const balance = (await ana.call<Credit>('GET', apiPaths.credit)).body
  expect(balance).toMatchObject({ balance: '9.00', entries: [{ kind: 'goodwill', orderId }] })
  expect(await ownCase()).toMatchObject({ outcome: 'credit', message: 'We are sorry.' })
  expect(emails).toHaveLength(1)
  expect(emails[0]).toContain('We added $9.00 of credit to your account.')
  expect(emails[0]).toContain('We are sorry.')
  const subjects = (await shop.mailbox()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /of credit/.test(subject))).toEqual([])
  const history = await shop.sql('select action, after from audit_entries where subject_id = $1', [
    orderId,
  ])
  expect(history).toContainEqual({
    action: 'order.case_answered',
    after: { kind: 'damaged', outcome: 'credit' },
  })
  expect((await auditCredit(shop.deps.db)).findings).toEqual([])
})

test('of two colleagues who answer at once, the second gets a 409 and nothing is given twice', async () => {
  const { shop, staff, id, readCase } = await openedCase()

  const results = await Promise.all([
    answer(staff, id, { outcome: 'credit', amount: '9.00' }),
    answer(staff, id, { outcome: 'credit', amount: '5.00' }),
    answer(staff, id, oneBottle),
    answer(staff, id, { outcome: 'redelivery', scheduledDate: '2026-03-06' }),
    answer(staff, id, { outcome: 'closed' }),
  ])
  await shop.runJob('refund.send')
  const emails = await answerEmails(shop)

  expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(
    results.filter(({ status, body }) => status === 409 && body.code === 'case_answered'),
  ).toHaveLength(4)
  const given = await shop.sql<{ n: number }>(
    `select (select count(*) from credit_entries)::int + (select count(*) from refunds)::int
       + (select count(*) from schedules)::int as n`,
  )
  const { outcome } = await readCase()
  expect(given).toEqual([{ n: outcome === 'closed' ? 0 : 1 }])
  expect(emails).toHaveLength(1)
})

test('a refund by item leaves the case open until it is done, then answers it', async () => {
  const { shop, staff, id, orderId, readCase, ownCase } = await openedCase()

  const requested = await answer(staff, id, oneBottle)
  const again = await answer(staff, id, { outcome: 'credit', amount: '9.00' })
  const before = await ownCase()
  await shop.runJob('refund.send')
  const emails = await answerEmails(shop)

  expect(requested.body).toMatchObject({ state: 'open', isRefunding: true, amount: '8.99' })
  expect([again.status, again.body.code]).toEqual([409, 'case_answered'])
  expect(before).toMatchObject({ state: 'open', outcome: null, message: null })
  expect(await readCase()).toMatchObject({ state: 'answered', isRefunding: false })
  expect(await ownCase()).toMatchObject({ outcome: 'refund', amount: '8.99' })
  expect(emails).toHaveLength(1)
  expect(emails[0]).toContain('We refunded $8.99.')
  expect(await capturedCents(shop)).toEqual([1798 - 899])
  const detail = await staff.call<OrderDetail>(
    'GET',
    fillPath(apiPaths.adminOrder, { id: orderId }),
  )
  expect(detail.body.refunds).toMatchObject([{ reason: 'Problem reported: damaged' }])
  expect((await audit(shop)).findings).toEqual([])
})

test('a refund that fails opens the case again with the reason, and another answer works', async () => {
  const { shop, staff, id, readCase } = await openedCase()
  await answer(staff, id, oneBottle)
  const type = 'invalid_request_error' as const
  const error = { type, code: 'charge_disputed', message: 'Disputed.' }
  getFaults(shop).next('POST refunds', { status: 400, error })

  await shop.runJob('refund.send')
  const failed = await readCase()
  const credit = await answer(staff, id, { outcome: 'credit', amount: '8.99' })
  const emails = await answerEmails(shop)

  expect(failed).toMatchObject({ state: 'open', outcome: null, isRefunding: false })
  expect(failed.problem).toContain('disputed')
  expect(failed.message).toBe('We are sorry.')
  expect(credit.body).toMatchObject({ state: 'answered', problem: null })
  expect(emails).toHaveLength(1)
})

test('a refund that the bank returns days later opens the case again', async () => {
  const { shop, staff, id, readCase } = await openedCase()
  await answer(staff, id, oneBottle)
  await shop.runJob('refund.send')
  await shop.deliverPending()
  const [payment] = await shop.sql<{ intent_id: string }>('select intent_id from payments')

  await shop.deps.sandbox?.failRefund(payment?.intent_id ?? '')
  await shop.deliverPending()
  const reopened = await readCase()
  await answer(staff, id, { outcome: 'credit', amount: '8.99' })

  expect(reopened).toMatchObject({ state: 'open', outcome: null })
  expect(reopened.problem).toContain("bank didn't accept the refund")
  expect(await readCase()).toMatchObject({ state: 'answered', outcome: 'credit' })
  expect(await answerEmails(shop)).toHaveLength(2)
})

test('a refund as credit answers the case as well', async () => {
  const { shop, staff, ana, id, readCase } = await openedCase()
  const refund = { amount: '4.00', destination: 'credit', expectedRefundable: '17.98' }
  await answer(staff, id, { outcome: 'refund', refund })
  await shop.runJob('refund.send')

  expect(await readCase()).toMatchObject({ state: 'answered', amount: '4.00' })
  expect((await ana.call<Credit>('GET', apiPaths.credit)).body.balance).toBe('4.00')
})

test('more than was paid, or an outdated amount, is not refunded', async () => {
  const { shop, staff, id, readCase } = await openedCase()
  const refund = (change: object) => answer(staff, id, { outcome: 'refund', refund: change })
  const results = [
    await refund({ amount: '17.99' }),
    await refund({ items: [{ line: 0, quantity: 3 }] }),
    await refund({ amount: '1.00', expectedRefundable: '16.00' }),
    await refund({}),
  ]

  expect(results.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'nothing_to_refund'],
    [409, 'nothing_to_refund'],
    [409, 'stale'],
    [400, 'invalid'],
  ])
  expect(await shop.sql('select id from refunds')).toEqual([])
  expect(await readCase()).toMatchObject({ state: 'open', isRefunding: false })
})

test('a redelivery is a stop of the same order, at no charge and without a new status', async () => {
  const { shop, staff, id, orderId, ownCase } = await openedCase()

  const past = await answer(staff, id, { outcome: 'redelivery', scheduledDate: '2026-03-01' })
  const { body } = await answer(staff, id, { outcome: 'redelivery', scheduledDate: '2026-03-06' })
  const emails = await answerEmails(shop)
  const [stop] = (await staff.call<Schedule[]>('GET', `${apiPaths.adminSchedules}?limit=5`)).body
  const path = fillPath(apiPaths.adminSchedule, { id: stop?.id ?? '' })
  await staff.call('PATCH', path, { status: 'completed' })

  expect([past.status, past.body.code]).toEqual([400, 'invalid'])
  expect(body).toMatchObject({ state: 'answered', scheduleId: stop?.id })
  expect(stop).toMatchObject({ orderId, scheduledDate: '2026-03-06', status: 'pending' })
  expect(stop?.notes).toBe('Redelivery (damaged)')
  expect(await ownCase()).toMatchObject({ redeliveryDate: '2026-03-06' })
  expect(emails[0]).toContain('We’ll deliver a replacement on Friday, March 6, 2026, at no charge.')
  expect(await shop.sql('select delivery_status, total_cents from orders')).toEqual([
    { delivery_status: 'delivered', total_cents: 1798 },
  ])
  expect(await capturedCents(shop)).toEqual([1798])
})

test('the queue has open cases first, oldest first, and can be searched, filtered and paged', async () => {
  const { shop, staff, ana, orderId, id } = await openedCase()
  const others = []
  for (const kind of ['missing', 'wrong-count']) {
    shop.clock.advance(60_000)
    others.push((await report(ana, orderId, { kind })).body.id)
  }
  const [second = '', third = ''] = others
  await answer(staff, id, { outcome: 'closed' })
  const list = (query: string) =>
    staff.call<StaffCase[]>('GET', `${apiPaths.adminCases}?limit=50&${query}`)
  const ids = async (query = '') => (await list(query)).body.map((row) => row.id)

  expect(await ids()).toEqual([second, third, id])
  expect(await ids('status=open')).toEqual([second, third])
  expect(await ids('status=answered')).toEqual([id])
  expect(await ids('q=Ana%20Ruiz')).toEqual([second, third, id])
  expect(await ids('q=Nobody')).toEqual([])
  expect(await ids(`order=${orderId}&status=open`)).toEqual([second, third])
  expect((await list('status=open')).headers.get('x-total-count')).toBe('2')
  const page = await staff.call<StaffCase[]>('GET', `${apiPaths.adminCases}?limit=2`)
  const cursor = /cursor=([^>&]+)/.exec(page.headers.get('link') ?? '')?.[1]
  const rest = await staff.call<StaffCase[]>(
    'GET',
    `${apiPaths.adminCases}?limit=2&cursor=${cursor}`,
  )
  expect(rest.body.map((row) => row.id)).toEqual([id])
})
