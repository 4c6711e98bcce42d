import { beforeEach, expect, test } from 'vitest'
import { forgetForm, keepForm, keptForm } from './kept-form.ts'

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
    ...keptForm('2026-03-05', storage),
    customerName: 'Ana',
    deliveryDate: '2026-03-09',
    isRecurring: true,
    recurringFrequency: 'weekly' as const,
  }

  keepForm(form, storage)

  expect(keptForm('2026-03-05', storage)).toEqual(form)
})

test('without anything kept the form is empty and one-time', () => {
  const form = keptForm('2026-03-05', storage)

  expect(form.customerName).toBe('')
  expect(form.isRecurring).toBe(false)
  expect(form.recurringFrequency).toBeUndefined()
})

test('a date that is too early by now is not offered again', () => {
  keepForm({ deliveryDate: '2026-03-04' }, storage)

  expect(keptForm('2026-03-05', storage).deliveryDate).toBe('')
})

test('garbage and values of the wrong kind are left out', () => {
  stored.set('checkoutForm', '{"customerName":7,"isRecurring":"yes","recurringFrequency":"daily"}')
  expect(keptForm('2026-03-05', storage)).toEqual(keptForm('2026-03-05', undefined))

  stored.set('checkoutForm', '{{')
  expect(keptForm('2026-03-05', storage).customerName).toBe('')
})

test('a form that is done with is forgotten', () => {
  keepForm({ customerName: 'Ana' }, storage)

  forgetForm(storage)

  expect(stored.size).toBe(0)
})
