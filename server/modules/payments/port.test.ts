import { expect, onTestFinished, test, vi } from 'vitest'
import { remainingCheckoutMs, withCheckoutDeadline } from './port.ts'

function stopClock(at: number) {
  const now = vi.spyOn(performance, 'now').mockReturnValue(at)
  onTestFinished(() => now.mockRestore())
  return (later: number) => void now.mockReturnValue(later)
}

test('C9: the provider calls of a checkout share five seconds', async () => {
  const setNow = stopClock(1_000)
  await withCheckoutDeadline(async () => {
    expect(remainingCheckoutMs()).toBe(5_000)
    setNow(4_000)
    await Promise.resolve()
    expect(remainingCheckoutMs()).toBe(2_000)
    // A limit of 0 would mean none.
    setNow(7_000)
    expect(remainingCheckoutMs()).toBe(1)
  })
})

test('C9: concurrent checkouts, and a call outside of one, have five seconds each', async () => {
  const setNow = stopClock(1_000)
  const first = withCheckoutDeadline(async () => {
    await Promise.resolve()
    return remainingCheckoutMs()
  })
  setNow(3_000)
  const second = withCheckoutDeadline(async () => remainingCheckoutMs())

  expect([await first, await second, remainingCheckoutMs()]).toEqual([3_000, 5_000, 5_000])
})
