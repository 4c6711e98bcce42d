import { expect, test } from 'vitest'
import { courtesy } from './courtesy.ts'

test('while somebody is served, work passes one at a time; afterwards all of it at once', async () => {
  const pauses: (() => void)[] = []
  const { serve, giveWay } = courtesy(() => new Promise((resolve) => pauses.push(resolve)))
  const passed: number[] = []
  const endFirst = serve()
  const endSecond = serve()
  const work = [1, 2, 3, 4].map((n) => giveWay().then(() => passed.push(n)))

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
