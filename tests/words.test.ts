import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Unclear words of earlier versions; `docs/glossary.md` lists their replacements. */
const retiredWords =
  `deed deeds postman courtesy courtesies fleeting wisher brought tally tallies sweep
sweeps anew whoever almanac makings hearers`.split(/\s+/)

const retiredNames =
  `giveWay needsAHand writeDown isGrave tellStories buryDead hangUp takeSeat earlyPress
lookAgain applyWord findOut callOff OtherSum isTold foldCounts settingOf wholeOrder redrawOrderId
isGivenBack payerRef stepPayment chargeStep planStep openCase holdUnpaid`.split(/\s+/)

/** Everything that people read. */
const checked = [
  '*.{md,ts}',
  'docs/**/*.md',
  '{contract,server,web,simulation,bench,tests}/**/*.{ts,tsx,css,html}',
  'server/db/triggers/*.sql',
  'scripts/**/*.mjs',
]

/** Files that must name the words of earlier versions. */
const excluded = [
  'tests/words.test.ts',
  // Links in emails that were sent before still name a retired word.
  'server/modules/subscriptions/changes/link-tokens.ts',
  // They read a database of version 0.1.0 by the names that it had.
  'tests/upgrade/queued-jobs.slow.test.ts',
  'tests/upgrade/row-checks.ts',
  'tests/upgrade/total-checks.ts',
  'tests/upgrade/upgrade-check.ts',
]

test('no file contains a retired word', () => {
  const files = globSync(checked, { cwd: root }).filter((file) => !excluded.includes(file))
  expect(files.length).toBeGreaterThan(1000)
  const violations = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return findRetired(`${file}\n${text}`).map((word) => `${file}: ${word}`)
  })
  expect(violations).toEqual([])
})

function findRetired(text: string): string[] {
  const words = text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
  const names = new Set(text.match(/\w+/g))
  return [
    ...retiredWords.filter((word) => words.includes(word)),
    ...retiredNames.filter((name) => names.has(name)),
  ]
}

test('a retired word is found in identifiers, comments and file names', () => {
  expect(findRetired('const applyDeed = 1')).toEqual(['deed'])
  expect(findRetired('// Whoever comes')).toEqual(['whoever'])
  expect(findRetired('smtp-postman.ts')).toEqual(['postman'])
  expect(findRetired('await lookAgain(deps)')).toEqual(['lookAgain'])
  expect(findRetired('indeed, a broad brougham')).toEqual([])
})
