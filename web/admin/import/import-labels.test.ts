import { expect, test } from 'vitest'
import { countSummary, importLabel } from './import-labels.ts'

test('a preview is summed up in words, without what there is none of', () => {
  expect(countSummary({ counts: { new: 1200, changed: 1, same: 0, kept: 0 } })).toBe(
    '1,200 new, 1 changed',
  )
  expect(countSummary({ counts: { new: 0, changed: 0, same: 0, kept: 2 } })).toBe(
    "2 not changed because they've logged in",
  )
})

test('the button says how many rows it writes', () => {
  const of = (made: number, changed: number) =>
    importLabel('trucks', { counts: { new: made, changed, same: 5, kept: 0 } })

  expect([of(1, 0), of(1, 2)]).toEqual(['Import 1 truck', 'Import 3 trucks'])
  expect(importLabel('customers', undefined)).toBe('Import')
})
