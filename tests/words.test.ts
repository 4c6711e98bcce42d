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

/** Files without retired words. Add a folder when its last retired word is removed. */
const plain = [
  'contract/**/*.ts',
  'tests/e2e/customer/*.ts',
  'web/customer/**/*.{ts,tsx}',
  'tests/e2e/storefront/*.ts',
  'web/*.{ts,tsx}',
  'web/{api,prerender,shared,storefront,ui}/**/*.{ts,tsx}',
  '*.md',
  '*.config.ts',
  'docs/**/*.md',
  'bench/*.ts',
  'scripts/**/*.mjs',
  'simulation/**/*.ts',
  'tests/support/**/*.ts',
  'server/!(background-jobs).ts',
  'server/commands/*.ts',
  'server/config/*.ts',
  'server/csv/*.ts',
  'server/db/!(rollup-tables).ts',
  'server/demo/*.ts',
  'server/http/**/*.ts',
  'server/jobs/*.ts',
  'server/adapters/*.ts',
  'server/adapters/smtp/*.ts',
  'server/adapters/mailbox/*.ts',
  'server/adapters/embedded-postgres/*.ts',
  'server/adapters/stripe/*.ts',
  'server/adapters/sandbox/**/*.ts',
  'server/modules/alerts/*.ts',
  'server/modules/audit/!(tables).ts',
  'server/modules/backoffice/*.ts',
  'server/modules/catalog/*.ts',
  'server/modules/checkout/*.ts',
  'server/modules/deliveries/*.ts',
  'server/modules/dispatch/*.ts',
  'server/modules/fleet/*.ts',
  'server/modules/identity/**/*.ts',
  'server/modules/mail/**/*.{ts,tsx}',
  'server/modules/orders/**/*.ts',
  'server/modules/payments/**/*.ts',
  'server/modules/privacy/*.ts',
  'server/modules/renewals/**/*.ts',
  // Links in emails that were sent before still name a retired word.
  'server/modules/subscriptions/**/!(link-tokens|subscription-metrics).ts',
  'tests/e2e/staff/**/*.ts',
  'web/admin/**/*.{ts,tsx}',
]

/** Retired words that are still in use. */
const stillInUse = new Set(['payerRef', 'tallies'])

test('no listed file contains a retired word', () => {
  const files = globSync(plain, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(20)
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
  ].filter((word) => !stillInUse.has(word))
}

test('a retired word is found in identifiers, comments and file names', () => {
  expect(findRetired('const applyDeed = 1')).toEqual(['deed'])
  expect(findRetired('// Whoever comes')).toEqual(['whoever'])
  expect(findRetired('smtp-postman.ts')).toEqual(['postman'])
  expect(findRetired('await lookAgain(deps)')).toEqual(['lookAgain'])
  expect(findRetired('indeed, a broad brougham')).toEqual([])
})
