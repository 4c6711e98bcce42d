import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditBooks } from '#server/modules/payments/index.ts'
import { auditDriving } from '#tests/support/driving/audit-driving.ts'
import { delivered, failed } from '#tests/support/driving/open-driving.ts'
import { openPaidRoute } from '#tests/support/driving/paid-route.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

const ONE_BOTTLE = 899

test('rule 59: a count corrected after the refund was decided refunds the missing bottles once', async () => {
  const { phone, paid, productId, setRoute, finalize, undeliveredRefunds, shop } =
    await openPaidRoute('a')
  const [{ stopId, orderId } = { stopId: '', orderId: '' }] = paid
  const full = phone.event(delivered(stopId, productId, 2, 0))
  await phone.report(full)
  await setRoute({ status: 'closed' })
  await finalize()
  expect(await undeliveredRefunds(orderId)).toEqual([])

  const short = phone.event({ ...delivered(stopId, productId, 1, 0), supersedes: full.eventId })
  await phone.report(short)
  await finalize()
  expect(await undeliveredRefunds(orderId)).toEqual([ONE_BOTTLE])
  // A refund stays, whatever is reported then.
  await phone.report({ type: 'superseded', supersedes: short.eventId })
  await finalize()
  await phone.report({ ...delivered(stopId, productId, 0, 0), supersedes: full.eventId })
  await finalize()
  expect(await undeliveredRefunds(orderId)).toEqual([ONE_BOTTLE])
  expect(await auditDriving(shop)).toEqual([])
  expect((await auditBooks(shop.deps)).findings).toEqual([])
})

test.each(['undone', 'failed'])(
  'rule 59: a delivery that is %s after the refund was decided is finalized by its next route',
  async (how) => {
    const { phone, paid, productId, setRoute, finalize, undeliveredRefunds, ...driving } =
      await openPaidRoute('a')
    const [{ stopId, orderId } = { stopId: '', orderId: '' }] = paid
    const full = phone.event(delivered(stopId, productId, 2, 0))
    await phone.report(full)
    await setRoute({ status: 'closed' })
    await finalize()
    const undo = { type: 'superseded', supersedes: full.eventId } as const
    const missed = { ...failed(stopId, 'other'), supersedes: full.eventId }
    await phone.report(how === 'undone' ? undo : missed)
    await finalize()
    expect(await undeliveredRefunds(orderId)).toEqual([])

    const { body: again } = await driving.add(orderId, { truckId: driving.red, date: DATE })
    const kim = await driving.openKim()
    await kim.report({ type: 'departed' }, delivered(again.id, productId, 1, 0), { type: 'closed' })
    await finalize()

    expect(await undeliveredRefunds(orderId)).toEqual([ONE_BOTTLE])
  },
)

test('rule 58: nothing is refunded while another truck brings the rest', async () => {
  const { phone, paid, productId, finalize, undeliveredRefunds, ...driving } = await openPaidRoute(
    'a',
    'b',
  )
  const [a, b] = paid
  await phone.report(delivered(a?.stopId, productId, 1, 0), delivered(b?.stopId, productId, 1, 0))
  const rest = []
  for (const { orderId } of paid)
    rest.push((await driving.add(orderId, { truckId: driving.red, date: DATE })).body.id)
  const kim = await driving.openKim()
  await phone.report({ type: 'closed' })
  await finalize()
  await kim.report({ type: 'departed' }, delivered(rest[0], productId, 1, 0), failed(rest[1]))
  await finalize()
  expect(await undeliveredRefunds(a?.orderId ?? '')).toEqual([])

  await kim.report({ type: 'closed' })
  await finalize()

  expect(await undeliveredRefunds(a?.orderId ?? '')).toEqual([])
  expect(await undeliveredRefunds(b?.orderId ?? '')).toEqual([ONE_BOTTLE])
})

test('rule 59: the rest that no one brings is refunded', async () => {
  const { phone, paid, productId, finalize, undeliveredRefunds, ...driving } = await openPaidRoute(
    'a',
    'b',
  )
  const [a, b] = paid
  await phone.report(delivered(a?.stopId, productId, 1, 0), delivered(b?.stopId, productId, 1, 0))
  const [first] = [await driving.add(a?.orderId ?? '', { truckId: driving.red, date: DATE })]
  await driving.add(b?.orderId ?? '', { truckId: driving.red, date: DATE })
  await phone.report({ type: 'closed' })
  await driving.staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: first.body.id }), {
    status: 'cancelled',
  })
  await finalize()
  expect(await undeliveredRefunds(a?.orderId ?? '')).toEqual([ONE_BOTTLE])
  expect(await undeliveredRefunds(b?.orderId ?? '')).toEqual([])

  // The other truck never left.
  driving.shop.clock.advance(86_400_000)
  await finalize()
  expect(await undeliveredRefunds(b?.orderId ?? '')).toEqual([ONE_BOTTLE])
})
