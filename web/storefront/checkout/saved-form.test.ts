import { beforeEach, expect, test } from 'vitest'
import { clearSavedForm, readSavedForm, saveForm } from './saved-form.ts'

let stored: Map<string, string>
let storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

beforeEach(() => {
  stored = new Map()
  storage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      stored.set(key, value)
    },
    removeItem: (key) => {
      stored.delete(key)
    },
  }
})

test('saved input is restored', () => {
  const form = {
    ...readSavedForm('2026-03-05', storage),
    customerName: 'Ana',
    deliveryDate: '2026-03-09',
    isRecurring: true,
    recurringFrequency: 'weekly' as const,
  }

  saveForm(form, storage)

  expect(readSavedForm('2026-03-05', storage)).toEqual(form)
})

test('without saved input the form is empty and one-time', () => {
  const form = readSavedForm('2026-03-05', storage)

  expect(form.customerName).toBe('')
  expect(form.isRecurring).toBe(false)
  expect(form.recurringFrequency).toBeUndefined()
})

test('a saved date that is now too early is dropped', () => {
  saveForm({ deliveryDate: '2026-03-04' }, storage)

  expect(readSavedForm('2026-03-05', storage).deliveryDate).toBe('')
})

test('invalid data and values of the wrong type are ignored', () => {
  stored.set('checkoutForm', '{"customerName":7,"isRecurring":"yes","recurringFrequency":"daily"}')
  expect(readSavedForm('2026-03-05', storage)).toEqual(readSavedForm('2026-03-05', undefined))

  stored.set('checkoutForm', '{{')
  expect(readSavedForm('2026-03-05', storage).customerName).toBe('')
})

test('a cleared form is not restored', () => {
  saveForm({ customerName: 'Ana' }, storage)

  clearSavedForm(storage)

  expect(stored.size).toBe(0)
})
