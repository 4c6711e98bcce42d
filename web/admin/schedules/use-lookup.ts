import { useQuery } from '@tanstack/react-query'
import type { KnownSchedule } from '#web/api/adapt/fleet.ts'
import { trucksQuery } from '#web/api/staff/dispatch.ts'
import { staffOrdersQuery } from '#web/api/staff/staff.ts'
import type { Lookup } from './schedule-labels.ts'

const ALL = { limit: 0 }

/** Loads orders and trucks only if the schedules don't embed them. */
export function useLookup(schedules: readonly KnownSchedule[] | undefined): Lookup {
  const needsOrders = schedules?.some(({ order }) => order === undefined) ?? false
  const needsTrucks =
    schedules?.some(({ truckId, truck }) => truckId && truck === undefined) ?? false
  const orders = useQuery({ ...staffOrdersQuery(ALL), enabled: needsOrders })
  const trucks = useQuery({ ...trucksQuery(ALL), enabled: needsTrucks })
  return { orders: orders.data?.rows, trucks: trucks.data?.rows }
}
