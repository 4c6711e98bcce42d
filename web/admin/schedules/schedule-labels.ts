import { formatOrderNumber } from '#contract/order-number.ts'
import type { KnownSchedule, KnownTruck, ScheduledOrder } from '#web/api/adapt/fleet.ts'

export const UNASSIGNED = 'Unassigned'
const UNKNOWN = 'Unknown'

/** Shown while the lists that a minimal backend needs are loading. */
const LOADING_LABEL = '…'

/** Lists to find orders and trucks in; undefined until loaded. */
export type Lookup = {
  orders: readonly ScheduledOrder[] | undefined
  trucks: readonly KnownTruck[] | undefined
}

type OrderLabelInput = Pick<ScheduledOrder, 'id' | 'customerName' | 'deliveryAddress'>

/** 'Ana Ruiz - 12 Main Street', or the order number if name or address is missing. */
export function orderLabel({ id, customerName, deliveryAddress }: OrderLabelInput): string {
  return customerName && deliveryAddress
    ? `${customerName} - ${deliveryAddress}`
    : formatOrderNumber(id)
}

export function scheduledOrderLabel(schedule: KnownSchedule, { orders }: Lookup): string {
  const order = schedule.order ?? orders?.find(({ id }) => id === schedule.orderId)
  return order
    ? orderLabel({ ...order, id: schedule.orderId })
    : formatOrderNumber(schedule.orderId)
}

/** Returns undefined if no truck is assigned or the truck was deleted. */
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

/** The stop's own notes, then those of its subscription. */
export const scheduleNotes = ({
  notes,
  deliveryNotes,
}: Pick<KnownSchedule, 'notes' | 'deliveryNotes'>): string =>
  [notes, deliveryNotes].filter(Boolean).join(' / ')
