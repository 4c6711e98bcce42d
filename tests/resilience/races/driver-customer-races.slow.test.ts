import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SentDriverEvent } from '#contract/driver/events.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import { auditCycles } from '#server/modules/renewals/index.ts'
import { auditDriving } from '#tests/support/driving/audit-driving.ts'
import { delivered, failed, MORNING, openDriving } from '#tests/support/driving/open-driving.ts'
import { auditDays } from '#tests/support/orders/day-changes.ts'
import { answer, report } from '#tests/support/orders/delivered-order.ts'
import { inTurn } from '#tests/support/orders/in-turn.ts'
import { NEW_ADDRESS } from '#tests/support/orders/new-address.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

type Driving = Awaited<ReturnType<typeof openDriving>>

/** Before its cut-off on the day of the route: its truck comes two days early. */
const RENEWAL = '2026-03-07'

/** The next delivery of a new subscription, on the truck of today. */
async function addRenewal({ shop, add, blue, phone }: Driving, name: string) {
  const email = `${name}@example.com`
  const { id } = await subscribe(shop, { customerEmail: email, deliveryDate: '2026-03-09' })
  await shop.sql(
    `update subscriptions set anchor = $2, anchor_cycle = 1, next_cycle = 1, next_date = $2
     where id = $1`,
    [id, RENEWAL],
  )
  await shop.runJob('delivery.createOrders')
  const [cycle] = await shop.sql<{ order_id: string }>(
    'select order_id from cycles where subscription_id = $1 and cycle = 1',
    [id],
  )
  const orderId = cycle?.order_id ?? ''
  const { body: stop } = await add(orderId, { truckId: blue, date: DATE })
  await phone.load()
  return { id, orderId, stop, customer: await customerBrowser(shop, email) }
}

type Renewal = Awaited<ReturnType<typeof addRenewal>>

/** The driver's report: an outcome, or that an earlier one was a mistake. */
async function prepareEvent({ shop, phone }: Driving, { stop }: Renewal, type: string) {
  const made = () => phone.event(delivered(stop.id, shop.products[0]?.id ?? ''))
  if (type === 'delivered') return made()
  if (type === 'failed') return phone.event(failed(stop.id))
  const mistaken = made()
  await phone.report(mistaken)
  return phone.event({ type: 'superseded', stopId: stop.id, supersedes: mistaken.eventId })
}

type Change = (driving: Driving, renewal: Renewal) => Promise<number>

const changeSubscription =
  (change: object): Change =>
  async (_, { id, customer }) =>
    (await customer.call('POST', fillPath(apiPaths.changeSubscription, { id }), change)).status

/** As the engine does when the bank declines. */
const putOnHold: Change = async ({ shop }, { orderId }) => {
  await shop.deps.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    await tx.execute(
      sql`update cycles set status = 'unpaid', hold_at = ${MORNING} where order_id = ${orderId}`,
    )
  })
  return 200
}

const erase: Change = async (_, { customer }) =>
  (await customer.call('DELETE', apiPaths.personalData)).status

/** The final state of order and stop, and why staff review the event. */
async function readState({ shop }: Driving, { orderId, stop }: Renewal, event: SentDriverEvent) {
  const [row] = await shop.sql<{ state: string }>(
    `select concat_ws(' ', o.status, o.delivery_status, s.status, s.outcome,
       (select kind from driver_reviews where event_id = $3)) as state
     from orders o join schedules s on s.id = $2 where o.id = $1`,
    [orderId, stop.id, event.eventId],
  )
  return row?.state
}

async function auditAll({ shop }: Driving) {
  return [
    ...(await auditDriving(shop)),
    ...(await audit(shop)).findings,
    ...(await auditDays(shop)),
    ...(await auditCycles(shop.deps.db, shop.deps)),
  ]
}

/** Each event races the change twice: first the change is ahead, then the event. */
async function raceEvents(change: Change): Promise<string[]> {
  const driving = await openDriving('x')
  // The copy of an order on the board has no price lines.
  const known = (await auditAll(driving)).map((finding) => JSON.stringify(finding))
  const seen: string[] = []
  for (const type of ['delivered', 'failed', 'undo']) {
    for (const isAhead of [true, false]) {
      const renewal = await addRenewal(driving, `${type}-${isAhead}`)
      const event = await prepareEvent(driving, renewal, type)
      const byStaff = () => change(driving, renewal)
      const byDriver = () => driving.phone.report(event)
      const requests: Race = isAhead ? [byStaff, byDriver] : [byDriver, byStaff]
      const replies = await inTurn(driving.shop, renewal.orderId, requests)
      seen.push(`${replies.join(', ')}: ${await readState(driving, renewal, event)}`)
    }
  }
  const findings = await auditAll(driving)
  expect(findings.filter((finding) => !known.includes(JSON.stringify(finding)))).toEqual([])
  return seen
}

type Race = [() => Promise<unknown>, () => Promise<unknown>]

test('rule 57: a skipped delivery that was made counts and is listed', async () => {
  expect(await raceEvents(changeSubscription({ type: 'skip', cycle: 1 }))).toEqual([
    '200, review: cancelled delivered completed stop-changed',
    'accepted, 409: completed delivered completed',
    '200, review: cancelled scheduled cancelled failed stop-changed',
    'accepted, 200: cancelled scheduled cancelled failed',
    '409, accepted: confirmed scheduled pending',
    'accepted, 200: cancelled scheduled cancelled',
  ])
})

test('rule 57: a delivery that was made at its old address counts and is listed', async () => {
  // The address of a delivery that was made stays; those of later ones change.
  expect(await raceEvents(changeSubscription({ type: 'change', address: NEW_ADDRESS }))).toEqual([
    '200, review: completed delivered completed stop-changed',
    'accepted, 200: completed delivered completed',
    '200, review: pending scheduled cancelled failed stop-changed',
    'accepted, 200: pending scheduled cancelled failed',
    '200, accepted: confirmed scheduled pending',
    'accepted, 200: confirmed scheduled cancelled',
  ])
})

test('rule 57: a delivery that was made before its new date counts and is listed', async () => {
  const move = { type: 'move', cycle: 1, date: '2026-03-10' }
  expect(await raceEvents(changeSubscription(move))).toEqual([
    '200, review: completed delivered completed stop-changed',
    'accepted, 409: completed delivered completed',
    '200, review: pending scheduled cancelled failed stop-changed',
    'accepted, 200: pending scheduled cancelled failed',
    '409, accepted: confirmed scheduled pending',
    'accepted, 200: confirmed scheduled cancelled',
  ])
})

test('rule 57: an event of a delivery counts, also if the delivery is put on hold', async () => {
  expect(await raceEvents(putOnHold)).toEqual([
    '200, accepted: completed delivered completed',
    'accepted, 200: completed delivered completed',
    '200, accepted: pending scheduled cancelled failed',
    'accepted, 200: pending scheduled cancelled failed',
    '200, accepted: confirmed scheduled pending',
    'accepted, 200: confirmed scheduled pending',
  ])
})

test('rule 57: events during the erasure of the customer count, and open no stop', async () => {
  expect(await raceEvents(erase)).toEqual([
    '200, review: cancelled delivered completed stop-changed',
    'accepted, 200: cancelled delivered completed',
    '200, review: cancelled scheduled cancelled failed stop-changed',
    'accepted, 200: cancelled scheduled cancelled failed',
    '200, accepted: cancelled scheduled cancelled',
    'accepted, 200: cancelled scheduled cancelled',
  ])
})

test('rule 57: a stop that gets another order while it is reported is sent again, and listed', async () => {
  const driving = await openDriving('x')
  const { shop, staff, phone, firstOrder } = driving
  const renewal = await addRenewal(driving, 'given')
  const event = await prepareEvent(driving, renewal, 'delivered')
  const path = fillPath(apiPaths.adminSchedule, { id: renewal.stop.id })
  const give = async () => (await staff.call('PATCH', path, { orderId: firstOrder })).status
  const send = async () => (await phone.send([event])).status

  expect(await inTurn(shop, renewal.orderId, [give, send])).toEqual([200, 503])
  expect(await phone.report(event)).toBe('review')

  expect(await readState(driving, renewal, event)).toBe('pending scheduled completed stop-changed')
  const [given] = await shop.sql('select delivery_status from orders where id = $1', [firstOrder])
  expect(given).toEqual({ delivery_status: 'delivered' })
  expect(await auditDriving(shop)).toEqual([])
  // A phone that has loaded the change reports for the order that it shows.
  await phone.load()
  const undo = phone.event({ type: 'superseded', supersedes: event.eventId })
  const again = phone.event(delivered(renewal.stop.id, shop.products[0]?.id ?? ''))
  expect(await phone.report(undo, again)).toBe('accepted accepted')
})

test('rule 66: a case is answered while its delivery is taken back, and nothing is given twice', async () => {
  const driving = await openDriving('x')
  const { shop, phone, staff } = driving
  const credit = { outcome: 'credit', amount: '5.00', kind: 'goodwill' }
  const redelivery = { outcome: 'redelivery', scheduledDate: '2026-03-06' }
  for (const form of [credit, redelivery]) {
    for (const isAhead of [true, false]) {
      const renewal = await addRenewal(driving, `${form.outcome}-${isAhead}`)
      const event = await prepareEvent(driving, renewal, 'undo')
      const { id } = (await report(renewal.customer, renewal.orderId)).body
      const byStaff = async () => (await answer(staff, id, form)).status
      const byDriver = () => phone.report(event)
      const requests: Race = isAhead ? [byStaff, byDriver] : [byDriver, byStaff]

      expect(await inTurn(shop, renewal.orderId, requests)).toEqual(
        isAhead ? [200, 'accepted'] : ['accepted', 200],
      )
      expect(await readState(driving, renewal, event)).toBe('confirmed scheduled pending')
      const [row] = await shop.sql('select state, outcome from cases where id = $1', [id])
      // The truck is still to make the delivery, so it is not made again.
      const isOpenAgain = isAhead && form === redelivery
      if (isOpenAgain) expect(row).toEqual({ state: 'open', outcome: null })
      else expect(row).toEqual({ state: 'answered', outcome: form.outcome })
      if (!isOpenAgain) expect((await answer(staff, id, form)).status).toBe(409)
    }
  }
  expect(await auditDriving(shop)).toEqual([])
  expect(await auditDays(shop)).toEqual([])
})
