import { expect, test } from 'vitest'
import { addDueStops, cash } from '#tests/support/driving/due-stops.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'

/** Sam has loaded the route before it was given to Kim, and both of them report. */
async function openReassigned() {
  const driving = await openDriving('a', 'b', 'c')
  const due = await addDueStops(driving, 3)
  const kim = await driving.addDriver('Kim')
  await driving.shop.sql('update routes set driver_id = $2 where id = $1', [driving.routeId, kim])
  const other = await driving.openPhone(kim)
  expect((await other.load()).status).toBe(200)
  return { ...driving, other, due }
}

test('rule 39: cash is recorded under the name of the driver who took it', async () => {
  const { shop, phone, other, due } = await openReassigned()
  const [first, second, third] = due

  await phone.report(cash(first?.id, '1.00'))
  await other.report(cash(second?.id, '2.00'))
  await phone.report(cash(third?.id, '3.00'))

  const recorded = await shop.sql<{ cents: number; by: string }>(
    'select amount_cents as cents, staff_email as by from tenders order by 1',
  )
  expect(recorded.map(({ cents, by }) => `${cents} ${by}`)).toEqual([
    '100 Sam (driver)',
    '200 Kim (driver)',
    '300 Sam (driver)',
  ])
})

test('the audit log names the driver who reported the outcome of a stop', async () => {
  const { shop, phone, other, stops, productId, a, b, c } = await openReassigned()
  const delivery = phone.event(delivered(a, productId))

  await phone.report(delivery)
  await other.report(delivered(b, productId))
  await phone.report({ type: 'superseded', supersedes: delivery.eventId })
  await phone.report(delivered(c, productId))
  await other.report({ type: 'departed' })

  const entries = await shop.sql<{ entry: string }>(
    `select concat_ws(' ', array_position($1::uuid[], subject_id::uuid), after ->> 'status', staff_email)
       as entry from audit_entries
     where action = 'schedule.updated' and subject_id::uuid = any($1) order by id`,
    [stops.map(({ id }) => id)],
  )
  expect(entries.map(({ entry }) => entry)).toEqual([
    '1 completed Sam (driver)',
    '2 completed Kim (driver)',
    '1 pending Sam (driver)',
    '3 completed Sam (driver)',
    '1 in-progress Kim (driver)',
  ])
  const [left] = await shop.sql(
    "select staff_email as by from audit_entries where action = 'route.updated' and after ->> 'status' = 'out'",
  )
  expect(left).toEqual({ by: 'Kim (driver)' })
})
