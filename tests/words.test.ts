import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Words of earlier versions that say nothing to a newcomer; `docs/glossary.md` has their successors. */
const retiredWords =
  `deed deeds postman courtesy courtesies fleeting wisher brought tally tallies sweep
sweeps anew whoever almanac makings hearers`.split(/\s+/)

const retiredNames =
  `giveWay needsAHand writeDown isGrave tellStories buryDead hangUp takeSeat earlyPress
lookAgain applyWord findOut callOff OtherSum isTold foldCounts settingOf wholeOrder redrawOrderId
isGivenBack payerRef stepPayment chargeStep planStep openCase holdUnpaid`.split(/\s+/)

/** What is written in plain words by now. Add a folder when its last retired word is gone. */
const plain = [
  'README.md',
  'CHANGELOG.md',
  'docs/*.md',
  'server/demo/*.ts',
  'server/csv/*.ts',
  'server/http/*.ts',
  'server/jobs/*.ts',
  'server/adapters/smtp/*.ts',
  'server/adapters/mailbox/*.ts',
  'server/adapters/embedded-postgres/*.ts',
  'server/adapters/stripe/*.ts',
  'server/adapters/sandbox/*.ts',
  'server/modules/deliveries/*.ts',
  'server/modules/dispatch/*.ts',
  'server/modules/fleet/*.ts',
  'server/modules/renewals/**/*.ts',
  // Links in emails that were sent before still name a retired word.
  'server/modules/subscriptions/**/!(link-tokens|subscription-metrics).ts',
]

/** `payerRef` and others of the payments module are still its names. */
const stillInUse = new Set(['payerRef', 'tallies'])

test('no retired word is in what is written in plain words', () => {
  const files = globSync(plain, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return retiredIn(`${file}\n${text}`).map((word) => `${file}: ${word}`)
  })
  expect(found).toEqual([])
})

function retiredIn(text: string): string[] {
  const words = text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
  const names = new Set(text.match(/\w+/g))
  return [
    ...retiredWords.filter((word) => words.includes(word)),
    ...retiredNames.filter((name) => names.has(name)),
  ].filter((word) => !stillInUse.has(word))
}

test('a retired word is found in any form in which it can be written', () => {
  expect(retiredIn('const applyDeed = 1')).toEqual(['deed'])
  expect(retiredIn('// Whoever comes')).toEqual(['whoever'])
  expect(retiredIn('smtp-postman.ts')).toEqual(['postman'])
  expect(retiredIn('await lookAgain(deps)')).toEqual(['lookAgain'])
  expect(retiredIn('indeed, a broad brougham')).toEqual([])
})
