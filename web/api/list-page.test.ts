import { afterEach, expect, test, vi } from 'vitest'
import { toFields } from './adapt/read.ts'
import { fetchListPage, listUrl, readNextCursor, readTotal } from './list-page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a list is requested page by page, with only the selected filters', () => {
  expect(listUrl('/api/admin/trucks', {})).toBe('/api/admin/trucks?limit=50')
  expect(listUrl('/api/admin/trucks', { limit: 0 })).toBe('/api/admin/trucks')
  expect(listUrl('/api/admin/orders', { q: 'a&b', status: '', limit: 1, cursor: 'x/y' })).toBe(
    '/api/admin/orders?q=a%26b&cursor=x%2Fy&limit=1',
  )
})

test('the total is a number, or a capped number', () => {
  expect(readTotal('120')).toEqual({ count: 120, isCapped: false })
  expect(readTotal('1000+')).toEqual({ count: 1000, isCapped: true })
  expect(readTotal('many')).toBeUndefined()
  expect(readTotal(null)).toBeUndefined()
})

test('the cursor of the next page is read from the Link header', () => {
  const next = '</api/admin/orders?limit=50&cursor=a%2Bb%3D>; rel="next"'
  expect(readNextCursor(next)).toBe('a+b=')
  expect(readNextCursor(`</api/admin/orders?limit=50>; rel="first", ${next}`)).toBe('a+b=')
  expect(readNextCursor('</api/admin/orders?cursor=a>; rel="prev"')).toBeUndefined()
  expect(readNextCursor(null)).toBeUndefined()
})

test('a reply without headers is a complete list, and a reply that is not a list is empty', async () => {
  vi.stubGlobal('fetch', async () => new Response('[{"id":"t1"}]'))
  expect(await fetchListPage('/api/admin/trucks', {}, toFields)).toEqual({
    rows: [{ id: 't1' }],
    total: undefined,
    nextCursor: undefined,
  })

  vi.stubGlobal('fetch', async () => new Response('null'))
  expect((await fetchListPage('/api/admin/trucks', {}, toFields)).rows).toEqual([])
})
