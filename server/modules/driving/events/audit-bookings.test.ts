import { expect, test } from 'vitest'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { auditBookings } from '../index.ts'

test('rule 60: the audit finds an entry that counts as booked without a movement', async () => {
  const { shop, phone, stops } = await openDriving('a', 'b')
  const productId = shop.products[0]?.id ?? ''
  await phone.load()
  // Nothing was left or taken at the second door, so there is nothing to move.
  await phone.report(
    { type: 'departed' },
    delivered(stops[0]?.id, productId),
    delivered(stops[1]?.id, productId, 0, 0),
  )
  const booked = await shop.sql("select id from driver_events where booking = 'booked'")
  expect(booked).toHaveLength(2)
  expect(await auditBookings(shop.deps.db)).toEqual([])

  const moved = await shop.sql<{ id: string; stop_id: string }>(
    "update driver_events set id = gen_random_uuid() where booking = 'booked' returning id, stop_id",
  )

  const first = moved.find(({ stop_id }) => stop_id === stops[0]?.id)
  expect(await auditBookings(shop.deps.db)).toMatchObject([{ rule: 'rule 60', id: first?.id }])
})
