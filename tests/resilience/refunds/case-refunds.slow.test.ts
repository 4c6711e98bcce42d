import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import type { RequestFault } from '#server/adapters/sandbox/faults.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { answer, deliveredOrder, report } from '#tests/support/orders/delivered-order.ts'
import { audit, listProviderCharges } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'

const HOUR_MS = 3_600_000
const oneBottle = { outcome: 'refund', refund: { items: [{ line: 0, quantity: 1 }] } }

/** A reported order of $17.98, whose case staff answer with a refund of $8.99. */
async function reported() {
  const opened = await deliveredOrder()
  const { shop, staff, ana, orderId } = opened
  const { id } = (await report(ana, orderId)).body
  const readCase = async () =>
    (await staff.call<StaffCase>('GET', fillPath(apiPaths.adminCase, { id }))).body
  return { ...opened, shop, id, readCase }
}

async function refundRow(shop: TestShop) {
  const rows = await shop.sql<{ id: string; intent_id: string; status: string }>(
    'select id, intent_id, status from refunds',
  )
  expect(rows).toHaveLength(1)
  return rows[0] ?? { id: '', intent_id: '', status: '' }
}

/** The money went back once, the case is answered once, and the customer got one answer. */
async function expectRefundedOnce(shop: TestShop) {
  await shop.deliverPending()
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 899 }])
  expect(await shop.sql(`select id from sandbox.objects where type = 'refund'`)).toHaveLength(1)
  expect(await refundRow(shop)).toMatchObject({ status: 'succeeded' })
  expect(await shop.sql('select state, answers, problem from cases')).toEqual([
    { state: 'answered', answers: 1, problem: null },
  ])
  const subjects = (await shop.mailbox()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('Our answer'))).toHaveLength(1)
  expect(subjects.filter((subject) => /refund/i.test(subject))).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
}

/** Another process on the same database, after the first one died. */
const restart = ({ deps, clock }: TestShop) =>
  openShop({ databaseUrl: deps.config.databaseUrl, now: clock.now().toISOString(), seed: 'again' })

/** The rows that a worker has written before it calls the provider. */
const claim = (shop: TestShop) =>
  shop.sql('update refunds set attempts = attempts + 1, due_at = $1', [
    new Date(shop.clock.now().getTime() + 60_000),
  ])

test.each<[string, RequestFault, number]>([
  ['does not get the request', 'drop-request', 2],
  ['refunds, and its answer is lost', 'drop-response', 1],
  ['fails', 'error-500', 3],
  ['is overloaded', 'error-429', 2],
  ['replies that another request is running', 'error-409', 2],
])('I4: a refund of a case goes back once when the provider %s', async (_, fault, times) => {
  const { shop, staff, id, readCase } = await reported()
  getFaults(shop).next('POST refunds', fault, times)
  await answer(staff, id, oneBottle)

  await shop.runJob('refund.send')
  expect(await readCase()).toMatchObject({ state: 'open', isRefunding: true })
  // Of colleagues who try again in the meantime, none gives anything.
  const again = await Promise.all([
    answer(staff, id, oneBottle),
    answer(staff, id, { outcome: 'credit', amount: '8.99' }),
  ])
  expect(again.map(({ status }) => status)).toEqual([409, 409])
  for (let hour = 0; hour < 25; hour++) {
    shop.clock.advance(HOUR_MS)
    await shop.runJob('refund.send')
  }

  await expectRefundedOnce(shop)
})

test('I3: a case whose process died after the commit is refunded by the next process', async () => {
  const { shop, staff, id } = await reported()
  await answer(staff, id, oneBottle)
  expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 0 }])

  const next = await restart(shop)
  await next.runJob('refund.send')

  await expectRefundedOnce(next)
})

test('I4: a process that died before its call reached the provider does not lose the refund', async () => {
  const { shop, staff, id } = await reported()
  await answer(staff, id, oneBottle)
  await claim(shop)

  const next = await restart(shop)
  await next.runJob('refund.send')
  // The dead process may still be in its call.
  expect(await listProviderCharges(next)).toEqual([{ amount: 1798, refunded: 0 }])
  next.clock.advance(61_000)
  await next.runJob('refund.send')

  await expectRefundedOnce(next)
})

test('I4: a process that died after the provider had refunded does not refund twice', async () => {
  const { shop, staff, id } = await reported()
  await answer(staff, id, oneBottle)
  await claim(shop)
  const { id: refundId, intent_id: intentId } = await refundRow(shop)
  getFaults(shop).nextWebhook('*', 'lose', 9)
  const idempotencyKey = `refund-${refundId}-0`
  await shop.deps.cards.refund(
    { idempotencyKey, intentId, amountCents: 899, refundId },
    'background',
  )

  const next = await restart(shop)
  next.clock.advance(61_000)
  await Promise.all([next.runJob('refund.send'), shop.runJob('refund.send')])
  next.clock.advance(HOUR_MS)
  await next.runJob('refund.send')

  await expectRefundedOnce(next)
})

test('C5: ten parallel clicks in two processes, with workers that race them, refund once', async () => {
  const { shop, staff, id } = await reported()
  const next = await restart(shop)
  const clicks = Array.from({ length: 10 }, () => answer(staff, id, oneBottle))
  const workers = [shop, next, shop, next].map((process) => process.runJob('refund.send'))

  const statuses = (await Promise.all(clicks)).map(({ status }) => status)
  await Promise.all(workers)
  await Promise.all([shop, next].map((process) => process.runJob('refund.send')))

  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  await expectRefundedOnce(next)
})

test('an outage that outlives the key and a restart, then a rejection, opens the case again', async () => {
  const { shop, staff, id } = await reported()
  getFaults(shop).next('POST refunds', 'drop-request')
  await answer(staff, id, oneBottle)
  await shop.runJob('refund.send')
  const next = await restart(shop)
  next.clock.advance(30 * HOUR_MS)
  const error = { type: 'invalid_request_error' as const, code: 'charge_disputed', message: 'No.' }
  getFaults(next).next('POST refunds', { status: 400, error })

  await next.runJob('refund.send')

  expect(await next.sql('select state, problem from cases')).toEqual([
    { state: 'open', problem: expect.stringContaining('disputed') },
  ])
  expect(await listProviderCharges(next)).toEqual([{ amount: 1798, refunded: 0 }])
  expect((await audit(next)).findings).toEqual([])
})
