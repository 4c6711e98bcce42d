import type { Truck } from '#contract/fleet.ts'
import { fieldsOf, idOf, numberOf, textOf } from './read.ts'

/** A truck, complete: null is what the backend did not tell. */
export type KnownTruck = Pick<Truck, 'id' | 'name' | 'licensePlate' | 'capacity'> &
  Record<'status' | 'createdAt', string | null> & { version: number | null }

export function adaptTruck(answer: unknown): KnownTruck {
  const truck = fieldsOf(answer)
  return {
    id: idOf(truck.id),
    name: textOf(truck.name) ?? '',
    licensePlate: textOf(truck.licensePlate) ?? '',
    capacity: numberOf(truck.capacity) ?? 0,
    status: textOf(truck.status),
    createdAt: textOf(truck.createdAt),
    version: numberOf(truck.version),
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
  const schedule = fieldsOf(answer)
  return {
    id: idOf(schedule.id),
    orderId: idOf(schedule.orderId),
    scheduledDate: textOf(schedule.scheduledDate) ?? '',
    truckId: textOf(schedule.truckId),
    scheduledTime: textOf(schedule.scheduledTime),
    createdAt: textOf(schedule.createdAt),
    status: textOf(schedule.status),
    notes: textOf(schedule.notes),
    version: numberOf(schedule.version),
    isOnHold: schedule.isOnHold === true,
    order: schedule.order ? adaptScheduledOrder(schedule.order) : goneOrNotTold(schedule.order),
    truck: schedule.truck ? adaptTruck(schedule.truck) : goneOrNotTold(schedule.truck),
  }
}

const goneOrNotTold = (value: unknown): null | undefined => (value === null ? null : undefined)

function adaptScheduledOrder(answer: unknown): ScheduledOrder {
  const order = fieldsOf(answer)
  return {
    id: idOf(order.id),
    customerName: textOf(order.customerName),
    customerEmail: textOf(order.customerEmail),
    deliveryAddress: textOf(order.deliveryAddress),
    deliveryDate: textOf(order.deliveryDate),
  }
}
