import { expect, test } from 'vitest'
import { readListView, writeListView } from './list-view.ts'

const statuses = ['pending', 'confirmed']

test('a view survives its way through the address', () => {
  const view = { q: 'ana & co', status: 'pending', cursor: 'a/b=' }

  expect(readListView(writeListView(view), statuses)).toEqual(view)
})

test('the whole list has a bare address', () => {
  expect(writeListView({ q: '', status: '', cursor: '' })).toBe('')
  expect(readListView('', statuses)).toEqual({ q: '', status: '', cursor: '' })
})

test('a status that nobody knows filters nothing', () => {
  expect(readListView('?status=odd', statuses).status).toBe('')
})
