import { expect, test } from 'vitest'
import { emptyView, isFiltered, readListView, withView, writeListView } from './list-view.ts'

const options = {
  statuses: ['pending', 'confirmed'],
  attentionReasons: ['unscheduled', 'onHold'],
  sorts: ['oldest'],
  hasDateFilters: true,
}

test('a view can be written to the URL and read back', () => {
  const view = {
    q: 'ana & co',
    status: 'pending',
    attention: 'unscheduled',
    placed: '2026-03-05',
    due: '2026-03-06',
    sort: 'oldest',
    cursor: 'a/b=',
  }

  expect(readListView(writeListView(view), options)).toEqual(view)
})

test('an unfiltered list has no query string', () => {
  expect(writeListView(emptyView)).toBe('')
  expect(readListView('', options)).toEqual(emptyView)
})

test('unknown filter and sort values are ignored', () => {
  expect(readListView('?status=odd&attention=odd&sort=odd&due=soon', options)).toEqual(emptyView)
  expect(readListView('?due=2026-03-05', {})).toEqual(emptyView)
})

test('links from before 0.2 show the same rows, until the filter is removed', () => {
  const search = '?needs=held&order=o1'
  const view = readListView(search, options)
  expect(view).toEqual({ ...emptyView, attention: 'onHold' })
  expect(readListView('?needs=unscheduled', options).attention).toBe('unscheduled')

  expect(withView(search, view)).toBe('?attention=onHold&order=o1')
  expect(withView(search, { ...view, attention: '' })).toBe('?order=o1')
})

test('other URL parameters stay when the view changes', () => {
  expect(withView('?q=ana&cursor=x&order=o1', { q: 'bo' })).toBe('?q=bo&order=o1')
})

test('a sorted list is not a filtered one', () => {
  expect(isFiltered({ ...emptyView, sort: 'oldest' })).toBe(false)
  expect(isFiltered({ ...emptyView, due: '2026-03-05' })).toBe(true)
})
