import { expect, test } from 'vitest'
import { adaptSchedule } from '#web/api/adapt/fleet.ts'
import {
  emptySchedule,
  NO_TRUCK,
  ScheduleFields,
  toScheduleBody,
  toScheduleChange,
  toScheduleFields,
} from './schedule-form.ts'

const schedule = adaptSchedule({
  id: 's1',
  orderId: 'o1',
  truckId: 't1',
  scheduledDate: '2026-03-05',
  scheduledTime: '09:30',
  status: 'in-progress',
  notes: 'Ring twice',
})

function messagesFor(fields: ScheduleFields): Record<string, string> {
  const { error } = ScheduleFields.safeParse(fields)
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? [])
}

test('an empty form reports the required fields', () => {
  expect(messagesFor(emptySchedule)).toEqual({
    orderId: 'Order is required',
    scheduledDate: 'Date is required',
  })
})

test('ids of any format are accepted', () => {
  expect(messagesFor(toScheduleFields(schedule))).toEqual({})
})

test('empty fields are sent as null', () => {
  const fields = { ...emptySchedule, orderId: 'o1', scheduledDate: '2026-03-05' }

  expect(toScheduleBody(fields)).toEqual({
    orderId: 'o1',
    truckId: null,
    scheduledDate: '2026-03-05',
    scheduledTime: null,
    status: 'pending',
    notes: null,
  })
})

test('a row fills the form without extra seconds or times', () => {
  const row = {
    ...schedule,
    truckId: null,
    scheduledDate: '2026-03-05T00:00:00.000Z',
    scheduledTime: '09:30:00',
  }

  expect(toScheduleFields(row)).toMatchObject({
    truckId: NO_TRUCK,
    scheduledDate: '2026-03-05',
    scheduledTime: '09:30',
  })
})

test('a deleted truck is only sent if staff select another one', () => {
  const fields = toScheduleFields(schedule)

  expect(toScheduleChange(fields, schedule, true)).not.toHaveProperty('truckId')
  expect(toScheduleChange(fields, schedule, false)).toHaveProperty('truckId', 't1')
  expect(toScheduleChange({ ...fields, truckId: NO_TRUCK }, schedule, true)).toHaveProperty(
    'truckId',
    null,
  )
})
