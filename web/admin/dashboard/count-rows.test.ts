import { expect, test } from 'vitest'
import { countRows } from './count-rows.ts'

const rows = [{ status: 'available' }, { status: 'in-use' }, { status: 'available' }, {}]
const page = { rows, total: undefined, nextCursor: undefined }

test('a total that was told holds', () => {
  const total = { count: 7, isCapped: false }

  expect(countRows({ ...page, rows: rows.slice(0, 1), total }, 'available')).toBe(7)
})

test('a whole list without a total is counted, filtered once more', () => {
  expect(countRows(page)).toBe(4)
  expect(countRows(page, 'available')).toBe(2)
})
