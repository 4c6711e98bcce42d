import { expect, test } from 'vitest'
import { shareReads } from './share-reads.ts'

function countedReads(options: { forMs: number; limitMs: number }) {
  let reads = 0
  let work = async () => reads
  const read = shareReads(() => {
    reads += 1
    return work()
  }, options)
  const readWith = (next: () => Promise<number>) => {
    work = next
  }
  return { read, readWith, count: () => reads }
}

test('parallel and soon repeated reads share one', async () => {
  const { read, count } = countedReads({ forMs: 60_000, limitMs: 1_000 })
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  expect(await read()).toBe(1)
  expect(count()).toBe(1)
})

test('after its time a value is read again', async () => {
  const { read } = countedReads({ forMs: 0, limitMs: 1_000 })
  expect([await read(), await read()]).toEqual([1, 2])
})

test('a failed read and one without an answer reject and are not reused', async () => {
  const { read, readWith } = countedReads({ forMs: 60_000, limitMs: 20 })
  readWith(() => Promise.reject(new Error('down')))
  await expect(read()).rejects.toThrow('down')
  readWith(() => new Promise(() => {}))
  await expect(read()).rejects.toThrow('no answer in time')
  readWith(async () => 3)
  expect(await read()).toBe(3)
})
