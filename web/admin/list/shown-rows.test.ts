import { expect, test } from 'vitest'
import { shownRows } from './shown-rows.ts'

type Row = { id: string; name: string | null; status: string; createdAt?: string }

const rows: Row[] = [
  { id: 'a', name: 'Ana Ruiz', status: 'pending', createdAt: '2026-03-01T10:00:00Z' },
  { id: 'b', name: null, status: 'confirmed', createdAt: '2026-03-03T10:00:00Z' },
  { id: 'c', name: 'Bo', status: 'pending', createdAt: '2026-03-02T10:00:00Z' },
]
const reading = {
  sorts: [
    {
      value: 'name',
      label: 'Name A-Z',
      direction: 'ascending' as const,
      keyOf: (row: Row) => row.name?.toLowerCase(),
    },
  ],
  fits: (row: Row, { needs }: { needs?: string }) => needs !== 'name' || row.name === null,
  wordsOf: (row: Row) => [row.name, `${row.id}@example.com`],
  statusOf: (row: Row) => row.status,
}
const ids = (shown: Row[]) => shown.map(({ id }) => id)

test('without a search or a filter every row is shown, newest first', () => {
  expect(ids(shownRows(rows, { q: '', status: '' }, reading))).toEqual(['b', 'c', 'a'])
})

test('a search finds part of any word, in any letter case', () => {
  expect(ids(shownRows(rows, { q: ' RUIZ ', status: '' }, reading))).toEqual(['a'])
  expect(ids(shownRows(rows, { q: '@Example', status: '' }, reading))).toHaveLength(3)
  expect(shownRows(rows, { q: 'nobody', status: '' }, reading)).toEqual([])
})

test('a filter holds beside a search', () => {
  expect(ids(shownRows(rows, { q: '', status: 'pending' }, reading))).toEqual(['c', 'a'])
  expect(ids(shownRows(rows, { q: 'bo', status: 'confirmed' }, reading))).toEqual([])
})

test('rows that do not say when they were made keep their order', () => {
  const undated = rows.map(({ createdAt: _, ...row }) => row)

  expect(ids(shownRows(undated, { q: '', status: '' }, reading))).toEqual(['a', 'b', 'c'])
})

test('another sort holds, though the backend answered in its own', () => {
  const named = rows.map((row) => ({ ...row, name: row.name ?? 'ada' }))

  expect(ids(shownRows(named, { sort: 'name' }, reading))).toEqual(['b', 'a', 'c'])
  expect(ids(shownRows(named, { sort: 'odd' }, reading))).toEqual(['b', 'c', 'a'])
})

test('a row that says that it needs no hand is left out', () => {
  expect(ids(shownRows(rows, { needs: 'name' }, reading))).toEqual(['b'])
})
