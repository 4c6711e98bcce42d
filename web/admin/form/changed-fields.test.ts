import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('only what is no longer as it was seen is told', () => {
  const seen = { Name: 'Ana', Phone: '' }

  expect(changedFields(seen, { Name: 'Ana', Phone: '845-555-0100' })).toEqual([
    { label: 'Phone', was: '', now: '845-555-0100' },
  ])
  expect(changedFields(seen, seen)).toEqual([])
})
