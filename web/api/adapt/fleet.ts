import type { Truck } from '#contract/fleet.ts'
import { toFields, toId, toNumber, toText } from './read.ts'

/** A truck, complete: null is what the backend did not tell. */
export type KnownTruck = Pick<Truck, 'id' | 'name' | 'licensePlate' | 'capacity'> &
  Record<'status' | 'createdAt', string | null> & { version: number | null }

export function adaptTruck(answer: unknown): KnownTruck {
  const truck = toFields(answer)
  return {
    id: toId(truck.id),
    name: toText(truck.name) ?? '',
    licensePlate: toText(truck.licensePlate) ?? '',
    capacity: toNumber(truck.capacity) ?? 0,
    status: toText(truck.status),
    createdAt: toText(truck.createdAt),
    version: toNumber(truck.version),
  }
}

/** What a schedule's row says of its order. */
export type ScheduledOrder = { id: string } & Record<
  'customerName' | 'customerEmail' | 'deliveryAddress' | 'deliveryDate',
  string | null
>

/** A schedule, complete. Of its order and truck, null is one that is gone, undefined one not told. */
export type KnownSchedule = Record<'id' | 'orderId' | 'scheduledDate', string> &
  Record<'truckId' | 'scheduledTime' | 'createdAt' | 'status' | 'notes', string | null> & {
    version: number | null
    isOnHold: boolean
    order: ScheduledOrder | null | undefined
    truck: KnownTruck | null | undefined
  }

export function adaptSchedule(answer: unknown): KnownSchedule {
  const schedule = toFields(answer)
  return {
    id: toId(schedule.id),
    orderId: toId(schedule.orderId),
    scheduledDate: toText(schedule.scheduledDate) ?? '',
    truckId: toText(schedule.truckId),
    scheduledTime: toText(schedule.scheduledTime),
    createdAt: toText(schedule.createdAt),
    status: toText(schedule.status),
    notes: toText(schedule.notes),
    version: toNumber(schedule.version),
    isOnHold: schedule.isOnHold === true,
    order: schedule.order ? adaptScheduledOrder(schedule.order) : nullOrUndefined(schedule.order),
    truck: schedule.truck ? adaptTruck(schedule.truck) : nullOrUndefined(schedule.truck),
  }
}

const nullOrUndefined = (value: unknown): null | undefined => (value === null ? null : undefined)

function adaptScheduledOrder(answer: unknown): ScheduledOrder {
  const order = toFields(answer)
  return {
    id: toId(order.id),
    customerName: toText(order.customerName),
    customerEmail: toText(order.customerEmail),
    deliveryAddress: toText(order.deliveryAddress),
    deliveryDate: toText(order.deliveryDate),
  }
}
