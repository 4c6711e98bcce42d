import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

/** Blue has a and b. Another driver takes Red. */
async function openTwoTrucks() {
  const driving = await openDriving('a', 'b')
  const { shop, staff, stops, red } = driving
  const [, b] = stops
  return {
    ...driving,
    b,
    productId: shop.products[0]?.id ?? '',
    /** By the specification's call, which allows a second stop of a delivery. */
    putOnRed: async () => {
      const stop = { orderId: b?.orderId, truckId: red, scheduledDate: DATE }
      return (await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, stop)).body.id
    },
    sendRed: async () => {
      const kim = await driving.addDriver('Kim')
      await driving.publish((await driving.findRoute(red)).id, kim)
      const phone = await driving.openPhone(kim)
      await phone.load()
      await phone.report({ type: 'departed' })
    },
    readStatus: async (id: string) => {
      const [row] = await shop.sql<{ status: string }>(
        'select status from schedules where id = $1',
        [id],
      )
      return row?.status
    },
  }
}

test('rule 58: the open stop of an erased customer is never planned again', async () => {
  const { shop, phone, b, setRoute, states, unplanned } = await openTwoTrucks()
  await phone.report({ type: 'departed' })
  await shop.sql('update orders set customer_id = null where id = $1', [b?.orderId])

  await setRoute({ status: 'closed' })

  expect(await states()).toEqual(['cancelled scheduled', 'cancelled failed'])
  expect(await unplanned()).not.toContain('b')
})

test('rule 58: a delivery that another truck still brings stays in transit', async () => {
  const { phone, putOnRed, sendRed, setRoute, states, readStatus, unplanned } =
    await openTwoTrucks()
  await phone.report({ type: 'departed' })
  const second = await putOnRed()
  await sendRed()

  await setRoute({ status: 'closed' })

  expect(await states()).toEqual(['cancelled scheduled', 'cancelled in-transit'])
  expect(await readStatus(second)).toBe('in-progress')
  expect(await unplanned()).not.toContain('b')
})

test('rule 57: a delivery that was made leaves the truck that is out with it again', async () => {
  const { phone, b, productId, putOnRed, sendRed, setRoute, ...rest } = await openTwoTrucks()
  const made = phone.event(delivered(b?.id, productId))
  await setRoute({ status: 'out' })
  await setRoute({ status: 'closed' })
  const again = await putOnRed()
  await sendRed()
  expect(await rest.readStatus(again)).toBe('in-progress')

  expect(await phone.report(made)).toBe('review')

  expect((await rest.states())[1]).toBe('completed delivered')
  expect(await rest.readStatus(again)).toBe('cancelled')
})

test('rule 57: a departure that is reported after the closing takes nothing from another truck', async () => {
  const { shop, phone, b, putOnRed, sendRed, setRoute, states } = await openTwoTrucks()
  const departure = phone.event({ type: 'departed' })
  await setRoute({ status: 'out' })
  await setRoute({ status: 'closed' })
  await putOnRed()
  await sendRed()
  // Simulates staff who add the stop during the closing.
  await shop.sql("update schedules set status = 'pending' where id = $1", [b?.id])

  expect(await phone.report(departure)).toBe('review')

  expect((await states())[1]).toBe('pending in-transit')
})
