import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const RULES_PAGE = 'docs/rules.md'
const LETTERED = '(?:AU|DU|[ABCINPRWX])\\d{1,2}'

/** An id or a range of ids as cited: "I4", "R10–R13", "rule 16". */
const citation = new RegExp(`\\b(${LETTERED})(?:–(${LETTERED}))?\\b|\\b[Rr]ule (\\d+)\\b`, 'g')
const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g
/** A test title or a report of the simulation starts with the ids that it is about. */
const idFirst = new RegExp(`['"\`](?:(?:${LETTERED}|rule \\d+)[–, ]*)+(?=[\\s:'"\`])`, 'g')

function idsIn(text: string): string[] {
  return [...text.matchAll(citation)].flatMap(([, id, last, rule]) => {
    if (rule) return [`rule ${rule}`]
    return last ? idsBetween(id ?? '', last) : [id ?? '']
  })
}

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

function citedIds(): Map<string, string> {
  const cited = new Map<string, string>()
  const sources = '{contract,server,web,simulation,bench,tests,scripts}/**/*.{ts,tsx,mjs,sql}'
  for (const path of globSync([sources, 'docs/decisions/*.md', '*.md'], { cwd: root })) {
    if (path.startsWith('server/db/migrations/') || path === 'tests/rules.test.ts') continue
    const text = readFileSync(join(root, path), 'utf8')
    const parts = path.endsWith('.md')
      ? [text]
      : [...text.matchAll(comment), ...text.matchAll(idFirst)].map(([part]) => part)
    for (const id of parts.flatMap(idsIn)) if (!cited.has(id)) cited.set(id, path)
  }
  return cited
}

const defined = definedIds()
const cited = citedIds()

test('every rule that is cited is defined in docs/rules.md', () => {
  expect(defined.size).toBeGreaterThan(90)
  const unknown = [...cited].filter(([id]) => !defined.has(id))
  expect(unknown).toEqual([])
})

test('every rule of docs/rules.md is cited by code, a test or a doc', () => {
  expect([...defined].filter((id) => !cited.has(id))).toEqual([])
})

test('every decision record has a date and a status', () => {
  const pages = globSync('docs/decisions/*.md', { cwd: root })
  expect(pages.length).toBeGreaterThan(0)
  const status = /^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by [\w-]+\.md)\.$/m
  const without = pages.filter((page) => !status.test(readFileSync(join(root, page), 'utf8')))
  expect(without).toEqual([])
})
