import { expect, test } from 'vitest'
import { visibleRows } from './visible-rows.ts'

type Row = { id: string; name: string | null; status: string; createdAt?: string }

const rows: Row[] = [
  { id: 'a', name: 'Ana Ruiz', status: 'pending', createdAt: '2026-03-01T10:00:00Z' },
  { id: 'b', name: null, status: 'confirmed', createdAt: '2026-03-03T10:00:00Z' },
  { id: 'c', name: 'Bo', status: 'pending', createdAt: '2026-03-02T10:00:00Z' },
]
const accessors = {
  sorts: [
    {
      value: 'name',
      label: 'Name A-Z',
      direction: 'ascending' as const,
      sortKey: (row: Row) => row.name?.toLowerCase(),
    },
  ],
  matchesView: (row: Row, { attention }: { attention?: string }) =>
    attention !== 'name' || row.name === null,
  searchFields: (row: Row) => [row.name, `${row.id}@example.com`],
  getStatus: (row: Row) => row.status,
}
const ids = (visible: Row[]) => visible.map(({ id }) => id)

test('without a search or a filter all rows are visible, newest first', () => {
  expect(ids(visibleRows(rows, { q: '', status: '' }, accessors))).toEqual(['b', 'c', 'a'])
})

test('a search matches substrings and ignores case', () => {
  expect(ids(visibleRows(rows, { q: ' RUIZ ', status: '' }, accessors))).toEqual(['a'])
  expect(ids(visibleRows(rows, { q: '@Example', status: '' }, accessors))).toHaveLength(3)
  expect(visibleRows(rows, { q: 'nobody', status: '' }, accessors)).toEqual([])
})

test('filter and search are combined', () => {
  expect(ids(visibleRows(rows, { q: '', status: 'pending' }, accessors))).toEqual(['c', 'a'])
  expect(ids(visibleRows(rows, { q: 'bo', status: 'confirmed' }, accessors))).toEqual([])
})

test('rows without a creation time keep their order', () => {
  const undated = rows.map(({ createdAt: _, ...row }) => row)

  expect(ids(visibleRows(undated, { q: '', status: '' }, accessors))).toEqual(['a', 'b', 'c'])
})

test('rows are sorted even if the backend ignores the sort', () => {
  const named = rows.map((row) => ({ ...row, name: row.name ?? 'ada' }))

  expect(ids(visibleRows(named, { sort: 'name' }, accessors))).toEqual(['b', 'a', 'c'])
  expect(ids(visibleRows(named, { sort: 'odd' }, accessors))).toEqual(['b', 'c', 'a'])
})

test('rows that do not match the view are excluded', () => {
  expect(ids(visibleRows(rows, { attention: 'name' }, accessors))).toEqual(['b'])
})
