import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { accountPaths } from '#contract/staff/account-paths.ts'
import type { OrderSnapshot, UndoResult } from '#contract/staff/backoffice.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

test('X3: an undo restores the state before the change, and no other that a browser names', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop, 'dispatcher')
  const { orderId: id } = (await shop.buyer().place()).body
  const undo = (order: object) =>
    staff.call<UndoResult>('POST', apiPaths.adminOrdersUndo, { orders: [order] })
  const read = () => shop.sql('select status, delivery_status as delivery from orders')
  const forged = { id, status: 'completed', deliveryStatus: 'delivered', version: 1 }

  expect((await undo(forged)).body).toEqual({ undone: [], skipped: [id] })
  expect(await read()).toEqual([{ status: 'pending', delivery: 'scheduled' }])

  const change = { ids: [id], deliveryStatus: 'in-transit' }
  const [snapshot] = (await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, change))
    .body
  for (const wrong of [{ status: 'cancelled' }, { deliveryStatus: 'delivered' }]) {
    expect((await undo({ ...snapshot, ...wrong })).body.skipped).toEqual([id])
  }
  expect((await undo({ ...snapshot })).body.undone).toEqual([id])
  expect(await read()).toEqual([{ status: 'pending', delivery: 'scheduled' }])
})

test('rule 35: a dispatcher resends emails about orders, but no link of a staff account or login', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const staff = await staffBrowser(shop, 'dispatcher')
  await shop.buyer().buy()
  await shop.deliverPending()
  await owner.call('POST', accountPaths.invitations, { email: 'dora@example.com', role: 'owner' })
  await shop.buyer().call('POST', apiPaths.magicLink, { email: 'ana@example.com' })
  await shop.runJob('email.send')
  const emails = await shop.sql<{ id: string; kind: string }>('select id, kind from emails')

  const replies: Record<string, number> = {}
  for (const { id, kind } of emails) {
    const { status } = await staff.call('POST', fillPath(apiPaths.adminEmailResend, { id }))
    replies[kind] = status
  }

  expect(replies).toEqual({ order_confirmed: 200, staff_invitation: 404, sign_in: 404 })
  const pending = await shop.sql("select kind from emails where status = 'pending'")
  expect(pending).toEqual([{ kind: 'order_confirmed' }])
})
