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
/** Whose pages are listed here anyway; and who brings the whole sheet along. */
const ends = ['routes.tsx', 'storefront/home/tracked-order-panel.tsx']

function importsIn(file: string): string[] {
  const text = readFileSync(join(web, file), 'utf8')
  const named = [...text.matchAll(/(?:from|import\(|import)\s*['"]([^'"]+\.tsx?)['"]/g)]
  return named
    .map(([, to = '']) => to)
    .filter((to) => to.startsWith('#web/') || to.startsWith('.'))
    .map((to) =>
      relative(web, to.startsWith('#') ? join(web, to.slice(5)) : resolve(web, dirname(file), to)),
    )
}

function filesUsedBy(files: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    if (!ends.includes(file)) for (const imported of importsIn(file)) visit(imported)
  }
  for (const file of files) visit(file)
  return found
}

test('nothing that the front pages wear is left out of their sheet', () => {
  const sheet = readFileSync(join(web, 'styles/critical.css'), 'utf8')
  const leftOut = [...sheet.matchAll(/@source not "\.\.\/([^"]+)"/g)].map(([, path = '']) => path)
  const isLeftOut = (file: string) =>
    leftOut.some((path) => matchesGlob(file, path) || file.startsWith(`${path}/`))

  const used = filesUsedBy(criticalPages)

  expect(used.size).toBeGreaterThan(30)
  expect(leftOut.length).toBeGreaterThan(10)
  expect([...used].filter(isLeftOut)).toEqual([])
})
