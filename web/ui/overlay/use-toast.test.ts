import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, readToasts, toast } from './use-toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('only the latest toast is shown', () => {
  toast({ title: 'First' })
  toast({ title: 'Second' })
  expect(readToasts()).toMatchObject([{ title: 'Second', open: true }])
})

test('a dismissed toast closes at once and is removed 1,000,000 ms later', () => {
  const { id } = toast({ title: 'Saved' })

  dismissToast(id)
  dismissToast(id)

  expect(readToasts()).toMatchObject([{ id, open: false }])
  vi.advanceTimersByTime(999_999)
  expect(readToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(readToasts()).toEqual([])
})

test('a toast can be changed while it is shown', () => {
  const handle = toast({ title: 'Saving' })
  handle.update({ title: 'Saved' })
  expect(readToasts()).toMatchObject([{ id: handle.id, title: 'Saved', open: true }])
  handle.dismiss()
})
