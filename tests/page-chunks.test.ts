import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Chunk = { imports?: string[]; isDynamicEntry?: boolean }

const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8'),
)

/** The scripts that a page of the build loads before it shows anything. */
function listScripts(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of manifest[name]?.imports ?? []) listScripts(imported, found)
  return found
}

test('no page loads its scripts in more than 25 requests, and home in more than 3', () => {
  const pages = Object.keys(manifest).filter(
    (name) => manifest[name]?.isDynamicEntry && name.endsWith('-page.tsx'),
  )
  expect(pages).toContain('admin/orders/orders-page.tsx')
  expect(pages.filter((name) => listScripts(name).size > 25)).toEqual([])
  expect(listScripts('storefront/home/home-page.tsx').size).toBeLessThanOrEqual(3)
})
