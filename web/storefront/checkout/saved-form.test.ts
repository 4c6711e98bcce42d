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

test('what was typed comes back', () => {
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

test('without anything kept the form is empty and one-time', () => {
  const form = readSavedForm('2026-03-05', storage)

  expect(form.customerName).toBe('')
  expect(form.isRecurring).toBe(false)
  expect(form.recurringFrequency).toBeUndefined()
})

test('a date that is too early by now is not offered again', () => {
  saveForm({ deliveryDate: '2026-03-04' }, storage)

  expect(readSavedForm('2026-03-05', storage).deliveryDate).toBe('')
})

test('garbage and values of the wrong kind are left out', () => {
  stored.set('checkoutForm', '{"customerName":7,"isRecurring":"yes","recurringFrequency":"daily"}')
  expect(readSavedForm('2026-03-05', storage)).toEqual(readSavedForm('2026-03-05', undefined))

  stored.set('checkoutForm', '{{')
  expect(readSavedForm('2026-03-05', storage).customerName).toBe('')
})

test('a form that is done with is forgotten', () => {
  saveForm({ customerName: 'Ana' }, storage)

  clearSavedForm(storage)

  expect(stored.size).toBe(0)
})
