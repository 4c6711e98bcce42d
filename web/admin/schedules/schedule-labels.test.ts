import { expect, test } from 'vitest'
import { adaptSchedule, adaptTruck } from '#web/api/adapt/fleet.ts'
import { adaptOrder } from '#web/api/adapt/order.ts'
import { orderLabel, scheduledOrderLabel, scheduledTruckLabel } from './schedule-labels.ts'

const none = { orders: undefined, trucks: undefined }
const scheduleRow = { id: 's1', orderId: 'order-1234', truckId: 't1', scheduledDate: '2026-03-05' }
const minimalSchedule = adaptSchedule(scheduleRow)
const truck = { id: 't1', name: 'Blue', licensePlate: 'ABC 123' }
const order = { id: 'order-1234', customerName: 'Ana Ruiz', deliveryAddress: '12 Main Street' }

test('an order is labeled by customer and address, or by its number', () => {
  expect(orderLabel(order)).toBe('Ana Ruiz - 12 Main Street')
  expect(orderLabel({ ...order, deliveryAddress: null })).toBe('order-12')
})

test('a row that embeds its order and truck needs no lookup', () => {
  const row = adaptSchedule({ ...scheduleRow, order, truck })

  expect(scheduledOrderLabel(row, none)).toBe('Ana Ruiz - 12 Main Street')
  expect(scheduledTruckLabel(row, none)).toBe('Blue')
})

test('a row with ids only is looked up in the lists', () => {
  const lists = { orders: [adaptOrder(order)], trucks: [adaptTruck(truck)] }

  expect(scheduledOrderLabel(minimalSchedule, lists)).toBe('Ana Ruiz - 12 Main Street')
  expect(scheduledTruckLabel(minimalSchedule, lists)).toBe('Blue')
})

test('a missing order is labeled by its number, a missing truck as unknown', () => {
  const empty = { orders: [], trucks: [] }

  expect(scheduledOrderLabel(minimalSchedule, empty)).toBe('order-12')
  expect(scheduledTruckLabel(minimalSchedule, empty)).toBe('Unknown')
  expect(scheduledTruckLabel({ ...minimalSchedule, truck: null }, none)).toBe('Unknown')
  expect(scheduledTruckLabel({ ...minimalSchedule, truckId: null }, none)).toBe('Unassigned')
})

test('a truck is not labeled unknown while the trucks are loading', () => {
  expect(scheduledTruckLabel(minimalSchedule, none)).toBe('…')
})
