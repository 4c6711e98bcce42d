import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const read = async (text: string | Buffer) => {
  const { header, rows } = await readCsv(Buffer.from(text), 5)
  return [header, ...rows.map(({ line, cells }) => [line, ...cells])]
}
const rejection = (text: string | Buffer) =>
  read(text).then(
    () => 'read',
    (error: Error) => error.message,
  )

test('a byte order mark, both line endings and quoted newlines are read, and lines are counted', async () => {
  expect(await read('\uFEFFName,Plate\r\nBlue,B 1\r\n\r\n"Two\r\nlines",B 2\r\nRed,B 3')).toEqual([
    ['Name', 'Plate'],
    [2, 'Blue', 'B 1'],
    [4, 'Two\r\nlines', 'B 2'],
    [6, 'Red', 'B 3'],
  ])
  expect(await read('a,b\n1,"x\ny"\n\n3,4\n')).toEqual([
    ['a', 'b'],
    [2, '1', 'x\ny'],
    [5, '3', '4'],
  ])
})

test('cells may be separated by semicolons or tabs', async () => {
  expect(await read('a;b\n"x;y";2,5\n')).toEqual([
    ['a', 'b'],
    [2, 'x;y', '2,5'],
  ])
  expect(await read('a\tb\n1\t2\n')).toEqual([
    ['a', 'b'],
    [2, '1', '2'],
  ])
})

test('only the apostrophe of our own export is removed', async () => {
  expect(await read("a,b\n'=1+1,'tis\n")).toEqual([
    ['a', 'b'],
    [2, '=1+1', "'tis"],
  ])
})

test('a file that is not CSV is rejected with a message', async () => {
  expect(await rejection('')).toBe('This file is empty.')
  expect(await rejection('\uFEFF\r\n \n')).toBe('This file is empty.')
  expect(await rejection(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]))).toContain(
    'isn’t UTF-8',
  )
  expect(await rejection(Buffer.from('caf\xe9,b\n', 'latin1'))).toContain('CSV UTF-8')
  expect(await rejection('a,b\0c')).toBe('This isn’t a CSV file.')
  expect(await rejection('PK\x03\x04rest')).toContain('This is a spreadsheet file')
  expect(await rejection(`a\n${'1\n'.repeat(6)}`)).toContain('more than 5 rows')
  expect(await read(`a\n${'1\n'.repeat(5)}`)).toHaveLength(6)
})

test('an unmatched quotation mark is reported with its line', async () => {
  expect(await rejection('a,b\n1,2\n3,"4\n5,6\n')).toBe(
    'Line 3 has a missing or extra quotation mark.',
  )
  expect(await rejection('a,b\r\n"x\r\ny",2\r\n5,6"7\r\n')).toContain('Line 4 ')
  expect(await rejection(`a\n${'x'.repeat(200_000)}`)).toBe('Line 2 is too long.')
})
