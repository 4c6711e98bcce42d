import { z } from 'zod'
import { ScheduleForm as Contract } from '#contract/dispatch.ts'
import type { KnownSchedule } from '#web/api/adapt/fleet.ts'
import type { ScheduleChange } from '#web/api/staff/dispatch.ts'

/** A select cannot have an empty value. */
export const NO_TRUCK = 'none'

/** The contract's rules and messages, but ids of any format: they come from the server's lists. */
export const ScheduleFields = Contract.extend({
  orderId: Contract.shape.orderId.in,
  truckId: z.string(),
  status: z.string(),
})

/** The values of the form controls: strings, empty if there is no value. */
export type ScheduleFields = {
  orderId: string
  truckId: string
  scheduledDate: string
  scheduledTime: string
  status: string
  notes: string
}

export const emptySchedule: ScheduleFields = {
  orderId: '',
  truckId: NO_TRUCK,
  scheduledDate: '',
  scheduledTime: '',
  status: 'pending',
  notes: '',
}

/** Cuts off the seconds of a time and the time of a date, which some backends add. */
export function toScheduleFields(schedule: KnownSchedule): ScheduleFields {
  return {
    orderId: schedule.orderId,
    truckId: schedule.truckId ?? NO_TRUCK,
    scheduledDate: schedule.scheduledDate.slice(0, 10),
    scheduledTime: schedule.scheduledTime?.slice(0, 5) ?? '',
    status: schedule.status ?? 'pending',
    notes: schedule.notes ?? '',
  }
}

type ScheduleBody = Required<Omit<ScheduleChange, 'version'>>

export function toScheduleBody(fields: ScheduleFields): ScheduleBody {
  return {
    orderId: fields.orderId,
    truckId: fields.truckId === NO_TRUCK ? null : fields.truckId,
    scheduledDate: fields.scheduledDate,
    scheduledTime: fields.scheduledTime || null,
    status: fields.status as ScheduleBody['status'],
    notes: fields.notes || null,
  }
}

/** Omits an unchanged deleted truck, because it cannot be assigned again (rule 13). */
export function toScheduleChange(
  fields: ScheduleFields,
  schedule: KnownSchedule,
  isTruckDeleted: boolean,
): ScheduleChange {
  const { truckId, ...others } = toScheduleBody(fields)
  return isTruckDeleted && truckId === schedule.truckId ? others : { truckId, ...others }
}
