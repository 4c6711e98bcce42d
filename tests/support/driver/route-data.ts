import type { DriverRoute, DriverStop } from '#contract/driver/route.ts'
import type { NewEvent } from '#web/driver/storage/outbox.ts'

/** An id that is easy to recognize in a failed test. */
export const testId = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const testStop = (number: number, changes: Partial<DriverStop> = {}): DriverStop => ({
  id: testId(100 + number),
  orderId: testId(200 + number),
  trip: 1,
  position: number,
  status: 'pending',
  progress: 'pending',
  outcomeEventId: null,
  failureReason: null,
  customerName: `Customer ${number}`,
  phone: '(845) 555-0100',
  address: { street: `${number} Main St`, city: 'Kingston', state: 'NY', zip: '12401' },
  place: { lat: 41.93, lon: -74 },
  gateCode: null,
  instructions: null,
  notes: null,
  lines: [{ productId: testId(1), name: '5 Gallon', quantity: 2 }],
  isOnHold: false,
  amountDue: null,
  plannedAt: null,
  window: null,
  ...changes,
})

export const testRoute = (changes: Partial<DriverRoute> = {}): DriverRoute => {
  const stops = changes.stops ?? [1, 2, 3].map((number) => testStop(number))
  return {
    routeId: testId(10),
    version: 1,
    deviceId: testId(20),
    driverId: testId(30),
    uploadKey: 'key',
    uploadKeyExpiresAt: '2026-12-01T00:00:00.000Z',
    isTakenOver: false,
    date: '2026-11-17',
    status: 'published',
    driverName: 'Dana',
    truckName: 'Truck 1',
    trips: [
      {
        trip: 1,
        load: 6,
        lines: [{ productId: testId(1), name: '5 Gallon', quantity: 6 }],
        hasDeparted: false,
        stopIds: stops.map(({ id }) => id),
      },
    ],
    products: [{ id: testId(1), name: '5 Gallon', isReturnable: true }],
    officePhone: '(845) 555-0199',
    ...changes,
    stops,
  }
}

export const testEvent = (number: number, changes: Partial<NewEvent> = {}): NewEvent =>
  ({
    eventId: testId(1000 + number),
    deviceId: testId(20),
    driverId: testId(30),
    routeId: testId(10),
    routeVersion: 1,
    trip: 1,
    stopId: testId(101),
    type: 'arrived',
    payload: {},
    tappedAt: '2026-11-17T15:00:00.000Z',
    skewMs: 0,
    ...changes,
  }) as NewEvent
