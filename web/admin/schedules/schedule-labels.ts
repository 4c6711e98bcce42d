import type { KnownSchedule, KnownTruck, ScheduledOrder } from '#web/api/adapt/fleet.ts'
import { orderNumber } from '#web/shared/orders/order-view.ts'

export const UNASSIGNED = 'Unassigned'
const UNKNOWN = 'Unknown'

/** Until a backend that says little has told its other lists. */
const LOADING_LABEL = '…'

/** What rows may be looked up in; undefined until it has loaded. */
export type Lookup = {
  orders: readonly ScheduledOrder[] | undefined
  trucks: readonly KnownTruck[] | undefined
}

type OrderLabelInput = Pick<ScheduledOrder, 'id' | 'customerName' | 'deliveryAddress'>

/** 'Ana Ruiz - 12 Main Street', or the number of an order that says neither. */
export function orderLabel({ id, customerName, deliveryAddress }: OrderLabelInput): string {
  return customerName && deliveryAddress ? `${customerName} - ${deliveryAddress}` : orderNumber(id)
}

export function scheduledOrderLabel(schedule: KnownSchedule, { orders }: Lookup): string {
  const order = schedule.order ?? orders?.find(({ id }) => id === schedule.orderId)
  return order ? orderLabel({ ...order, id: schedule.orderId }) : orderNumber(schedule.orderId)
}

/** Not there where nothing is assigned, or where the truck is gone. */
export function assignedTruck(
  { truckId, truck }: KnownSchedule,
  { trucks }: Lookup,
): KnownTruck | undefined {
  if (!truckId) return undefined
  return truck ?? trucks?.find(({ id }) => id === truckId)
}

export function scheduledTruckLabel(schedule: KnownSchedule, lookup: Lookup): string {
  if (!schedule.truckId) return UNASSIGNED
  const truck = assignedTruck(schedule, lookup)
  if (truck) return truck.name
  return schedule.truck === undefined && !lookup.trucks ? LOADING_LABEL : UNKNOWN
}

export function truckLabel({ name, licensePlate }: KnownTruck): string {
  return licensePlate ? `${name} (${licensePlate})` : name
}
