import { expect, test } from 'vitest'
import { undoMessage } from './undo-message.ts'

test('an undo says what it could not take back', () => {
  expect(undoMessage({ undone: ['a', 'b'], skipped: [] })).toEqual({ title: 'Change undone' })
  expect(undoMessage({ undone: ['a', 'b'], skipped: ['c'] })).toEqual({
    title: 'Change undone in part',
    description: '1 of 3 has changed since and stays as it is.',
  })
  expect(undoMessage({ undone: [], skipped: ['a', 'b'] })).toEqual({
    title: 'Change not undone',
    description: '2 of 2 have changed since and stay as they are.',
  })
})
