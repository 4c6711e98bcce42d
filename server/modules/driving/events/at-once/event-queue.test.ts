import { expect, test } from 'vitest'
import { createEventQueue } from './event-queue.ts'

function openWork() {
  const running: number[] = []
  const ends: (() => void)[] = []
  const start = (number: number) => () =>
    new Promise<number>((resolve) => {
      running.push(number)
      ends[number] = () => resolve(number)
    })
  return { running, ends, start }
}

test('as many requests as allowed run at once, the others in the order of their arrival', async () => {
  const enqueue = createEventQueue({ atOnce: 2 })
  const { running, ends, start } = openWork()
  const all = [0, 1, 2, 3].map((number) => enqueue(start(number)))
  await expect.poll(() => running).toEqual([0, 1])
  ends[1]?.()
  await all[1]
  await expect.poll(() => running).toEqual([0, 1, 2])
  ends[0]?.()
  await expect.poll(() => running).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
})

test('a request that fails makes room, and one that waits too long is rejected as busy', async () => {
  const enqueue = createEventQueue({ atOnce: 1, maxWaitMs: 5 })
  await expect(enqueue(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const { ends, start } = openWork()
  const first = enqueue(start(0))
  await expect(enqueue(start(1))).rejects.toMatchObject({ code: 'busy' })
  ends[0]?.()
  expect(await first).toBe(0)
  expect(await enqueue(async () => 2)).toBe(2)
})
