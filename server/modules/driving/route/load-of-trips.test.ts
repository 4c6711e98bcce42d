import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

test('a delivery with two stops is loaded once, as on the board', async () => {
  const { phone, staff, stops, blue, move, routeOf } = await openDriving('a', 'b')
  const form = { orderId: stops[0]?.orderId, truckId: blue, scheduledDate: DATE }
  const { body: second } = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
  const loads = async () => {
    const { trips } = (await phone.load()).body
    expect(trips.map(({ load }) => load)).toEqual(
      (await routeOf(blue)).trips.map(({ load }) => load),
    )
    return trips.map(({ lines }) => lines.map(({ quantity }) => quantity))
  }
  expect(await loads()).toEqual([[4]])

  expect((await move(second.id, { trip: 2, version: 1 })).status).toBe(200)
  expect(await loads()).toEqual([[4], []])
})
