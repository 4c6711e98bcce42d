import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

/** Blue is out with a and b. */
async function openOut() {
  const driving = await openDriving('a', 'b')
  const { shop, staff, stops, phone } = driving
  await shop.sql("update orders set status = 'cancelled' where id = $1", [driving.firstOrder])
  await phone.tell({ type: 'departed' })
  const [a = '', b = ''] = stops.map(({ id }) => id)
  const orderA = stops[0]?.orderId ?? ''
  const patchStop = (id: string, body: object) =>
    staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id }), body)
  return {
    ...driving,
    a,
    b,
    orderA,
    patchStop,
    unassign: (id: string) => patchStop(id, { truckId: null }),
    /** Another stop of the delivery a, by the specification's call. */
    addSecond: async (stop: {
      truckId: string | null
      scheduledDate?: string
      status?: string
    }) => {
      const form = { orderId: orderA, scheduledDate: DATE, ...stop }
      return (await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)).body.id
    },
  }
}

test('rule 49: a delivery whose stop lost its truck on the road is unplanned once the truck is back', async () => {
  const { phone, a, b, productId, unassign, setRoute, unplanned } = await openOut()
  await unassign(a)
  await phone.tell(delivered(b, productId))

  await setRoute({ status: 'closed' })

  expect(await unplanned()).toEqual(['a'])
})

test('rule 49: a stop without a truck keeps no delivery on the road that the board takes off', async () => {
  const { a, addSecond, remove, unplanned } = await openOut()
  await addSecond({ truckId: null, status: 'in-progress' })

  await remove(a)

  expect(await unplanned()).toEqual(['a'])
})
