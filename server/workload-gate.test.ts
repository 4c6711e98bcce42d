import { expect, test } from 'vitest'
import { createWorkloadGate } from './workload-gate.ts'

test('lower-priority work runs one at a time while a request is active, and all at once afterwards', async () => {
  const pauses: (() => void)[] = []
  const { start, yieldToPriorityWork } = createWorkloadGate(
    () => new Promise((resolve) => pauses.push(resolve)),
  )
  const passed: number[] = []
  const endFirst = start()
  const endSecond = start()
  const work = [1, 2, 3, 4].map((n) => yieldToPriorityWork().then(() => passed.push(n)))

  await expect.poll(() => pauses).toHaveLength(1)
  expect(passed).toEqual([])
  pauses[0]?.()
  await expect.poll(() => pauses).toHaveLength(2)
  expect(passed).toEqual([1])

  endFirst()
  endFirst()
  pauses[1]?.()
  await expect.poll(() => pauses).toHaveLength(3)
  endSecond()
  pauses[2]?.()
  await Promise.all(work)
  expect(pauses).toHaveLength(3)
})
