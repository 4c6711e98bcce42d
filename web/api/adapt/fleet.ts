import type { Truck, TruckShift } from '#contract/fleet.ts'
import { type Fields, toFields, toId, toNumber, toText } from './read.ts'

/** A truck with all fields. Null means that the backend did not send the value. */
export type KnownTruck = Pick<Truck, 'id' | 'name' | 'licensePlate' | 'capacity'> &
  Record<'status' | 'createdAt', string | null> & {
    version: number | null
    shift: TruckShift | null
  }

export function adaptTruck(body: unknown): KnownTruck {
  const truck = toFields(body)
  return {
    id: toId(truck.id),
    name: toText(truck.name) ?? '',
    licensePlate: toText(truck.licensePlate) ?? '',
    capacity: toNumber(truck.capacity) ?? 0,
    status: toText(truck.status),
    createdAt: toText(truck.createdAt),
    version: toNumber(truck.version),
    shift: truck.shift ? adaptShift(toFields(truck.shift)) : null,
  }
}

function adaptShift({ from, to, maxTrips, lunch }: Fields): TruckShift {
  const { minutes, earliest, latest } = toFields(lunch)
  return {
    from: toText(from),
    to: toText(to),
    maxTrips: toNumber(maxTrips),
    lunch: lunch
      ? {
          minutes: toNumber(minutes) ?? 0,
          earliest: toText(earliest) ?? '',
          latest: toText(latest) ?? '',
        }
      : null,
  }
}

/** The order's fields that a schedule row displays. */
export type ScheduledOrder = { id: string } & Record<
  'customerName' | 'customerEmail' | 'deliveryAddress' | 'deliveryDate',
  string | null
>

/** A schedule with all fields. Order or truck: null if deleted, undefined if not sent. */
export type KnownSchedule = Record<'id' | 'orderId' | 'scheduledDate', string> &
  Record<
    'truckId' | 'scheduledTime' | 'createdAt' | 'status' | 'notes' | 'deliveryNotes',
    string | null
  > & {
    version: number | null
    isOnHold: boolean
    order: ScheduledOrder | null | undefined
    truck: KnownTruck | null | undefined
  }

export function adaptSchedule(body: unknown): KnownSchedule {
  const schedule = toFields(body)
  return {
    id: toId(schedule.id),
    orderId: toId(schedule.orderId),
    scheduledDate: toText(schedule.scheduledDate) ?? '',
    truckId: toText(schedule.truckId),
    scheduledTime: toText(schedule.scheduledTime),
    createdAt: toText(schedule.createdAt),
    status: toText(schedule.status),
    notes: toText(schedule.notes),
    deliveryNotes: toText(schedule.deliveryNotes),
    version: toNumber(schedule.version),
    isOnHold: schedule.isOnHold === true,
    order: schedule.order ? adaptScheduledOrder(schedule.order) : nullOrUndefined(schedule.order),
    truck: schedule.truck ? adaptTruck(schedule.truck) : nullOrUndefined(schedule.truck),
  }
}

const nullOrUndefined = (value: unknown): null | undefined => (value === null ? null : undefined)

function adaptScheduledOrder(body: unknown): ScheduledOrder {
  const order = toFields(body)
  return {
    id: toId(order.id),
    customerName: toText(order.customerName),
    customerEmail: toText(order.customerEmail),
    deliveryAddress: toText(order.deliveryAddress),
    deliveryDate: toText(order.deliveryDate),
  }
}
