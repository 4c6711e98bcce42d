import { expect, test } from 'vitest'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'

test('rule 56: an event in capitals is the same event, and is answered by the id that was sent', async () => {
  const { shop, phone, stops, states } = await openDriving('a')
  const made = phone.event(delivered(stops[0]?.id, shop.products[0]?.id ?? ''))
  const { eventId, deviceId, driverId, routeId, stopId } = made
  const capitals = {
    ...made,
    eventId: eventId.toUpperCase(),
    deviceId: deviceId.toUpperCase(),
    driverId: driverId.toUpperCase(),
    routeId: routeId.toUpperCase(),
    stopId: stopId?.toUpperCase(),
  }

  const { body } = await phone.send([capitals, made])

  expect(body.results).toEqual([
    { eventId: eventId.toUpperCase(), result: 'accepted' },
    { eventId, result: 'duplicate' },
  ])
  expect(await states()).toEqual(['completed delivered'])
  const undo = phone.event({ type: 'superseded', supersedes: eventId.toUpperCase() })
  await phone.send([undo])
  expect(await states()).toEqual(['pending scheduled'])
})
