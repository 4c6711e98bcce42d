import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { countRows, findGrowth, listedTables } from './soak-tables.ts'

test('a table that grows and that nobody listed fails the soak', () => {
  const before = new Map([
    ['orders', 1],
    ['sessions', 1],
    ['heartbeats', 1],
    ['zones', 3],
  ])
  const after = new Map([
    ['orders', 9],
    ['sessions', 9],
    ['heartbeats', 30],
    ['zones', 3],
    ['new_table', 2],
  ])
  expect(findGrowth(before, after)).toEqual({ facts: ['orders +8'], others: ['new_table +2'] })

  after.set('heartbeats', 5_000)
  expect(findGrowth(before, after).others).toEqual(['heartbeats +4999', 'new_table +2'])
})

test('every table on the lists exists', async () => {
  const { url } = await freshDatabase()
  const tables = await countRows(url)
  // The job queue and the card sandbox create theirs when a shop starts.
  const own = listedTables.filter((name) => !name.includes('.'))
  expect(own.filter((name) => !tables.has(name))).toEqual([])
})
