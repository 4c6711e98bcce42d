import { expect, test } from 'vitest'
import { openOnce } from './open-shop.ts'

let attempts = 0
const open = openOnce(async () => {
  attempts += 1
  if (attempts === 1) throw new Error('no database')
  return attempts
})

test('a shop that failed to open is opened again for the next case', async () => {
  await expect(open()).rejects.toThrow('no database')
  expect([await open(), await open()]).toEqual([2, 2])
})
