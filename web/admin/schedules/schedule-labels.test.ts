import { expect, test } from 'vitest'
import { orderLabel, scheduledOrderLabel, scheduledTruckLabel } from './schedule-labels.ts'

const none = { orders: undefined, trucks: undefined }
const bare = { id: 's1', orderId: 'order-1234', truckId: 't1', scheduledDate: '2026-03-05' }
const truck = { id: 't1', name: 'Blue', licensePlate: 'ABC 123' }
const order = { id: 'order-1234', customerName: 'Ana Ruiz', deliveryAddress: '12 Main Street' }

test('an order is named by person and street, or by its number', () => {
  expect(orderLabel(order)).toBe('Ana Ruiz - 12 Main Street')
  expect(orderLabel({ ...order, deliveryAddress: null })).toBe('order-12')
})

test('a row that tells of its order and truck needs no list', () => {
  const row = { ...bare, order, truck }

  expect(scheduledOrderLabel(row, none)).toBe('Ana Ruiz - 12 Main Street')
  expect(scheduledTruckLabel(row, none)).toBe('Blue')
})

test('a row that tells nothing is looked up in the lists', () => {
  const lists = { orders: [order], trucks: [truck] }

  expect(scheduledOrderLabel(bare, lists)).toBe('Ana Ruiz - 12 Main Street')
  expect(scheduledTruckLabel(bare, lists)).toBe('Blue')
})

test('what is nowhere to be found is a number, or unknown', () => {
  const empty = { orders: [], trucks: [] }

  expect(scheduledOrderLabel(bare, empty)).toBe('order-12')
  expect(scheduledTruckLabel(bare, empty)).toBe('Unknown')
  expect(scheduledTruckLabel({ ...bare, truck: null }, none)).toBe('Unknown')
  expect(scheduledTruckLabel({ ...bare, truckId: null }, none)).toBe('Unassigned')
})

test('a truck is not called unknown while the list of trucks is on its way', () => {
  expect(scheduledTruckLabel(bare, none)).toBe('…')
})
