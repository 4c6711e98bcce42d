import { expect, test } from 'vitest'
import { countSummary, importLabel } from './import-labels.ts'

test('a preview summary leaves out zero counts', () => {
  expect(
    countSummary('customers', { counts: { new: 1200, changed: 1, same: 0, protected: 0 } }),
  ).toBe('1,200 new, 1 changed')
  expect(countSummary('customers', { counts: { new: 0, changed: 0, same: 0, protected: 2 } })).toBe(
    "2 not changed because they've logged in",
  )
  expect(countSummary('places', { counts: { new: 0, changed: 0, same: 0, protected: 2 } })).toBe(
    "2 not changed because they're pinned or learned",
  )
})

test('the button shows how many rows it imports', () => {
  const label = (created: number, changed: number) =>
    importLabel('trucks', { counts: { new: created, changed, same: 5, protected: 0 } })

  expect([label(1, 0), label(1, 2)]).toEqual(['Import 1 truck', 'Import 3 trucks'])
  expect(importLabel('customers', undefined)).toBe('Import')
})
