import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { addDueStops, cash } from '#tests/support/driving/due-stops.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { giveCredit } from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'

test('rule 44: an undone payment that cannot be reversed leaves the credit of its refunds', async () => {
  const driving = await openDriving('a')
  const { shop, staff, phone, reviews } = driving
  const [stop] = await addDueStops(driving)
  const id = stop?.orderId ?? ''
  const paid = phone.event(cash(stop?.id, '17.98'))
  await phone.report(paid)
  for (const amount of ['12.98', '5.00']) {
    const body = { amount, destination: 'credit', reason: 'Never came' }
    const path = fillPath(apiPaths.adminOrderRefund, { id })
    expect((await staff.call('POST', path, body)).status).toBe(200)
    await shop.runJob('refund.send')
    shop.clock.advance(1000)
  }
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status: 'cancelled' })
  const [customer] = await shop.sql<{ id: string }>(
    'update customers set invoice_net_days = 30 returning id',
  )
  // The credit is spent, and new credit covers the later refund alone.
  expect(
    (await placeByPhone(staff, shop, { payment: 'invoice', deliveryDate: '2026-03-09' })).status,
  ).toBe(201)
  await giveCredit(staff, customer?.id ?? '', '6.00')
  const books = async () => [
    await shop.sql('select amount_cents from tenders where order_id = $1', [id]),
    await shop.sql('select amount_cents, status from refunds where order_id = $1 order by 1', [id]),
    await shop.sql('select balance_cents from credit_accounts'),
  ]
  const before = await books()

  await phone.report({ type: 'superseded', supersedes: paid.eventId })

  expect(await books()).toEqual(before)
  const listed = (await reviews()).find(({ kind }) => kind === 'payment')
  expect(listed?.fact).toContain('the customer has spent it')
  expect((await auditCredit(shop.deps.db)).findings).toEqual([])
})

/** A delivery of two bottles that is paid in cash, and of which one was left. */
async function openShort() {
  const driving = await openDriving('a')
  const { shop, staff, phone, productId } = driving
  const [stop] = await addDueStops(driving)
  const paid = phone.event(cash(stop?.id, '17.98'))
  await phone.report({ type: 'departed' }, delivered(stop?.id, productId, 1, 0), paid)
  const finalize = async () => {
    await shop.runJob('bottle.settle')
    await shop.runJob('refund.send')
    expect((await auditCredit(shop.deps.db)).findings).toEqual([])
    return shop.sql('select balance_cents from credit_accounts')
  }
  return {
    close: () => phone.report({ type: 'closed' }),
    finalize,
    undoPayment: () => phone.report({ type: 'superseded', supersedes: paid.eventId }),
    payAgain: () => phone.report(cash(stop?.id, '17.98')),
    refundMissing: async () => {
      const path = fillPath(apiPaths.adminOrderRefund, { id: stop?.orderId ?? '' })
      const items = [{ line: 0, quantity: 1 }]
      const body = { items, destination: 'credit', reason: 'One was missing' }
      expect((await staff.call('POST', path, body)).status).toBe(200)
    },
  }
}

test.each([
  ['when its route was closed', false],
  ['by staff before', true],
])(
  'rule 59: what was refunded %s for a payment that is undone is refunded again for the next one',
  async (_, isByStaff) => {
    const { close, finalize, undoPayment, payAgain, refundMissing } = await openShort()
    if (isByStaff) await refundMissing()
    await close()
    expect(await finalize()).toEqual([{ balance_cents: 899 }])

    await undoPayment()
    expect(await finalize()).toEqual([{ balance_cents: 0 }])

    await payAgain()
    await finalize()
    expect(await finalize()).toEqual([{ balance_cents: 899 }])
  },
)
