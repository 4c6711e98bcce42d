import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Unclear words of earlier versions; `docs/glossary.md` lists their replacements. */
const retiredWords =
  `deed deeds postman courtesy courtesies fleeting wisher brought tally tallies sweep
sweeps anew whoever whom somebody anybody everybody meanwhile beside begun dearer dearest almanac
makings hearers`.split(/\s+/)

const retiredNames =
  `giveWay needsAHand writeDown isGrave tellStories buryDead hangUp takeSeat earlyPress
lookAgain applyWord findOut callOff OtherSum foldCounts settingOf wholeOrder redrawOrderId
givenBack giveBack settleRoute settleBottles settleDeliveries payerRef stepPayment chargeStep planStep openCase holdUnpaid
refusedRoutes movedIn movingIn moveIn`.split(/\s+/)

/** Everyday words that are clear in a sentence, such as that of an email, but not in a name. */
const retiredInNames = ['told', 'tell', 'tells', 'telling']

/** Names that have the same words with another meaning. */
const allowedNames = [
  // Cases that are open.
  'ordersWithOpenCase',
  // Stops whose truck is out.
  'findOutOnTruck',
  // Stored with charges, also by the version before (docs/decisions/070-going-live.md).
  'other_sum',
  // On the wire: pages that are open during an upgrade use them.
  'given-back',
  'givenBack',
  'not_given_back',
  'moved_in',
  'deposit_moved_in',
  // Names in the database that the version before reads.
  'given_back_cents',
  'told_at',
  'told_windows',
  'told_windows_by_date',
]

/** Everything that people read. */
const checked = [
  '*.{md,ts,json,yaml}',
  '.env.example',
  'Dockerfile',
  'docs/**/*.md',
  '{contract,server,web,simulation,bench,drills,tests}/**/*.{ts,tsx,js,css,html,mjs,pov}',
  'server/db/triggers/*.sql',
  '{scripts,pictures}/**/*.{mjs,pov}',
  '{deploy,.ci}/**/*',
]

/** Files that must name the words of earlier versions. */
const excluded = [
  'tests/words.test.ts',
  // Hashes, in which any word may appear.
  'package-lock.json',
  // Links in emails that were sent before still name a retired word.
  'server/modules/subscriptions/changes/link-tokens.ts',
  // They read a database of version 0.1.0 by the names that it had.
  'tests/upgrade/queued-jobs.slow.test.ts',
  'tests/upgrade/row-checks.ts',
  'tests/upgrade/total-checks.ts',
  'tests/upgrade/upgrade-check.ts',
]

/** Names that end in "Of" all the same: of JavaScript, of vitest, and a date up to which amounts count. */
const allowedEndings =
  `indexOf lastIndexOf valueOf isPrototypeOf getPrototypeOf setPrototypeOf supportedValuesOf
expectTypeOf toBeTypeOf toBeInstanceOf asOf`.split(/\s+/)

const files = globSync(checked, { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !excluded.includes(file))

test('no file contains a retired word', () => {
  expect(files.length).toBeGreaterThan(1000)
  const folders = ['drills', 'deploy', '.ci', 'pictures', '.env.example', 'Dockerfile']
  expect(folders.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([])
  const violations = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return findRetired(`${file}\n${text}`).map((word) => `${file}: ${word}`)
  })
  expect(violations).toEqual([])
})

function findRetired(text: string): string[] {
  const names = new Set(text.match(/[A-Za-z]+(?:[-_]?[A-Za-z\d]+)*/g))
  for (const name of allowedNames) names.delete(name)
  const split = [...names].map(splitName)
  const all = split.join('|')
  const compound = split.filter((words) => words.trim().includes(' ')).join('|')
  return [
    ...[...retiredWords, ...retiredNames].filter((name) => all.includes(splitName(name))),
    ...retiredInNames.filter((name) => compound.includes(splitName(name))),
  ]
}

/** Returns its words, as in " apply word ". */
const splitName = (name: string) =>
  ` ${name
    .replace(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .trim()} `

test('a retired word is found in identifiers, comments and file names', () => {
  expect(findRetired('const applyDeed = 1')).toEqual(['deed'])
  expect(findRetired('// Whoever comes')).toEqual(['whoever'])
  expect(findRetired('smtp-postman.ts')).toEqual(['postman'])
  expect(findRetired('await lookAgain(deps)')).toEqual(['lookAgain'])
  expect(findRetired("import './hang-up.ts'")).toEqual(['hangUp'])
  expect(findRetired('const applyWordTo = 1')).toEqual(['applyWord'])
  expect(findRetired('is_told, then hang up')).toEqual(['told'])
  expect(findRetired('const toldWindows = 1')).toEqual(['told'])
  expect(findRetired('Your bank told us that you dispute it.')).toEqual([])
  expect(findRetired('indeed, a broad brougham')).toEqual([])
})

test('functions are named `getRoute`, `toRoute` or `routeFor`, never `routeOf`', () => {
  const code = files.filter((file) => /\.(tsx?|mjs)$/.test(file))
  expect(code.length).toBeGreaterThan(1000)
  const violations = code.flatMap((file) =>
    findEndings(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(violations).toEqual([])
})

/** Types such as `BodyOf` are no functions. */
function findEndings(text: string): string[] {
  const names = new Set(text.match(/(?<![\w$])[a-z_]\w*Of\b/g))
  return [...names].filter((name) => !allowedEndings.includes(name))
}

test('a name that ends in "Of" is found in functions, parameters and properties', () => {
  expect(findEndings('export function routeOf(stop: Stop) {}')).toEqual(['routeOf'])
  expect(findEndings('const sort = (keyOf: (row: Row) => string) => rows')).toEqual(['keyOf'])
  expect(findEndings('deps.handlers.customerOf(tx)')).toEqual(['customerOf'])
  expect(findEndings('type Body = BodyOf<typeof route>; list.indexOf(key)')).toEqual([])
  expect(findEndings('ordersOfCustomer(id), keyof Row')).toEqual([])
})

test('types are named after things, and constants MAX, MIN or DELAY', () => {
  const code = files.filter((file) => /\.(tsx?|js|mjs)$/.test(file))
  expect(code).toContain('web/public/proof-worker.js')
  const violations = code.flatMap((file) =>
    findHabits(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(violations).toEqual([])
})

const participles =
  'Begun|Chosen|Found|Held|Kept|Left|Lost|Owed|Paid|Ran|Read|Said|Sent|Shown|Taken|Told|Written'

/** Types with a participle for a name, constants such as `MOST_ROWS`, and flags that say only "kept" or "chosen". */
function findHabits(text: string): string[] {
  const habits = [
    new RegExp(
      `(?<=\\b(?:type|interface) )(?:${participles}|[A-Z][a-z]+[^\\We]ed)(?= ?[=<{])`,
      'g',
    ),
    /\b(?:MOST|FEWEST|LONGEST|ENOUGH)_[A-Z_]+\b|\b[A-Z_]*(?:QUIET|_AFTER)_MS\b/g,
    /\b(?:chosen|shown)(?:Items|Amount|Zones|Place|Pin|Price|Trip|Stops|CreditCents)\b|\bisChosen\b/g,
  ]
  return habits.flatMap((habit) => text.match(habit) ?? [])
}

test('a participle as a type and a constant with "most" are found', () => {
  expect(findHabits('type Sent = { id: string }')).toEqual(['Sent'])
  expect(findHabits('export type Placed<Row> = Row')).toEqual(['Placed'])
  expect(findHabits('const MOST_DIGITS = 12, QUIET_MS = 1, EXPIRES_AFTER_MS = 2')).toEqual([
    'MOST_DIGITS',
    'QUIET_MS',
    'EXPIRES_AFTER_MS',
  ])
  expect(findHabits('const isChosen = shownPrice(day)')).toEqual(['isChosen', 'shownPrice'])
  expect(findHabits('type SentEvent = Row; type Feed = Row; const RETRY_AFTER_S = 1')).toEqual([])
})
