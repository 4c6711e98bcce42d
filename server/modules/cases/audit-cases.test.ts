import { expect, test } from 'vitest'
import type { Case } from '#contract/cases/cases.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import { cancelPendingStops, restoreStops } from '#server/modules/dispatch/index.ts'
import { answer, deliveredOrder, report } from '#tests/support/orders/delivered-order.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { auditCases } from './audit-cases.ts'

async function openedCase() {
  const opened = await deliveredOrder()
  const { shop, staff, ana, orderId } = opened
  const { id } = (await report(ana, orderId)).body
  const readCase = async () =>
    (await staff.call<StaffCase>('GET', fillPath(apiPaths.adminCase, { id }))).body
  const findings = async () => (await auditCases(shop.deps.db)).map(({ what }) => what)
  return { ...opened, id, readCase, findings }
}

const redelivery = { outcome: 'redelivery', scheduledDate: '2026-03-06' }

test.each([
  ['is cancelled', 'PATCH', { status: 'cancelled' }],
  ['is deleted', 'DELETE', undefined],
] as const)('rule 66: the case is open again when its redelivery %s', async (_, method, body) => {
  const { staff, ana, id, readCase, findings } = await openedCase()
  const { scheduleId } = (await answer(staff, id, redelivery)).body
  expect(await findings()).toEqual([])

  const path = fillPath(apiPaths.adminSchedule, { id: scheduleId ?? '' })
  expect((await staff.call(method, path, body)).status).toBeLessThan(300)

  expect(await readCase()).toMatchObject({
    state: 'open',
    outcome: null,
    answeredAt: null,
    message: 'We are sorry.',
    problem: 'The stop was cancelled.',
    scheduleId,
  })
  const [queued] = (await staff.call<StaffCase[]>('GET', apiPaths.adminCases)).body
  expect(queued).toMatchObject({ id, state: 'open' })
  expect((await ana.call<Case[]>('GET', apiPaths.customerCases)).body).toMatchObject([
    { state: 'open', outcome: null, redeliveryDate: null },
  ])
  const again = await answer(staff, id, { outcome: 'credit', amount: '9.00', kind: 'goodwill' })
  expect(again.body).toMatchObject({ state: 'answered', problem: null, scheduleId: null })
  expect(await findings()).toEqual([])
})

test('rule 66: a redelivery that is set back answers its case again, unless staff gave another answer', async () => {
  const { shop, staff, ana, id, readCase, findings } = await openedCase()
  const { scheduleId, ...before } = (await answer(staff, id, redelivery)).body
  const path = fillPath(apiPaths.adminSchedule, { id: scheduleId ?? '' })
  const setStatus = (status: string) => staff.call('PATCH', path, { status })
  shop.clock.advance(60_000)

  await setStatus('cancelled')
  expect(await readCase()).toMatchObject({ state: 'open', answeredBy: null })
  await setStatus('pending')

  expect(await readCase()).toMatchObject({ ...before, scheduleId, problem: null })
  expect((await ana.call<Case[]>('GET', apiPaths.customerCases)).body).toMatchObject([
    { state: 'answered', redeliveryDate: '2026-03-06' },
  ])
  expect((await staff.call<StaffCase[]>('GET', `${apiPaths.adminCases}?status=open`)).body).toEqual(
    [],
  )
  expect(await findings()).toEqual([])
  await setStatus('cancelled')
  await answer(staff, id, { outcome: 'credit', amount: '9.00', kind: 'goodwill' })
  await setStatus('pending')
  expect(await readCase()).toMatchObject({ state: 'answered', outcome: 'credit', amount: '9.00' })
  expect(await findings()).toEqual([])
})

test('rule 66: a moved delivery opens the case of its redelivery, until the move is undone', async () => {
  const { shop, staff, orderId, id, readCase, findings } = await openedCase()
  const { scheduleId, ...before } = (await answer(staff, id, redelivery)).body
  const { db } = shop.deps

  await db.transaction((tx) => cancelPendingStops(tx, shop.deps, [orderId]))
  expect(await readCase()).toMatchObject({ state: 'open', scheduleId })
  expect(await findings()).toEqual([])

  await db.transaction((tx) => restoreStops(tx, shop.deps, [{ id: scheduleId ?? '', version: 1 }]))
  expect(await readCase()).toMatchObject({ ...before, scheduleId })
  expect(await findings()).toEqual([])
})

test('rule 66: a cancelled order opens the case of its redelivery; a completed stop does not', async () => {
  const { shop, staff, ana, orderId, id, readCase, findings } = await openedCase()
  const other = (await report(ana, orderId, { kind: 'missing' })).body.id
  const done = (await answer(staff, other, redelivery)).body.scheduleId ?? ''
  const path = fillPath(apiPaths.adminSchedule, { id: done })
  await staff.call('PATCH', path, { status: 'completed' })
  await staff.call('DELETE', path)
  await answer(staff, id, redelivery)

  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status: 'cancelled' })

  expect(await readCase()).toMatchObject({ state: 'open' })
  const states = await shop.sql<{ state: string }>('select state from cases where id = $1', [other])
  expect(states).toEqual([{ state: 'answered' }])
  expect(await findings()).toEqual([])
})

test('rule 66: the audit finds answers without their credit, and credit without its case', async () => {
  const { shop, staff, id, findings } = await openedCase()
  await answer(staff, id, { outcome: 'credit', amount: '9.00', kind: 'goodwill' })
  expect((await audit(shop)).findings).toEqual([])

  await shop.sql('update cases set amount_cents = 901')
  expect(await findings()).toEqual(['answered with credit that the ledger does not have'])
  await shop.sql('update cases set amount_cents = 900, answers = 2')
  expect(await findings()).toEqual(['answered with credit that the ledger does not have'])
  await shop.sql('delete from cases')
  expect(await findings()).toEqual(['credit for a case that does not have this answer'])
})

test('rule 66: the audit finds refunds and redeliveries that did not happen', async () => {
  const { shop, staff, id, findings } = await openedCase()
  await answer(staff, id, { outcome: 'refund', refund: { amount: '5.00', destination: 'card' } })
  expect(await findings()).toEqual([])
  await shop.sql(`update refunds set status = 'failed'`)
  expect(await findings()).toEqual(['waits for a refund that is not on its way'])
  await shop.sql(`update refunds set status = 'requested'`)
  await shop.runJob('refund.send')
  await shop.deliverPending()
  expect(await findings()).toEqual([])
  await shop.sql(`update refunds set amount_cents = 499`)
  expect(await findings()).toEqual(['answered with a refund that was not made'])
  await shop.sql(`update refunds set amount_cents = 500`)
  await shop.sql(`update cases set outcome = 'redelivery'`)
  expect(await findings()).toEqual(['answered with a redelivery that has no stop'])
  await shop.sql(`update cases set outcome = 'refund', state = 'open'`)
  expect(await findings()).toContain('state and answer do not match')
})
