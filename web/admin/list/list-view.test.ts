import { expect, test } from 'vitest'
import { emptyView, isFiltered, readListView, withView, writeListView } from './list-view.ts'

const known = {
  statuses: ['pending', 'confirmed'],
  needs: ['unscheduled'],
  sorts: ['oldest'],
  hasDateFilters: true,
}

test('a view survives its way through the address', () => {
  const view = {
    q: 'ana & co',
    status: 'pending',
    needs: 'unscheduled',
    placed: '2026-03-05',
    due: '2026-03-06',
    sort: 'oldest',
    cursor: 'a/b=',
  }

  expect(readListView(writeListView(view), known)).toEqual(view)
})

test('the whole list has a bare address', () => {
  expect(writeListView(emptyView)).toBe('')
  expect(readListView('', known)).toEqual(emptyView)
})

test('what a list does not know filters and sorts nothing', () => {
  expect(readListView('?status=odd&needs=odd&sort=odd&due=soon', known)).toEqual(emptyView)
  expect(readListView('?due=2026-03-05', {})).toEqual(emptyView)
})

test('what is shown beside the list stays there when the view changes', () => {
  expect(withView('?q=ana&cursor=x&order=o1', { q: 'bo' })).toBe('?q=bo&order=o1')
})

test('a sorted list is still a whole one', () => {
  expect(isFiltered({ ...emptyView, sort: 'oldest' })).toBe(false)
  expect(isFiltered({ ...emptyView, due: '2026-03-05' })).toBe(true)
})
