import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const folders = 'contract|server|web|tests|scripts|docs|pictures|bench|simulation|drills|deploy'

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'])(
  'every path that %s names exists',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const named = text.matchAll(new RegExp(`(?:^|[\\s\`(])((?:${folders})/[\\w./-]*\\w)`, 'g'))
    const paths = [...named].map(([, path]) => path ?? '')
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  },
)
