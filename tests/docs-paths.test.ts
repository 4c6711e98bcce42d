import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const folders =
  'contract|server|web|tests|scripts|docs|pictures|bench|simulation|drills|deploy|\\.ci'

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })

test('every path that a page names exists', () => {
  const named = pages.flatMap((page) => pathsIn(page).map((path) => ({ page, path })))
  const missing = named.filter(({ path }) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
  const without = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
  expect(without.filter((page) => !named.some((link) => link.page === page))).toEqual([])
  expect(new Set(named.map(({ page }) => page)).size).toBeGreaterThan(60)
})

function pathsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const named = text.matchAll(new RegExp(`(?:^|[\\s\`(])((?:${folders})/[\\w./-]*\\w)`, 'g'))
  return [...named].map(([, path]) => path ?? '')
}
