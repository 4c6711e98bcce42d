import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

test('a delivery with two stops is loaded once, as on the board', async () => {
  const { phone, staff, stops, blue, move, findRoute } = await openDriving('a', 'b')
  const form = { orderId: stops[0]?.orderId, truckId: blue, scheduledDate: DATE }
  const { body: second } = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
  const loads = async () => {
    const { trips } = (await phone.load()).body
    expect(trips.map(({ load }) => load)).toEqual(
      (await findRoute(blue)).trips.map(({ load }) => load),
    )
    return trips.map(({ lines }) => lines.map(({ quantity }) => quantity))
  }
  expect(await loads()).toEqual([[4]])

  expect((await move(second.id, { trip: 2, version: 1 })).status).toBe(200)
  expect(await loads()).toEqual([[4], []])
})

/** Two deliveries of two bottles each, both with a second stop on the next trip. */
async function openSecondStops() {
  const driving = await openDriving('a', 'b')
  const { phone, staff, blue, move, findRoute, stops } = driving
  for (const { orderId } of stops) {
    const form = { orderId, truckId: blue, scheduledDate: DATE }
    const { body } = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
    await move(body.id, { trip: 2, version: 1 })
  }
  const loads = async () => {
    const onBoard = (await findRoute(blue)).trips.map(({ load }) => load)
    expect((await phone.load()).body.trips.map(({ load }) => load)).toEqual(onBoard)
    return onBoard
  }
  expect(await loads()).toEqual([4, 0])
  return { ...driving, loads }
}

test('rule 58: bottles that the first trip brings back are loaded for a second stop on the next trip', async () => {
  const { phone, a, b, productId, loads } = await openSecondStops()

  await phone.report({ type: 'departed' }, failed(a), delivered(b, productId, 1))

  expect(await loads()).toEqual([4, 3])
})

test('rule 58: a second stop delivers the bottles that the first one did not leave', async () => {
  const { phone, b, stops, productId, loads, findRoute, blue } = await openSecondStops()
  const quantities = async () => {
    const onPhone = (await phone.load()).body.stops.filter((stop) => stop.orderId === orderId)
    const [first, second] = onPhone.map(({ lines }) => lines.map(({ quantity }) => quantity))
    const onBoard = (await findRoute(blue)).trips.flatMap((trip) => trip.stops)
    const bottles = onBoard.flatMap((stop) => (stop.orderId === orderId ? stop.bottles : []))
    return { first, second, bottles }
  }
  const orderId = stops.find(({ id }) => id === b)?.orderId
  expect(await quantities()).toEqual({ first: [2], second: [2], bottles: [2, 2] })

  const short = phone.event(delivered(b, productId, 1))
  await phone.report({ type: 'departed' }, short)
  expect(await quantities()).toEqual({ first: [2], second: [1], bottles: [2, 1] })

  const second = (await phone.load()).body.stops.find(
    (stop) => stop.orderId === orderId && stop.id !== b,
  )
  await phone.report(failed(second?.id))
  expect(await quantities()).toEqual({ first: [2], second: [1], bottles: [2, 1] })

  // Only empties were taken: all of the order is still to come.
  const none = delivered(b, productId, 0, 1)
  await phone.report({ ...none, supersedes: short.eventId })
  expect(await quantities()).toEqual({ first: [2], second: [2], bottles: [2, 2] })
  expect(await loads()).toEqual([4, 2])
})

test('rule 58: a delivery of which nothing was left is loaded again for its second stop', async () => {
  const { phone, b, productId } = await openSecondStops()

  await phone.report({ type: 'departed' }, delivered(b, productId, 0, 0))

  expect((await phone.load()).body.trips.map(({ load }) => load)).toEqual([4, 2])
})

test('rule 49: bottles on the road or left are not loaded again for a second stop', async () => {
  const { phone, a, b, productId, loads } = await openSecondStops()

  await phone.report({ type: 'departed' })
  expect(await loads()).toEqual([4, 0])

  await phone.report(delivered(a, productId), delivered(b, productId))
  expect(await loads()).toEqual([4, 0])
})
