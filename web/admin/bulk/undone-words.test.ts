import { expect, test } from 'vitest'
import { undoneWords } from './undone-words.ts'

test('an undo says what it could not take back', () => {
  expect(undoneWords({ undone: ['a', 'b'], leftAlone: [] })).toEqual({ title: 'Change undone' })
  expect(undoneWords({ undone: ['a', 'b'], leftAlone: ['c'] })).toEqual({
    title: 'Change undone in part',
    description: '1 of 3 has changed since and stays as it is.',
  })
  expect(undoneWords({ undone: [], leftAlone: ['a', 'b'] })).toEqual({
    title: 'Change not undone',
    description: '2 of 2 have changed since and stay as they are.',
  })
})
