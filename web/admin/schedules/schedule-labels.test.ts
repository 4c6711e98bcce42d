import { expect, test } from 'vitest'
import { adaptSchedule, adaptTruck } from '#web/api/adapt/fleet.ts'
import { adaptOrder } from '#web/api/adapt/order.ts'
import { orderLabel, scheduledOrderLabel, scheduledTruckLabel } from './schedule-labels.ts'

const none = { orders: undefined, trucks: undefined }
const scheduleRow = { id: 's1', orderId: 'order-1234', truckId: 't1', scheduledDate: '2026-03-05' }
const minimalSchedule = adaptSchedule(scheduleRow)
const truck = { id: 't1', name: 'Blue', licensePlate: 'ABC 123' }
const person = { id: 'order-1234', customerName: 'Ana Ruiz', deliveryAddress: '12 Main Street' }

test('an order is named by person and street, or by its number', () => {
  expect(orderLabel(person)).toBe('Ana Ruiz - 12 Main Street')
  expect(orderLabel({ ...person, deliveryAddress: null })).toBe('order-12')
})

test('a row that tells of its order and truck needs no list', () => {
  const row = adaptSchedule({ ...scheduleRow, order: person, truck })

  expect(scheduledOrderLabel(row, none)).toBe('Ana Ruiz - 12 Main Street')
  expect(scheduledTruckLabel(row, none)).toBe('Blue')
})

test('a row that tells nothing is looked up in the lists', () => {
  const lists = { orders: [adaptOrder(person)], trucks: [adaptTruck(truck)] }

  expect(scheduledOrderLabel(minimalSchedule, lists)).toBe('Ana Ruiz - 12 Main Street')
  expect(scheduledTruckLabel(minimalSchedule, lists)).toBe('Blue')
})

test('what is nowhere to be found is a number, or unknown', () => {
  const empty = { orders: [], trucks: [] }

  expect(scheduledOrderLabel(minimalSchedule, empty)).toBe('order-12')
  expect(scheduledTruckLabel(minimalSchedule, empty)).toBe('Unknown')
  expect(scheduledTruckLabel({ ...minimalSchedule, truck: null }, none)).toBe('Unknown')
  expect(scheduledTruckLabel({ ...minimalSchedule, truckId: null }, none)).toBe('Unassigned')
})

test('a truck is not called unknown while the list of trucks is on its way', () => {
  expect(scheduledTruckLabel(minimalSchedule, none)).toBe('…')
})
