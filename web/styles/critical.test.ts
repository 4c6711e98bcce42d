import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '..')
const criticalPages = [
  'main.tsx',
  'storefront/home/home-page.tsx',
  'storefront/legal/privacy-page.tsx',
  'storefront/legal/terms-page.tsx',
  'storefront/not-found/not-found-page.tsx',
]
/** Not followed: these tables list all pages, which load the full stylesheet if not listed above. */
const boundaries = ['routes.tsx', 'storefront/storefront-pages.ts']

function importsIn(file: string): string[] {
  const text = readFileSync(join(web, file), 'utf8')
  const imports = [...text.matchAll(/(?:from|import\(|import)\s*['"]([^'"]+\.tsx?)['"]/g)]
  return imports
    .map(([, to = '']) => to)
    .filter((to) => to.startsWith('#web/') || to.startsWith('.'))
    .map((to) =>
      relative(web, to.startsWith('#') ? join(web, to.slice(5)) : resolve(web, dirname(file), to)),
    )
}

function filesUsedBy(files: readonly string[]): Set<string> {
  const visited = new Set<string>()
  const visit = (file: string) => {
    if (visited.has(file)) return
    visited.add(file)
    if (!boundaries.includes(file)) for (const imported of importsIn(file)) visit(imported)
  }
  for (const file of files) visit(file)
  return visited
}

test('the critical stylesheet covers all files of the pages that use it', () => {
  const sheet = readFileSync(join(web, 'styles/critical.css'), 'utf8')
  const excluded = [...sheet.matchAll(/@source not "\.\.\/([^"]+)"/g)].map(([, path = '']) => path)
  const isExcluded = (file: string) =>
    excluded.some((path) => matchesGlob(file, path) || file.startsWith(`${path}/`))

  const used = filesUsedBy(criticalPages)

  expect(used.size).toBeGreaterThan(30)
  expect(excluded.length).toBeGreaterThan(10)
  expect([...used].filter(isExcluded)).toEqual([])
})
