import { expect, test } from 'vitest'
import { createTurns } from './take-turns.ts'

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
  const takeTurn = createTurns({ atOnce: 2 })
  const { running, ends, start } = openWork()
  const all = [0, 1, 2, 3].map((number) => takeTurn(start(number)))
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

test('a request that fails ends its turn, and one that waits too long is told to try again', async () => {
  const takeTurn = createTurns({ atOnce: 1, maxWaitMs: 5 })
  await expect(takeTurn(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const { ends, start } = openWork()
  const first = takeTurn(start(0))
  await expect(takeTurn(start(1))).rejects.toMatchObject({ code: 'busy' })
  ends[0]?.()
  expect(await first).toBe(0)
  expect(await takeTurn(async () => 2)).toBe(2)
})
