import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const RULES_PAGE = 'docs/rules.md'
const LETTERED = '(?:AU|DU|[ABCINPRWX])\\d{1,2}'

const RULE_LIST = '\\d+(?:(?:, and |, | and | or | to |–|-)(?:rule )?\\d+)*'

/** An id or a range of ids as cited: "I4", "R10–R13", "rule 16", "rules 46, 52 and 60 to 62". */
const citation = new RegExp(
  `\\b(${LETTERED})(?:–(${LETTERED}))?\\b|\\b[Rr]ule (\\d+)\\b|\\b[Rr]ules (${RULE_LIST})\\b`,
  'g',
)
const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g
const sqlComment = /\/\*[\s\S]*?\*\/|--.*/g
/** A test title or a report of the simulation starts with the ids that it is about. */
const idFirst = new RegExp(
  `['"\`](?:(?:${LETTERED}|rule \\d+|rules ${RULE_LIST})[–, ]*)+(?=[\\s:'"\`])`,
  'g',
)
/** A processor, no rule. */
const NEOVERSE = /Neoverse N1/g

type ReadRange = (first: string, last: string) => string[]

function idsIn(text: string, readRange: ReadRange = idsBetween): string[] {
  return [...text.replace(NEOVERSE, '').matchAll(citation)].flatMap(([, id, last, rule, list]) => {
    if (list) return rulesIn(list, readRange)
    if (rule) return [`rule ${rule}`]
    return last ? readRange(id ?? '', last) : [id ?? '']
  })
}

const rulesIn = (list: string, readRange: ReadRange) =>
  [...list.matchAll(/(\d+)(?:(?: to |–|-)(\d+))?/g)].flatMap(([, first, last]) =>
    last ? readRange(`rule ${first}`, `rule ${last}`) : [`rule ${first}`],
  )

/** A page that names a range says nothing about its rules, but its ends must exist. */
const endsOnly: ReadRange = (first, last) => [first, last]
const nothing: ReadRange = () => []

function idsBetween(first: string, last: string): string[] {
  const letters = first.replace(/\d+/, '')
  const [from = 0, to = 0] = [first, last].map((id) => Number(id.slice(letters.length)))
  const ids = Array.from({ length: to - from + 1 }, (_, i) => `${letters}${from + i}`)
  // A range may span ids that were never given out, as I11; its ends may not.
  return ids.filter((id) => id === first || id === last || defined.has(id))
}

function definedIds(): Set<string> {
  const text = readFileSync(join(root, RULES_PAGE), 'utf8')
  return new Set([...text.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, id]) => id ?? ''))
}

/** The parts of a file that can cite a rule: a page as a whole, of code its comments and titles. */
function citingParts(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  if (path.endsWith('.md')) return [text]
  const patterns = path.endsWith('.sql') ? [sqlComment] : [comment, idFirst]
  return patterns.flatMap((pattern) => text.match(pattern) ?? [])
}

const idsInFile = (path: string, readPageRange: ReadRange) =>
  citingParts(path).flatMap((part) =>
    idsIn(part, path.endsWith('.md') ? readPageRange : idsBetween),
  )

const sources = '{contract,server,web,simulation,bench,tests,scripts,drills}/**/*.{ts,tsx,mjs,sql}'
const pages = globSync([sources, '*.md', 'docs/**/*.md'], { cwd: root }).filter(
  (path) => !path.startsWith('server/db/migrations/') && path !== 'tests/rules.test.ts',
)

/** The ids that are cited, each with the first file that cites it. */
function citedIds(paths: readonly string[], readPageRange: ReadRange): Map<string, string> {
  const cited = new Map<string, string>()
  for (const path of paths)
    for (const id of idsInFile(path, readPageRange)) if (!cited.has(id)) cited.set(id, path)
  return cited
}

const defined = definedIds()
const cited = citedIds(
  pages.filter((path) => path !== RULES_PAGE),
  nothing,
)

test('every rule that is cited is defined in docs/rules.md', () => {
  expect(defined.size).toBeGreaterThan(90)
  const unknown = [...citedIds(pages, endsOnly)].filter(([id]) => !defined.has(id))
  expect(unknown).toEqual([])
})

test('citations are read in every form and from every folder', () => {
  expect(idsIn('Rules 46 and 64; rules 60 to 62, I4 and I1–I2')).toEqual(
    'rule 46,rule 64,rule 60,rule 61,rule 62,I4,I1,I2'.split(','),
  )
  expect(idsIn('(rules 41, 42, and 44-45), rule 16, 5 bottles on a Neoverse N1')).toEqual(
    'rule 41,rule 42,rule 44,rule 45,rule 16'.split(','),
  )
  expect(`test('rules 62 and 66: it', f)`.match(idFirst)?.flatMap((ids) => idsIn(ids))).toEqual([
    'rule 62',
    'rule 66',
  ])
  expect(idsIn('I1–I4, rules 45-47', endsOnly)).toEqual(['I1', 'I4', 'rule 45', 'rule 47'])
  const readCitations = (path: string) => [...citedIds([path], endsOnly).keys()]
  expect(readCitations('server/db/triggers/planned-deliveries.sql')).toContain('rule 64')
  expect(readCitations('docs/glossary.md')).toContain('rule 52')
  expect(pages.some((path) => path.startsWith('drills/'))).toBe(true)
})

test('every rule of docs/rules.md is cited by code, a test or a doc', () => {
  expect([...defined].filter((id) => !cited.has(id))).toEqual([])
})

/** "decision 11", or the three digits alone that start a record's file name. */
const numberedRecord = /\b[Dd]ecisions? #?\d+|(?<![\w.,$/:+-])0\d\d(?![\w-]|[,.]\d)/g
const heading = /^# \d.*/

test('decision records are cited by their file names, never by number', () => {
  const numbered = pages.flatMap((path) =>
    citingParts(path)
      .flatMap((part) => part.replace(heading, '').match(numberedRecord) ?? [])
      .map((number) => `${path}: ${number}`),
  )
  expect(numbered).toEqual([])
  const found = (text: string) => text.match(numberedRecord)
  expect(found('as decision 44 says, or (006), 007 and 1,000')).toEqual([
    'decision 44',
    '006',
    '007',
  ])
  expect(found('docs/decisions/011-lock-order.md, 0.012 s')).toBe(null)
})

test('every decision record has a date and a status', () => {
  const pages = globSync('docs/decisions/*.md', { cwd: root })
  expect(pages.length).toBeGreaterThan(0)
  const status = /^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by [\w-]+\.md)\.$/m
  const without = pages.filter((page) => !status.test(readFileSync(join(root, page), 'utf8')))
  expect(without).toEqual([])
})
