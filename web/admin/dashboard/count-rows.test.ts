import { expect, test } from 'vitest'
import { countRows } from './count-rows.ts'

const rows = [{ status: 'available' }, { status: 'in-use' }, { status: 'available' }, {}]
const page = { rows, total: undefined, nextCursor: undefined }

test('the total of the response is used', () => {
  const total = { count: 7, isCapped: false }

  expect(countRows({ ...page, rows: rows.slice(0, 1), total }, 'available')).toBe(7)
})

test('without a total the rows are filtered and counted', () => {
  expect(countRows(page)).toBe(4)
  expect(countRows(page, 'available')).toBe(2)
})
