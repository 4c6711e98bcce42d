import { z } from 'zod'
import { ScheduleForm as Contract } from '#contract/dispatch.ts'
import type { KnownSchedule } from '#web/api/adapt/fleet.ts'
import type { ScheduleChange } from '#web/api/staff/dispatch.ts'

/** A select cannot hold an empty value. */
export const NO_TRUCK = 'none'

/** The contract's rules and messages; ids may have any form, for they come from the lists. */
export const ScheduleFields = Contract.extend({
  orderId: Contract.shape.orderId.in,
  truckId: z.string(),
  status: z.string(),
})

/** As the form's controls hold it: texts, empty ones where there is nothing. */
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

/** Some backends keep seconds with a time, and a time with a date. */
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

/** A truck that is gone cannot be assigned again: left alone, it is not sent (rule 13). */
export function toScheduleChange(
  fields: ScheduleFields,
  seen: KnownSchedule,
  isTruckDeleted: boolean,
): ScheduleChange {
  const { truckId, ...others } = toScheduleBody(fields)
  return isTruckDeleted && truckId === seen.truckId ? others : { truckId, ...others }
}
