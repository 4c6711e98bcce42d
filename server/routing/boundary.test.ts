import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('the route solver imports only itself and Node', () => {
  expect(files.length).toBeGreaterThan(10)
  const outside = files.flatMap((file) =>
    [...read(file).matchAll(/from '([^']+)'/g)]
      .map(([, to = '']) => to)
      .filter((to) => !to.startsWith('node:'))
      .filter(
        (to) => relative(root, resolve(root, file, '..', to)).startsWith('..') || !/^\./.test(to),
      )
      .map((to) => `${file} -> ${to}`),
  )
  expect(outside).toEqual([])
})

test('the checker shares nothing with the search', () => {
  const imports = files
    .filter((file) => file.startsWith('check-'))
    .flatMap((file) => [...read(file).matchAll(/from '([^']+)'/g)].map(([, to]) => to))
  expect(imports.length).toBeGreaterThan(0)
  expect(imports.filter((to) => to?.includes('search') || to?.includes('solve'))).toEqual([])
})

test('the search reads no clock, no CPU time and no random numbers of its own', () => {
  const impure = /Date\.|performance\.|process\.|Math\.random/
  expect(files.filter((file) => file.startsWith('search/') && impure.test(read(file)))).toEqual([])
})
