import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { photoColor } from './soak-driver.ts'
import { compareKept } from './soak-driver-checks.ts'

const isOk = (sent: number, aged: number, kept: number) =>
  compareKept('photos', { sent, aged, kept }).isOk

test('the soak fails if a photo is missing, or one that is too old is still there', () => {
  expect(compareKept('photos', { sent: 78, aged: 24, kept: 54 })).toEqual({
    name: 'photos sent',
    value: '78, too old: 24, kept: 54 of 54',
    isOk: true,
  })
  expect([isOk(78, 24, 53), isOk(78, 24, 55), isOk(78, 24, 78)]).toEqual([false, false, false])
  // No call was made.
  expect([isOk(78, 0, 78), isOk(24, 24, 0)]).toEqual([false, false])
})

test("photos of the soak's driver differ as files", async () => {
  const hashes = new Set<string>()
  for (let nth = 0; nth < 300; nth++) {
    const create = { width: 16, height: 16, channels: 3 as const, background: photoColor(nth) }
    const jpeg = await sharp({ create }).jpeg({ quality: 100 }).toBuffer()
    hashes.add(createHash('sha256').update(jpeg).digest('hex'))
  }
  expect(hashes.size).toBe(300)
})
