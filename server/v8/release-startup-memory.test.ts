import { expect, test } from 'vitest'
import { releaseStartupMemory } from './release-startup-memory.ts'

test('memory of the start is released at once', () => {
  const garbage = Array.from({ length: 500_000 }, (_, n) => ({ n }))
  garbage.length = 0
  const before = process.memoryUsage().heapUsed

  releaseStartupMemory()

  expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(10 * 2 ** 20)
  expect('gc' in globalThis).toBe(false)
})
