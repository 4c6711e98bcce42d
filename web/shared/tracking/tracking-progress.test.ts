import { expect, test } from 'vitest'
import { trackingProgress } from './tracking-progress.ts'

test.each([
  ['pending', 'scheduled', 0],
  ['confirmed', 'scheduled', 1],
  ['confirmed', 'in-transit', 2],
  ['confirmed', 'in_transit', 2],
  ['confirmed', 'delivered', 3],
  ['completed', 'scheduled', 3],
  ['delivered', 'scheduled', 3],
  ['on hold', undefined, 1],
  [undefined, null, 0],
] as const)('%s and %s reach step %i', (status, deliveryStatus, reached) => {
  expect(trackingProgress({ status, deliveryStatus })).toEqual({ reached })
})

test('a cancelled order is shown as cancelled', () => {
  expect(trackingProgress({ status: 'cancelled', deliveryStatus: 'scheduled' }).problem).toBe(
    'cancelled',
  )
  expect(trackingProgress({ status: 'confirmed', deliveryStatus: 'cancelled' }).problem).toBe(
    'cancelled',
  )
})

test('a dispatched delivery continues although the subscription was cancelled', () => {
  expect(trackingProgress({ status: 'cancelled', deliveryStatus: 'in-transit' })).toEqual({
    reached: 2,
  })
})

test('a delivery that a truck is still to bring is not shown as cancelled', () => {
  const tracking = { state: 'window' }
  expect(trackingProgress({ status: 'cancelled', deliveryStatus: 'scheduled', tracking })).toEqual({
    reached: 1,
  })
})

test('a failed delivery is not shown as cancelled', () => {
  expect(trackingProgress({ status: 'confirmed', deliveryStatus: 'failed' }).problem).toBe('failed')
})
