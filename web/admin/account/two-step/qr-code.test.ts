import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeQr } from './qr-code.ts'

const toRows = (text: string, mask?: number) =>
  encodeQr(text, mask)?.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))

const digest = (text: string, mask: number) =>
  createHash('sha256')
    .update(`${toRows(text, mask)?.join('\n')}`)
    .digest('hex')
    .slice(0, 16)

/** The expected codes were made with another encoder of the standard. */
test('a short text is the code of version 1 at level M', () => {
  expect(toRows('carboy', 3)).toEqual([
    '#######.#.#...#######',
    '#.....#.#.....#.....#',
    '#.###.#..#....#.###.#',
    '#.###.#.#.#...#.###.#',
    '#.###.#..##...#.###.#',
    '#.....#...#...#.....#',
    '#######.#.#.#.#######',
    '........###..........',
    '#.##.###..#...#..#.##',
    '##...#...##.#..#..#.#',
    '####.##.....#####..##',
    '.#.#....###.##...#..#',
    '.###..##.###.#..##...',
    '........###..#...#...',
    '#######.#....##.#.#..',
    '#.....#.#..####..##.#',
    '#.###.#....#..#.#####',
    '#.###.#.#....#.#...#.',
    '#.###.#.####.#.......',
    '#.....#....##.###...#',
    '#######.#..##..#..#..',
  ])
})

test('longer texts have more blocks, alignment patterns and a version', () => {
  const digests = [60, 150, 251, 400, 666].map((length, mask) => digest('x'.repeat(length), mask))
  expect(digests).toEqual([
    '923ed37758ae2f8e',
    'be3b996d01e4e6ad',
    'f6b515c905dcb816',
    'bc89180a4c145118',
    '9104718b708d1b02',
  ])
})

test('a text that does not fit has no code; every other text has one', () => {
  expect(encodeQr('x'.repeat(667))).toBeUndefined()
  for (const text of ['', 'ü', 'otpauth://totp/Carboy%20Water:a@example.com?secret=ABC']) {
    expect(encodeQr(text)?.length).toBeGreaterThanOrEqual(21)
  }
})
