import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('only fields with a new value are reported', () => {
  const before = { Name: 'Ana', Phone: '' }

  expect(changedFields(before, { Name: 'Ana', Phone: '845-555-0100' })).toEqual([
    { label: 'Phone', was: '', now: '845-555-0100' },
  ])
  expect(changedFields(before, before)).toEqual([])
})
