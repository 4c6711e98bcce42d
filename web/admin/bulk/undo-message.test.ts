import { expect, test } from 'vitest'
import { undoMessage } from './undo-message.ts'

test('an undo reports the rows that were skipped', () => {
  expect(undoMessage({ undone: ['a', 'b'], skipped: [] })).toEqual({ title: 'Change undone' })
  expect(undoMessage({ undone: ['a', 'b'], skipped: ['c'] })).toEqual({
    title: 'Some changes undone',
    description: "1 of 3 wasn't undone because it has changed since.",
  })
  expect(undoMessage({ undone: [], skipped: ['a', 'b'] })).toEqual({
    title: 'Nothing undone',
    description: "2 of 2 weren't undone because they have changed since.",
  })
})
