import { expect, test } from 'vitest'
import type { DeliveryPoint } from '#contract/points/points.ts'
import { toForm, toValues } from './point-values.ts'

const point: DeliveryPoint = {
  id: '1elmst12401',
  customerId: '4b3f7c1e-5a0d-4c53-9a41-0a4e5a3b7d10',
  address: '1 Elm Street',
  city: 'Kingston',
  zip: '12401',
  place: { lat: 41.987541, lon: -74.010273 },
  placeSource: 'zip',
  zipCenter: { lat: 41.987541, lon: -74.010273 },
  importedPlace: null,
  learned: null,
  isLearnedUsed: false,
  gateCode: null,
  instructions: null,
  guestInstructions: null,
  notes: null,
  openingHours: [],
  extraMinutes: 0,
  version: 3,
}

test('rule 53: saving another field leaves the learned place off, also while there is none', () => {
  expect(toForm({ ...toValues(point), gateCode: '4711' })).toMatchObject({
    gateCode: '4711',
    isLearnedUsed: false,
  })
  expect(toForm(toValues({ ...point, isLearnedUsed: true }))).toMatchObject({ isLearnedUsed: true })
})
